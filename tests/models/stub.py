"""A stub of a server on loopback that speaks OpenAI's and Anthropic's wire formats and answers as told, ill too."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from graphcore.graphs import TemporalGraph
from graphcore.models.base import Request
from graphcore.records import Problem

PROBLEM = Problem("llm4dyg/when_link", TemporalGraph((0, 1, 2), ((0, 1, 0), (1, 2, 1), (0, 1, 2))), {"u": 0, "v": 1})


def request(text: str = "When are 0 and 1 linked?", **options: Any) -> Request:
    """A request about a small problem."""
    return Request([{"role": "user", "content": text}], options.pop("problem", PROBLEM), **options)


def piece(finish_reason: str | None = None, **delta: Any) -> dict[str, Any]:
    """A chunk of a stream."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "stub", "choices": [choice]}


def usage(**counts: Any) -> dict[str, Any]:
    """The last chunk of a stream, which holds no choice."""
    return piece() | {"choices": [], "usage": counts}


def message(text: str = "Answer: [0, 2]", finish_reason: str | None = "stop", **fields: Any) -> dict[str, Any]:
    """A whole reply of OpenAI's."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **fields}, "finish_reason": finish_reason}
    return {"id": "1", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}


def claude(*blocks: dict[str, Any], stop_reason: str = "end_turn", **counts: int) -> dict[str, Any]:
    """A whole reply of Anthropic's, of blocks with "text" or "thinking"."""
    content = [{"type": next(iter(block)), **block} for block in blocks]
    return {"type": "message", "role": "assistant", "content": content, "stop_reason": stop_reason, "usage": counts}


def claude_events(*blocks: dict[str, Any], stop_reason: str = "end_turn", **counts: int) -> list[dict[str, Any]]:
    """The same reply as a stream."""
    given = {name: count for name, count in counts.items() if name != "output_tokens"}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"content": [], "stop_reason": None, "usage": given}}
    ]
    for index, block in enumerate(blocks):
        (kind, text), *_ = block.items()
        events.append({"type": "content_block_start", "index": index, "content_block": {"type": kind, kind: ""}})
        events.append({"type": "ping"})
        for part in (text[:3], text[3:]):
            delta = {"type": f"{kind}_delta", kind: part}
            events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    ended = {"output_tokens": counts.get("output_tokens", 0)}
    events.append({"type": "message_delta", "delta": {"stop_reason": stop_reason}, "usage": ended})
    return [*events, {"type": "message_stop"}]


@dataclass(frozen=True)
class Failure:
    """An answer with an HTTP status that is no success; `error` is what stands under that name, or the raw body."""

    status: int
    error: Any = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Stub:
    """What the stub answers, and what it was sent. A string among `chunks` goes out raw, a number is a pause in s.

    `failures` come first, one a call; then a call with a parameter in `refuses` is refused in these words; then every
    call fails if `status` says so. `body` answers calls that ask for no stream, raw if it is a string. Without `done`
    the connection is cut before the end.
    """

    status: int = 200
    error: Any = None
    chunks: list[Any] = field(default_factory=list)
    done: bool = True
    end_mark: bool = True
    body: Any = field(default_factory=message)
    models: Any = None
    failures: list[Failure] = field(default_factory=list)
    refuses: dict[str, str] = field(default_factory=dict)
    url: str = ""
    paths: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    connections: set[int] = field(default_factory=set)
    hung_up: threading.Event = field(default_factory=threading.Event)

    @property
    def root(self) -> str:
        """The base URL in Anthropic's manner, without the version."""
        return self.url.removesuffix("/v1")

    def failure_of(self, body: dict[str, Any]) -> Failure | None:
        """What a call fails with, if it does."""
        if self.failures:
            return self.failures.pop(0)
        if said := next((words for name, words in self.refuses.items() if name in body), ""):
            return Failure(400, {"message": said, "type": "invalid_request_error"})
        return Failure(self.status, self.error) if self.status != 200 else None


@contextmanager
def serving(stub: Stub) -> Iterator[Stub]:
    """Serve `stub` on a free port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._note()
            failure = stub.failure_of({})
            self._refuse(failure) if failure else self._whole(stub.models)

        def do_POST(self) -> None:
            self._note()
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            stub.bodies.append(body)
            try:
                if failure := stub.failure_of(body):
                    self._refuse(failure)
                elif body.get("stream"):
                    self._stream()
                else:
                    self._whole(stub.body)
            except OSError:
                stub.hung_up.set()

        def _note(self) -> None:
            stub.paths.append(self.path)
            stub.headers.append({name.lower(): value for name, value in self.headers.items()})
            stub.connections.add(self.client_address[1])

        def _refuse(self, failure: Failure) -> None:
            body = failure.error if isinstance(failure.error, str) else json.dumps({"error": failure.error})
            self.send_response(failure.status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", stub.url)
            for name, value in failure.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def _whole(self, body: Any) -> None:
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data) + (not stub.done)))
            self.end_headers()
            self.wfile.write(data)
            self.close_connection = not stub.done

        def _stream(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for chunk in stub.chunks:
                if isinstance(chunk, float):
                    time.sleep(chunk)
                else:
                    kind = chunk.get("type") if isinstance(chunk, dict) else None
                    data = chunk if isinstance(chunk, str) else json.dumps(chunk)
                    self._write((f"event: {kind}\n" if kind else "") + f"data: {data}\n\n")
            if stub.done:
                if stub.end_mark:
                    self._write("data: [DONE]\n\n")
                self.wfile.write(b"0\r\n\r\n")
            else:
                self.close_connection = True

        def _write(self, text: str) -> None:
            data = text.encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 64
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    stub.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
