"""Two people at once: each has their own problem, prompt and replies, whatever the other does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from graphcore.problems import generate
from tests.browser.acting import choose, open_at, paste_reply, problem_on, slide, text_of, turn_to, verdicts, write
from tests.browser.conftest import Watch
from tests.browser.looking import DESKTOP, settled


@pytest.fixture
def other(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A second person's page."""
    context = browser.new_context(base_url=watch.url, viewport=DESKTOP)
    context.on("console", watch.console)
    context.on("request", lambda request: watch.request(request.url))
    yield context.new_page()
    context.close()


def test_two_people_do_not_disturb_each_other(page: Page, other: Page) -> None:
    open_at(page, "/?task=llm4dyg/when_link&seed=1")
    open_at(other, "/?task=llm4dyg/find_tpath&seed=1")
    for seed in (2, 3, 4):
        write(page, "seed", str(seed))
        write(other, "seed", str(seed + 10))
        slide(other, "n", 1)
        assert problem_on(page) == generate("llm4dyg/when_link", seed=seed).id
        given = {"n": 10 + seed - 1}
        assert problem_on(other) == generate("llm4dyg/find_tpath", given=given, seed=seed + 10).id

    for each in (page, other):
        open_at(each, "/ask?task=llm4dyg/when_link&seed=5")
    paste_reply(page, "Answer: [999]")
    expect(verdicts(page)).to_have_count(1)
    choose(other, "style", "zero-shot")
    expect(verdicts(other)).to_have_count(0)
    assert "999" not in text_of(other)
    prompt = page.get_by_label("Prompt", exact=True).input_value()
    field = other.get_by_label("Prompt", exact=True)
    field.fill("Another prompt.")
    field.press("Control+Enter")
    settled(other)
    paste_reply(other, "Answer: [998]")
    assert page.get_by_label("Prompt", exact=True).input_value() == prompt

    turn_to(page, "Explore")
    turn_to(page, "Ask")
    assert "999" in text_of(page)
    assert "998" not in text_of(page)
    turn_to(other, "Prompts")
    turn_to(other, "Ask")
    assert "998" in text_of(other)
    assert other.get_by_label("Prompt", exact=True).input_value() == "Another prompt."
