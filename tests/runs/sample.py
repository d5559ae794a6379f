"""What tests of runs share: small plans, and a model whose every call a test decides."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from graphcore.models import Connection, Delta, Request, Status
from graphcore.models.base import estimate_messages, require_context
from graphcore.records import Reply, Verdict
from graphcore.runs.plan import Plan, Settings
from graphcore.strategies import Decision

TASKS = ("llm4dyg/when_link", "llm4dyg/check_tpath")
Answer = Callable[[Request], str]


def decided(reply: Reply, verdict: Verdict | None = None) -> Decision:
    """What one reply comes to."""
    return Decision(verdict or Verdict("correct"), reply, (reply,), ())


def plan(**changes: Any) -> Plan:
    """A plan of a few small problems."""
    given: dict[str, Any] = {"tasks": TASKS, "models": ("baseline/exact",), "count": 3, "params": {"n": (6,)}}
    return Plan(**given | changes)


def probing(**changes: Any) -> Plan:
    """A plan that asks the probe and never waits between its tries."""
    settings = Settings(**{"retries": 0, "concurrency": 4} | changes.pop("settings", {}))
    return plan(models=("probe/x",), model={"probe/x": settings}, **changes)


@dataclass
class Probe:
    """The provider and its one model "probe/x": `answer` gives a reply's text or raises, after `pause` seconds."""

    answer: Answer = lambda request: "Answer: yes"
    pause: float = 0.0
    state: Status = field(default_factory=lambda: Status(True, ""))
    asked: Counter[str] = field(default_factory=Counter)
    keys: set[str] = field(default_factory=set)
    context_size: int | None = None
    name: str = "probe"
    address: str = ""

    def models(self) -> list[Any]:
        return []

    def open(self, rest: str, connection: Connection) -> Probe:
        self.keys.add(connection.api_key)
        return self

    def status(self) -> Status:
        return self.state

    def connected(self) -> AbstractAsyncContextManager[Probe]:
        return nullcontext(self)

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        return estimate_messages(messages)

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        require_context(self, request)
        self.asked[request.messages[0]["content"]] += 1
        await asyncio.sleep(self.pause)
        yield Reply(self.answer(request), latency_s=1.5, sent={"temperature": request.temperature})
