"""Chat completions from any server that speaks OpenAI's wire format.

One function, `chat`, asks one question and brings one reply; it makes no retries. `connect` opens what many calls can
share. Whatever goes wrong leaves it as a
ModelError of one sentence, which never holds the API key.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from graphcore.errors import ModelError
from graphcore.models.base import Delta
from graphcore.models.endpoint import Endpoint, borrowed, broken, new_client, refused
from graphcore.models.partial import Partial, count_at, listed_models, mapping_at, text_at
from graphcore.records import Reply, Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI, RequestOptions

_ROUTE = "/chat/completions"

_REASONING = ("reasoning_content", "reasoning", "thinking")
"""Where servers put what a model thinks before it answers."""

_STATUS = {"rate_limit_exceeded": 429, "insufficient_quota": 429, "invalid_api_key": 401, "invalid_request_error": 400}
"""HTTP statuses that codes stand for in a stream, which has said 200 before it failed."""


def connect(endpoint: Endpoint) -> AsyncOpenAI:
    """What calls are made with, until it is closed; raises ModelError if there can be none."""
    import httpx2
    from openai import AsyncOpenAI

    key, url = endpoint.api_key or "none", endpoint.base_url
    try:
        return AsyncOpenAI(api_key=key, base_url=url, max_retries=0, http_client=new_client(endpoint))
    except httpx2.InvalidURL as error:
        raise broken(endpoint, error) from None


async def chat(
    endpoint: Endpoint,
    model: str,
    messages: list[dict[str, str]],
    sent: Mapping[str, Any],
    whole: bool = False,
    client: AsyncOpenAI | None = None,
) -> AsyncGenerator[Delta | Reply, None]:
    """Deltas of `model`, as the server names it, and then one Reply; `sent` are the parameters. Raises ModelError.

    Closing the iterator closes the connection, by which the server learns that nobody listens any more.
    """
    import httpx2  # These two take a second to import, which only a call is worth.
    import openai

    body: dict[str, Any] = {"model": model, "messages": messages, **sent}
    reply = Partial(endpoint.name, sent)
    try:
        async with (
            borrowed(client, connect, endpoint) as package,
            aclosing(_parts(endpoint, package, body, whole)) as parts,
        ):
            async for part in parts:
                if (delta := _take(reply, part)) != Delta():
                    yield delta
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, ValueError, RecursionError) as error:
        raise _model_error(endpoint, error) from None
    yield reply.finished()


async def model_list(endpoint: Endpoint) -> dict[str, int | None]:
    """The models that the server offers, each with its context size where the server tells it; raises ModelError."""
    import httpx2
    import openai

    try:
        async with connect(endpoint) as package:
            body: Any = await package.get("/models", cast_to=object, options=_options(endpoint))
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise _model_error(endpoint, error) from None
    return {model["id"]: _context_size(model) for model in listed_models(endpoint.name, body)}


def _context_size(model: Mapping[str, Any]) -> int | None:
    """OpenRouter, vLLM and llama.cpp tell it, each in its own field."""
    return (
        count_at(model, "context_length")
        or count_at(model, "max_model_len")
        or count_at(mapping_at(model, "meta"), "n_ctx")
        or None
    )


async def _parts(
    endpoint: Endpoint, package: AsyncOpenAI, body: dict[str, Any], whole: bool
) -> AsyncGenerator[Any, None]:
    """The chunks of a stream, or one whole reply; raises ValueError if there is none in it.

    They are plain JSON: building the package's own types takes a third of a call's time, and fewer servers fit them.
    """
    from openai import AsyncStream

    options = _options(endpoint)
    if whole:
        yield _message(endpoint, await package.post(_ROUTE, body=body, cast_to=object, options=options))
        return
    body |= {"stream": True, "stream_options": {"include_usage": True}}
    kind = AsyncStream[object]
    stream = await package.post(_ROUTE, body=body, cast_to=object, options=options, stream=True, stream_cls=kind)
    async with stream as chunks:
        if "json" in chunks.response.headers.get("content-type", ""):  # Some servers know no streams.
            yield _message(endpoint, json.loads(await chunks.response.aread()))
            return
        async for chunk in chunks:
            yield chunk


def _options(endpoint: Endpoint) -> RequestOptions:
    """The key goes with each request, where no header that the environment names can take its place."""
    from openai import Omit

    return {"headers": {"Authorization": f"Bearer {endpoint.api_key}" if endpoint.api_key else Omit()}}


def _message(endpoint: Endpoint, body: Any) -> Any:
    """A whole reply; raises ModelError if an error came in its place, ValueError if nothing did."""
    if isinstance(body, Mapping) and (error := body.get("error")):
        raise refused(endpoint, _status(error), body, {})
    if not mapping_at(_choice(body), "message"):
        raise ValueError("no message")
    return body


def _take(reply: Partial, body: Any) -> Delta:
    """Keep what a chunk or a whole reply brings; a whole one has ended even where it does not say how."""
    if not isinstance(body, Mapping):
        return Delta()
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


def _model_error(endpoint: Endpoint, error: Exception) -> ModelError:
    import openai

    if isinstance(error, openai.APIStatusError):
        return refused(endpoint, error.status_code, error.body, error.response.headers)
    cause = error.__cause__ if isinstance(error, openai.APIConnectionError) else None
    if isinstance(error, openai.APIError) and cause is None:
        return refused(endpoint, _status(error.body), error.body, {})
    return broken(endpoint, cause if isinstance(cause, Exception) else error)


def _status(error: object) -> int:
    """The HTTP status that an error inside a stream stands for."""
    codes = [str(error.get(name)) for name in ("code", "type")] if isinstance(error, Mapping) else []
    known = [int(code) if code.isdecimal() else _STATUS.get(code) for code in codes]
    return next((status for status in known if status), 500)
