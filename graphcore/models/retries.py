"""Calls that are made again when they fail for a while."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator
from contextlib import aclosing

from graphcore.models.base import Delta, Model, Request
from graphcore.records import Reply


async def stream_patiently(
    model: Model, request: Request, retries: int, rng: random.Random
) -> AsyncGenerator[Delta | Reply, None]:
    """As `model.stream`."""
    async with aclosing(model.stream(request)) as events:
        async for event in events:
            yield event
