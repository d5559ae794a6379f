"""A reply while it arrives, whatever wire format brings it.

What a server sends is read with suspicion, because servers differ and some send nonsense.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from graphcore.errors import ModelError
from graphcore.models.base import Delta
from graphcore.records import Reply, Usage


class Partial:
    """The pieces of one reply; the clock starts when it is made."""

    def __init__(self, name: str, sent: Mapping[str, Any]) -> None:
        self.finish_reason = ""
        self.usage = Usage()
        self._name = name
        self._sent = sent
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._started = time.monotonic()

    def add(self, text: str, reasoning: str) -> Delta:
        """Keep a piece and return it."""
        self._text.append(text)
        self._reasoning.append(reasoning)
        return Delta(text, reasoning)

    def finished(self) -> Reply:
        """The whole reply; raises ModelError("network") if its end has not come."""
        if not self.finish_reason:
            raise ModelError("network", f"The reply of {self._name} broke off before its end; ask again.")
        latency_s = time.monotonic() - self._started
        text, reasoning = "".join(self._text), "".join(self._reasoning)
        return Reply(text, reasoning, self.finish_reason, self.usage, latency_s, dict(self._sent))


def listed_models(name: str, body: object) -> list[Mapping[str, Any]]:
    """The models with an id in a server's list; raises ModelError("server") if it is none."""
    listed = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(listed, list):
        raise ModelError("server", f"{name} gives no list of models; type a model's name.")
    return [model for model in listed if isinstance(model, Mapping) and text_at(model, "id")]


def mapping_at(holder: object, name: str) -> Mapping[str, Any]:
    """The object under a name, or an empty one."""
    value = holder.get(name) if isinstance(holder, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def text_at(holder: Mapping[str, Any], *names: str) -> str:
    """The first text among fields that servers use for the same thing."""
    values = (holder.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value), "")


def count_at(holder: Mapping[str, Any], name: str) -> int:
    """The count under a name, or 0."""
    value = holder.get(name)
    return value if isinstance(value, int) else 0
