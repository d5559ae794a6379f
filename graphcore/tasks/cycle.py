"""Does the graph have a cycle? (NLGraph, section 2.2, task 2)

As in the paper, a graph without a cycle is a forest, and one with a cycle is a forest with edges added. Some edges are
taken from both before, so that the number of edges does not tell the answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.generators.static import plain
from graphcore.graphs import StaticGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.static import find_cycle, peeled
from graphcore.tasks.base import ANSWER, Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import YesNoTask
from graphcore.tasks.static import SIZES, StaticTask, chain_of

TAKEN, ADDED = 3, 3
"""At most so many edges of a tree are taken away, and so many that close a cycle added."""


class Cycle(YesNoTask[StaticGraph], StaticTask):
    """Whether the graph has a cycle."""

    directed = False
    name = "nlgraph/cycle"
    title = "Does the graph have a cycle?"
    ability = "simple"
    instruction = (
        "Say whether the graph has a cycle: a walk along different edges that ends where it began and visits no other "
        "node twice."
    )
    algorithm = (
        "We can peel the graph: remove every node that has at most one edge, with its edge, and do so again until no "
        "such node is left. If nothing remains there is no cycle; otherwise there is one."
    )
    fields: ClassVar[Mapping[str, Field]] = {}
    parameters = (ANSWER,)
    presets = SIZES
    shots = 4
    needs = "three connected nodes"

    def dressed(
        self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool
    ) -> StaticGraph | None:
        forest = _forest(base, rng)
        taken = rng.randint(0, min(TAKEN, max(0, forest.number_of_edges() - 2)))
        forest.remove_edges_from(rng.sample(sorted(forest.edges), taken))
        closing = list(_closing(forest))
        if positive and not closing:
            return None
        added = rng.sample(closing, min(rng.randint(1, ADDED), len(closing))) if positive else []
        forest.add_edges_from(added)
        return plain(forest)

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        return Posed(graph, {})

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        return "Is there a cycle in this graph?"

    def evidence(self, graph: StaticGraph, query: Mapping[str, Any]) -> tuple[bool, Finding]:
        cycle = find_cycle(graph)
        if cycle is None:
            return False, Finding("wrong_value", "The graph has no cycle: peeled from its ends, nothing of it remains.")
        closed = [*cycle, cycle[0]]
        return True, Finding("wrong_value", f"There is a cycle: {words.path(closed)}.", tuple(cycle), chain_of(closed))

    def highlights(self, problem: Problem, value: Any) -> Step:
        finding = self.evidence(problem.graph, problem.query)[1]
        return Step("", finding.nodes, finding.edges)

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        left = set(graph.nodes)
        for now in peeled(graph):
            left -= set(now)
            rest = words.nodes([node for node in graph.nodes if node in left])
            yield Step(
                f"We remove {words.nodes(now)}, with at most one edge each; {rest} remain{_s(len(left))}.", (*now,)
            )
        if left:
            nodes = tuple(node for node in graph.nodes if node in left)
            edges = tuple(pair for pair in graph.pairs if left.issuperset(pair))
            yield Step("All that remain have two edges or more, so there is a cycle.", nodes, edges)
        else:
            yield Step("Nothing remains, so there is no cycle.")


def _s(count: int) -> str:
    return "s" if count < 2 else ""


def _forest(base: nx.Graph, rng: random.Random) -> nx.Graph:
    """A random spanning forest of the base graph."""
    edges = sorted(base.edges)
    rng.shuffle(edges)
    forest = nx.create_empty_copy(base)
    joined = nx.utils.UnionFind(base)
    for u, v in edges:
        if joined[u] != joined[v]:
            joined.union(u, v)
            forest.add_edge(u, v)
    return forest


def _closing(forest: nx.Graph) -> Iterator[tuple[int, int]]:
    """The pairs that an edge would make a cycle with."""
    for part in sorted(sorted(part) for part in nx.connected_components(forest)):
        yield from ((u, v) for index, u in enumerate(part) for v in part[index + 1 :] if not forest.has_edge(u, v))
