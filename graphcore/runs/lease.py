"""Who works on a run: a process writes its name into the run and renews its lease while it lives."""

from __future__ import annotations

import json
import os
import secrets
import socket
import time

LEASE_S = 15.0
"""How long a silent process keeps its run."""


def new_owner(pid: int = 0, token: str = "") -> str:
    """A name for a process of this machine, this one by default, that no other has: its number may come again."""
    return json.dumps([socket.gethostname(), pid or os.getpid(), token or secrets.token_hex(4)])


def is_held(owner: str, beat: float) -> bool:
    """Whether the process that owns a run is alive: its lease is fresh, and on this machine it must still run.

    A lease from the future is as old as one from the past: the clock was put back.
    """
    if not owner or abs(time.time() - beat) > LEASE_S:
        return False
    host, pid, _ = json.loads(owner)
    return host != socket.gethostname() or _is_alive(pid)


def _is_alive(pid: int) -> bool:
    if os.name != "posix":
        return True  # Signal 0 would end a process on Windows; there the lease alone decides.
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended and only waits to be noticed by the one who started it."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False
