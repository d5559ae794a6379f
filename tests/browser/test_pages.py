"""Every page on a desk and on a phone, and with names that try to be more than text.

That nothing is wrong in the console and that no request leaves the machine is checked at the end of each test.
"""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from components.theme import contrast
from graphcore.graph_files import pack_graph
from graphcore.graphs import temporal_graph
from tests.browser.acting import figure, open_at, paste_reply, pick, text_of, turn_to
from tests.browser.looking import DESKTOP, PHONE, settled

PAGES = {
    "/": "Explore",
    "/prompts": "Prompts",
    "/ask": "Ask",
    "/batch": "Batch",
    "/results": "Results",
    "/models": "Models",
}
HOSTILE = ["<img src=x onerror=alert(1)>", "<b>x</b>", "**bold**", "[a](http://x)", "$x$"]
# What can be scrolled sideways; a sidebar that is folded away lies left of the window.
WIDE = """() => [...document.querySelectorAll(
    'html, [data-testid="stMain"], [data-testid="stMainBlockContainer"], [data-testid="stSidebarContent"]'
)].filter(box => box.scrollWidth > box.clientWidth + 1 && box.getBoundingClientRect().right > 0)
.map(box => box.dataset.testid ?? box.tagName)"""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_fits_and_is_quiet(page: Page) -> None:
    for address in PAGES:
        open_at(page, address)
        assert page.locator("h1").count() == 1
        assert not page.get_by_test_id("stException").count()
        if address == "/":
            figure(page)
        if address == "/ask":
            paste_reply(page, "Answer: [" + "9, " * 60 + "x" * 200 + "]\n" + "w" * 300)
            figure(page, "verdict-1")
        assert page.evaluate(WIDE) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    open_at(page, "/")
    pick(page, "view", "Drag")
    expect(page.locator(".st-key-drag canvas")).to_be_visible()
    assert page.evaluate(WIDE) == []


def test_the_logo_and_the_pages_names_stay_where_they_are(page: Page) -> None:
    places = """() => [
        [...document.querySelectorAll("img[alt=Logo]")].find(logo => logo.getBoundingClientRect().width),
        document.querySelector('[data-testid="stTopNavLink"]'),
    ].map(item => Math.round(item.getBoundingClientRect().x))"""
    seen = {title: page.evaluate(places) for title in PAGES.values() if open_at(page, "/") and turn_to(page, title)}
    opened = {address: open_at(page, address).evaluate(places) for address in PAGES}
    assert [*seen.values(), *opened.values()] == [seen["Explore"]] * 2 * len(PAGES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_on_buttons_and_chips_can_be_read(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    open_at(page, "/ask")
    for selector in ('.st-key-ask [data-testid="stBaseButton-primary"]', ".st-key-models [data-tag]"):
        look = "item => [getComputedStyle(item).color, getComputedStyle(item).backgroundColor]"
        ink, ground = page.locator(selector).last.evaluate(look)
        assert contrast(hexadecimal(ink), hexadecimal(ground)) >= 4.5


def hexadecimal(colour: str) -> str:
    """ "#RRGGBB" for "rgb(r, g, b)"."""
    return "#" + "".join(f"{int(channel):02X}" for channel in re.findall(r"\d+", colour)[:3])


@pytest.mark.parametrize("viewport", [PHONE], ids=["phone"])
def test_on_a_phone_the_problem_and_the_pages_are_in_the_sidebar(page: Page) -> None:
    open_at(page, "/")
    page.get_by_test_id("stExpandSidebarButton").click()
    settled(page)
    assert page.evaluate(WIDE) == []
    expect(page.locator(".st-key-task input")).to_be_visible()
    turn_to(page, "Models")
    assert page.locator("h1").inner_text() == "Models"


def test_hostile_names_stand_as_they_are_and_start_nothing(page: Page) -> None:
    opened: list[str] = []
    fetched: list[str] = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: fetched.append(request.url))
    edges = [(name, other, n) for n, name in enumerate(HOSTILE) for other in HOSTILE[n + 1 :]]
    link = f"generator=own&naming=as-given&graph={pack_graph(temporal_graph(HOSTILE, edges))}"

    def harmless() -> None:
        found = page.evaluate("""() => document.querySelectorAll(
            'img[src="x"], [onerror], a[href*="//x"], .stMain b, .stMain .katex').length""")
        assert found == 0

    open_at(page, f"/?task=llm4dyg/when_link&seed=0&{link}")
    question = page.locator(".stMain p strong").first.inner_text()
    assert len([name for name in HOSTILE if name in question]) == 2
    shown = figure(page)["words"]
    assert [name for name in HOSTILE if name[:11] not in shown] == []
    harmless()
    page.locator(".st-key-show_solution label").click()
    settled(page)
    pick(page, "view", "Drag")
    expect(page.locator(".st-key-drag canvas")).to_be_visible()
    harmless()

    turn_to(page, "Prompts")
    assert [name for name in HOSTILE if name not in text_of(page)] == []
    harmless()

    turn_to(page, "Ask")
    prompt = page.get_by_label("Prompt", exact=True).input_value()
    assert [name for name in HOSTILE if name not in prompt] == []
    for reply in (f"Answer: {' and '.join(HOSTILE)}", "![a](http://x/y.png) <script>alert(1)</script>", "Answer: [99]"):
        paste_reply(page, reply)
        assert page.locator(".ew-text").first.inner_text() == reply
        harmless()

    turn_to(page, "Models")
    page.locator(".st-key-add_path input").fill("![a](x)<img src=x>")
    page.get_by_role("button", name="Add", exact=True).click()
    settled(page)
    expect(page.get_by_test_id("stAlert")).to_contain_text("![a](x)<img src=x>")
    harmless()
    assert opened == []
    assert [url for url in fetched if url.endswith(("/x", "y.png"))] == []


def test_hostile_names_in_an_answer_that_is_a_path(page: Page) -> None:
    edges = [(name, HOSTILE[n + 1], n) for n, name in enumerate(HOSTILE[:-1])]
    packed = pack_graph(temporal_graph(HOSTILE, edges))
    open_at(page, f"/ask?task=llm4dyg/find_tpath&generator=own&naming=as-given&graph={packed}")
    for reply in (f"Answer: [{', '.join(reversed(HOSTILE))}]", f"Answer: [{HOSTILE[0]}, {HOSTILE[0]}, <i>y</i>]"):
        paste_reply(page, reply)
        assert page.locator(".ew-text").first.inner_text() == reply
        assert "<b>x</b>" in page.locator(".stMain ul").inner_text()
        assert page.locator(".stMain :is(b, i, img[src=x])").count() == 0
