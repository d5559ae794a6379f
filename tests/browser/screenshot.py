"""The README's picture, made by the app itself: `python -m tests.browser.screenshot`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.app import serving
from tests.browser.chromium import arguments, find
from tests.browser.looking import settled

ROOT = Path(__file__).resolve().parents[2]
PROBLEM = "ask?task=llm4dyg/find_tpath&seed=3"
REPLY = "From node 3 I go to node 5, and from there to node 9.\nAnswer: [3, 5, 9]"


def main() -> None:
    """Judge a pasted reply whose path goes back in time, and keep what the page then shows."""
    chromium = find()
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(ROOT / "app.py", Path(folder), Path(folder) / "log") as url,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments())
        page = browser.new_page(viewport={"width": 1440, "height": 1000}, color_scheme="light")
        page.goto(f"{url}/{PROBLEM}")
        settled(page).get_by_text("Paste a reply from anywhere").click()
        page.locator(".st-key-pasted textarea").fill(REPLY)
        page.locator(".st-key-pasted textarea").press("Control+Enter")
        settled(page).locator(".st-key-judge button").click()
        settled(page, 1500).locator("h1").first.scroll_into_view_if_needed()
        page.mouse.move(5, 5)
        page.screenshot(path=ROOT / "docs" / "screenshot.png")
        browser.close()


if __name__ == "__main__":
    main()
