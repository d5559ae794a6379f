"""Graphs and their JSON: temporal graphs, whose links have times, and static ones, whose edges may have weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from graphcore.errors import GraphError
from graphcore.graphs.nodes import Node, Pair, is_node
from graphcore.graphs.static import AMOUNTS, Edge, StaticGraph, is_amount, static_graph
from graphcore.graphs.temporal import Link, TemporalGraph, temporal_graph

__all__ = [
    "AMOUNTS",
    "Edge",
    "Graph",
    "Link",
    "Node",
    "Pair",
    "StaticGraph",
    "TemporalGraph",
    "graph_from_json",
    "is_amount",
    "is_node",
    "static_graph",
    "temporal_graph",
]

Graph = TemporalGraph | StaticGraph

_MAKERS: dict[str, Callable[[Iterable[Node], Iterable[Any], bool], Graph]] = {
    TemporalGraph.kind: temporal_graph,
    StaticGraph.kind: static_graph,
}
_FORMS = {TemporalGraph.kind: "[u, v, t]", StaticGraph.kind: "[u, v]"}


def graph_from_json(data: object) -> Graph:
    """The graph of a contract record. Nodes left out are taken from the edges; raises GraphError."""
    if not isinstance(data, Mapping):
        raise GraphError('A graph is an object such as {"kind": "temporal", "nodes": [0, 1], "edges": [[0, 1, 3]]}.')
    kind = data.get("kind", TemporalGraph.kind)
    if not isinstance(kind, str) or kind not in _MAKERS:
        raise GraphError(f"The graph kind {kind!r} is not known; give {' or '.join(map(repr, _MAKERS))}.")
    directed = data.get("directed", False)
    if not isinstance(directed, bool):
        raise GraphError('"directed" is neither true nor false.')
    edges = data.get("edges")
    if not isinstance(edges, list):
        raise GraphError(f'"edges" is missing; give a list of {_FORMS[kind]}.')
    nodes = data["nodes"] if "nodes" in data else _ends(edges)
    if not isinstance(nodes, list):
        raise GraphError('"nodes" is not a list; give one such as [0, 1, 2].')
    return _MAKERS[kind](nodes, edges, directed)


def _ends(edges: Iterable[object]) -> list[Any]:
    """The ends of `edges` that can be nodes, in the order in which they first come."""
    listed = (node for edge in edges if isinstance(edge, list | tuple) for node in edge[:2])
    return list(dict.fromkeys(node for node in listed if is_node(node)))
