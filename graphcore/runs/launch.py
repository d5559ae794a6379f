"""Starts a run's process from a page: it outlives the page, its reload and a restart of the server."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from graphcore.errors import InputError, StoreError
from graphcore.models import Connection, Connections
from graphcore.runs.lease import new_owner
from graphcore.runs.store import Store

_ROOT = Path(__file__).parents[2]
_started: list[subprocess.Popen[str]] = []


def start(store: Store, run_id: str, connections: Connections, only_errors: bool = False) -> None:
    """Work on a run in a process of its own.

    Keys go through a pipe, and the database's address, which may hold a password, in the environment: neither is seen
    in the list of processes. The run is "running" when this returns, so that whoever looks next sees it so and no
    second process begins. Raises StoreError, also where another process works on the run.
    """
    token = secrets.token_hex(4)
    command = [sys.executable, "-m", "graphcore", "run", "--resume", run_id, "--connections-on-stdin", "--lease", token]
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
    try:
        store.acquire(run_id, new_owner(process.pid, token))
        store.want(run_id, "")
    except StoreError:
        process.kill()
        raise
    # Where it ended before it had read, the run says so: nobody works on it.
    with suppress(BrokenPipeError), process.stdin as pipe:
        pipe.write(json.dumps({name: asdict(connection) for name, connection in connections.items()}))


def read_connections(stream: TextIO) -> dict[str, Connection]:
    """The connections that `start` writes; raises InputError, which repeats nothing of them."""
    try:
        return {name: Connection(**fields) for name, fields in json.load(stream).items()}
    except (ValueError, TypeError, AttributeError):
        raise InputError("Standard input holds no connections; leave --connections-on-stdin to the app.") from None
