"""Models that are no language models: the exact solver and a random guesser.

They answer in text and are read by the same readers as everyone else, which makes them the two ends of every scale
(both papers compare with a random baseline: LLM4DyG, section 4.1; NLGraph, section 3).
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass, field

from graphcore.errors import EdgewiseError, ModelError
from graphcore.models.base import (
    Connection,
    Delta,
    InProcess,
    Model,
    Request,
    Status,
    estimate_messages,
    estimate_tokens,
)
from graphcore.records import Problem, Reply, Usage
from graphcore.registry import Registry
from graphcore.tasks import TASKS

_PIECES = 4
"""How many deltas a reply comes in."""


def _exact(problem: Problem, draw: int) -> str:
    return TASKS[problem.task].exact_text(problem)


def _random(problem: Problem, draw: int) -> str:
    return TASKS[problem.task].random_text(problem, random.Random(f"{problem.id}/{draw}"))


@dataclass(frozen=True)
class Baseline(InProcess):
    """A model that answers a draw of a problem by a function."""

    name: str
    reason: str
    answer: Callable[[Problem, int], str] = field(repr=False)

    @property
    def context_size(self) -> None:
        """It reads no prompt and knows no limit."""
        return None

    def status(self) -> Status:
        """Always usable."""
        return Status(True, self.reason)

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        """An estimate."""
        return estimate_messages(messages)

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        """The answer in a few deltas; nothing is sent anywhere, so that `sent` is empty."""
        started = time.monotonic()
        try:
            text = await asyncio.to_thread(self.answer, request.problem, request.draw)
        except EdgewiseError as error:
            raise ModelError("request", str(error)) from error
        for piece in _pieces(text):
            yield Delta(piece)
        usage = Usage(estimate_messages(request.messages), estimate_tokens(text))
        yield Reply(text, usage=usage, latency_s=time.monotonic() - started)


class BaselineProvider:
    """The two baselines."""

    name = "baseline"

    def __init__(self) -> None:
        self._models: Registry[Baseline] = Registry("model")
        exact = "Answers with the reference solution; on prediction tasks these are the held-out labels."
        self._models.add(Baseline("baseline/exact", exact, _exact))
        guesses = (
            "Guesses uniformly among answers of the asked form; for a shortest path it walks at random to the target, "
            "and in a matching each applicant takes any free job."
        )
        self._models.add(Baseline("baseline/random", guesses, _random))

    def models(self) -> list[Model]:
        """Both."""
        return list(self._models)

    def open(self, rest: str, connection: Connection) -> Model:
        """One of the two by its name."""
        return self._models[f"baseline/{rest}"]


def _pieces(text: str) -> Iterator[str]:
    size = max(1, -(-len(text) // _PIECES))
    return (text[start : start + size] for start in range(0, len(text), size))
