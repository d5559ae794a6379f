"""A Streamlit app as a process of its own, on a free port of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_LIMIT_S = 90.0
OPTIONS = {
    "server.address": "127.0.0.1",
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "browser.gatherUsageStats": "false",
}


@contextmanager
def serving(script: Path, home: Path, log: Path) -> Iterator[str]:
    """The address of `script`, run in its own folder until the end of the block; what it prints goes to `log`.

    Its database of runs is that of `runs_of(log)`.
    """
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", script.name, f"--server.port={port}"]
    command += [f"--{name}={value}" for name, value in OPTIONS.items()]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=script.parent,
            env=os.environ | {"EDGEWISE_HOME": str(home), "EDGEWISE_DB": runs_of(log)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_healthy(process, url, log)
            yield url
        finally:
            _stop(process)


def runs_of(log: Path) -> str:
    """The address of the database of the app that prints to `log`: a file beside it."""
    return f"sqlite:///{log.absolute().with_name('runs.db')}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _wait_until_healthy(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + START_LIMIT_S
    while time.monotonic() < end and process.poll() is None:
        try:
            with direct.open(f"{url}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"The app did not start; it printed:\n{log.read_text(errors='replace')}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the app's whole process group: politely, then surely."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
        except ProcessLookupError:
            break
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
