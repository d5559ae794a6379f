"""Calls a second of our engine and of the plain client, against one stub."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from openai import AsyncOpenAI

from graphcore.runs.engine import work
from graphcore.runs.plan import Plan, Settings, cells
from graphcore.runs.store import Store
from graphcore.tasks import TASKS
from tests.load.stub_server import running

CALLS, PAIRS, CONCURRENCY, LATENCY_S = 2000, 5, 64, 0.05
MODEL = "compatible/stub"


def pairs() -> tuple[list[float], list[float]]:
    """Calls a second of the engine and of the client, by turns, so that both meet the same machine."""
    with running(latency=LATENCY_S) as stub, tempfile.TemporaryDirectory() as room:
        plan = _plan(stub.url)
        prompts = [cell.prompt(cell.spec.make()).messages for cell in cells(plan)]
        asyncio.run(_client(stub.url, prompts[:CONCURRENCY]))
        ours, theirs = [], []
        for turn in range(PAIRS):
            ours.append(_engine(plan, Path(room) / f"{turn}.db"))
            theirs.append(asyncio.run(_client(stub.url, prompts)))
    return ours, theirs


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the pairs' ratios."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def _plan(url: str) -> Plan:
    tasks = tuple(TASKS.names[:4])
    return Plan(tasks, (MODEL,), count=CALLS // len(tasks), model={MODEL: Settings(url, concurrency=CONCURRENCY)})


def _engine(plan: Plan, path: Path) -> float:
    """The whole way: problems, prompts, calls, verdicts and a new database."""
    store = Store(f"sqlite:///{path}")
    run = store.create(plan)
    start = time.perf_counter()
    work(store, run.id, {})
    took = time.perf_counter() - start
    if store.progress(run.id).done != CALLS:
        raise RuntimeError(f"The engine made {store.progress(run.id)} of {CALLS} calls.")
    return CALLS / took


async def _client(url: str, prompts: list[list[dict[str, str]]]) -> float:
    """Calls alone, with prompts that are ready."""
    places = asyncio.Semaphore(CONCURRENCY)
    async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:

        async def ask(messages: list[dict[str, str]]) -> str | None:
            async with places:
                reply = await client.chat.completions.create(
                    model="stub",
                    messages=messages,  # type: ignore[arg-type]
                    temperature=0,
                    max_tokens=512,
                )
            return reply.choices[0].message.content

        start = time.perf_counter()
        await asyncio.gather(*map(ask, prompts))
        return len(prompts) / (time.perf_counter() - start)
