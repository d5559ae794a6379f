"""The graph that rows of cells make, whether they come from a file or a table."""

from __future__ import annotations

import numbers
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphcore.errors import GraphError
from graphcore.graph_files.columns import Columns
from graphcore.graphs import Graph, Node, graph_from_json

MAX_BYTES = 1_000_000
MAX_NODES = 100
MAX_EDGES = 5_000

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}")
_NOTHING = {"None", "nan", "NaT", "<NA>"}

Row = tuple[str, Sequence[object]]
"""Where something stands ("Line 3") and its three cells."""


@dataclass
class Links:
    """The links of a file as they come in, without loops and repetitions, which are noted."""

    columns: Columns
    directed: bool
    notes: list[str]
    kept: list[tuple[Any, ...]] = field(default_factory=list)
    seen: set[tuple[Any, ...]] = field(default_factory=set)

    def add(self, place: str, edge: tuple[Any, ...]) -> bool:
        """Keep the link, or note why not."""
        u, v = edge[:2]
        apart = self.columns.apart(edge)
        if u == v:
            self.notes.append(f"{place} joins {u!r} with itself and is left out.")
        elif (u, v, *apart) in self.seen:
            when = f" at time {apart[0]}" if apart else ""
            self.notes.append(f"{place} repeats the {self.columns.noun} of {u!r} and {v!r}{when} and is left out.")
        else:
            self.seen |= {(u, v, *apart)} if self.directed else {(u, v, *apart), (v, u, *apart)}
            self.kept.append(edge)
            return True
        return False


def graph_of(rows: Iterable[Row], columns: Columns, directed: bool, notes: list[str]) -> Graph:
    """The graph of rows whose ids have no types of their own; raises GraphError."""
    links = Links(columns, directed, notes)
    found: dict[str, None] = {}
    for place, cells in rows:
        try:
            u, v, third = (_cell(value) for value in cells)
        except (ValueError, OverflowError):
            notes.append(f"{place} holds a number that is too long and is left out; shorten it.")
            continue
        if u and not v and not third:
            found[u] = None
        elif u and v and columns.fits(third):
            if links.add(place, columns.edge(u, v, third)):
                found |= {u: None, v: None}
        elif u or v or third:
            notes.append(f"{place} {_fault(u, v, third, columns)} and is left out; give {columns.wanted}.")
    names = _typed(found)
    edges = [[names[edge[0]], names[edge[1]], *edge[2:]] for edge in links.kept]
    return graph_of_kind(in_order(names.values()), edges, columns, directed)


def graph_of_kind(nodes: Iterable[Node], edges: Iterable[Sequence[Any]], columns: Columns, directed: object) -> Graph:
    """The graph of the columns' kind within the limits; raises GraphError."""
    return checked(
        graph_from_json(
            {"kind": columns.kind, "directed": directed, "nodes": list(nodes), "edges": [list(edge) for edge in edges]}
        ),
        columns,
    )


def checked(graph: Graph, columns: Columns) -> Graph:
    """`graph` if it is within the limits; raises GraphError."""
    if not graph.nodes:
        raise GraphError(f"No line can be used; give {columns.usage}.")
    if len(graph.nodes) > MAX_NODES:
        raise GraphError(f"The graph has {len(graph.nodes):,} nodes; give at most {MAX_NODES}.")
    if len(graph.edges) > MAX_EDGES:
        raise GraphError(f"The graph has {len(graph.edges):,} {columns.noun}s; give at most {MAX_EDGES:,}.")
    for node in graph.nodes:
        if any("\ud800" <= character <= "\udfff" for character in str(node)):
            raise GraphError(f"The node {node!a} holds half a character; rename it.")
    return graph


def in_order(nodes: Iterable[Node]) -> list[Node]:
    """Integers ascending; anything else in the order given."""
    listed = list(nodes)
    integers = [node for node in listed if isinstance(node, int)]
    return sorted(integers) if len(integers) == len(listed) else listed


def short(text: str) -> str:
    """A text of a file as a note shows it."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _fault(u: str, v: str, third: str, columns: Columns) -> str:
    cells = {"u": u, "v": v} | ({columns.letter: third} if columns.needed else {})
    missing = next((name for name, text in cells.items() if not text), "")
    return f"has no {missing}" if missing else f"has the {columns.title} {short(third)}"


def _cell(value: object) -> str:
    """A cell as text: "" for nothing, whole floats as integers. Raises ValueError or OverflowError for huge numbers."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral) and float(value).is_integer():
        return str(int(float(value)))
    text = str(value)
    return "" if text in _NOTHING else text


def _typed(names: Iterable[str]) -> dict[str, Node]:
    """The ids that the names stand for: integers if all of them look like integers."""
    names = list(names)
    integers = all(_INTEGER.fullmatch(name) for name in names)
    return {name: int(name) if integers else name for name in names}
