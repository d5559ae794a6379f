"""Where a remote model is called, the HTTP client that calls it, and what goes wrong on the way, in one sentence each.

No sentence holds the API key, whatever a server says: servers like to repeat the key that they refuse.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from graphcore.errors import InputError, ModelError

if TYPE_CHECKING:
    import ssl

    import httpx2

CONNECT_TIMEOUT_S = 10.0
SAID_MAX = 200
"""Characters of a server's own words that a message repeats."""

_HEADERS = frozenset(
    b"accept accept-encoding anthropic-version authorization connection content-length content-type host "
    b"user-agent".split()
)
_URL_EXAMPLE = "write it like http://localhost:11434/v1"
_CONTEXT_WORDS = re.compile(
    r"exceed_context_size|context_length_exceeded|context (length|size|window)|prompt is too long", re.IGNORECASE
)
_QUOTA_WORDS = re.compile(
    r"insufficient[_ ](quota|credit|balance|funds)|billing|credit balance|current quota|payment required",
    re.IGNORECASE,
)
T = TypeVar("T")


@dataclass(frozen=True)
class Endpoint:
    """Where to call and with which key; `name` is the model's id for messages, the timeout is for one silence."""

    name: str
    base_url: str
    api_key: str = field(repr=False)
    read_timeout_s: float = 600.0


class Refusal(ModelError):
    """A request that the server found faulty; `said` is what it says of the fault."""

    def __init__(self, message: str, said: str) -> None:
        super().__init__("request", message)
        self.said = said


def checked_url(url: str) -> str:
    """A base URL without a slash at its end; raises InputError, which does not repeat it: it may hold a password."""
    url = url.strip()
    if re.search(r"[\s\x00-\x1f\x7f\\]", url):
        raise InputError(f"The base URL holds spaces or odd characters; {_URL_EXAMPLE}.")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise InputError(f"The base URL cannot be read; {_URL_EXAMPLE}.") from None
    if parts.scheme not in ("http", "https") or not host:
        raise InputError(f"The base URL needs http:// or https:// and a host; {_URL_EXAMPLE}.")
    if "@" in parts.netloc:
        raise InputError("The base URL holds a user name or password; leave them out and give an API key.")
    if "?" in url or "#" in url:
        raise InputError(f"The base URL holds a query or a fragment; end it with its path: {_URL_EXAMPLE}.")
    return url.rstrip("/")


def host_of(url: str) -> str:
    """The host and port of an address."""
    return urlsplit(url).netloc


def new_client(endpoint: Endpoint) -> httpx2.AsyncClient:
    """A client for many calls at once; raises ModelError if the key cannot be one."""
    import httpx2

    key = endpoint.api_key
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ModelError("authentication", f"The API key for {endpoint.name} holds odd characters; paste it again.")
    loopback = _is_loopback(endpoint.base_url)
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(endpoint.read_timeout_s, connect=CONNECT_TIMEOUT_S),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None),
        trust_env=not loopback,
        # A call to this machine without TLS needs no certificates.
        verify=False if loopback and endpoint.base_url.startswith("http://") else _certificates(),
        event_hooks={"request": [_drop_other_headers]},
    )


@cache
def _certificates() -> ssl.SSLContext:
    """Those that the machine trusts; loading them takes 50 ms."""
    import httpx2

    return httpx2.create_ssl_context()


async def _drop_other_headers(request: httpx2.Request) -> None:
    # The packages add headers that the environment names, for whichever server, and describe this machine.
    import httpx2

    request.headers = httpx2.Headers([(name, value) for name, value in request.headers.raw if name.lower() in _HEADERS])


def borrowed(
    client: T | None, connect: Callable[[Endpoint], AbstractAsyncContextManager[T]], endpoint: Endpoint
) -> AbstractAsyncContextManager[T]:
    """`client`, which stays open, or else a new one for one call."""
    return connect(endpoint) if client is None else nullcontext(client)


def broken(endpoint: Endpoint, error: Exception) -> ModelError:
    """What to say of an exception that a call ended in."""
    import httpx2

    if isinstance(error, httpx2.TimeoutException):
        return ModelError("network", f"{endpoint.name} stayed silent for too long; ask again.")
    if isinstance(error, httpx2.HTTPError | httpx2.InvalidURL):
        return ModelError("network", f"The connection to {endpoint.name} failed; check its address and ask again.")
    return ModelError("server", f"{endpoint.name} sent something that cannot be read; ask again.")


def refused(endpoint: Endpoint, status: int, body: object, headers: Mapping[str, str]) -> ModelError:
    """What to say of an answer with an HTTP status that is no success."""
    name, said = endpoint.name, _said(endpoint, body)
    quoted = f"(HTTP {status}: {said[:SAID_MAX]})" if said else f"(HTTP {status})"
    if status in (400, 413, 500) and _CONTEXT_WORDS.search(said):
        advice = "take a smaller graph, fewer exemplars or a shorter reply"
        return ModelError("context", f"The prompt does not fit into the context of {name}; {advice}.")
    if status == 402 or (status in (400, 403, 429) and _QUOTA_WORDS.search(said)):
        return ModelError("quota", f"The account has nothing left to spend on {name} {quoted}; look at its billing.")
    if status in (401, 403):
        fault = "refused the API key" if endpoint.api_key else "wants an API key"
        return ModelError("authentication", f"{name} {fault} (HTTP {status}); check it.")
    wait = _retry_after(headers.get("retry-after", ""))
    if status == 429:
        return ModelError("rate_limit", f"{name} takes no more calls for now {quoted}; wait and ask again.", wait)
    if status >= 500 or status in (408, 425):
        return ModelError("server", f"{name} failed on its side {quoted}; ask again later.", wait)
    return Refusal(f"{name} refused the request {quoted}; check the model's name and the parameters.", said)


def _said(endpoint: Endpoint, body: object) -> str:
    """The server's own words in one line, without the key."""
    if isinstance(body, Mapping):
        body = body.get("error") or body
    if isinstance(body, Mapping):
        parts: list[Any] = [body.get(name) for name in ("type", "code", "message", "detail")]
    else:
        parts = [body]
    words = " ".join(" ".join(str(part) for part in parts if part).split())
    return words.replace(endpoint.api_key, "***") if endpoint.api_key else words


def _retry_after(text: str) -> float | None:
    """Seconds to wait: HTTP allows a number of them or a date."""
    text = text.strip()
    if re.fullmatch(r"\d{1,9}(\.\d*)?", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())


def _is_loopback(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
