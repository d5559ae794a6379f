"""Patience, with models written for the test."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

import pytest

from graphcore.errors import ModelError
from graphcore.models import retries
from graphcore.models.base import Delta, Request, complete
from graphcore.models.baseline import BaselineProvider
from graphcore.models.retries import WAIT_MAX_S, Patient, stream_patiently
from graphcore.records import Reply
from tests.models.stub import request

PASSING = ["network", "rate_limit", "server"]
LASTING = ["context", "unavailable", "authentication", "quota", "request"]


@dataclass
class Failing:
    """Fails with each of `errors`, one a call, after saying `first`; then it answers."""

    errors: list[ModelError]
    first: str = ""
    name: str = "test/failing"
    calls: int = 0

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        self.calls += 1
        if self.first:
            yield Delta(self.first)
        if self.errors:
            raise self.errors.pop(0)
        yield Reply("Yes")


@dataclass
class Sleeps:
    """The waits, which take no time here."""

    waits: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> Sleeps:
    sleeps = Sleeps()
    monkeypatch.setattr(retries.asyncio, "sleep", sleeps)
    return sleeps


def asked(model: Failing, retries: int = 4, seed: int = 1) -> list[Delta | Reply]:
    async def events() -> list[Delta | Reply]:
        return [event async for event in stream_patiently(model, request(), random.Random(seed), retries)]

    return asyncio.run(events())


@pytest.mark.parametrize("kind", PASSING)
def test_what_passes_is_asked_again(kind: str, sleeps: Sleeps) -> None:
    model = Failing([ModelError(kind, "No.")] * 3)
    assert asked(model) == [Reply("Yes")]
    assert (model.calls, len(sleeps.waits)) == (4, 3)


@pytest.mark.parametrize("kind", LASTING)
def test_what_lasts_is_told_at_once(kind: str, sleeps: Sleeps) -> None:
    model = Failing([ModelError(kind, "No.")])
    with pytest.raises(ModelError, match="No"):
        asked(model)
    assert (model.calls, sleeps.waits) == (1, [])


@pytest.mark.parametrize("allowed", [0, 2])
def test_the_number_of_retries_is_kept(allowed: int, sleeps: Sleeps) -> None:
    model = Failing([ModelError("rate_limit", "Slow down.")] * 99)
    with pytest.raises(ModelError, match="Slow down"):
        asked(model, allowed)
    assert model.calls == allowed + 1


def test_nothing_that_was_said_is_said_twice(sleeps: Sleeps) -> None:
    model = Failing([ModelError("network", "Broke off.")], first="Ans")
    with pytest.raises(ModelError, match="Broke off"):
        asked(model)
    assert model.calls == 1


def test_waits_grow_with_jitter_and_stay_bounded(sleeps: Sleeps) -> None:
    for seed in range(50):
        asked(Failing([ModelError("server", "No.")] * 9), 9, seed)
    for attempt in range(9):
        drawn = sleeps.waits[attempt::9]
        bound = min(retries.BACKOFF_MAX_S, retries.BACKOFF_S * 2**attempt)
        assert 0 <= min(drawn) < bound / 4 and 3 * bound / 4 < max(drawn) <= bound
    assert len(set(sleeps.waits)) == len(sleeps.waits)


def test_the_same_seed_waits_the_same(sleeps: Sleeps) -> None:
    for _ in range(2):
        asked(Failing([ModelError("server", "No.")] * 4), seed=7)
    assert sleeps.waits[:4] == sleeps.waits[4:]


def test_what_the_server_asks_for_is_waited(sleeps: Sleeps) -> None:
    asked(Failing([ModelError("rate_limit", "Slow down.", retry_after_s=20)]))
    assert 20 <= sleeps.waits[0] <= 20 + retries.BACKOFF_S


def test_nobody_waits_for_hours(sleeps: Sleeps) -> None:
    with pytest.raises(ModelError):
        asked(Failing([ModelError("rate_limit", "Tomorrow.", retry_after_s=WAIT_MAX_S + 1)]))
    assert sleeps.waits == []


def test_waiting_ends_when_it_is_cancelled() -> None:
    model = Failing([ModelError("rate_limit", "Slow down.", retry_after_s=60)])

    async def main() -> None:
        async def consume() -> None:
            async for _ in stream_patiently(model, request(), random.Random(1)):
                pass

        call = asyncio.create_task(consume())
        await asyncio.sleep(0.05)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(call, 30)

    asyncio.run(main())
    assert model.calls == 1


def test_a_patient_model_can_be_asked_as_any_other() -> None:
    model = BaselineProvider().models()[0]
    patient = Patient(model, random.Random(1))
    assert patient.name == model.name
    assert complete(patient, request()).text == complete(model, request()).text
