"""What is written beside the edges of a static graph: their weights, capacities or relations.

Where there are too many to be read, only the edges that marks speak of, and those at the nodes that these name, keep
their labels; a sentence says where the others can be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.highlight import Mark, marked_edges, marked_nodes, roles_shown, short
from graphcore import words
from graphcore.graphs import Graph, Pair, StaticGraph
from graphcore.layouts import pair_key

MAX_LABELS = 50
PLURALS = {"weight": "weights", "capacity": "capacities", None: "relations"}


def edge_labels(graph: StaticGraph, marks: Sequence[Mark]) -> dict[Pair, str]:
    """What stands beside each edge; nothing where the label of a mark, such as "3 of 5", tells it already."""
    told = {(edge.u, edge.v) for edge in marked_edges(graph, marks, "reference") if edge.label}
    texts = _texts(graph)
    return {pair: texts[pair] for pair in _written(graph, marks) if pair not in told}


def labels_left_out(graph: Graph, marks: Sequence[Mark]) -> str:
    """A sentence where some edges have no label for want of room, else ""."""
    if not isinstance(graph, StaticGraph):
        return ""
    total, shown = len(_texts(graph)), len(_written(graph, marks))
    if total == shown:
        return ""
    return f"{shown} of {total} {PLURALS[graph.measure]} are written; point at an edge, or tap it, to read its own."


def edge_words(graph: StaticGraph, pair: Pair) -> str:
    """ "weight 4"; "an edge" where it carries nothing."""
    return ", ".join(f"{name} {_text(value)}" for name, value in graph.attributes(*pair).items()) or "an edge"


def _written(graph: StaticGraph, marks: Sequence[Mark]) -> list[Pair]:
    """The edges whose labels there is room for; those that are marked come first."""
    texts, roles = _texts(graph), roles_shown(marks)
    on = [(edge.u, edge.v) for role in roles for edge in marked_edges(graph, marks, role)]
    at = {node for role in roles for node in marked_nodes(graph, marks, role)}
    rest = [pair for pair in texts if len(texts) <= MAX_LABELS or at.intersection(pair)]
    return [pair for pair in dict.fromkeys([*on, *rest]) if pair in texts][:MAX_LABELS]


def _texts(graph: StaticGraph) -> dict[Pair, str]:
    """The label of every edge that has one."""
    texts = {pair_key(graph, u, v): _label(graph.attributes(u, v)) for u, v in graph.pairs}
    return {pair: text for pair, text in texts.items() if text}


def _label(attributes: Mapping[str, Any]) -> str:
    return ", ".join(short(_text(value)) for value in attributes.values())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else words.number(value)
