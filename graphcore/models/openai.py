"""Chat completions from any server that speaks OpenAI's wire format.

One function, `chat`, asks one question and brings one reply; it makes no retries. Whatever goes wrong leaves it as a
ModelError of one sentence, which never holds the API key. The format is written and read here and not by the package
openai, which spends twice the processor time on a call and adds headers that the environment names for other servers.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from graphcore.errors import ModelError
from graphcore.models.base import Delta
from graphcore.models.endpoint import Endpoint, borrowed, broken, decoded, refused
from graphcore.models.partial import Partial, count_at, mapping_at, text_at
from graphcore.records import Reply, Usage

if TYPE_CHECKING:
    import httpx2

_REASONING = ("reasoning_content", "reasoning", "thinking")
"""Where servers put what a model thinks before it answers."""

_STATUS = {"rate_limit_exceeded": 429, "insufficient_quota": 429, "invalid_api_key": 401, "invalid_request_error": 400}
"""HTTP statuses that codes stand for in a stream, which has said 200 before it failed."""


async def chat(
    endpoint: Endpoint,
    model: str,
    messages: list[dict[str, str]],
    sent: Mapping[str, Any],
    whole: bool = False,
    client: httpx2.AsyncClient | None = None,
) -> AsyncGenerator[Delta | Reply, None]:
    """Deltas of `model`, as the server names it, and then one Reply; `sent` are the parameters. Raises ModelError.

    Closing the iterator closes the connection, by which the server learns that nobody listens any more.
    """
    import httpx2  # Not needed by whoever only lists models.

    body: dict[str, Any] = {"model": model, "messages": messages, **sent}
    if not whole:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    reply = Partial(endpoint.name, sent)
    try:
        async with (
            borrowed(endpoint, client) as http,
            _posted(http, endpoint, body) as response,
            aclosing(_bodies(endpoint, response)) as bodies,
        ):
            async for part in bodies:
                if (delta := _take(reply, endpoint, part)) != Delta():
                    yield delta
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError, RecursionError) as error:
        raise broken(endpoint, error) from None
    yield reply.finished()


async def model_list(endpoint: Endpoint) -> dict[str, int | None]:
    """The models that the server offers, each with its context size where the server tells it; raises ModelError."""
    import httpx2

    try:
        async with borrowed(endpoint, None) as http:
            response = await http.get(f"{endpoint.base_url}/models", headers=_headers(endpoint))
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise broken(endpoint, error) from None
    body = decoded(response.content)
    if not response.is_success:
        raise refused(endpoint, response.status_code, body, response.headers)
    listed = body.get("data") if isinstance(body, dict) else None
    if not isinstance(listed, list):
        raise ModelError("server", f"{endpoint.name} gives no list of models; type a model's name.")
    models = [model for model in listed if isinstance(model, dict) and text_at(model, "id")]
    return {model["id"]: _context_size(model) for model in models}


def _context_size(model: Mapping[str, Any]) -> int | None:
    """OpenRouter, vLLM and llama.cpp tell it, each in its own field."""
    return (
        count_at(model, "context_length")
        or count_at(model, "max_model_len")
        or count_at(mapping_at(model, "meta"), "n_ctx")
        or None
    )


def _posted(http: httpx2.AsyncClient, endpoint: Endpoint, body: dict[str, Any]) -> Any:
    content = json.dumps(body).encode()
    url = f"{endpoint.base_url}/chat/completions"
    return http.stream("POST", url, content=content, headers=_headers(endpoint))


def _headers(endpoint: Endpoint) -> dict[str, str]:
    headers = {"Content-Type": "application/json"}
    return headers | {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else headers


async def _bodies(endpoint: Endpoint, response: httpx2.Response) -> AsyncGenerator[Any, None]:
    """The chunks of a stream, or one whole reply; raises ValueError if there is none in it."""
    import httpx2

    if not response.is_success:
        raise refused(endpoint, response.status_code, decoded(await response.aread()), response.headers)
    if response.headers.get("content-type", "").startswith("text/event-stream"):
        async for event in httpx2.EventSource(response):
            if event.data.startswith("[DONE]"):
                return
            yield json.loads(event.data)
    else:
        body = json.loads(await response.aread())
        if not (mapping_at(_choice(body), "message") or (isinstance(body, Mapping) and body.get("error"))):
            raise ValueError("no message")
        yield body


def _take(reply: Partial, endpoint: Endpoint, body: Any) -> Delta:
    """Keep what a chunk or a whole reply brings; a whole one has ended even where it does not say how."""
    if not isinstance(body, Mapping):
        return Delta()
    if error := body.get("error"):
        raise refused(endpoint, _status(error), body, {})
    if usage := mapping_at(body, "usage"):
        reply.usage = _usage(usage)
    choice = _choice(body)
    whole = mapping_at(choice, "message")
    reply.finish_reason = text_at(choice, "finish_reason") or ("stop" if whole else reply.finish_reason)
    said = whole or mapping_at(choice, "delta")
    return reply.add(text_at(said, "content", "refusal"), text_at(said, *_REASONING) or _details(said))


def _choice(body: Any) -> Mapping[str, Any]:
    choices = body.get("choices") if isinstance(body, Mapping) else None
    return choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], Mapping) else {}


def _details(said: Mapping[str, Any]) -> str:
    """OpenRouter's list of pieces of reasoning."""
    details = said.get("reasoning_details")
    pieces = [piece for piece in details if isinstance(piece, Mapping)] if isinstance(details, list) else []
    return "".join(text_at(piece, "text", "summary") for piece in pieces)


def _usage(usage: Mapping[str, Any]) -> Usage:
    return Usage(
        input=count_at(usage, "prompt_tokens"),
        output=count_at(usage, "completion_tokens"),
        reasoning=count_at(mapping_at(usage, "completion_tokens_details"), "reasoning_tokens"),
        cached=count_at(mapping_at(usage, "prompt_tokens_details"), "cached_tokens"),
    )


def _status(error: object) -> int:
    """The HTTP status that an error inside a stream stands for."""
    codes = [str(error.get(name)) for name in ("code", "type")] if isinstance(error, Mapping) else []
    known = [int(code) if code.isdecimal() else _STATUS.get(code) for code in codes]
    return next((status for status in known if status), 500)
