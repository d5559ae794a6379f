"""Values that many tasks of an event loop need, each computed once, and kept while it is in use."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

TURN_S = 0.01
"""How long values are gathered before they are brought: a change of threads for each can cost more than the value."""


class Once(Generic[Key, Value]):
    """The newest `size` values of `make`, and what it raised instead.

    They are computed one after the other in a thread of their own, so that a long row of them holds up neither the
    loop nor what else it does in threads.
    """

    def __init__(self, size: int, make: Callable[[Key], Value]) -> None:
        self._size, self._make = size, make
        self._kept: OrderedDict[Key, asyncio.Future[Value]] = OrderedDict()
        self._asked: deque[tuple[Key, asyncio.Future[Value]]] = deque()
        self._thread = ThreadPoolExecutor(1)
        self._work: asyncio.Task[None] | None = None

    async def get(self, key: Key) -> Value:
        """The value of `make(key)`."""
        kept = self._kept.get(key)
        if kept is None:
            loop = asyncio.get_running_loop()
            kept = self._kept[key] = loop.create_future()
            self._asked.append((key, kept))
            if self._work is None or self._work.done():
                self._work = loop.create_task(self._bring())
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        # Shielded: one waiter that is cancelled must not take the value from the others.
        return await asyncio.shield(kept)

    def close(self) -> None:
        """Compute no more; nothing can be got any longer."""
        with suppress(IndexError):  # The thread takes from the same row.
            while True:
                self._asked.popleft()[1].cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _bring(self) -> None:
        """Give those who wait what they asked for, until nobody asks any more."""
        while self._asked:
            made = await asyncio.get_running_loop().run_in_executor(self._thread, self._turn)
            for waiting, value in made:
                if error := value.exception():
                    waiting.set_exception(error)
                else:
                    waiting.set_result(value.result())

    def _turn(self) -> list[tuple[asyncio.Future[Value], Future[Value]]]:
        """As many values as can be made in a turn, one at least."""
        made: list[tuple[asyncio.Future[Value], Future[Value]]] = []
        until = time.monotonic() + TURN_S
        with suppress(IndexError):
            while not made or time.monotonic() < until:
                key, waiting = self._asked.popleft()
                made.append((waiting, _outcome(self._make, key)))
        return made


def _outcome(make: Callable[[Key], Value], key: Key) -> Future[Value]:
    """What `make(key)` returns or raises."""
    outcome: Future[Value] = Future()
    try:
        outcome.set_result(make(key))
    except Exception as error:
        outcome.set_exception(error)
    return outcome
