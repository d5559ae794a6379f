"""A quick server that speaks OpenAI's and Anthropic's wire formats, in a process of its own.

It answers every prompt alike after a latency, counts its calls by prompt, and fails a seeded share of them in turn by
429 with Retry-After, 500, a body cut short and broken JSON. GET /counts tells what was asked. By hand:
`echo '{"latency": 0.05}' | python -m tests.load.stub_server` prints its address.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.conftest import ROOT

TEXT = "Looking at the links one by one.\nAnswer: [1, 2]"
FAULTS = ("busy", "down", "cut", "garbled")
REASONS = {200: "OK", 401: "Unauthorized", 429: "Too Many Requests", 500: "Internal Server Error"}


@dataclass
class Manner:
    """How the server behaves: seconds a call takes, the share that fails, and the HTTP status of all others.

    Where there is a `key`, a call without it is refused.
    """

    latency: float = 0.0
    faults: float = 0.0
    seed: int = 0
    status: int = 200
    text: str = TEXT
    retry_after: int = 0
    key: str = ""


@dataclass
class Counts:
    """What was asked, by the hash of the messages; `failed` counts the calls that were made to fail."""

    asked: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)

    @property
    def sound(self) -> Counter[str]:
        """The calls that were answered, or would have been if the caller had waited."""
        return self.asked - self.failed


@dataclass(frozen=True)
class Stub:
    """A running stub: what to give as a base URL, and how to ask what it was asked."""

    url: str

    def counts(self) -> Counts:
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(self.url.removesuffix("/v1") + "/counts", timeout=10) as answer:
            return Counts(**{name: Counter(found) for name, found in json.load(answer).items()})


@contextmanager
def running(**manner: Any) -> Iterator[Stub]:
    """A stub server of this `Manner` until the end of the block."""
    command = [sys.executable, "-m", "tests.load.stub_server"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(manner) + "\n")
            process.stdin.flush()
            yield Stub(process.stdout.readline().strip())
        finally:
            process.kill()


class _Server:
    def __init__(self, manner: Manner) -> None:
        self.manner, self.counts, self.rng = manner, Counts(), random.Random(manner.seed)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection's requests until it is closed."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while await self._answer(*await _request(reader), writer):
                await writer.drain()
        writer.close()

    async def _answer(self, path: str, key: str, body: bytes, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; returns whether the connection stays open."""
        if path == "/counts":
            writer.write(_whole(200, json.dumps(vars(self.counts)).encode()))
            return True
        asked = json.loads(body)
        name = hashlib.sha256(json.dumps(asked["messages"]).encode()).hexdigest()[:16]
        fault = self.rng.choice(FAULTS) if self.rng.random() < self.manner.faults else ""
        self.counts.asked[name] += 1
        self.counts.failed[name] += bool(fault)
        await asyncio.sleep(self.manner.latency)
        status = {"busy": 429, "down": 500}.get(fault, self.manner.status)
        status = 401 if self.manner.key not in ("", key) else status
        if status != 200:
            error = {"error": {"message": "not now", "type": "stub", "code": None}}
            writer.write(_whole(status, json.dumps(error).encode(), f"Retry-After: {self.manner.retry_after}\r\n"))
            return True
        make = _anthropic if path.endswith("/messages") else _openai
        answer = make(self.manner.text, bool(asked.get("stream")))
        if fault == "garbled":
            answer = answer.replace(b'"text":', b'"text"}').replace(b'"content":', b'"content"}')
        writer.write(answer[: len(answer) // 2] if fault == "cut" else answer)
        return fault != "cut"


async def _request(reader: asyncio.StreamReader) -> tuple[str, str, bytes]:
    """The path, the key and the body of one request."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
    key = headers.get("authorization", headers.get("x-api-key", "")).removeprefix("Bearer ")
    return head[0].split(" ")[1], key, await reader.readexactly(int(headers.get("content-length", 0)))


def _whole(status: int, body: bytes, more: str = "", kind: str = "application/json") -> bytes:
    head = f"HTTP/1.1 {status} {REASONS[status]}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


def _stream(*events: dict[str, object], last: str = "") -> bytes:
    lines = [
        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
        if "type" in event
        else f"data: {json.dumps(event)}\n\n"
        for event in events
    ]
    return _whole(200, "".join([*lines, last]).encode(), kind="text/event-stream")


def _openai(text: str, streamed: bool) -> bytes:
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    head = {"id": "1", "created": 0, "model": "stub", "object": "chat.completion"}
    if not streamed:
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        return _whole(200, json.dumps(head | {"choices": [choice], "usage": usage}).encode())
    head |= {"object": "chat.completion.chunk"}
    pieces = [(text[:20], None), (text[20:], "stop")]
    chunks = [{"index": 0, "delta": {"content": piece}, "finish_reason": end} for piece, end in pieces]
    events = [head | {"choices": [chunk]} for chunk in chunks]
    return _stream(*events, head | {"choices": [], "usage": usage}, last="data: [DONE]\n\n")


def _anthropic(text: str, streamed: bool) -> bytes:
    usage = {"input_tokens": 100, "output_tokens": 20}
    head = {"id": "1", "type": "message", "role": "assistant", "model": "stub"}
    if not streamed:
        content = [{"type": "text", "text": text}]
        message = head | {"content": content, "stop_reason": "end_turn", "usage": usage}
        return _whole(200, json.dumps(message).encode())
    return _stream(
        {"type": "message_start", "message": head | {"content": [], "stop_reason": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": usage},
        {"type": "message_stop"},
    )


async def _serve(manner: Manner) -> None:
    server = await asyncio.start_server(_Server(manner).talk, "127.0.0.1", 0, limit=2**24, backlog=2048)
    sys.stdout.write(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(Manner(**json.loads(sys.stdin.readline()))))
