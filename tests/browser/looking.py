"""What tests that look at the app need: the sizes of windows, and when a page is at rest."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

# Streamlit says on its root element whether the script runs. A click reaches it a moment later and fragments
# follow each other, so rest is a while in which neither that nor an element's age changed.
_AT_REST = """quiet => {
    const app = document.querySelector('[data-testid="stApp"]');
    const resting = app && app.dataset.testScriptState === 'notRunning'
        && app.dataset.testConnectionState === 'CONNECTED' && !document.querySelector('[data-stale="true"]');
    if (!resting) { window.__restingSince = undefined; return false; }
    window.__restingSince ??= performance.now();
    if (performance.now() - window.__restingSince < quiet) return false;
    window.__restingSince = undefined;
    return true;
}"""


def settled(page: Page, quiet_ms: int = 300, limit_s: float = 60) -> Page:
    """Wait until Streamlit's script has not run for `quiet_ms`; gives `page` back."""
    page.wait_for_function(_AT_REST, arg=quiet_ms, timeout=limit_s * 1000)
    return page
