"""Temporal graphs: lists of links (u, v, t), u and v are linked at time t (LLM4DyG, section 3.1).

Times are integers; a pair may meet at several times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import networkx as nx

from graphcore.errors import GraphError
from graphcore.graphs.nodes import Node, Pair, check_ends, check_nodes, ranks, show

Link = tuple[Node, Node, int]


@dataclass(frozen=True)
class TemporalGraph:
    """Nodes and links (u, v, t), both in the order given.

    Raises GraphError for unusable ids or times, unknown end points, loops, and a link given twice
    (in an undirected graph (v, u, t) is the same link as (u, v, t)).
    """

    nodes: tuple[Node, ...]
    edges: tuple[Link, ...]
    directed: bool = False
    kind: ClassVar[str] = "temporal"

    def __post_init__(self) -> None:
        check_nodes(self.nodes)
        known = set(self.nodes)
        seen: set[Link] = set()
        for edge in self.edges:
            _check_edge(edge, known)
            key = self.key(edge)
            if key in seen:
                raise GraphError(f"The edge {show(edge)} is given twice; give it once.")
            seen.add(key)

    def key(self, edge: Link) -> Link:
        """The form of `edge` under which equal links compare equal."""
        u, v, t = edge
        if self.directed or self.rank[u] <= self.rank[v]:
            return (u, v, t)
        return (v, u, t)

    @cached_property
    def rank(self) -> dict[Node, int]:
        """Each node's position in the list of nodes."""
        return ranks(self.nodes)

    @cached_property
    def links(self) -> frozenset[Link]:
        """All links by their keys, for membership tests."""
        return frozenset(self.key(edge) for edge in self.edges)

    @cached_property
    def times(self) -> tuple[int, ...]:
        """The distinct time stamps, ascending."""
        return tuple(sorted({t for _, _, t in self.edges}))

    @cached_property
    def _times_of(self) -> dict[Pair, tuple[int, ...]]:
        found: dict[Pair, list[int]] = {}
        for u, v, t in self.edges:
            found.setdefault((u, v), []).append(t)
            if not self.directed:
                found.setdefault((v, u), []).append(t)
        return {pair: tuple(sorted(times)) for pair, times in found.items()}

    def times_of(self, u: Node, v: Node) -> tuple[int, ...]:
        """When u is linked to v (in that direction, if the graph is directed), ascending."""
        return self._times_of.get((u, v), ())

    def has_edge(self, u: Node, v: Node) -> bool:
        """Whether u is ever linked to v (in that direction, if the graph is directed)."""
        return (u, v) in self._times_of

    def met(self, u: Node, v: Node) -> tuple[int, ...]:
        """When u and v are linked in either direction, ascending."""
        return tuple(sorted({*self.times_of(u, v), *self.times_of(v, u)}))

    @cached_property
    def _steps(self) -> dict[Node, tuple[tuple[Node, int], ...]]:
        found: dict[Node, list[tuple[Node, int]]] = {node: [] for node in self.nodes}
        for (u, v), times in self._times_of.items():
            found[u].extend((v, t) for t in times)
        return {u: tuple(sorted(steps, key=lambda step: (step[1], self.rank[step[0]]))) for u, steps in found.items()}

    def steps_from(self, u: Node) -> tuple[tuple[Node, int], ...]:
        """All (v, t) with a link from u to v at t, by time and then node order."""
        return self._steps[u]

    def until(self, time: int) -> TemporalGraph:
        """The same nodes with only the links at times <= `time`."""
        return temporal_graph(self.nodes, (edge for edge in self.edges if edge[2] <= time), self.directed)

    def static(self) -> nx.Graph:
        """A new networkx graph of the pairs that are ever linked; edge attribute `times` lists when."""
        graph = nx.DiGraph() if self.directed else nx.Graph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from((u, v, {"times": list(self.times_of(u, v))}) for u, v, _ in self.edges)
        return graph

    def relabelled(self, names: Mapping[Node, Node]) -> TemporalGraph:
        """The same graph with every node replaced by its name."""
        edges = ((names[u], names[v], t) for u, v, t in self.edges)
        return temporal_graph((names[node] for node in self.nodes), edges, self.directed)

    def to_json(self) -> dict[str, Any]:
        """The contract's record of this graph."""
        return {
            "kind": self.kind,
            "directed": self.directed,
            "nodes": list(self.nodes),
            "edges": [list(edge) for edge in self.edges],
        }


def temporal_graph(nodes: Iterable[Node], edges: Iterable[Iterable[Any]], directed: bool = False) -> TemporalGraph:
    """A TemporalGraph from any iterables; raises GraphError."""
    return TemporalGraph(tuple(nodes), tuple(_as_edge(edge) for edge in edges), directed)


def _check_edge(edge: Link, known: set[Node]) -> None:
    check_ends(edge, known)
    if isinstance(edge[2], bool) or not isinstance(edge[2], int):
        raise GraphError(f"The edge {show(edge)} has the time {show(edge[2])}; give a whole number.")


def _as_edge(edge: object) -> Link:
    if isinstance(edge, str) or not isinstance(edge, Iterable) or len(parts := tuple(edge)) != 3:
        raise GraphError(f"The edge {show(edge)} is not [u, v, t].")
    return parts
