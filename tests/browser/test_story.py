"""The story: a problem is looked at, its prompt read, a model asked, and its verdict seen on the graph."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from graphcore.models import get_model
from graphcore.problems import generate
from graphcore.prompts import STYLES, build_prompt
from graphcore.records import Problem, Reply
from graphcore.tasks import TASKS
from tests.browser.acting import (
    choose,
    drop,
    figure,
    open_at,
    opened,
    paste_reply,
    pick,
    press,
    problem_on,
    text_of,
    turn_to,
    verdicts,
    write,
)
from tests.browser.looking import settled
from tests.conftest import ROOT

LOCAL = "local/smollm2-135m"
TASK = "llm4dyg/find_tpath"
BACK_IN_TIME = "From node 3 I go to node 5, and from there to node 9.\nAnswer: [3, 5, 9]"
STOP_LIMIT_S = 15.0
"""A generous guard; what a person waits for is a second or two."""


def last_figure(page: Page) -> str:
    """The key of the newest verdict's figure, the only one in sight."""
    name = verdicts(page).get_attribute("class") or ""
    found = re.search(r"st-key-(verdict-\d+)", name)
    assert found
    return found[1]


def ask(page: Page, prompt: Problem) -> str:
    """Ask what the form holds; the outcome's word, in capitals."""
    before = int(last_figure(page).removeprefix("verdict-")) if verdicts(page).count() else 0
    key = f"verdict-{before + 1}"
    page.locator(".st-key-ask button").click()
    expect(page.locator(f".st-key-{key}")).to_be_visible(timeout=120_000)
    settled(page)
    assert problem_on(page, key) == prompt.id
    found = re.search(r"[✓≈✕∅!]\s+([A-Z]+)", text_of(page))
    assert found
    return found[1]


def play(page: Page) -> list[int]:
    """The places of the slider while the timeline plays to its end."""
    page.locator(".st-key-timeline .updatemenu-button").first.click()
    seen: list[int] = []
    end = time.monotonic() + 30
    while time.monotonic() < end and not (len(seen) > 1 and seen[-1] == 4):
        active = figure(page)["active"]
        if not seen or seen[-1] != active:
            seen.append(active)
        page.wait_for_timeout(100)
    return seen


def test_from_the_first_look_to_the_verdict(page: Page, tmp_path: Path) -> None:
    sent: list[str | bytes] = []

    def note(frame: str | bytes) -> None:
        sent.append(frame)

    page.on("websocket", lambda socket: socket.on("framesent", note))
    open_at(page)
    choose(page, "task", TASKS[TASK].title)
    write(page, "seed", "3")
    problem = generate(TASK, seed=3)
    task = TASKS[TASK]
    assert problem_on(page) == problem.id

    assert len(sent) > 0
    for mode in ("This instant", "Up to now"):
        pick(page, "mode", mode)
        before = len(sent)
        assert len(set(play(page))) >= 4
        assert len(sent) == before

    turn_to(page, "Prompts")
    choose(page, "styles", "dst2-v2")
    prompt = build_prompt(problem, "dst2-v2", k=1)
    assert STYLES["dst2-v2"].sentence in text_of(page)
    for part in prompt.parts:
        assert part.text.split("\n")[0].strip() in text_of(page)

    turn_to(page, "Ask")
    if get_model(LOCAL).status().usable:
        drop(page, "models", LOCAL)
        choose(page, "models", "baseline/exact")
    choose(page, "style", "dst2-v2")
    expect(page.get_by_label("Prompt", exact=True)).to_have_value(prompt.text)
    assert ask(page, problem) == "CORRECT"
    assert task.exact_text(problem) in text_of(page)
    assert "fault" not in [trace["name"] for trace in figure(page, last_figure(page))["traces"]]

    paste_reply(page, BACK_IN_TIME)
    verdict = task.judge(problem, Reply(BACK_IN_TIME))
    (finding,) = verdict.findings
    assert "✕ HALLUCINATORY" in text_of(page).replace("\u2002", " ")
    assert finding.text in text_of(page)
    assert page.locator("mark").first.inner_text() == "[3, 5, 9]"
    shown = figure(page, last_figure(page))
    assert [trace for trace in shown["traces"] if trace["name"] == "fault" and trace["points"]]
    assert "t = 0" in shown["words"]
    assert judged_again(page, tmp_path) == verdict.to_json()

    turn_to(page, "Explore")
    assert problem_on(page) == problem.id
    turn_to(page, "Ask")
    assert finding.text in text_of(page)


def judged_again(page: Page, folder: Path) -> object:
    """What `verify` says of the case file of the newest verdict."""
    page.get_by_role("button", name="This verdict is wrong").first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the case").click()
    case = folder / download.value.suggested_filename
    download.value.save_as(case)
    page.keyboard.press("Escape")
    settled(page)
    command = [sys.executable, "-m", "graphcore", "verify"]
    run = subprocess.run(command, input=case.read_bytes(), cwd=ROOT, capture_output=True, check=True, timeout=60)
    return json.loads(run.stdout)


def test_a_template_is_written_saved_used_and_deleted(page: Page) -> None:
    open_at(page, "/prompts?seed=4")
    write(page, "template_text", "Mind the clock.\n{graph}")
    expect(page.get_by_text("The template lacks {question}")).to_be_visible()
    write(page, "template_text", "Mind the clock.\n{graph}\n{question}")
    expect(page.locator(".ew-text", has_text="Mind the clock.")).to_be_visible()
    write(page, "template_name", "clock")
    press(page, "template_save")
    expect(page.get_by_text("own/clock")).to_be_visible()

    turn_to(page, "Ask")
    choose(page, "style", "own/clock")
    expect(page.get_by_label("Prompt", exact=True)).to_have_value(re.compile("^Mind the clock."))

    turn_to(page, "Prompts")
    choose(page, "template_chosen", "clock")
    press(page, "template_drop")
    opened(page, "template_chosen")
    expect(page.get_by_role("option", name="New template")).to_be_visible()
    assert "clock" not in page.get_by_role("option").all_inner_texts()


def test_undone_edits_are_gone_from_the_box_and_from_what_is_asked(page: Page) -> None:
    open_at(page, "/ask?task=llm4dyg/when_link&seed=2")
    box = page.get_by_label("Prompt", exact=True)
    built = build_prompt(generate("llm4dyg/when_link", seed=2), "few-shot+dst2-v4", k=1).text
    expect(box).to_have_value(built)
    for edit in ("Be brief.", built + "\nBe brief."):
        box.fill(edit)
        box.press("Control+Enter")
        settled(page)
        turn_to(page, "Explore")
        turn_to(page, "Ask")
        expect(box).to_have_value(edit)
        press(page, "undo")
        expect(box).to_have_value(built)
        expect(page.locator(".st-key-undo")).to_have_count(0)


@pytest.mark.local_model
def test_the_local_model_answers_and_can_be_stopped(page: Page) -> None:
    status = get_model(LOCAL).status()
    if not status.usable:
        pytest.skip(status.reason)
    open_at(page, "/ask?task=llm4dyg/when_link&n=5&seed=3")
    problem = generate("llm4dyg/when_link", given={"n": 5}, seed=3)
    choose(page, "style", "dst2-v2")
    outcome = ask(page, problem)
    assert outcome in ("CORRECT", "SUBOPTIMAL", "HALLUCINATORY", "MISSING")
    assert re.search(r"finish: \w+", text_of(page))

    long = page.get_by_label("Prompt", exact=True)
    long.fill("Tell a long story about a clock and a graph, with many chapters.")
    long.press("Control+Enter")
    settled(page)
    page.locator(".st-key-ask button").click()
    stream = page.locator("[aria-live=polite] .ew-text")
    expect(stream).to_have_text(re.compile(r"\w+ \w+ \w+"), timeout=60_000)
    started = stream.inner_text()
    pressed = time.monotonic()
    page.locator(".st-key-stop button").click()
    expect(page.locator(".st-key-verdict-2")).to_be_visible(timeout=STOP_LIMIT_S * 1000)
    assert time.monotonic() - pressed < STOP_LIMIT_S
    settled(page)
    assert "finish: stopped" in text_of(page)
    assert "truncated" in text_of(page)
    assert started[:20] in text_of(page)

    page.get_by_role("button", name="Undo my edits").click()
    settled(page)
    assert ask(page, problem) == outcome
