"""The command line's `run` as a process of its own, against a stub server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphcore.runs.plan import Plan, Settings
from graphcore.runs.plan_files import write_plan
from graphcore.runs.store import Store
from tests.conftest import ROOT
from tests.load.stub_server import Stub

MODEL = "compatible/stub"


def stubbed(stub: Stub, count: int, concurrency: int, retries: int = 4, **changes: Any) -> Plan:
    """A plan of so many cells that asks the stub."""
    settings = Settings(base_url=stub.url, concurrency=concurrency, retries=retries)
    given: dict[str, Any] = {"tasks": ("llm4dyg/when_link",), "models": (MODEL,), "model": {MODEL: settings}}
    return Plan(count=count, params={"n": (8,)}, **given | changes)


def begin(store: Store, *arguments: str, **streams: Any) -> subprocess.Popen[str]:
    """`python -m graphcore run ARGUMENTS --db ...`."""
    command = [sys.executable, "-m", "graphcore", "run", *arguments, "--db", store.url]
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, text=True, env=os.environ | {"PYTHONUTF8": "1"}, **given | streams)


def begin_plan(store: Store, plan: Plan, folder: Path, **streams: Any) -> subprocess.Popen[str]:
    """The same with a plan file."""
    path = folder / "plan.toml"
    path.write_text(write_plan(plan), encoding="utf-8")
    return begin(store, str(path), **streams)


def wait_until(condition: Callable[[], object], limit_s: float = 120) -> None:
    """Return when `condition` holds."""
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def asked(stub: Stub) -> int:
    """How many calls the stub was asked for."""
    return stub.counts().asked.total()


def ended(process: subprocess.Popen[str], number: signal.Signals | None = None) -> tuple[int, str, str]:
    """The exit code and what was printed, after a signal if one is given."""
    if number is not None:
        process.send_signal(number)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def last(out: str) -> dict[str, Any]:
    """The summary that a run ends with."""
    row: dict[str, Any] = json.loads(out.splitlines()[-1])
    return row
