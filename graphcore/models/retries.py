"""Calls that are made again after failures that pass: rate limits, servers that fail, connections that break."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from graphcore.errors import ModelError
from graphcore.models.base import Delta, Model, Request, Streams
from graphcore.records import Reply

RETRIES = 4
BACKOFF_S = 1.0
BACKOFF_MAX_S = 60.0
WAIT_MAX_S = 300.0
"""Where a server asks for a longer wait than this, its error is told instead."""


async def stream_patiently(
    model: Streams, request: Request, rng: random.Random, retries: int = RETRIES, backoff_s: float = BACKOFF_S
) -> AsyncGenerator[Delta | Reply, None]:
    """`model.stream`, called again after a transient ModelError, at most `retries` times.

    The waits grow exponentially and are drawn with full jitter (Brooker, "Exponential Backoff And Jitter", 2015), but
    are never shorter than the server asks for. Nothing is asked again once a part of its reply was given out.
    """
    for attempt in range(retries + 1):
        begun = False
        try:
            async with aclosing(model.stream(request)) as events:
                async for event in events:
                    begun = begun or event != Delta()
                    yield event
            return
        except ModelError as error:
            asked = error.retry_after_s or 0.0
            if begun or not error.transient or attempt == retries or asked > WAIT_MAX_S:
                raise
        await asyncio.sleep(asked + rng.uniform(0, min(BACKOFF_MAX_S, backoff_s * 2**attempt)))


@dataclass(frozen=True)
class Patient:
    """A model that streams patiently, for `stream_sync` and `complete`."""

    model: Model
    rng: random.Random = field(repr=False)
    retries: int = RETRIES

    @property
    def name(self) -> str:
        """The model's id."""
        return self.model.name

    def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        """See `stream_patiently`."""
        return stream_patiently(self.model, request, self.rng, self.retries)
