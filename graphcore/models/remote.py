"""Language models that other machines or programs serve: openai/NAME, anthropic/NAME, compatible/NAME.

A key comes from the connection that a caller gives, else from the environment, and goes to its provider's address
alone. The address of compatible/ is given by the connection or the environment; its only key is COMPATIBLE_API_KEY or
the connection's own, and there may be none.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from graphcore.errors import InputError, ModelError
from graphcore.graphs import TemporalGraph
from graphcore.models import anthropic, openai
from graphcore.models.base import Connection, Delta, Model, Request, Status, estimate_messages, require_context
from graphcore.models.capabilities import Where, fitted, learn, parameters
from graphcore.models.endpoint import Endpoint, Refusal, checked_url, host_of
from graphcore.records import Problem, Reply

ANSWER_LIMIT_S = 10.0
"""How long a list of models or a test call may take."""

PRESETS = {
    "Ollama": "http://localhost:11434/v1",
    "vLLM": "http://localhost:8000/v1",
    "LM Studio": "http://localhost:1234/v1",
    "llama.cpp": "http://localhost:8080/v1",
    "OpenRouter": "https://openrouter.ai/api/v1",
}
"""Base URLs of servers that speak OpenAI's wire format, where they listen unless told otherwise."""

_TINY = Problem("llm4dyg/when_link", TemporalGraph((0, 1), ((0, 1, 0),)), {"u": 0, "v": 1})
_context_sizes: dict[Where, int] = {}

T = TypeVar("T")


class Wire(Protocol):
    """A wire format: the module that speaks it; see `openai`."""

    def connect(self, endpoint: Endpoint) -> AbstractAsyncContextManager[Any]: ...

    def chat(
        self,
        endpoint: Endpoint,
        model: str,
        messages: list[dict[str, str]],
        sent: Mapping[str, Any],
        whole: bool = False,
        client: Any = None,
    ) -> AsyncGenerator[Delta | Reply, None]: ...

    async def model_list(self, endpoint: Endpoint) -> dict[str, int | None]: ...


@dataclass(frozen=True)
class RemoteModel:
    """A model behind an endpoint, as its server names it; `client` is what a connected model calls with."""

    name: str
    model: str
    endpoint: Endpoint
    state: Status
    wire: Wire = field(repr=False)
    client: Any = field(default=None, repr=False, compare=False)

    @property
    def address(self) -> str:
        """The endpoint's."""
        return self.endpoint.base_url

    @property
    def context_size(self) -> int | None:
        """What the server's list of models said, if it was asked for in this process and tells it."""
        return _context_sizes.get(self._where)

    def status(self) -> Status:
        """Whether there is an address, and a key where one is needed; the server is not asked."""
        return self.state

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        """An estimate."""
        return estimate_messages(messages)

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        """Deltas and then one Reply. A refused parameter is left out or renamed, each of them once, and asked again."""
        if not self.state.usable:
            raise ModelError("unavailable", self.state.reason)
        require_context(self, request)
        wanted = parameters(self.name, request)
        while True:
            sent = fitted(self._where, wanted)
            try:
                async with aclosing(self._called(request, sent)) as events:
                    async for event in events:
                        yield event
                return
            except Refusal as refusal:
                learn(self._where, sent, refusal.said)
                if fitted(self._where, wanted) == sent:
                    raise

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[RemoteModel]:
        """The same model, whose calls share a pool of connections; raises ModelError if the key cannot be one."""
        async with self.wire.connect(self.endpoint) as client:
            yield replace(self, client=client)

    @property
    def _where(self) -> Where:
        return self.endpoint.base_url, self.model

    def _called(self, request: Request, sent: dict[str, Any]) -> AsyncGenerator[Delta | Reply, None]:
        return self.wire.chat(self.endpoint, self.model, request.messages, sent, request.whole, self.client)


@dataclass(frozen=True)
class RemoteProvider:
    """Where remote models come from. One with a `url_variable` has no address of its own, and may need no key."""

    name: str
    title: str
    wire: Wire = field(repr=False)
    key_variable: str
    base_url: str = ""
    url_variable: str = ""

    def models(self) -> list[Model]:
        """None: which there are only the provider knows, see `list_remote`."""
        return []

    def open(self, rest: str, connection: Connection) -> RemoteModel:
        """The model that the provider calls `rest`; raises InputError for an address that cannot be one."""
        if not rest:
            raise InputError(f"Say which model: {self.name}/ and its name, as the provider writes it.")
        name = f"{self.name}/{rest}"
        return RemoteModel(name, rest, self.endpoint(name, connection), self.status(connection), self.wire)

    def endpoint(self, name: str, connection: Connection) -> Endpoint:
        """Where to call, for a model or another `name` to be used in messages; raises InputError."""
        if connection.base_url and not self.url_variable:
            raise InputError(f"{self.title}'s key goes to its own address alone; use compatible/ for a base URL.")
        given = connection.base_url or os.environ.get(self.url_variable, "")
        base_url = self.base_url or (checked_url(given) if given.strip() else "")
        key = connection.api_key or os.environ.get(self.key_variable, "")
        return Endpoint(name, base_url, key.strip())

    def status(self, connection: Connection) -> Status:
        """Whether models of this provider can be called with this connection, or what to do about it."""
        try:
            endpoint = self.endpoint(self.name, connection)
        except InputError as error:
            return Status(False, str(error))
        if not endpoint.base_url:
            places = "on the Models page, by --base-url or in a plan file"
            return Status(False, f"Set {self.url_variable}, or give a base URL {places}.")
        if not (endpoint.api_key or self.url_variable):
            return Status(False, f"Set {self.key_variable}, or give a key on the Models page.")
        return Status(True, f"Every prompt is sent to {host_of(endpoint.base_url)}.")


OPENAI = RemoteProvider("openai", "OpenAI", openai, "OPENAI_API_KEY", "https://api.openai.com/v1")
ANTHROPIC = RemoteProvider("anthropic", "Anthropic", anthropic, "ANTHROPIC_API_KEY", "https://api.anthropic.com")
COMPATIBLE = RemoteProvider(
    "compatible", "OpenAI-compatible server", openai, "COMPATIBLE_API_KEY", url_variable="COMPATIBLE_BASE_URL"
)


def list_remote(provider: RemoteProvider, connection: Connection) -> list[str]:
    """The ids of the models that the provider offers now, sorted; raises ModelError within 10 s."""
    status = provider.status(connection)
    if not status.usable:
        raise ModelError("unavailable", status.reason)
    endpoint = provider.endpoint(provider.name, connection)
    found = asyncio.run(_in_time(provider.name, provider.wire.model_list(endpoint)))
    _context_sizes.update({(endpoint.base_url, name): size for name, size in found.items() if size})
    return sorted(f"{provider.name}/{name}" for name in found)


def test_connection(model: Model) -> str:
    """Make one tiny call and say in a sentence how it went; raises ModelError within 10 s."""
    request = Request([{"role": "user", "content": "Say OK."}], _TINY, max_tokens=16, whole=True)
    reply = asyncio.run(_in_time(model.name, _last(model, request)))
    return f"{model.name} answered in {reply.latency_s:.1f} s."


async def _last(model: Model, request: Request) -> Reply:
    async with aclosing(model.stream(request)) as events:
        async for event in events:
            if isinstance(event, Reply):
                return event
    raise ModelError("server", f"{model.name} ended without a reply; ask again.")


async def _in_time(name: str, answer: Awaitable[T]) -> T:
    try:
        return await asyncio.wait_for(answer, ANSWER_LIMIT_S)
    except TimeoutError:
        raise ModelError("network", f"{name} did not answer within {ANSWER_LIMIT_S:.0f} s; try again.") from None
