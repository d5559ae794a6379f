"""Models: a server is connected, its models listed, chosen, tested and asked; its key stays where it was typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import choose, drop, open_at, press, text_of, turn_to, verdicts
from tests.browser.looking import DESKTOP, PHONE, settled
from tests.browser.test_pages import WIDE
from tests.browser.test_sessions import other
from tests.models.stub import Stub, message, piece, serving

__all__ = ["other"]

KEY = "canary-b7d2"
LOCAL = "local/smollm2-135m"
EVERYWHERE = """() => [document.documentElement.innerHTML, location.href, document.cookie,
    JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()"""


@pytest.fixture
def stub() -> Iterator[Stub]:
    """A server that offers two models."""
    chunks = [piece(content="Answer: [1]"), piece("stop")]
    with serving(Stub(models={"data": [{"id": "small"}, {"id": "large"}]}, body=message("OK"), chunks=chunks)) as stub:
        yield stub


def connect(page: Page, url: str) -> Page:
    """Type the address and the key into the form for compatible servers."""
    page.get_by_role("tab", name="OpenAI-compatible server").click()
    for key, text in (("url_compatible", url), ("key_compatible", KEY)):
        page.locator(f".st-key-{key} input").fill(text)
        settled(page)
    expect(page.locator(".st-key-list_compatible button")).to_be_enabled()
    return settled(page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_servers_models_are_listed_chosen_and_tested(page: Page, stub: Stub) -> None:
    connect(open_at(page, "/models"), stub.url)
    press(page, "list_compatible")
    choose(page, "models_compatible", "large")
    press(page, "test_compatible")
    expect(page.get_by_test_id("stAlert").last).to_contain_text("compatible/large answered in")
    assert page.evaluate(WIDE) == []
    field = page.locator(".st-key-key_compatible input")
    assert (field.get_attribute("type"), field.get_attribute("autocomplete")) == ("password", "off")


def test_what_was_chosen_is_asked_and_the_key_stays_where_it_was_typed(page: Page, other: Page, stub: Stub) -> None:
    connect(open_at(page, "/models"), stub.url)
    press(page, "list_compatible")
    choose(page, "models_compatible", "small")
    turn_to(page, "Ask")
    if page.locator(".st-key-models").get_by_role("button", name=f"Remove {LOCAL}").count():
        drop(page, "models", LOCAL)
    choose(page, "models", "compatible/small")
    press(page, "ask")
    expect(verdicts(page)).to_have_count(1)
    stub.status, stub.error = 401, {"message": f"Incorrect API key provided: {KEY}"}
    press(page, "ask")
    settled(page)
    assert "refused the API key" in text_of(page)
    assert {headers["authorization"] for headers in stub.headers} == {f"Bearer {KEY}"}
    assert KEY not in page.evaluate(EVERYWHERE)
    open_at(other, "/models")
    assert "compatible/small" not in text_of(other)
    assert KEY not in other.evaluate(EVERYWHERE)
    page.reload()
    settled(page)
    turn_to(page, "Models")
    assert page.locator(".st-key-key_compatible input").input_value() == ""


def test_the_problem_is_out_of_sight_and_kept(page: Page) -> None:
    open_at(page, "/models?task=llm4dyg/find_tpath&seed=11")
    expect(page.get_by_test_id("stSidebarUserContent")).to_be_hidden(timeout=60_000)
    turn_to(page, "Explore")
    expect(page.locator(".st-key-seed input")).to_have_value("11")
