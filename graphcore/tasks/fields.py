"""The fields of queries: what each holds, and how a query given from outside is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from graphcore import words
from graphcore.errors import InputError
from graphcore.graphs import AMOUNTS, Graph, Node, is_amount, is_node


@dataclass(frozen=True)
class Field:
    """One field of a query: what it holds, how many entries it has (None: any), and its default (None: required)."""

    kind: Literal["node", "nodes", "pairs", "time", "count", "labels", "vectors"]
    size: int | None = None
    default: Any = None
    low: int = 2
    """The least value of a count."""
    high: int | None = None
    """The largest value of a count; None if the graph bounds it."""

    @property
    def depth(self) -> int | None:
        """How deep nodes are nested in the field (0: it is a node itself); None if it holds none."""
        return {"node": 0, "nodes": 1, "pairs": 2}.get(self.kind)


def checked_fields(task: str, fields: Mapping[str, Field], query: Mapping[str, Any], graph: Graph) -> dict[str, Any]:
    """The `query` of `task` with defaults filled in; raises InputError if it does not suit the fields or the graph."""
    for name in query:
        if name not in fields:
            raise InputError(f"{task} knows no query field {name!r}; give {_names(fields)}.")
    complete: dict[str, Any] = {}
    for name, field in fields.items():
        complete[name] = _checked(f"The query field {name!r} of {task}", field, query.get(name, field.default), graph)
    single = [complete[name] for name, field in fields.items() if field.kind == "node"]
    if len(set(single)) < len(single):
        raise InputError(f"The query of {task} names {words.node(single[0])} twice; give different nodes.")
    return complete


def _names(fields: Mapping[str, Field]) -> str:
    return words.joined([repr(name) for name in fields]) if fields else "an empty query"


def _checked(where: str, field: Field, value: Any, graph: Graph) -> Any:
    if field.kind in ("time", "count"):
        return _whole(where, field, value)
    if field.kind == "vectors":
        return _vectors(where, value, graph)
    if field.kind == "node":
        return _known_node(where, value, graph)
    if not isinstance(value, list | tuple) or (field.size is not None and len(value) != field.size) or not value:
        raise InputError(f"{where} must be a list{f' of {field.size} entries' if field.size else ' with entries'}.")
    if field.kind == "labels":
        if any(label not in (0, 1) for label in value):
            raise InputError(f"{where} must hold only 0 and 1.")
        return [int(label) for label in value]
    if field.kind == "pairs":
        return [_checked(f"{where} (each pair)", Field("nodes", 2), pair, graph) for pair in value]
    listed = [_known_node(where, node, graph) for node in value]
    if len(set(listed)) < len(listed):
        raise InputError(f"{where} must name different nodes.")
    return listed


def _whole(where: str, field: Field, value: Any) -> int:
    """A time, or a count within its bounds."""
    low, high = (field.low, field.high) if field.kind == "count" else (None, None)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or (low is not None and value < low) or (high is not None and value > high):
        bounds = ("" if low is None else f" from {low}") + ("" if high is None else f" to {high}")
        raise InputError(f"{where} must be a whole number{bounds}.")
    number: int = value
    return number


def _vectors(where: str, value: Any, graph: Graph) -> list[list[float]]:
    """Two numbers for each node, in the order of the nodes."""
    rows = value if isinstance(value, list | tuple) else ()
    if len(rows) != len(graph.nodes) or not all(isinstance(row, list | tuple) and len(row) == 2 for row in rows):
        raise InputError(f"{where} must be a list of pairs [x, y], one for each node.")
    entries = [entry for row in rows for entry in row]
    if not all(map(is_amount, entries)):
        raise InputError(f"{where} must hold only numbers: 0 or {AMOUNTS}, or below 0 as far.")
    return [list(row) for row in rows]


def _known_node(where: str, value: Any, graph: Graph) -> Node:
    if not is_node(value) or value not in graph.rank:
        raise InputError(f"{where} names {value!r}, which is no node of the graph.")
    node: Node = value
    return node
