"""Streaming chat completions from any server that speaks OpenAI's wire format.

One function, `chat`, asks one question and streams one reply; it makes no retries. Whatever goes wrong leaves it as a
ModelError of one sentence, which never holds the API key.
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from graphcore.errors import ModelError
from graphcore.models.base import Delta, Request
from graphcore.records import Reply, Usage

if TYPE_CHECKING:
    import httpx2
    from openai import APIError, AsyncOpenAI

CONNECT_TIMEOUT_S = 10.0
SAID_MAX = 200
"""Characters of a server's own words that a message repeats."""

_HEADERS = frozenset(
    {"accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "host", "user-agent"}
)
_CONTEXT_WORDS = re.compile(r"exceed_context_size|context_length_exceeded|context (length|size|window)", re.IGNORECASE)


@dataclass(frozen=True)
class Endpoint:
    """Where to call and with which key; `name` is the model's id for messages, the timeout is for one silence."""

    name: str
    base_url: str
    api_key: str = field(repr=False)
    read_timeout_s: float = 120.0


async def chat(
    endpoint: Endpoint, model: str, request: Request, seed: int | None = None
) -> AsyncGenerator[Delta | Reply, None]:
    """Stream one reply of `model`, as the server names it; `seed` is sent if given. Raises ModelError.

    Closing the iterator closes the connection, by which the server learns that nobody listens any more.
    """
    import httpx2  # These two take a second or two to import, which only a call is worth.
    import openai

    sent: dict[str, Any] = {"temperature": request.temperature, "max_tokens": request.max_tokens}
    if seed is not None:
        sent["seed"] = seed
    reply = _Partial()
    started = time.monotonic()
    body: dict[str, Any] = {"model": model, "messages": request.messages, **sent}
    try:
        async with (
            _client(endpoint) as client,
            await client.chat.completions.create(**body, stream=True, stream_options={"include_usage": True}) as chunks,
        ):
            async for chunk in chunks:
                delta = reply.take(chunk)
                if delta != Delta():
                    yield delta
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise _model_error(endpoint, error) from None
    if not reply.finish_reason:
        raise ModelError("network", f"The reply of {endpoint.name} broke off before its end; ask again.")
    yield reply.finished(time.monotonic() - started, sent)


class _Partial:
    """A reply while it arrives; a chunk is read with suspicion, because servers differ and some send nonsense."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.reasoning: list[str] = []
        self.finish_reason = ""
        self.usage = Usage()

    def take(self, chunk: Any) -> Delta:
        """Keep what `chunk` brings and return its text."""
        if usage := getattr(chunk, "usage", None):
            self.usage = Usage(
                input=_count(usage, "prompt_tokens"),
                output=_count(usage, "completion_tokens"),
                reasoning=_count(getattr(usage, "completion_tokens_details", None), "reasoning_tokens"),
                cached=_count(getattr(usage, "prompt_tokens_details", None), "cached_tokens"),
            )
        choices = getattr(chunk, "choices", None)
        if not isinstance(choices, list) or not choices:
            return Delta()
        self.finish_reason = _text(choices[0], "finish_reason") or self.finish_reason
        content = getattr(choices[0], "delta", None)
        delta = Delta(_text(content, "content", "refusal"), _text(content, "reasoning_content", "reasoning"))
        self.text.append(delta.text)
        self.reasoning.append(delta.reasoning)
        return delta

    def finished(self, latency_s: float, sent: dict[str, Any]) -> Reply:
        """The whole reply."""
        return Reply("".join(self.text), "".join(self.reasoning), self.finish_reason, self.usage, latency_s, sent)


def _count(holder: object, name: str) -> int:
    value = getattr(holder, name, None)
    return value if isinstance(value, int) else 0


def _text(holder: object, *names: str) -> str:
    """The first text among fields that servers use for the same thing."""
    values = (getattr(holder, name, None) for name in names)
    return next((value for value in values if isinstance(value, str) and value), "")


def _client(endpoint: Endpoint) -> AsyncOpenAI:
    import httpx2
    from openai import AsyncOpenAI

    key = endpoint.api_key
    if not (key.isascii() and key.isprintable()):
        raise ModelError("authentication", f"The API key for {endpoint.name} holds odd characters; paste it again.")
    loopback = _is_loopback(endpoint.base_url)
    http = httpx2.AsyncClient(
        timeout=httpx2.Timeout(endpoint.read_timeout_s, connect=CONNECT_TIMEOUT_S),
        trust_env=not loopback,
        # Loading the certificates takes 50 ms a call; a call to this machine without TLS needs none.
        verify=not (loopback and endpoint.base_url.startswith("http://")),
        event_hooks={"request": [_drop_other_headers]},
    )
    authorization = {"Authorization": f"Bearer {key}"}
    return AsyncOpenAI(
        api_key=key, base_url=endpoint.base_url, max_retries=0, http_client=http, default_headers=authorization
    )


async def _drop_other_headers(request: httpx2.Request) -> None:
    # The client library adds headers from the environment, meant for another server than the one called here.
    for name in set(request.headers) - _HEADERS:
        del request.headers[name]


def _is_loopback(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _model_error(endpoint: Endpoint, error: Exception) -> ModelError:
    import openai

    if isinstance(error, openai.APITimeoutError):
        return ModelError("network", f"{endpoint.name} stayed silent for too long; ask again.")
    if isinstance(error, ValueError):
        return ModelError("server", f"{endpoint.name} sent something that cannot be read; ask again.")
    if isinstance(error, openai.APIError) and not isinstance(error, openai.APIConnectionError):
        return _refusal(endpoint, _status(error), _said(endpoint, error))
    return ModelError("network", f"The connection to {endpoint.name} failed; check its address and ask again.")


def _status(error: APIError) -> int:
    """The HTTP status; an error inside a stream that has begun often carries one as its code."""
    code = str(getattr(error, "status_code", None) or error.code)
    return int(code) if code.isdecimal() else 500


def _said(endpoint: Endpoint, error: APIError) -> str:
    """The server's own words in one short line, without the key."""
    body = error.body
    message = body.get("message") if isinstance(body, dict) else body
    words = " ".join(" ".join(str(part) for part in (error.type, error.code, message) if part).split())
    return words.replace(endpoint.api_key, "***") if endpoint.api_key else words


def _refusal(endpoint: Endpoint, status: int, said: str) -> ModelError:
    name, quoted = endpoint.name, f"(HTTP {status}: {said[:SAID_MAX]})"
    if status in (400, 413, 500) and _CONTEXT_WORDS.search(said):
        advice = "take a smaller graph, fewer exemplars or a shorter reply"
        return ModelError("context", f"The prompt does not fit into the context of {name}; {advice}.")
    if status in (401, 403):
        return ModelError("authentication", f"{name} refused the API key (HTTP {status}); check it.")
    if status == 429:
        return ModelError("rate_limit", f"{name} takes no more calls for now {quoted}; wait and ask again.")
    if status >= 500:
        return ModelError("server", f"{name} failed on its side {quoted}; ask again later.")
    return ModelError("request", f"{name} refused the request {quoted}; check the model's name and the parameters.")
