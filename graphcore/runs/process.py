"""What a run changes in the process that works on it, for as long as it does."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

COLLECT_AT = 20_000
"""New objects after which Python looks for cycles; its usual 700 make that a tenth of the time that a call takes."""


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` on Ctrl-C and on a polite request to end, where the platform and the thread allow it."""
    loop = asyncio.get_running_loop()
    caught: list[signal.Signals] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, ValueError, RuntimeError):
            loop.add_signal_handler(number, act)
            caught.append(number)
    try:
        yield
    finally:
        for number in caught:
            loop.remove_signal_handler(number)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for cycles seldom, because calls leave few, and not among what is there already."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(COLLECT_AT, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
