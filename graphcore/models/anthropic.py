"""Replies by Anthropic's Messages API, through its own package; the same protocol as in openai.py."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from graphcore.errors import ModelError
from graphcore.models.base import Delta
from graphcore.models.endpoint import Endpoint, borrowed, broken, new_client, refused
from graphcore.models.partial import Partial, count_at, listed_models, mapping_at, text_at
from graphcore.records import Reply, Usage

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

_FINISH = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}
"""The finish reasons of everyone else; "refusal" is named the same."""

_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "rate_limit_error": 429,
    "overloaded_error": 529,
}
"""HTTP statuses that errors in a stream stand for."""

_PAGE = 1000
"""How many models one list can hold."""


def connect(endpoint: Endpoint) -> AsyncAnthropic:
    """What calls are made with, until it is closed; raises ModelError if there can be none."""
    import httpx2
    from anthropic import AsyncAnthropic

    key, url = endpoint.api_key, endpoint.base_url
    try:
        return AsyncAnthropic(api_key=key, base_url=url, max_retries=0, http_client=new_client(endpoint))
    except httpx2.InvalidURL as error:
        raise broken(endpoint, error) from None


async def chat(
    endpoint: Endpoint,
    model: str,
    messages: list[dict[str, str]],
    sent: Mapping[str, Any],
    whole: bool = False,
    client: AsyncAnthropic | None = None,
) -> AsyncGenerator[Delta | Reply, None]:
    """Deltas of `model` and then one Reply; `sent` are the parameters. Raises ModelError; closing it hangs up."""
    import anthropic
    import httpx2

    reply = Partial(endpoint.name, sent)
    try:
        async with (
            borrowed(client, connect, endpoint) as package,
            aclosing(_events(package, _body(model, messages, sent), whole)) as events,
        ):
            async for event in events:
                if (delta := _take(reply, event)) != Delta():
                    yield delta
    except (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL, ValueError, RecursionError) as error:
        raise _model_error(endpoint, error) from None
    yield reply.finished()


async def model_list(endpoint: Endpoint) -> dict[str, int | None]:
    """The models that the provider offers, each with its context size; raises ModelError."""
    import anthropic
    import httpx2

    try:
        async with connect(endpoint) as package:
            body: Any = await package.get(f"/v1/models?limit={_PAGE}", cast_to=object)
    except (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise _model_error(endpoint, error) from None
    return {model["id"]: count_at(model, "max_input_tokens") or None for model in listed_models(endpoint.name, body)}


def _body(model: str, messages: list[dict[str, str]], sent: Mapping[str, Any]) -> dict[str, Any]:
    """A request; what the system says has a place of its own."""
    system = "\n\n".join(message["content"] for message in messages if message["role"] == "system")
    turns = [message for message in messages if message["role"] != "system"]
    return {"model": model, "messages": turns, **sent, **({"system": system} if system else {})}


async def _events(package: AsyncAnthropic, body: dict[str, Any], whole: bool) -> AsyncGenerator[Any, None]:
    """The events of a stream, or one whole message; raises ValueError if it is none."""
    import anthropic

    if whole:
        message = await package.post("/v1/messages", cast_to=object, body=body)
        if not (isinstance(message, Mapping) and isinstance(message.get("content"), list)):
            raise ValueError("no content")
        yield message
        return
    kind: Any = anthropic.AsyncStream[object]
    posted = package.post("/v1/messages", cast_to=object, body=body | {"stream": True}, stream=True, stream_cls=kind)
    async with await posted as events:
        async for event in events:
            yield event


def _take(reply: Partial, event: Any) -> Delta:
    """Keep what an event or a whole message brings. A block may begin with text of its own."""
    if not isinstance(event, Mapping):
        return Delta()
    _keep_usage(reply, mapping_at(mapping_at(event, "message"), "usage"))
    _keep_usage(reply, mapping_at(event, "usage"))
    piece = mapping_at(event, "delta") or mapping_at(event, "content_block")
    _keep_end(reply, event)
    _keep_end(reply, piece)
    listed = event.get("content")
    blocks = [piece, *(listed if isinstance(listed, list) else [])]
    kept = [block for block in blocks if isinstance(block, Mapping)]
    return reply.add("".join(text_at(b, "text") for b in kept), "".join(text_at(b, "thinking") for b in kept))


def _keep_end(reply: Partial, holder: Mapping[str, Any]) -> None:
    reason = text_at(holder, "stop_reason")
    reply.finish_reason = _FINISH.get(reason, reason) or reply.finish_reason


def _keep_usage(reply: Partial, usage: Mapping[str, Any]) -> None:
    """A count replaces the one before. What was written to or read from a cache was sent all the same."""
    cached = count_at(usage, "cache_read_input_tokens")
    given = count_at(usage, "input_tokens") + cached + count_at(usage, "cache_creation_input_tokens")
    thought = count_at(mapping_at(usage, "output_tokens_details"), "thinking_tokens")
    before = reply.usage
    reply.usage = Usage(
        input=given or before.input,
        output=count_at(usage, "output_tokens") or before.output,
        reasoning=thought or before.reasoning,
        cached=cached or before.cached,
    )


def _model_error(endpoint: Endpoint, error: Exception) -> ModelError:
    import anthropic

    if isinstance(error, anthropic.APIStatusError):
        kind = text_at(mapping_at(error.body, "error"), "type")
        status = error.status_code if error.status_code >= 300 else _STATUS.get(kind, 500)
        return refused(endpoint, status, error.body, error.response.headers)
    if isinstance(error, anthropic.APIConnectionError) and isinstance(error.__cause__, Exception):
        error = error.__cause__  # The package wraps what its HTTP client raises.
    return broken(endpoint, error)
