"""What every reader shares: the scope it may know, and the refusal to read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from graphcore.graphs import Node
from graphcore.records import Finding


@dataclass(frozen=True)
class Scope:
    """What a reader may know of the problem: its node names, the question as asked, and how many values are due.

    `sides` are the applicants and the jobs of a matching; it is empty elsewhere.
    """

    nodes: tuple[Node, ...]
    question: str = ""
    size: int | None = None
    sides: tuple[tuple[Node, ...], ...] = ()

    @cached_property
    def has_names(self) -> bool:
        """Whether a node is called by a text, not a number."""
        return any(isinstance(node, str) for node in self.nodes)


class Unreadable(Exception):
    """No answer could be read; the finding says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


@dataclass(frozen=True)
class Found:
    """A value and the tokens first..last (both included) that it was read from."""

    value: Any
    first: int
    last: int
