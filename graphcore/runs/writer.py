"""Writes results to the store from a running event loop: all that waits goes in one transaction, in a thread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphcore.records import Problem, Reply
from graphcore.runs.records import Record
from graphcore.runs.store import Store


@dataclass
class Result:
    """One cell's record, if it has come to that, with its problem; and new replies for the cache, by their keys."""

    record: Record | None = None
    problem: Problem | None = None
    replies: Mapping[str, Reply] = field(default_factory=dict)
    stored: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """The one task that writes; `write` runs until `close`, and raises StoreError."""

    def __init__(self, store: Store, run_id: str, owner: str) -> None:
        self._store, self._run_id, self._owner = store, run_id, owner
        self._waiting: asyncio.Queue[Result | None] = asyncio.Queue()
        self._known: set[str] = set()

    async def save(self, result: Result) -> None:
        """Return when `result` is stored; if the caller is cancelled meanwhile, it is stored all the same."""
        self._waiting.put_nowait(result)
        await result.stored

    def close(self) -> None:
        """Let `write` return when everything that waits is stored."""
        self._waiting.put_nowait(None)

    async def write(self) -> None:
        """Store results as they come."""
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            results = [result for result in batch if result is not None]
            if results:
                await asyncio.to_thread(self._store_all, results)
            for result in results:
                if not result.stored.done():
                    result.stored.set_result(None)
            if None in batch:
                return

    def _store_all(self, results: list[Result]) -> None:
        problems = {r.problem.id: r.problem for r in results if r.problem and r.problem.id not in self._known}
        replies = {key: reply for result in results for key, reply in result.replies.items()}
        self._store.save(
            self._run_id,
            [result.record.to_json() for result in results if result.record],
            {key: json.dumps(reply.to_json()) for key, reply in replies.items()},
            {key: json.dumps(problem.to_json()) for key, problem in problems.items()},
            self._owner,
        )
        self._known |= problems.keys()
