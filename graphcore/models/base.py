"""The one protocol that every model speaks: a request in, pieces of text out, one Reply at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, closing, nullcontext
from dataclasses import dataclass, field
from typing import Protocol, Self

from graphcore.errors import ModelError
from graphcore.records import Problem, Reply

HEARTBEAT_S = 0.5
"""How often `stream_sync` lets its caller act while a model is silent."""


@dataclass(frozen=True)
class Request:
    """One call. `problem` is what the baselines and scripted replies answer by; no other model looks at it.

    `draw` counts the replies drawn for one cell, so that a random model can differ between them. A caller that shows
    nothing before the end asks for the reply `whole`, which spares both sides the stream. `thinking` is how many tokens
    a model that can think may take for it, beside the `max_tokens` of its reply; 0 asks for none.
    """

    messages: list[dict[str, str]]
    problem: Problem
    temperature: float = 0.0
    max_tokens: int = 512
    draw: int = 0
    whole: bool = False
    thinking: int = 0


@dataclass(frozen=True)
class Connection:
    """How to reach a provider that is not this process: a key, which no repr shows, and an address ("": the usual)."""

    api_key: str = field(default="", repr=False)
    base_url: str = ""


Connections = Mapping[str, Connection]
"""By a provider's name ("openai") or a model's id ("compatible/qwen3"); the id goes before."""


@dataclass(frozen=True)
class Delta:
    """A piece of a reply as it arrives; reasoning is kept apart from the text."""

    text: str = ""
    reasoning: str = ""


@dataclass(frozen=True)
class Status:
    """Whether a model can be used now; `reason` says in one sentence why not, or how well."""

    usable: bool
    reason: str


class Streams(Protocol):
    """Whatever answers a request piece by piece."""

    @property
    def name(self) -> str: ...

    def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        """Deltas as they arrive and then one Reply; raises ModelError. Closing the iterator cancels the call."""


class Model(Streams, Protocol):
    """A model by its id, such as "local/smollm2-135m"."""

    @property
    def address(self) -> str:
        """The base URL of the server that is called, "" for a model of this process."""

    @property
    def context_size(self) -> int | None:
        """Tokens that prompt and reply share; None if there is no limit. Raises ModelError where it cannot be told."""

    def status(self) -> Status:
        """Whether it can be used now. Cheap: nothing is loaded and nothing is called."""

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        """The length of the messages in tokens, exact where the model can tell, else estimated."""

    def connected(self) -> AbstractAsyncContextManager[Model]:
        """The same model, which keeps its connections open while the context lasts: for many calls in one loop."""


class InProcess:
    """A model that needs no connection."""

    @property
    def address(self) -> str:
        """None."""
        return ""

    def connected(self) -> AbstractAsyncContextManager[Self]:
        """Itself."""
        return nullcontext(self)


class Provider(Protocol):
    """Where models come from: the part of a model's id before the first slash."""

    @property
    def name(self) -> str: ...

    def models(self) -> list[Model]:
        """The models that can be named without being told a file."""

    def open(self, rest: str, connection: Connection) -> Model:
        """The model whose id ends in `rest`, usable or not; raises InputError if there can be none."""


def estimate_tokens(text: str) -> int:
    """A rough token count where the tokenizer is unknown: prompts full of numbers take about 2.5 characters a token."""
    return -(-len(text) * 2 // 5)


def estimate_messages(messages: list[dict[str, str]]) -> int:
    """A rough token count of chat messages."""
    return sum(estimate_tokens(message["content"]) for message in messages)


def require_context(model: Model, request: Request) -> None:
    """Raise ModelError("context") if the prompt and its reply do not fit, before any call is made."""
    size = model.context_size
    if size is None:
        return
    used = model.count_tokens(request.messages)
    reply = request.max_tokens + request.thinking
    if used + reply > size:
        raise ModelError(
            "context",
            f"The prompt has {used:,} tokens and the reply may take {reply:,}, "
            f"but {model.name} holds {size:,}; take a smaller graph, fewer exemplars or a shorter reply.",
        )


def stream_sync(model: Streams, request: Request) -> Generator[Delta | Reply, None, None]:
    """`model.stream` for callers without an event loop; closing the generator cancels the call.

    While the model is silent an empty Delta comes every HEARTBEAT_S seconds, so that a page can notice its Stop button.
    """
    queue: asyncio.Queue[Delta | Reply | None] = asyncio.Queue()
    loop = asyncio.new_event_loop()
    call = loop.create_task(_pump(model, request, queue))
    try:
        while (event := loop.run_until_complete(_next(queue))) is not None:
            yield event
        loop.run_until_complete(call)
    finally:
        call.cancel()
        loop.run_until_complete(asyncio.gather(call, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def complete(model: Streams, request: Request) -> Reply:
    """The whole reply of one call; raises ModelError."""
    with closing(stream_sync(model, request)) as events:
        for event in events:
            if isinstance(event, Reply):
                return event
    raise ModelError("server", f"{model.name} ended without a reply; ask again.")


async def _pump(model: Streams, request: Request, queue: asyncio.Queue[Delta | Reply | None]) -> None:
    # One task holds the whole call: cancel scopes inside HTTP clients must not be left from another task.
    try:
        async with aclosing(model.stream(request)) as events:
            async for event in events:
                queue.put_nowait(event)
    finally:
        queue.put_nowait(None)


async def _next(queue: asyncio.Queue[Delta | Reply | None]) -> Delta | Reply | None:
    try:
        return await asyncio.wait_for(queue.get(), HEARTBEAT_S)
    except TimeoutError:
        return Delta()
