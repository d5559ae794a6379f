"""What a person does with the app, and what the app then shows; every act ends when the page is at rest."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import settled

# The component keeps its network to itself; a resize makes it call `moveTo`, which tells it to the test.
CATCH = """() => {
    const move = vis.Network.prototype.moveTo;
    vis.Network.prototype.moveTo = function (...options) { window.caught = this; return move.apply(this, options); };
}"""


def open_at(page: Page, address: str = "/") -> Page:
    """Follow a link."""
    page.goto(address)
    return settled(page)


def turn_to(page: Page, title: str) -> Page:
    """Another page, by the navigation."""
    page.get_by_role("link", name=re.compile(rf"\b{title}$")).click()
    return settled(page)


def press(page: Page, key: str) -> Page:
    """The button with this key."""
    page.locator(f".st-key-{key} button").first.click()
    return settled(page)


def write(page: Page, key: str, text: str) -> Page:
    """Fill the field with this key and leave it."""
    field = page.locator(f".st-key-{key}").locator("textarea, input").first
    field.fill(text)
    field.press("Control+Enter" if field.evaluate("field => field.tagName") == "TEXTAREA" else "Enter")
    return settled(page)


def choose(page: Page, key: str, option: str) -> Page:
    """An option of the select box with this key, or one more of the list with this key."""
    opened(page, key).fill(option)
    page.get_by_role("option", name=option, exact=True).first.click()
    page.locator(f".st-key-{key} input").press("Tab")
    return settled(page)


def opened(page: Page, key: str) -> Locator:
    """The field of the select box or list with this key, its options shown; a page that scrolls would hide them."""
    field = page.locator(f".st-key-{key} input")
    field.scroll_into_view_if_needed()
    settled(page)
    field.click()
    return field


def drop(page: Page, key: str, option: str) -> Page:
    """Take an option out of the list with this key."""
    page.locator(f".st-key-{key}").get_by_role("button", name=f"Remove {option}").click()
    return settled(page)


def pick(page: Page, key: str, option: str) -> Page:
    """One of the segments of the control with this key."""
    page.locator(f".st-key-{key}").get_by_text(option, exact=True).click()
    return settled(page)


def slide(page: Page, key: str, steps: int) -> Page:
    """Move the slider with this key by some steps."""
    handle = page.locator(f".st-key-{key} input[type=range]")
    handle.focus()
    for _ in range(abs(steps)):
        handle.press("ArrowRight" if steps > 0 else "ArrowLeft")
    return settled(page)


def paste_reply(page: Page, text: str) -> Page:
    """On Ask: have a reply from elsewhere judged."""
    field = page.locator(".st-key-pasted textarea")
    if not field.is_visible():
        page.get_by_text("Paste a reply from anywhere").click()
    write(page, "pasted", text)
    return press(page, "judge")


def figure(page: Page, key: str = "timeline") -> dict[str, Any]:
    """What the Plotly figure with this key shows: its problem, the slider's place, names and points of its traces."""
    page.locator(f".st-key-{key} .js-plotly-plot .main-svg").first.wait_for()
    shown: dict[str, Any] = page.locator(f".st-key-{key} .js-plotly-plot").evaluate(
        """plot => ({
            problem: plot.layout.meta.problem,
            active: plot.layout.sliders?.[0].active,
            traces: plot.data.map(({ name, x, text }) => ({ name, points: [...x].filter(Number.isFinite), text })),
            words: plot.querySelector(".main-svg").textContent,
        })"""
    )
    return shown


def problem_on(page: Page, key: str = "timeline") -> str:
    """The id of the problem that the figure shows."""
    ident: str = figure(page, key)["problem"]
    return ident


def text_of(page: Page) -> str:
    """All that can be read on the page beside the sidebar."""
    return page.get_by_test_id("stMain").inner_text()


def verdicts(page: Page) -> Locator:
    """The verdicts' pictures, from the top."""
    return page.locator("[class*='st-key-verdict-']")


def turn_to_drag(page: Page) -> Locator:
    """The draggable view's canvas, its network in `window.caught`."""
    pick(page, "view", "Drag")
    canvas = page.locator(".st-key-drag canvas")
    expect(canvas).to_be_visible()
    page.wait_for_function("globalThis.vis !== undefined")
    page.evaluate(CATCH)
    catch_network(page)
    return canvas


def catch_network(page: Page) -> None:
    """Have the network of the page now put into `window.caught`."""
    page.evaluate("delete window.caught")
    page.set_viewport_size({"width": 1300, "height": 900})
    page.wait_for_function("window.caught !== undefined")
    page.set_viewport_size({"width": 1440, "height": 900})
    settled(page, 800)
