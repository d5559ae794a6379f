"""Anthropic's wire format, against a stub that misbehaves."""

from __future__ import annotations

import traceback
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import pytest

from graphcore.errors import ModelError
from graphcore.models.anthropic import chat
from graphcore.models.base import Delta, Request, complete, stream_sync
from graphcore.models.endpoint import Endpoint
from graphcore.records import Reply, Usage
from tests.models.stub import Failure, Stub, claude, claude_events, request, serving

KEY = "canary-77ab01"
BLOCKS = ({"thinking": "Let me see."}, {"text": "Answer: [0, 2]"})
COUNTS = {"input_tokens": 10, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2, "output_tokens": 5}


@dataclass
class StubModel:
    """A model over the stub, as a provider would build it."""

    stub: Stub
    name: str = "stub/model"

    def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        endpoint = Endpoint(self.name, self.stub.root, KEY, read_timeout_s=5)
        sent = {"temperature": 0.5, "max_tokens": 9}
        return chat(endpoint, "claude", request.messages, sent, request.whole)


def asked(stub: Stub, **options: Any) -> Reply:
    with serving(stub):
        return complete(StubModel(stub), request(**options))


def failed(stub: Stub, **options: Any) -> ModelError:
    with pytest.raises(ModelError) as caught:
        asked(stub, **options)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("whole", [False, True])
def test_text_reasoning_and_usage_are_told_apart(whole: bool) -> None:
    stub = Stub(body=claude(*BLOCKS, **COUNTS), chunks=claude_events(*BLOCKS, **COUNTS))
    reply = asked(stub, whole=whole)
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("Answer: [0, 2]", "Let me see.", "stop")
    assert reply.usage == Usage(input=16, output=5, cached=4)
    assert reply.sent == {"temperature": 0.5, "max_tokens": 9}
    assert reply.sent.items() <= stub.bodies[0].items()
    assert stub.paths == ["/v1/messages"]
    assert stub.headers[0]["anthropic-version"]


def test_pieces_come_as_they_arrive() -> None:
    with serving(Stub(chunks=claude_events(*BLOCKS))) as stub:
        events = [event for event in stream_sync(StubModel(stub), request()) if event != Delta()]
    assert events[:-1] == [Delta("", "Let"), Delta("", " me see."), Delta("Ans"), Delta("wer: [0, 2]")]


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("end_turn", "stop"), ("stop_sequence", "stop"), ("max_tokens", "length"), ("refusal", "refusal")],
)
@pytest.mark.parametrize("whole", [False, True])
def test_finish_reasons_are_those_of_everyone_else(reason: str, finish: str, whole: bool) -> None:
    block = {"text": "Yes."}
    stub = Stub(body=claude(block, stop_reason=reason), chunks=claude_events(block, stop_reason=reason))
    assert asked(stub, whole=whole).finish_reason == finish


def test_system_messages_go_apart() -> None:
    stub = Stub(body=claude({"text": "Yes."}))
    ask = request(whole=True)
    ask.messages.insert(0, {"role": "system", "content": "Be brief."})
    with serving(stub):
        complete(StubModel(stub), ask)
    assert stub.bodies[0]["system"] == "Be brief."
    assert [message["role"] for message in stub.bodies[0]["messages"]] == ["user"]


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (400, {"type": "invalid_request_error", "message": "prompt is too long: 9 tokens > 8 maximum"}, "context"),
        (400, {"type": "invalid_request_error", "message": "temperature is deprecated for this model."}, "request"),
        (400, {"type": "invalid_request_error", "message": "Your credit balance is too low"}, "quota"),
        (401, {"type": "authentication_error", "message": f"invalid x-api-key {KEY}"}, "authentication"),
        (404, {"type": "not_found_error", "message": f"model: {KEY}"}, "request"),
        (429, {"type": "rate_limit_error", "message": "slow down"}, "rate_limit"),
        (500, "<html>broken</html>", "server"),
        (529, {"type": "overloaded_error", "message": "Overloaded"}, "server"),
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_refusals_have_kinds(status: int, error: Any, kind: str, whole: bool) -> None:
    stub = Stub(failures=[Failure(status, error, {"Retry-After": "3"})])
    caught = failed(stub, whole=whole)
    assert caught.kind == kind
    assert caught.retry_after_s == (3 if caught.transient else None)
    assert len(stub.bodies) == 1


@pytest.mark.parametrize("body", ['{"content": [', "", "null", {}, {"content": "Yes"}])
def test_broken_bodies_are_the_servers_fault(body: Any) -> None:
    assert failed(Stub(body=body), whole=True).kind == "server"


def error_event(kind: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": f"no {KEY}"}}


@pytest.mark.parametrize(
    ("chunks", "done", "kind"),
    [
        (claude_events(*BLOCKS)[:4], False, "network"),
        (claude_events(*BLOCKS)[:4], True, "network"),
        ([], True, "network"),
        ([*claude_events(*BLOCKS)[:4], error_event("overloaded_error")], True, "server"),
        ([error_event("rate_limit_error")], True, "rate_limit"),
        ([error_event("authentication_error")], True, "authentication"),
    ],
)
def test_broken_streams_have_kinds(chunks: list[Any], done: bool, kind: str) -> None:
    assert failed(Stub(chunks=chunks, done=done, end_mark=False)).kind == kind


def test_an_address_without_a_server_is_a_network_error() -> None:
    with pytest.raises(ModelError) as caught:
        complete(StubModel(Stub(url="http://127.0.0.1:9")), request())
    assert caught.value.kind == "network"


def test_nothing_of_the_environment_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, "other-canary")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Gateway: other-canary\nX-Api-Key: other-canary")
    stub = Stub(body=claude({"text": "Yes."}))
    asked(stub, whole=True)
    assert "other-canary" not in repr(stub.headers)
    assert KEY in repr(stub.headers)
