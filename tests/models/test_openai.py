"""OpenAI's wire format, against a stub that misbehaves."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import pytest

from graphcore.errors import ModelError
from graphcore.models.base import Delta, Request, Status, complete, stream_sync
from graphcore.models.endpoint import Endpoint
from graphcore.models.openai import chat
from graphcore.records import Reply, Usage
from tests.models.stub import Failure, Stub, message, piece, request, serving, usage

KEY = "canary-4f1d9c"


class StubModel:
    """A model over the stub, as a provider would build it."""

    name = "stub/model"
    context_size = None

    def __init__(self, stub: Stub, **options: Any) -> None:
        self.endpoint = Endpoint(self.name, stub.url, options.pop("key", KEY), **options)

    def status(self) -> Status:
        return Status(True, "A stub.")

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        return 0

    def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        sent = {"temperature": request.temperature, "max_tokens": request.max_tokens, "seed": 7}
        return chat(self.endpoint, "stub", request.messages, sent, request.whole)


def asked(stub: Stub, whole: bool = False, **options: Any) -> Reply:
    with serving(stub):
        return complete(StubModel(stub, **options), request(temperature=0.5, max_tokens=9, whole=whole))


def failed(stub: Stub, **options: Any) -> ModelError:
    with pytest.raises(ModelError) as caught:
        asked(stub, **options)
    text = str(caught.value)
    assert (options.get("key") or KEY) not in "".join(traceback.format_exception(caught.value))
    assert "\n" not in text and "Traceback" not in text and text.endswith(".")
    return caught.value


def test_text_usage_and_parameters_are_reported() -> None:
    counts = {"prompt_tokens": 12, "completion_tokens": 5, "total_tokens": 17}
    counts |= {"completion_tokens_details": {"reasoning_tokens": 2}, "prompt_tokens_details": {"cached_tokens": 4}}
    stub = Stub(chunks=[piece(role="assistant"), piece(content="Answer: "), piece(content="[0]"), piece("length")])
    stub.chunks.append(usage(**counts))
    reply = asked(stub)
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("Answer: [0]", "", "length")
    assert reply.usage == Usage(12, 5, 2, 4)
    assert reply.sent == {"temperature": 0.5, "max_tokens": 9, "seed": 7}
    assert reply.latency_s > 0
    assert reply.sent.items() <= stub.bodies[0].items()
    assert stub.bodies[0]["messages"] == request().messages
    assert stub.bodies[0]["stream_options"] == {"include_usage": True}


def test_a_whole_reply_says_the_same() -> None:
    counts = {"prompt_tokens": 12, "completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 2}}
    counts["prompt_tokens_details"] = {"cached_tokens": 4}
    stub = Stub(body=message("Answer: [0]", "length", reasoning="Hm.") | {"usage": counts})
    reply = asked(stub, whole=True)
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("Answer: [0]", "Hm.", "length")
    assert reply.usage == Usage(12, 5, 2, 4)
    assert reply.sent == {"temperature": 0.5, "max_tokens": 9, "seed": 7}
    assert reply.latency_s > 0
    assert set(stub.bodies[0]) == {"model", "messages", "temperature", "max_tokens", "seed"}


def test_a_server_that_does_not_stream_is_understood() -> None:
    class Whole(Stub):
        def failure_of(self, body: dict[str, Any]) -> Failure | None:
            body.pop("stream")
            return None

    assert asked(Whole()).text == "Answer: [0, 2]"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('{"choices": [{"mess', "server"),
        ("", "server"),
        ("null", "server"),
        ("[" * 100_000, "server"),
        ({}, "server"),
        ({"choices": []}, "server"),
        ({"choices": [{"index": 0, "message": None}]}, "server"),
        ({"error": {"message": "out of memory", "code": 500}}, "server"),
        ({"error": {"message": "slow down", "type": "rate_limit_exceeded"}}, "rate_limit"),
        ({"error": "no"}, "server"),
    ],
)
def test_broken_bodies_have_kinds(body: Any, kind: str) -> None:
    assert failed(Stub(body=body), whole=True).kind == kind


def test_a_body_cut_short_is_a_network_error() -> None:
    assert failed(Stub(done=False), whole=True).kind == "network"


def test_a_whole_reply_needs_no_finish_reason() -> None:
    assert asked(Stub(body=message("Yes", None)), whole=True).finish_reason == "stop"


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "thinking"])
def test_reasoning_is_kept_apart(field: str) -> None:
    stub = Stub(chunks=[piece(**{field: "Let me "}), piece(**{field: "see."}), piece(content="Yes"), piece("stop")])
    with serving(stub):
        events = list(stream_sync(StubModel(stub), request()))
    assert [event for event in events if event != Delta()][:3] == [
        Delta(reasoning="Let me "),
        Delta(reasoning="see."),
        Delta("Yes"),
    ]
    assert isinstance(events[-1], Reply)
    assert (events[-1].text, events[-1].reasoning) == ("Yes", "Let me see.")


def test_reasoning_under_both_names_counts_once() -> None:
    assert asked(Stub(chunks=[piece("stop", reasoning="Hm", reasoning_content="Hm")])).reasoning == "Hm"


def test_reasoning_in_details_is_found() -> None:
    details = [{"type": "reasoning.text", "text": "Let "}, "odd", {"type": "reasoning.summary", "summary": "me see."}]
    assert asked(Stub(body=message("Yes", reasoning_details=details)), whole=True).reasoning == "Let me see."


def test_a_think_block_stays_in_the_text() -> None:
    assert asked(Stub(body=message("<think>Hm</think>Yes")), whole=True).text == "<think>Hm</think>Yes"


def test_odd_chunks_do_no_harm() -> None:
    odd = [{"choices": None}, {"choices": []}, "5", "[]", "{}", {"choices": [{"index": 0}]}, piece(content=["x"])]
    reply = asked(Stub(chunks=[*odd, piece(content="Zürich 🙂"), piece(), piece("stop", content=None)]))
    assert (reply.text, reply.finish_reason, reply.usage) == ("Zürich 🙂", "stop", Usage())


def test_a_missing_end_mark_after_the_finish_reason_is_forgiven() -> None:
    assert asked(Stub(chunks=[piece(content="Yes"), piece("stop")], end_mark=False)).text == "Yes"


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (400, {"type": "exceed_context_size_error", "message": "request (9 tokens) exceeds", "code": 400}, "context"),
        (400, {"code": "context_length_exceeded", "message": "This model's maximum context length is"}, "context"),
        (400, {"message": "temperature is not supported", "type": "invalid_request_error"}, "request"),
        (401, {"message": f"Incorrect API key provided: {KEY}"}, "authentication"),
        (403, {"message": "no"}, "authentication"),
        (404, {"message": f"no model for {KEY}"}, "request"),
        (429, {"message": "slow down"}, "rate_limit"),
        (429, {"message": "You exceeded your current quota", "code": "insufficient_quota"}, "quota"),
        (402, None, "quota"),
        (400, {"message": "Your credit balance is too low to access the API"}, "quota"),
        (408, None, "server"),
        (500, "<html>broken</html>", "server"),
        (503, None, "server"),
        (307, {"message": "elsewhere"}, "request"),
    ],
)
def test_refusals_have_kinds(status: int, error: Any, kind: str) -> None:
    assert failed(Stub(status=status, error=error)).kind == kind


def test_the_servers_words_are_repeated_in_short() -> None:
    message = str(failed(Stub(status=404, error={"message": "no model\ncalled gpt-0 " + "x" * 5000})))
    assert "no model called gpt-0" in message
    assert len(message) < 400


def test_there_is_one_call_and_no_retry() -> None:
    stub = Stub(status=429, error={"message": "slow down"})
    failed(stub)
    assert len(stub.bodies) == 1


@pytest.mark.parametrize(
    ("chunks", "done", "kind"),
    [
        ([piece(content="Ans")], False, "network"),
        ([piece(content="Ans")], True, "network"),
        ([], True, "network"),
        ([piece(content="Ans"), '{"choices": [{"del'], True, "server"),
        ([piece(content="Ans"), {"error": {"message": "out of memory", "code": 500}}], True, "server"),
        ([piece(content="Ans"), {"error": {"message": "slow down", "code": 429}}], True, "rate_limit"),
        ([{"error": {"message": "the request exceeds the context size", "code": 400}}], True, "context"),
    ],
)
def test_broken_streams_have_kinds(chunks: list[Any], done: bool, kind: str) -> None:
    assert failed(Stub(chunks=chunks, done=done)).kind == kind


def test_what_the_server_asks_to_wait_is_told() -> None:
    stub = Stub(failures=[Failure(429, {"message": "slow down"}, {"Retry-After": "7"})])
    assert failed(stub).retry_after_s == 7


def test_silence_ends_the_call() -> None:
    stub = Stub(chunks=[piece(content="Ans"), 3.0, piece("stop")])
    assert failed(stub, read_timeout_s=0.2).kind == "network"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "nonsense", "http://[bad/v1", ""])
def test_an_address_without_a_server_is_a_network_error(url: str) -> None:
    with pytest.raises(ModelError) as caught:
        complete(StubModel(Stub(url=url)), request())
    assert caught.value.kind == "network"


@pytest.mark.parametrize("key", ["sk-ключ", "sk-1\nX-Other: 2"])
def test_a_key_that_is_none_is_not_sent(key: str) -> None:
    stub = Stub(chunks=[piece("stop")])
    assert failed(stub, key=key).kind == "authentication"
    assert stub.bodies == []


def test_the_key_goes_to_the_server_and_nowhere_else() -> None:
    stub = Stub(chunks=[piece("stop", content="Yes")])
    reply = asked(stub)
    assert stub.headers[0]["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(StubModel(stub).endpoint)
    assert KEY not in repr(reply)


def test_without_a_key_none_is_sent() -> None:
    stub = Stub(chunks=[piece("stop", content="Yes")])
    asked(stub, key="")
    assert "authorization" not in stub.headers[0]


def test_nothing_of_the_environment_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "other-canary")
    monkeypatch.setenv("OPENAI_ORG_ID", "other-canary")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "other-canary")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Gateway: other-canary\nAuthorization: Bearer other-canary")
    stub = Stub(chunks=[piece("stop", content="Yes")])
    asked(stub)
    assert "other-canary" not in repr(stub.headers)
    assert stub.headers[0]["authorization"] == f"Bearer {KEY}"


def test_loopback_goes_by_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert asked(Stub(chunks=[piece("stop", content="Yes")])).text == "Yes"


def test_closing_the_iterator_hangs_up() -> None:
    stub = Stub(chunks=[piece(content="Ans"), *([0.02, piece(content=".")] * 500)])
    with serving(stub):
        events = stream_sync(StubModel(stub), request())
        assert next(event for event in events if event != Delta()) == Delta("Ans")
        started = time.monotonic()
        events.close()
        assert time.monotonic() - started < 2
        assert stub.hung_up.wait(5)


def test_closing_during_silence_hangs_up() -> None:
    stub = Stub(chunks=[1.5, *[piece(content="x" * 1000)] * 200])
    with serving(stub):
        events = stream_sync(StubModel(stub), request())
        assert next(events) == Delta()
        events.close()
        assert stub.hung_up.wait(5)


def test_many_calls_run_in_one_loop() -> None:
    stub = Stub(chunks=[0.2, piece(content="Yes"), piece("stop")])

    async def one() -> Reply | Delta:
        async with aclosing(StubModel(stub).stream(request())) as events:
            return [event async for event in events][-1]

    async def all_of_them() -> list[Reply | Delta]:
        return await asyncio.gather(*(one() for _ in range(16)))

    with serving(stub):
        started = time.monotonic()
        replies = asyncio.run(all_of_them())
    assert all(isinstance(reply, Reply) and reply.text == "Yes" for reply in replies)
    assert time.monotonic() - started < 16 * 0.2
