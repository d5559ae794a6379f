"""The protocol's helpers, with a model written for the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import ModelError
from graphcore.models.base import Delta, Request, Status, complete, estimate_tokens, require_context, stream_sync
from graphcore.records import Reply
from tests.models.stub import request


class SlowModel:
    """Says "a" and "b" with a pause between them, and notes whether it was closed."""

    name = "test/slow"

    def __init__(self, pause: float = 0.0, context_size: int | None = None, error: ModelError | None = None) -> None:
        self.pause = pause
        self.context_size = context_size
        self.error = error
        self.closed = False

    def status(self) -> Status:
        return Status(True, "Slow.")

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        return 10

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        try:
            yield Delta("a")
            await asyncio.sleep(self.pause)
            if self.error:
                raise self.error
            yield Delta("b")
            yield Reply("ab")
        finally:
            await asyncio.sleep(0)
            self.closed = True


def test_events_come_in_order_and_the_call_is_closed() -> None:
    model = SlowModel()
    assert list(stream_sync(model, request())) == [Delta("a"), Delta("b"), Reply("ab")]
    assert model.closed


def test_a_silent_model_lets_its_caller_act() -> None:
    model = SlowModel(pause=60)
    events = stream_sync(model, request())
    assert [next(events), next(events), next(events)] == [Delta("a"), Delta(), Delta()]
    events.close()
    assert model.closed


def test_errors_come_after_what_was_said() -> None:
    model = SlowModel(error=ModelError("network", "It broke off."))
    events = stream_sync(model, request())
    assert next(events) == Delta("a")
    with pytest.raises(ModelError, match="It broke off"):
        next(events)
    assert model.closed


def test_complete_returns_the_reply() -> None:
    assert complete(SlowModel(), request()) == Reply("ab")


def test_streaming_works_beside_a_loop_in_the_same_program() -> None:
    async def main() -> Reply:
        return await asyncio.to_thread(complete, SlowModel(), request())

    assert asyncio.run(main()) == Reply("ab")


@pytest.mark.parametrize(("max_tokens", "fits"), [(90, True), (91, False)])
def test_prompt_and_reply_share_the_context(max_tokens: int, fits: bool) -> None:
    model = SlowModel(context_size=100)
    if fits:
        require_context(model, request(max_tokens=max_tokens))
        return
    with pytest.raises(ModelError, match="10 tokens") as caught:
        require_context(model, request(max_tokens=max_tokens))
    assert caught.value.kind == "context"


def test_no_limit_is_never_exceeded() -> None:
    require_context(SlowModel(context_size=None), request(max_tokens=10**9))


@given(st.text(), st.text())
def test_estimates_grow_with_the_text(a: str, b: str) -> None:
    assert max(estimate_tokens(a), estimate_tokens(b)) <= estimate_tokens(a + b)
    assert (estimate_tokens(a) == 0) == (a == "")
