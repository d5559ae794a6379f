"""A stub of an OpenAI-style server on loopback that answers as told, misbehaviour included."""

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


@dataclass
class Stub:
    """What the stub answers, and what it was sent. A string among `chunks` goes out raw, a number is a pause in s."""

    status: int = 200
    error: Any = None
    chunks: list[Any] = field(default_factory=list)
    done: bool = True
    end_mark: bool = True
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving(stub: Stub) -> Iterator[Stub]:
    """Serve `stub` on a free port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            stub.headers.append({name.lower(): value for name, value in self.headers.items()})
            stub.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            try:
                if stub.status == 200:
                    self._stream()
                else:
                    self._refuse()
            except OSError:
                stub.hung_up.set()

        def _refuse(self) -> None:
            body = stub.error if isinstance(stub.error, str) else json.dumps({"error": stub.error})
            self.send_response(stub.status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", stub.url)
            self.end_headers()
            self.wfile.write(body.encode())

        def _stream(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for chunk in stub.chunks:
                if isinstance(chunk, float):
                    time.sleep(chunk)
                else:
                    self._write(f"data: {chunk if isinstance(chunk, str) else json.dumps(chunk)}\n\n")
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
