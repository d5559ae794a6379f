"""The app in headless Chromium: fixtures for tests that click."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, sync_playwright

from tests.browser import chromium
from tests.browser.app import serving
from tests.browser.looking import DESKTOP
from tests.conftest import ROOT

# On a deep link, Streamlit looks for its server below the page's own address first.
PROBE = re.compile(r"^/.+/_stcore/(health|host-config)$")
LOG = pytest.StashKey[Path]()


@dataclass
class Watch:
    """What a page did that it should not: `errors` in its console or scripts, requests to the `outside`."""

    url: str
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def console(self, message: ConsoleMessage) -> None:
        """Note an error that the browser wrote to the console."""
        where = message.location["url"]
        if message.type == "error" and not PROBE.match(urlsplit(where).path):
            self.errors.append(f"{message.text} ({where})")

    def request(self, url: str) -> None:
        """Note a request that leaves the app's own server."""
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.url).netloc:
            self.outside.append(url)


@pytest.fixture(scope="session")
def app_script() -> Path:
    """The Streamlit script that the browser tests look at."""
    return ROOT / "app.py"


@pytest.fixture(scope="session")
def app_url(
    app_script: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[str]:
    """The address of the running app, which has a home folder of its own."""
    folder = tmp_path_factory.mktemp("app")
    request.config.stash[LOG] = folder / "app.log"
    with serving(app_script, folder / "home", folder / "app.log") as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Headless Chromium.

    It lives for one module: while Playwright is open, its event loop counts as running in this thread,
    and tests of asynchronous code that share the process could not run theirs.
    """
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.arguments())
        yield browser
        browser.close()


@pytest.fixture
def viewport() -> ViewportSize:
    """The size of the window; a test that parametrizes "viewport" sets its own."""
    return DESKTOP


@pytest.fixture
def watch(app_url: str) -> Watch:
    """What went wrong on `page` so far; both lists have to be empty at the end of the test."""
    return Watch(app_url)


@pytest.fixture
def page(browser: Browser, viewport: ViewportSize, watch: Watch) -> Iterator[Page]:
    """A page in a new session, whose relative addresses are the app's."""
    context = browser.new_context(base_url=watch.url, viewport=viewport)
    context.on("console", watch.console)
    context.on("weberror", lambda error: watch.errors.append(str(error.error)))
    context.on("request", lambda request: watch.request(request.url))
    context.on("page", lambda page: page.on("websocket", lambda socket: watch.request(socket.url)))
    yield context.new_page()
    context.close()
    assert (watch.errors, watch.outside) == ([], [])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed shows what the app printed."""
    report = yield
    log = item.config.stash.get(LOG, None)
    if report.failed and log is not None and log.exists():
        report.sections.append(("app log", log.read_text(errors="replace")[-10_000:]))
    return report
