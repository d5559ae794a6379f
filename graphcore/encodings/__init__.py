"""Encodings: how a graph becomes text. Shape × order × wording; names are never changed.

Every encoding mentions every node, and quotes a name that could be mistaken for something else.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphcore.encodings import static, temporal
from graphcore.encodings.base import Encoding, Form
from graphcore.encodings.wordings import WORDINGS, Wording
from graphcore.errors import InputError
from graphcore.graphs import Graph, StaticGraph, TemporalGraph
from graphcore.registry import Registry
from graphcore.words import joined, name_text

__all__ = [
    "ENCODINGS", "ORDERS", "WORDINGS", "Encoding", "Wording", "encode", "form_of", "name_text", "reading_instruction",
]  # fmt: skip

ORDERS = ("sorted", "shuffled")
ENCODINGS: Registry[Encoding] = Registry("encoding")
_DYNAMIC, _STATIC = TemporalGraph.kind, StaticGraph.kind
for _encoding in (
    Encoding(
        "edge-list",
        "Edge list",
        "All links as tuples, as in the papers.",
        {_DYNAMIC: temporal.EDGE_LIST, _STATIC: static.EDGE_LIST},
    ),
    Encoding(
        "snapshots", "Snapshots", "A line for each time with the pairs linked then.", {_DYNAMIC: temporal.SNAPSHOTS}
    ),
    Encoding(
        "adjacency-by-time",
        "Adjacency by time",
        "A line for each node with its neighbours at each time.",
        {_DYNAMIC: temporal.ADJACENCY},
    ),
    Encoding(
        "adjacency-list",
        "Adjacency list",
        "A line for each node with its neighbours.",
        {_STATIC: static.ADJACENCY_LIST},
    ),
    Encoding(
        "adjacency-matrix", "Adjacency matrix", "A row and a column for each node.", {_STATIC: static.ADJACENCY_MATRIX}
    ),
    Encoding(
        "sentences",
        "Sentences",
        "A sentence for each link.",
        {_DYNAMIC: temporal.SENTENCES, _STATIC: static.SENTENCES},
    ),
):
    ENCODINGS.add(_encoding)


def form_of(shape: str, kind: str) -> Form:
    """The form of `shape` for graphs of `kind`; raises InputError if there is none."""
    found = ENCODINGS[shape].forms.get(kind)
    if found is None:
        fitting = ", ".join(item.name for item in ENCODINGS if kind in item.forms)
        graphs = joined(list(ENCODINGS[shape].forms))
        raise InputError(f"The encoding {shape!r} is for {graphs} graphs; choose {fitting}.")
    return found


def encode(
    graph: Graph,
    shape: str = "edge-list",
    order: str = "sorted",
    *,
    seed: str,
    hide_time_order: bool = False,
) -> str:
    """`graph` as text; shuffles are drawn from `seed`, the problem's id.

    Raises InputError for an unknown shape or order, a shape that the graph cannot be written in, and one that cannot
    hide the time order of a dynamic graph where `hide_time_order` asks for it.
    """
    form = form_of(shape, graph.kind)
    _require("order", order, ORDERS)
    if isinstance(graph, StaticGraph):
        return static.write(graph, form, order, seed)
    if hide_time_order and form.by_time:
        hiding = ", ".join(i.name for i in ENCODINGS if graph.kind in i.forms and not i.forms[graph.kind].by_time)
        raise InputError(f"The encoding {shape!r} gives away the time order that is asked for; choose {hiding}.")
    return temporal.write(graph, form, order, seed, hide_time_order)


def reading_instruction(shape: str, graph: Graph) -> str:
    """The sentence that tells a reader what `graph` in this shape means; raises InputError as `encode` does."""
    return form_of(shape, graph.kind).reading(graph)


def _require(what: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise InputError(f"Unknown {what} {value!r}; choose {', '.join(choices)}.")
