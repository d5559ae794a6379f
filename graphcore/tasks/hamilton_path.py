"""Find a path that visits every node once. (NLGraph, section 2.2, task 7)

The published problems all have one; problems without can be asked for, and then "no" is right.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.checks import (
    Fault,
    require_all,
    require_distinct_nodes,
    require_edges,
    require_every_node,
    require_known,
)
from graphcore.generators.special import split
from graphcore.generators.static import plain
from graphcore.graphs import Node, StaticGraph
from graphcore.parsing import PathOrNo
from graphcore.records import Finding, Problem, Reference, Step
from graphcore.solvers.hamilton import hamilton_path, hamilton_walk
from graphcore.tasks.base import ANSWER, Judged, Posed, Preset
from graphcore.tasks.fields import Field
from graphcore.tasks.static import StaticTask, chain_of

STEPS = 100
"""How many steps of the search a trace tells."""


class HamiltonPath(StaticTask):
    """A path over all nodes, or that there is none."""

    name = "nlgraph/hamilton_path"
    title = "Find a Hamilton path"
    ability = "complex"
    complexity = "NP-hard"
    instruction = (
        "Say whether the graph has a path that visits every node exactly once, and give it if there is one. On a path, "
        "an edge must join each node to the next."
    )
    algorithm = (
        "We can use backtracking: walk from a node to an unvisited neighbor as long as there is one, take one with few "
        "unvisited neighbors first, and where nothing leads on before all nodes have been visited, go back a step and "
        "try another neighbor."
    )
    reader = PathOrNo()
    fields: ClassVar[Mapping[str, Field]] = {}
    generators = ("erdos_renyi", "stochastic_block_model")
    parameters = (replace(ANSWER, default="yes"),)
    presets: ClassVar[Mapping[str, Preset]] = {"easy": {"n": (5, 10)}, "hard": {"n": (11, 20)}}
    needs = "a Hamilton path, or none where none is wanted"
    several_answers = True
    numbered = True

    def dressed(
        self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool
    ) -> StaticGraph | None:
        graph = plain(base) if positive else plain(_without(base, rng))
        return graph if (hamilton_path(graph) is not None) == positive else None

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        return Posed(graph, {}) if len(graph.nodes) > 1 else None

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        return "Is there a path in this graph that visits every node exactly once? If there is, which one?"

    def solve(self, graph: StaticGraph, query: Mapping[str, Any]) -> Reference:
        path = hamilton_path(graph)
        return Reference(None, "no") if path is None else Reference(list(path), list(path))

    def check(self, graph: StaticGraph, query: Mapping[str, Any], value: Any) -> Judged:
        if value == "no":
            return self._check_no(graph, query)
        require_all(
            lambda: require_known(graph, value),
            lambda: require_distinct_nodes(value),
            lambda: require_edges(graph, value),
            lambda: require_every_node(graph, value, "not_covering"),
        )
        return Judged()

    def _check_no(self, graph: StaticGraph, query: Mapping[str, Any]) -> Judged:
        reference = self.solve(graph, query)
        if reference.solution == "no":
            return Judged(reference=reference)
        path = reference.solution
        raise Fault(Finding("wrong_value", f"There is such a path: {words.path(path)}.", tuple(path), chain_of(path)))

    def highlights(self, problem: Problem, value: Any) -> Step:
        path = () if value == "no" else tuple(value)
        return Step("", path, chain_of(path))

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        """The search as it goes, as long as it is short enough to be followed; then what it comes to."""
        path: list[Node] = []
        for number, node in enumerate(hamilton_walk(graph)):
            if number == STEPS:
                yield Step(f"The search goes on in this way after these {STEPS} steps.")
                break
            yield _walked(path, node)
            path = [*path, node] if node is not None else path[:-1]
        found = hamilton_path(graph)
        if found is None:
            yield Step("Every way has been tried in vain: no path visits all nodes.", graph.nodes)
        else:
            yield Step(f"The path {words.path(found)} visits every node once.", found, chain_of(found))

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        """An order of all nodes, uniformly."""
        return rng.sample(problem.graph.nodes, len(problem.graph.nodes))


def _without(base: nx.Graph, rng: random.Random) -> nx.Graph:
    """The base graph with edges taken away until removing k nodes leaves k + 2 parts, of which a path visits k + 1."""
    nodes = list(base)
    k = 0 if len(nodes) < 4 else rng.randint(1, min(3, (len(nodes) - 2) // 2))
    cut = rng.sample(nodes, k)
    parts = split([node for node in nodes if node not in cut], rng, k + 2, least=1)
    side = {node: index for index, part in enumerate(parts) for node in part}
    graph = base.copy()
    graph.remove_edges_from([(u, v) for u, v in base.edges if u in side and v in side and side[u] != side[v]])
    return graph


def _walked(path: list[Node], node: Node | None) -> Step:
    """One step of the search: from `path` on to `node`, or back where that is None."""
    if node is None:
        where = f"we go back to {words.node(path[-2])}" if len(path) > 1 else "we start anew"
        text = f"From {words.node(path[-1])} the nodes that are left cannot all be visited any more, so {where}."
        return Step(text, tuple(path), chain_of(path))
    if not path:
        return Step(f"We start at {words.node(node)}.", (node,))
    onward = (*path, node)
    return Step(f"From {words.node(path[-1])} we go to {words.node(node)}.", onward, chain_of(onward))
