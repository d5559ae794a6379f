"""A Chromium for the tests: the one that is there, else one that can be installed without asking.

`python -m tests.browser.chromium` installs it if none is found; without one the browser tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no Chromium was found; install one (Debian: apt install chromium) or run: playwright install chromium"
ARGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find() -> str | None:
    """The path of an installed Chromium, or None."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def arguments() -> list[str]:
    """What Chromium is started with: nothing that calls out, and no sandbox where root cannot have one."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*ARGS, "--no-sandbox"] if as_root else ARGS


def install() -> None:
    """Install Chromium by apt where that needs no password, else Playwright's own."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in ("apt-get -qq update", "apt-get -qq install -y --no-install-recommends chromium"):
            subprocess.run(command.split(), check=False, env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


if __name__ == "__main__":
    if find() is None:
        sys.stderr.write("Installing Chromium for the browser tests.\n")
        install()
    if find() is None:
        sys.stderr.write(f"The browser tests will be skipped: {MISSING}.\n")
