"""Values that many tasks of an event loop need, each computed once, in a thread, and kept while it is in use."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Once(Generic[Key, Value]):
    """The newest `size` values of `make`; what it raises is raised for everyone who waits, and not kept."""

    def __init__(self, size: int, make: Callable[..., Value]) -> None:
        self._size, self._make = size, make
        self._kept: OrderedDict[Key, asyncio.Task[Value]] = OrderedDict()

    async def get(self, key: Key, *more: Any) -> Value:
        """The value of `make(key, *more)`."""
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._kept[key] = asyncio.create_task(asyncio.to_thread(self._make, key, *more))
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        # Shielded: one waiter that is cancelled must not take the value from the others.
        return await asyncio.shield(task)
