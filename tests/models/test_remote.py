"""Remote models as they are named and opened, against the stub and against the real local model."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import traceback
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from graphcore.errors import InputError, ModelError
from graphcore.models import Connection, Patient, complete, get_model, list_models, remote, remote_providers
from graphcore.models import local as local_models
from graphcore.models.base import Model
from graphcore.models.remote import ANTHROPIC, COMPATIBLE, OPENAI, PRESETS, RemoteModel, list_remote
from graphcore.records import Reply
from tests.models.stub import Failure, Stub, claude, claude_events, message, piece, request, serving

KEY = "canary-5e11d0"
VARIABLES = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "COMPATIBLE_API_KEY", "COMPATIBLE_BASE_URL")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no address in the environment."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def compatible(stub: Stub, model: str = "stub", key: str = KEY) -> RemoteModel:
    return COMPATIBLE.open(model, Connection(key, stub.url))


def openai(stub: Stub, model: str = "gpt-4o") -> RemoteModel:
    return replace(OPENAI, base_url=stub.url).open(model, Connection(KEY))


def anthropic(stub: Stub, model: str = "claude-sonnet-4-5") -> RemoteModel:
    return replace(ANTHROPIC, base_url=stub.root).open(model, Connection(KEY))


OPENERS = {"openai": openai, "anthropic": anthropic, "compatible": compatible}
ALL = pytest.mark.parametrize("opener", OPENERS.values(), ids=OPENERS)
Opener = Callable[[Stub], RemoteModel]


def answering(**options: Any) -> Stub:
    """A stub that says yes in both formats; the paths tell which was asked for."""
    both = message("Yes") | claude({"text": "Yes"})
    return Stub(body=both, chunks=[piece("stop", content="Yes"), *claude_events({"text": "Yes"})], **options)


@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_providers_with_one_address_need_a_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variable = f"{name.upper()}_API_KEY"
    model = get_model(f"{name}/some-model")
    assert not model.status().usable
    assert f"Set {variable}" in model.status().reason
    with pytest.raises(ModelError, match=variable) as caught:
        complete(model, request())
    assert caught.value.kind == "unavailable"
    monkeypatch.setenv(variable, KEY)
    assert get_model(f"{name}/some-model").status().usable
    assert get_model(f"{name}/some-model", {name: Connection("other")}).endpoint.api_key == "other"  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="compatible/"):
        get_model(f"{name}/some-model", {name: Connection(KEY, "http://127.0.0.1:1/v1")})


def test_their_addresses_are_not_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    for name, host in (("openai", "api.openai.com"), ("anthropic", "api.anthropic.com")):
        status = get_model(f"{name}/x", {name: Connection(KEY)}).status()
        assert status.usable and host in status.reason


def test_a_compatible_server_needs_an_address_and_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "COMPATIBLE_BASE_URL" in get_model("compatible/x").status().reason
    with serving(answering()) as stub:
        monkeypatch.setenv("COMPATIBLE_BASE_URL", f"{stub.url}/")
        assert complete(get_model("compatible/vendor/x:7b"), request(whole=True)).text == "Yes"
    assert stub.bodies[0]["model"] == "vendor/x:7b"
    assert "authorization" not in stub.headers[0]
    with pytest.raises(InputError, match="http://"):
        get_model("compatible/x", {"compatible": Connection("", "nonsense")})
    with pytest.raises(InputError, match="only compatible/"):
        get_model("baseline/exact", {"baseline/exact": Connection(base_url="http://127.0.0.1:1/v1")})
    monkeypatch.setenv("COMPATIBLE_BASE_URL", "nonsense")
    assert "http://" in COMPATIBLE.status(Connection()).reason
    with pytest.raises(InputError, match="Say which model"):
        get_model("compatible/")


def test_only_its_own_key_goes_to_a_compatible_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "other-canary")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "other-canary")
    stub = answering()
    with serving(stub):
        asked = {"compatible": Connection(base_url=stub.url)}
        complete(get_model("compatible/x", asked), request())
        monkeypatch.setenv("COMPATIBLE_API_KEY", KEY)
        complete(get_model("compatible/x", asked), request())
    assert "other-canary" not in repr(stub.headers)
    assert [headers.get("authorization") for headers in stub.headers] == [None, f"Bearer {KEY}"]


def test_a_models_own_connection_goes_before_its_providers() -> None:
    connections = {"compatible": Connection("a", "http://127.0.0.1:1/v1")}
    connections["compatible/y"] = Connection("b", "http://127.0.0.1:2/v1")
    assert "127.0.0.1:1" in get_model("compatible/x", connections).status().reason
    assert "127.0.0.1:2" in get_model("compatible/y", connections).status().reason


@ALL
@pytest.mark.parametrize("whole", [False, True])
def test_every_provider_answers(opener: Opener, whole: bool) -> None:
    with serving(answering()) as stub:
        stub.chunks = stub.chunks[1:] if opener is anthropic else stub.chunks[:1]
        reply = complete(opener(stub), request(whole=whole, max_tokens=9))
    assert (reply.text, reply.finish_reason) == ("Yes", "stop")
    assert 9 in reply.sent.values()
    assert reply.sent.items() <= stub.bodies[0].items()


@ALL
def test_a_refused_parameter_is_left_out_once_and_then_remembered(opener: Opener) -> None:
    stub = answering(refuses={"temperature": "temperature is deprecated for this model."})
    with serving(stub):
        first = complete(opener(stub), request(whole=True))
        second = complete(opener(stub), request(whole=True))
    assert "temperature" not in first.sent and "temperature" not in second.sent
    assert ["temperature" in body for body in stub.bodies] == [True, False, False]


def test_a_parameter_is_renamed() -> None:
    said = "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    stub = answering(refuses={"max_tokens": said})
    with serving(stub):
        reply = complete(compatible(stub), request(max_tokens=9))
    assert reply.sent == {"temperature": 0.0, "max_completion_tokens": 9}
    assert len(stub.bodies) == 2


@ALL
def test_a_server_that_refuses_everything_is_not_asked_for_ever(opener: Opener) -> None:
    stub = answering(status=400, error={"message": "temperature and max_tokens are not supported"})
    with serving(stub), pytest.raises(ModelError) as caught:
        complete(opener(stub), request())
    assert caught.value.kind == "request"
    assert 2 <= len(stub.bodies) <= 3


def test_other_refusals_are_told_at_once() -> None:
    stub = answering(status=400, error={"message": "temperature must lie between 0 and 1"})
    with serving(stub), pytest.raises(ModelError, match="between 0 and 1"):
        complete(compatible(stub), request())
    assert len(stub.bodies) == 1


def test_thinking_is_asked_for_within_its_bounds() -> None:
    stub = answering()
    with serving(stub):
        reply = complete(anthropic(stub), request(whole=True, max_tokens=512, thinking=1024))
    assert reply.sent == {"max_tokens": 1536, "thinking": {"type": "enabled", "budget_tokens": 1024}}


@ALL
def test_patience_outlasts_faults_and_stops_at_once_at_others(opener: Opener) -> None:
    soon = {"Retry-After": "0"}
    stub = answering(failures=[Failure(429, {"message": "slow down"}, soon), Failure(500, "<html>", soon)])
    with serving(stub):
        assert complete(Patient(opener(stub), random.Random(1)), request(whole=True)).text == "Yes"
        assert len(stub.bodies) == 3
        for failure in (Failure(401), Failure(429, {"message": "insufficient_quota"})):
            stub.failures.append(failure)
            before = len(stub.bodies)
            with pytest.raises(ModelError):
                complete(Patient(opener(stub), random.Random(1)), request(whole=True))
            assert len(stub.bodies) == before + 1


@ALL
def test_a_connected_model_keeps_its_connections(opener: Opener) -> None:
    async def last(model: Model) -> Any:
        async with aclosing(model.stream(request(whole=True))) as events:
            return [event async for event in events][-1]

    async def calls(model: Model) -> list[Any]:
        async with model.connected() as connected:
            return [await asyncio.gather(*(last(connected) for _ in range(8))) for _ in range(5)]

    with serving(answering()) as stub:
        rounds = asyncio.run(calls(opener(stub)))
    assert all(isinstance(reply, Reply) for replies in rounds for reply in replies)
    assert len(stub.bodies) == 40
    assert len(stub.connections) <= 8


@ALL
def test_an_address_that_no_call_can_go_to_is_told_before_the_first(opener: Opener) -> None:
    async def connect(model: Model) -> None:
        async with model.connected():
            pass

    model = opener(Stub(url="http://☃☃/v1"))
    with pytest.raises(ModelError, match="check its address") as caught:
        asyncio.run(connect(model))
    assert caught.value.kind == "network"
    with pytest.raises(ModelError, match="check its address"):
        complete(model, request())


def test_a_providers_models_are_listed_with_their_contexts() -> None:
    fields = [{"context_length": 1000}, {"max_model_len": 2000}, {"meta": {"n_ctx": 3000}}, {"meta": None}]
    models = [{"id": f"m{number}", **more} for number, more in enumerate(fields)]
    with serving(Stub(models={"object": "list", "data": [*models, "odd", {"id": 5}]})) as stub:
        connection = Connection(KEY, stub.url)
        assert list_remote(COMPATIBLE, connection) == [f"compatible/m{number}" for number in range(4)]
        sizes = [COMPATIBLE.open(f"m{number}", connection).context_size for number in range(4)]
        assert sizes == [1000, 2000, 3000, None]
        with pytest.raises(ModelError, match="holds 1,000") as caught:
            complete(COMPATIBLE.open("m0", connection), request(max_tokens=1000))
        assert caught.value.kind == "context"
    assert stub.paths == ["/v1/models"] and stub.bodies == []


def test_anthropics_models_are_listed() -> None:
    with serving(Stub(models={"data": [{"id": "claude-b", "max_input_tokens": 5}, {"id": "claude-a"}]})) as stub:
        provider = replace(ANTHROPIC, base_url=stub.root)
        assert list_remote(provider, Connection(KEY)) == ["anthropic/claude-a", "anthropic/claude-b"]
    assert stub.paths[0].startswith("/v1/models")
    assert KEY in repr(stub.headers)


@pytest.mark.parametrize("provider", [OPENAI, ANTHROPIC])
@pytest.mark.parametrize(
    ("models", "failure", "kind"),
    [
        ({"data": None}, None, "server"),
        ("<html>", None, "server"),
        (None, Failure(401, {"message": f"bad {KEY}"}), "authentication"),
        (None, Failure(500), "server"),
    ],
)
def test_lists_that_fail_say_why(provider: Any, models: Any, failure: Failure | None, kind: str) -> None:
    with serving(Stub(models=models, failures=[failure] if failure else [])) as stub:
        there = replace(provider, base_url=stub.root if provider is ANTHROPIC else stub.url)
        with pytest.raises(ModelError) as caught:
            list_remote(there, Connection(KEY))
    assert caught.value.kind == kind
    assert str(caught.value).endswith(".") and KEY not in str(caught.value)


def test_nothing_is_listed_without_a_connection() -> None:
    for provider in remote_providers():
        with pytest.raises(ModelError, match="Set "):
            list_remote(provider, Connection())
    assert not [model for model in list_models() if isinstance(model, RemoteModel)]


@ALL
def test_a_connection_is_tried_by_one_tiny_call(opener: Opener) -> None:
    with serving(answering()) as stub:
        model = opener(stub)
        assert remote.test_connection(model).startswith(f"{model.name} answered in ")
    assert len(stub.bodies) == 1


def test_a_silent_server_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "ANSWER_LIMIT_S", 0.3)

    async def never(endpoint: Any) -> dict[str, int | None]:
        await asyncio.sleep(60)
        return {}

    monkeypatch.setattr("graphcore.models.openai.model_list", never)
    with pytest.raises(ModelError, match="did not answer") as caught:
        list_remote(OPENAI, Connection(KEY))
    assert caught.value.kind == "network"


def test_presets_are_addresses() -> None:
    for url in PRESETS.values():
        assert COMPATIBLE.status(Connection(base_url=url)).usable


ILLS: dict[str, Callable[[], Stub]] = {
    "none": answering,
    "401": lambda: answering(status=401, error={"message": f"Incorrect API key provided: {KEY}"}),
    "404": lambda: answering(status=404, error={"message": f"no model for {KEY}"}),
    "500": lambda: answering(status=500, error=f"Bearer {KEY} crashed"),
    "cut": lambda: Stub(done=False, body=message(), chunks=[piece(content="An"), *claude_events({"text": "An"})[:3]]),
    "broken": lambda: Stub(body="{", chunks=["{"]),
}


@ALL
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("ill", ILLS)
def test_the_key_goes_to_the_server_and_nowhere_else(
    opener: Opener, ill: str, whole: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx2", "httpcore2", "openai", "anthropic", "asyncio"):
        caplog.set_level(logging.DEBUG, name)
    before = dict(os.environ)
    shown = []
    with serving(ILLS[ill]()) as stub:
        model = opener(stub)
        try:
            shown.append(repr(complete(model, request(whole=whole)).to_json()))
        except ModelError as error:
            shown += ["".join(traceback.format_exception(error)), repr(error), repr(vars(error))]
    shown += [repr(model), str(model), repr(model.status()), caplog.text, repr(stub.paths), repr(stub.bodies)]
    assert any(KEY in value for headers in stub.headers for value in headers.values())
    assert not [text for text in shown if KEY in text]
    assert dict(os.environ) == before


LOCAL = get_model(f"local/{local_models.SMOLLM2}")


@pytest.mark.local_model
@pytest.mark.skipif(not LOCAL.status().usable, reason=LOCAL.status().reason)
def test_the_local_model_by_its_own_compatible_address() -> None:
    complete(LOCAL, request(max_tokens=1))
    (server,) = local_models._servers.values()
    connection = Connection(server.endpoint.api_key, server.endpoint.base_url)
    (name,) = list_remote(COMPATIBLE, connection)
    model = get_model(name, {name: connection})
    assert model.context_size == 8192
    assert "answered in" in remote.test_connection(model)
    ask = request("List five animals.", max_tokens=12)
    streamed, whole = complete(model, ask), complete(model, replace(ask, whole=True))
    assert streamed.text == whole.text == complete(LOCAL, ask).text
    assert streamed.finish_reason == whole.finish_reason == "length"
    assert streamed.usage == whole.usage and whole.usage.output == 12
    with pytest.raises(ModelError) as caught:
        complete(get_model(name, {name: Connection("wrong", connection.base_url)}), ask)
    assert caught.value.kind == "authentication"
