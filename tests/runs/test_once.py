"""Values that many tasks need and that are computed once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter

import pytest

from graphcore.errors import InputError
from graphcore.runs.once import TURN_S, Once


class Made:
    """Counts what is made; keys below zero cannot be."""

    def __init__(self) -> None:
        self.count: Counter[int] = Counter()
        self.gate = threading.Event()
        self.gate.set()

    def __call__(self, key: int) -> int:
        self.gate.wait()
        self.count[key] += 1
        if key < 0:
            raise InputError("Below zero.")
        return key * key


def test_a_value_is_made_once_for_all_who_ask() -> None:
    made = Made()

    async def ask() -> list[int]:
        once = Once[int, int](8, made)
        return await asyncio.gather(*(once.get(key) for key in (2, 3, 2, 2)))

    assert asyncio.run(ask()) == [4, 9, 4, 4]
    assert made.count == {2: 1, 3: 1}


def test_what_is_raised_is_raised_for_all_and_found_out_once() -> None:
    made = Made()

    async def ask() -> None:
        once = Once[int, int](8, made)
        for _ in range(2):
            with pytest.raises(InputError, match="Below zero"):
                await once.get(-1)

    asyncio.run(ask())
    assert made.count == {-1: 1}


def test_the_oldest_unused_value_is_forgotten_first() -> None:
    made = Made()

    async def ask() -> None:
        once = Once[int, int](2, made)
        for key in (1, 2, 1, 3, 1, 2):
            await once.get(key)

    asyncio.run(ask())
    assert made.count == {1: 1, 2: 2, 3: 1}


def test_one_who_gives_up_takes_the_value_from_nobody() -> None:
    made = Made()
    made.gate.clear()

    async def ask() -> int:
        once = Once[int, int](8, made)
        first, second = (asyncio.create_task(once.get(5)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        made.gate.set()
        return await second

    assert asyncio.run(ask()) == 25


def test_what_waits_is_dropped_at_the_end() -> None:
    made = Made()
    made.gate.clear()

    async def ask() -> None:
        once = Once[int, int](8, made)
        waiting = [asyncio.create_task(once.get(key)) for key in range(5)]
        await asyncio.sleep(0)
        once.close()
        made.gate.set()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(ask())
    assert made.count.total() <= 1


def test_a_value_does_not_wait_for_all_that_are_asked_for_with_it() -> None:
    made = Made()

    def slow(key: int) -> int:
        time.sleep(TURN_S)
        return made(key)

    async def ask() -> int:
        once = Once[int, int](8, slow)
        waiting = [asyncio.create_task(once.get(key)) for key in range(5)]
        await waiting[0]
        return made.count.total()

    assert asyncio.run(ask()) < 5
