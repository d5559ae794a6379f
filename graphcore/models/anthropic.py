"""Replies by Anthropic's Messages API, through its own package; the same protocol as in openai.py."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import TYPE_CHECKING, Any

from graphcore.errors import ModelError
from graphcore.models.base import Delta
from graphcore.models.endpoint import Endpoint, borrowed, broken, refused
from graphcore.models.partial import Partial, count_at, mapping_at, text_at
from graphcore.records import Reply, Usage

if TYPE_CHECKING:
    import httpx2
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

_HEADERS = frozenset(
    "accept accept-encoding anthropic-version authorization connection content-length content-type host "
    "user-agent".split()
)
_PAGE = 1000
"""How many models one list can hold."""


async def chat(
    endpoint: Endpoint,
    model: str,
    messages: list[dict[str, str]],
    sent: Mapping[str, Any],
    whole: bool = False,
    client: httpx2.AsyncClient | None = None,
) -> AsyncGenerator[Delta | Reply, None]:
    """Deltas of `model` and then one Reply; `sent` are the parameters. Raises ModelError; closing it hangs up."""
    import anthropic
    import httpx2

    system = "\n\n".join(message["content"] for message in messages if message["role"] == "system")
    turns = [message for message in messages if message["role"] != "system"]
    body: dict[str, Any] = {"model": model, "messages": turns, **sent, **({"system": system} if system else {})}
    reply = Partial(endpoint.name, sent)
    try:
        async with borrowed(endpoint, client) as http:
            package = _package(endpoint, http)
            if whole:
                yield _take_whole(reply, await package.post("/v1/messages", cast_to=object, body=body))
            else:
                events: Any = anthropic.AsyncStream[object]
                body["stream"] = True
                async with await package.post(
                    "/v1/messages", cast_to=object, body=body, stream=True, stream_cls=events
                ) as stream:
                    async for event in stream:
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
        async with borrowed(endpoint, None) as http:
            body: Any = await _package(endpoint, http).get(f"/v1/models?limit={_PAGE}", cast_to=object)
    except (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise _model_error(endpoint, error) from None
    listed = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(listed, list):
        raise ModelError("server", f"{endpoint.name} gives no list of models; type a model's name.")
    models = [model for model in listed if isinstance(model, Mapping) and text_at(model, "id")]
    return {model["id"]: count_at(model, "max_input_tokens") or None for model in models}


def _package(endpoint: Endpoint, http: httpx2.AsyncClient) -> AsyncAnthropic:
    from anthropic import AsyncAnthropic

    if _drop_other_headers not in http.event_hooks["request"]:
        http.event_hooks = {"request": [_drop_other_headers]}
    return AsyncAnthropic(api_key=endpoint.api_key, base_url=endpoint.base_url, max_retries=0, http_client=http)


async def _drop_other_headers(request: httpx2.Request) -> None:
    # The package adds headers that the environment names, and describes this machine.
    for name in set(request.headers) - _HEADERS:
        del request.headers[name]


def _take_whole(reply: Partial, body: Any) -> Delta:
    """Keep a reply that came in one body; raises ValueError if it is none."""
    blocks = body.get("content") if isinstance(body, Mapping) else None
    if not isinstance(blocks, list):
        raise ValueError("no content")
    _keep_end(reply, body)
    _keep_usage(reply, mapping_at(body, "usage"))
    kept = [block for block in blocks if isinstance(block, Mapping)]
    text, reasoning = ("".join(text_at(block, name) for block in kept) for name in ("text", "thinking"))
    return reply.add(text, reasoning)


def _take(reply: Partial, event: Any) -> Delta:
    """Keep what an event brings. A block may begin with text of its own, and a count replaces the one before."""
    if not isinstance(event, Mapping):
        return Delta()
    _keep_usage(reply, mapping_at(mapping_at(event, "message"), "usage"))
    _keep_usage(reply, mapping_at(event, "usage"))
    piece = mapping_at(event, "delta") or mapping_at(event, "content_block")
    _keep_end(reply, piece)
    return reply.add(text_at(piece, "text"), text_at(piece, "thinking"))


def _keep_end(reply: Partial, holder: Mapping[str, Any]) -> None:
    reason = text_at(holder, "stop_reason")
    reply.finish_reason = _FINISH.get(reason, reason) or reply.finish_reason


def _keep_usage(reply: Partial, usage: Mapping[str, Any]) -> None:
    """What was written to or read from a cache was sent all the same, and is counted beside the rest."""
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
