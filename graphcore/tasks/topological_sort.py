"""Put the nodes in an order that keeps to every edge. (NLGraph, section 2.2, task 3)

Any valid order counts; it must name every node once (the paper's own check let missing sinks and repeats pass).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.checks import Fault, require_all, require_distinct_nodes, require_every_node, require_known
from graphcore.generators.static import acyclic
from graphcore.graphs import StaticGraph
from graphcore.parsing import NodeOrder
from graphcore.records import Finding, Problem, Reference, Step
from graphcore.solvers.static import sources_first, topological_order
from graphcore.tasks.base import Judged, Posed, Preset
from graphcore.tasks.fields import Field
from graphcore.tasks.static import SIZES, StaticTask


class TopologicalSort(StaticTask):
    """An order of the nodes in which every edge leads onward."""

    directed = True
    name = "nlgraph/topological_sort"
    title = "Order the nodes along the edges"
    ability = "complex"
    instruction = (
        "Put all nodes of the directed graph in an order in which every node is visited once, and each edge leads from "
        "a node to one that is visited later. For example, [7, 8, 9] is such an order where the edges are "
        "[(7, 8), (7, 9)]."
    )
    algorithm = (
        "We can use Kahn's algorithm: visit a node to which no edge leads, remove it with its edges, and go on with "
        "the nodes to which now no edge leads, until all have been visited."
    )
    reader = NodeOrder()
    fields: ClassVar[Mapping[str, Field]] = {}
    presets: ClassVar[Mapping[str, Preset]] = {**SIZES, "hard": {"n": (26, 34)}}
    needs = "directed edges without a cycle"
    several_answers = True
    layout = "layers"
    numbered = True

    def dressed(self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> StaticGraph:
        return acyclic(base, rng)

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        return Posed(graph, {}) if graph.edges and topological_order(graph) else None

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        return "In which order can all nodes be visited, so that every edge leads to a node that is visited later?"

    def solve(self, graph: StaticGraph, query: Mapping[str, Any]) -> Reference:
        order = topological_order(graph)
        return Reference(order, order)

    def check(self, graph: StaticGraph, query: Mapping[str, Any], value: Any) -> Judged:
        if not value:
            return self._check_none(graph, query)
        require_all(
            lambda: require_known(graph, value),
            lambda: require_distinct_nodes(value),
            lambda: require_every_node(graph, value),
            lambda: _require_order(graph, value),
        )
        return Judged()

    def _check_none(self, graph: StaticGraph, query: Mapping[str, Any]) -> Judged:
        reference = self.solve(graph, query)
        if not reference.solution:
            return Judged(reference=reference)
        text = f"There is such an order: {words.path(reference.solution)}."
        raise Fault(Finding("wrong_value", text, tuple(reference.solution)))

    def highlights(self, problem: Problem, value: Any) -> Step:
        return Step("", tuple(value or ()))

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        left = dict.fromkeys(graph.nodes)
        for now in sources_first(graph):
            for node in now:
                del left[node]
            edges = tuple(pair for pair in graph.pairs if pair[0] in now)
            yield Step(f"No edge leads any more to {words.nodes(now)}, so we visit {_them(now)} now.", (*now,), edges)
        if left:
            yield Step(f"Edges lead to each of {words.nodes(left)} from another of them: a cycle.", (*left,))

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        return rng.sample(problem.graph.nodes, len(problem.graph.nodes))


def _them(nodes: list[Any]) -> str:
    return "it" if len(nodes) == 1 else "them"


def _require_order(graph: StaticGraph, order: list[Any]) -> None:
    """Every edge leads onward in `order`, else Fault `wrong_order`."""
    place = {node: index for index, node in enumerate(order)}
    back = tuple((u, v) for u, v in graph.pairs if place.get(u, -1) > place.get(v, len(order)))
    if back:
        told = words.joined([words.pair(edge) for edge in back[:6]])
        more = f" and {len(back) - 6} more" if len(back) > 6 else ""
        text = f"The order goes against {told}{more}: the first node of each must come before the second."
        raise Fault(Finding("wrong_order", text, tuple(dict.fromkeys(n for edge in back for n in edge)), back))
