"""Starts a run's process from a page: it outlives the page, its reload and a restart of the server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from graphcore.errors import InputError
from graphcore.models import Connection, Connections
from graphcore.runs.store import Store

_ROOT = Path(__file__).parents[2]
_started: list[subprocess.Popen[str]] = []


def start(store: Store, run_id: str, connections: Connections, only_errors: bool = False) -> None:
    """Work on a run in a process of its own.

    Keys go through a pipe, and the database's address, which may hold a password, in the environment: neither is seen
    in the list of processes.
    """
    store.want(run_id, "")
    command = [sys.executable, "-m", "graphcore", "run", "--resume", run_id, "--connections-on-stdin"]
    _started[:] = [process for process in _started if process.poll() is None]
    process = subprocess.Popen(
        command + ["--only-errors"] * only_errors,
        cwd=_ROOT,
        env=os.environ | {"EDGEWISE_DB": store.url},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        start_new_session=True,  # Ctrl-C at the server is not meant for its runs.
    )
    _started.append(process)
    assert process.stdin is not None
    # Where it ended before it had read, the run says so: nobody works on it.
    with suppress(BrokenPipeError), process.stdin as pipe:
        pipe.write(json.dumps({name: asdict(connection) for name, connection in connections.items()}))


def read_connections(stream: TextIO) -> dict[str, Connection]:
    """The connections that `start` writes; raises InputError, which repeats nothing of them."""
    try:
        return {name: Connection(**fields) for name, fields in json.load(stream).items()}
    except (ValueError, TypeError, AttributeError):
        raise InputError("Standard input holds no connections; leave --connections-on-stdin to the app.") from None
