"""Static graphs: edges (u, v), which may carry a weight, a capacity or a relation (NLGraph, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import networkx as nx

from graphcore.errors import GraphError
from graphcore.graphs.nodes import Node, Pair, check_ends, check_nodes, ranks, show

Edge = tuple[Node, Node] | tuple[Node, Node, Mapping[str, Any]]
MEASURES = ("weight", "capacity")
"""The attributes of edges that are numbers."""
SMALLEST, LARGEST = 10**-15, 10**15
"""Numbers between these, and 0, are taken: what they add up to has to stay a number that can be written and read."""
AMOUNTS = f"a number from {SMALLEST:g} to {LARGEST:,}"
"""These bounds in words."""


@dataclass(frozen=True)
class StaticGraph:
    """Nodes and edges (u, v) or (u, v, {"weight": 4}), both in the order given.

    Raises GraphError for unusable ids or attributes, unknown end points, loops, and an edge given twice
    (in an undirected graph (v, u) is the same edge as (u, v)).
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    directed: bool = False
    kind: ClassVar[str] = "static"

    def __post_init__(self) -> None:
        check_nodes(self.nodes)
        seen: set[Pair] = set()
        for edge in self.edges:
            check_ends(edge, self.rank)
            _check_attributes(edge)
            key = self.key(edge)
            if key in seen:
                raise GraphError(f"The edge {show(edge)} is given twice; give it once.")
            seen.add(key)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.nodes, self.pairs, self.directed))

    def key(self, edge: Edge) -> Pair:
        """The pair of `edge`'s ends under which equal edges compare equal."""
        u, v = edge[0], edge[1]
        return (u, v) if self.directed or self.rank[u] <= self.rank[v] else (v, u)

    @cached_property
    def rank(self) -> dict[Node, int]:
        """Each node's position in the list of nodes."""
        return ranks(self.nodes)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The ends of all edges, in their order."""
        return tuple((edge[0], edge[1]) for edge in self.edges)

    @cached_property
    def _attributes(self) -> dict[Pair, Mapping[str, Any]]:
        return {self.key(edge): edge[2] if len(edge) == 3 else {} for edge in self.edges}

    @cached_property
    def measure(self) -> str | None:
        """The attribute that the edges carry as a number, "weight" or "capacity"; None if they carry none."""
        return next((name for name in MEASURES for values in self._attributes.values() if name in values), None)

    @cached_property
    def _after(self) -> dict[Node, tuple[Node, ...]]:
        found: dict[Node, list[Node]] = {node: [] for node in self.nodes}
        for u, v in self.pairs:
            found[u].append(v)
            if not self.directed:
                found[v].append(u)
        return {node: tuple(sorted(others, key=self.rank.__getitem__)) for node, others in found.items()}

    def neighbors(self, node: Node) -> tuple[Node, ...]:
        """The nodes that edges lead to from `node`, in node order."""
        return self._after[node]

    def has_edge(self, u: Node, v: Node) -> bool:
        """Whether an edge leads from u to v; both must be nodes of the graph."""
        return self.key((u, v)) in self._attributes

    def attributes(self, u: Node, v: Node) -> Mapping[str, Any]:
        """What the edge from u to v carries; {} if there is no such edge."""
        return self._attributes.get(self.key((u, v)), {})

    def weight(self, u: Node, v: Node) -> float:
        """The weight of the edge from u to v, 1 where it carries none."""
        weight: float = self.attributes(u, v).get("weight", 1)
        return weight

    def capacity(self, u: Node, v: Node) -> float:
        """The capacity of the edge from u to v, 1 where it carries none, 0 where there is no such edge."""
        capacity: float = self.attributes(u, v).get("capacity", 1) if self.has_edge(u, v) else 0
        return capacity

    def static(self) -> nx.Graph:
        """A new networkx graph with the same nodes, edges and attributes."""
        graph = nx.DiGraph() if self.directed else nx.Graph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from((u, v, dict(self.attributes(u, v))) for u, v in self.pairs)
        return graph

    def relabelled(self, names: Mapping[Node, Node]) -> StaticGraph:
        """The same graph with every node replaced by its name."""
        edges = ((names[edge[0]], names[edge[1]], *edge[2:]) for edge in self.edges)
        return static_graph((names[node] for node in self.nodes), edges, self.directed)

    def to_json(self) -> dict[str, Any]:
        """The contract's record of this graph."""
        edges = [[u, v, dict(values)] if (values := self.attributes(u, v)) else [u, v] for u, v in self.pairs]
        return {"kind": self.kind, "directed": self.directed, "nodes": list(self.nodes), "edges": edges}


def static_graph(nodes: Iterable[Node], edges: Iterable[Iterable[Any]], directed: bool = False) -> StaticGraph:
    """A StaticGraph from any iterables; raises GraphError."""
    return StaticGraph(tuple(nodes), tuple(_as_edge(edge) for edge in edges), directed)


def is_amount(value: Any) -> bool:
    """Whether `value` is a number that edges and embeddings can carry."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and (value == 0 or SMALLEST <= abs(value) <= LARGEST)


def _check_attributes(edge: Edge) -> None:
    for name, value in (edge[2] if len(edge) == 3 else {}).items():
        if name in MEASURES and not (is_amount(value) and value >= 0):
            raise GraphError(f"The edge {show(edge)} has the {name} {show(value)}; give 0 or {AMOUNTS}.")
        if name == "relation" and not isinstance(value, str):
            raise GraphError(f"The edge {show(edge)} has the relation {show(value)}; give a text.")
        if name not in (*MEASURES, "relation"):
            raise GraphError(f"The edge {show(edge)} has an unknown {show(name)}; give weight, capacity or relation.")


def _as_edge(edge: object) -> Edge:
    parts = () if isinstance(edge, str) or not isinstance(edge, Iterable) else tuple(edge)
    if len(parts) == 2 or (len(parts) == 3 and isinstance(parts[2], Mapping)):
        return parts
    raise GraphError(f'The edge {show(edge)} is neither [u, v] nor [u, v, {{"weight": 4}}].')
