"""What the rows of a file or table hold: two nodes, and the time of a link or the number that an edge carries."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from graphcore.graphs import Node, StaticGraph, TemporalGraph

FROM, TO = frozenset({"u", "source", "from", "src"}), frozenset({"v", "target", "to", "dst"})
"""The names of the first two columns, in small letters."""

_TIME = re.compile(r"([+-]?[0-9]{1,15})(?:\.0*)?")
_NUMBER = re.compile(r"\+?(?:[0-9]{1,15}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?")


class Columns(ABC):
    """The columns of one kind of graph, and the words for what is wrong in them."""

    kind: ClassVar[str]
    needed: ClassVar[bool]
    """Whether a row must have a third cell."""
    noun: ClassVar[str]
    """What a row of two nodes is."""
    form: ClassVar[str]
    """A row in JSON, and in brackets as a tuple."""
    wanted: ClassVar[str]
    """What to give in a row."""
    usage: ClassVar[str]
    """What to give where no row can be used."""
    title: str
    """What stands in the third column."""
    letter: str
    """Its head in files that we write."""
    names: frozenset[str]
    """Its heads in files that we read, in small letters."""

    @abstractmethod
    def fits(self, text: str) -> bool:
        """Whether a third cell can be used."""

    @abstractmethod
    def edge(self, u: Node, v: Node, text: str) -> tuple[Any, ...]:
        """The graph's edge of a row whose third cell fits."""

    @abstractmethod
    def edge_of_json(self, value: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The graph's edge of an entry that begins with two nodes; None if it is none."""

    @abstractmethod
    def number_of(self, edge: tuple[Any, ...]) -> float | None:
        """The third cell of an edge's row."""

    @abstractmethod
    def apart(self, edge: tuple[Any, ...]) -> tuple[Any, ...]:
        """What tells `edge` apart from others of the same two nodes."""


class _Times(Columns):
    kind = TemporalGraph.kind
    needed = True
    noun = "link"
    form = "[u, v, t]"
    wanted = "two nodes and a whole number"
    usage = "two nodes and a whole number on each, such as 0,1,3"
    title = "time"
    letter = "t"
    names = frozenset({"t", "time", "timestamp"})

    def fits(self, text: str) -> bool:
        return bool(_TIME.fullmatch(text))

    def edge(self, u: Node, v: Node, text: str) -> tuple[Any, ...]:
        match = _TIME.fullmatch(text)
        assert match
        return u, v, int(match[1])

    def edge_of_json(self, value: tuple[Any, ...]) -> tuple[Any, ...] | None:
        is_link = len(value) == 3 and isinstance(value[2], int | float) and _TIME.fullmatch(str(value[2]))
        return (value[0], value[1], int(value[2])) if is_link else None

    def number_of(self, edge: tuple[Any, ...]) -> float | None:
        time: int = edge[2]
        return time

    def apart(self, edge: tuple[Any, ...]) -> tuple[Any, ...]:
        return edge[2:]


@dataclass(frozen=True)
class _Measures(Columns):
    """Edges that may carry the number `title`, "weight" or "capacity"."""

    title: str
    kind = StaticGraph.kind
    needed = False
    noun = "edge"
    form = "[u, v]"
    wanted = "two nodes, and a number from 0 on where the edge carries one"
    usage = "two nodes on each, such as 0,1, or 0,1,3 for an edge that carries 3"
    names = frozenset({"w", "weight", "c", "capacity", "length", "distance"})

    @property
    def letter(self) -> str:  # type: ignore[override]
        """Its head in files that we write."""
        return self.title

    def fits(self, text: str) -> bool:
        return not text or bool(_NUMBER.fullmatch(text))

    def edge(self, u: Node, v: Node, text: str) -> tuple[Any, ...]:
        return (u, v, {self.title: _number(text)}) if text else (u, v)

    def edge_of_json(self, value: tuple[Any, ...]) -> tuple[Any, ...] | None:
        u, v, *rest = value
        if len(rest) == 1 and isinstance(rest[0], int | float) and not isinstance(rest[0], bool):
            return (u, v, {self.title: rest[0]}) if rest[0] >= 0 else None
        return value if not rest or (len(rest) == 1 and isinstance(rest[0], Mapping)) else None

    def number_of(self, edge: tuple[Any, ...]) -> float | None:
        carried = edge[2] if len(edge) == 3 else {}
        number: float | None = carried.get("weight", carried.get("capacity"))
        return number

    def apart(self, edge: tuple[Any, ...]) -> tuple[Any, ...]:
        return ()


def _number(text: str) -> float:
    """A number as it was written: whole ones as integers."""
    number = float(text)
    return int(number) if number.is_integer() else number


TIMES: Columns = _Times()
WEIGHTS: Columns = _Measures("weight")
CAPACITIES: Columns = _Measures("capacity")


def columns_of(kind: str, measure: str | None = None) -> Columns:
    """The columns of graphs of `kind` whose edges carry `measure`, weights if None."""
    if kind == TIMES.kind:
        return TIMES
    return CAPACITIES if measure == CAPACITIES.title else WEIGHTS
