"""Asking as a person sees it: what is said while a model reads, where the verdict stands, and what was asked before."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from graphcore.models import get_model
from graphcore.problems import generate
from graphcore.tasks import TASKS
from tests.browser.acting import choose, drop, open_at, paste_reply, press, text_of, turn_to, verdicts
from tests.browser.looking import DESKTOP, PHONE, settled

LOCAL = "local/smollm2-135m"
BACK_IN_TIME = "From node 3 I go to node 5, and from there to node 9.\nAnswer: [3, 5, 9]"
PATHS = "/ask?task=llm4dyg/find_tpath&seed=3"


def in_sight(place: Locator) -> bool:
    """Whether all of it is in the window, below the bar at the top."""
    seen: bool = place.evaluate(
        """place => {
            const { top, bottom } = place.getBoundingClientRect();
            return top >= 60 && bottom <= innerHeight;
        }"""
    )
    return seen


def ask_only(page: Page, model: str) -> Page:
    if get_model(LOCAL).status().usable:
        drop(page, "models", LOCAL)
    choose(page, "models", model)
    return press(page, "ask")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_outcome_and_first_finding_come_into_sight(page: Page) -> None:
    open_at(page, PATHS)
    outcome, finding = page.get_by_text("HALLUCINATORY"), page.locator(".stMain li").first
    paste_reply(page, BACK_IN_TIME)
    assert in_sight(outcome) and in_sight(finding)
    ask_only(page, "baseline/random")
    assert in_sight(page.locator(".st-key-card-0").get_by_text("baseline/random"))


@pytest.mark.parametrize("viewport", [PHONE], ids=["phone"])
def test_who_comes_back_begins_at_the_top(page: Page) -> None:
    open_at(page, PATHS)
    paste_reply(page, BACK_IN_TIME)
    place = page.get_by_test_id("stMain")
    assert place.evaluate("main => main.scrollTop") > 0
    page.get_by_test_id("stExpandSidebarButton").click()
    turn_to(page, "Models")
    turn_to(page, "Ask")
    expect(page.get_by_text("HALLUCINATORY")).to_be_attached()
    assert place.evaluate("main => main.scrollTop") == 0


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_earlier_replies_are_rows_that_open(page: Page) -> None:
    open_at(page, PATHS)
    paste_reply(page, BACK_IN_TIME)
    paste_reply(page, "I cannot tell.")
    paste_reply(page, f"Answer: {list(range(40))}")
    ask_only(page, "baseline/exact")
    expect(verdicts(page)).to_have_count(1)
    rows = page.locator("[class*='st-key-earlier-']")
    first, *others = [row.split("\n")[-1] for row in rows.all_inner_texts()]
    assert first.startswith("✕ hallucinatory · pasted reply · [0, 1, 2, 3")
    assert others == [
        "∅ missing · pasted reply · no answer",
        "✕ hallucinatory · pasted reply · [3, 5, 9]",
    ]
    assert all(row.bounding_box()["height"] < 60 for row in rows.all())  # type: ignore[index]
    rows.last.locator("summary").click()
    settled(page)
    expect(verdicts(page)).to_have_count(2)
    expect(rows.last.locator("mark")).to_have_text("[3, 5, 9]")
    choose(page, "style", "zero-shot")
    expect(rows.last.locator("mark")).to_be_visible()


def test_a_style_that_cannot_be_built_leaves_pasting_possible(page: Page) -> None:
    open_at(page, PATHS)
    field = page.locator(".st-key-style input")
    field.fill("cot+few-shot")
    field.press("Enter")
    settled(page)
    expect(page.get_by_test_id("stAlert").first).to_contain_text("exclude each other")
    expect(page.locator(".st-key-ask button")).to_be_disabled()
    paste_reply(page, BACK_IN_TIME)
    expect(page.get_by_text("HALLUCINATORY")).to_be_visible()


@pytest.mark.local_model
def test_two_models_say_what_they_do_and_an_opened_row_stops_neither(page: Page) -> None:
    status = get_model(LOCAL).status()
    if not status.usable:
        pytest.skip(status.reason)
    problem = generate("llm4dyg/find_tpath", seed=3)
    open_at(page, PATHS)
    paste_reply(page, BACK_IN_TIME)
    paste_reply(page, "I cannot tell.")
    choose(page, "models", "baseline/exact")
    page.locator(".st-key-ask button").click()
    expect(page.get_by_text(re.compile(rf"{LOCAL} is reading the prompt … \d+ s"))).to_be_visible(timeout=30_000)
    expect(page.get_by_text(f"baseline/exact waits until {LOCAL} has answered.")).to_be_visible()
    expect(verdicts(page)).to_have_count(0)
    page.locator("[class*='st-key-earlier-'] summary").last.click()
    expect(verdicts(page)).to_have_count(3, timeout=120_000)
    settled(page)
    assert TASKS["llm4dyg/find_tpath"].exact_text(problem) in text_of(page)
    assert "finish: stopped" not in text_of(page)
    assert len(re.findall("Took: ", text_of(page))) == 2
