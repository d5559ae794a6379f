"""Values that many tasks of an event loop need, each computed once, and kept while it is in use."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Once(Generic[Key, Value]):
    """The newest `size` values of `make`, and what it raised instead.

    They are computed one after the other in a thread of their own, so that a long row of them holds up neither the
    loop nor what else it does in threads.
    """

    def __init__(self, size: int, make: Callable[[Key], Value]) -> None:
        self._size, self._make = size, make
        self._kept: OrderedDict[Key, asyncio.Future[Value]] = OrderedDict()
        self._thread = ThreadPoolExecutor(1)

    async def get(self, key: Key) -> Value:
        """The value of `make(key)`."""
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = asyncio.get_running_loop().run_in_executor(self._thread, self._make, key)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        # Shielded: one waiter that is cancelled must not take the value from the others.
        return await asyncio.shield(kept)

    def close(self) -> None:
        """Compute no more; nothing can be got any longer."""
        self._thread.shutdown(wait=False, cancel_futures=True)
