"""Are two nodes connected by a path? (NLGraph, section 2.2, task 1)

Of a graph that consists of chains the ends are asked, which have one edge only and yet may be connected (section 4.4).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.generators import GENERAL
from graphcore.generators.special import split
from graphcore.generators.static import plain
from graphcore.graphs import Node, Pair, StaticGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.static import components, path_to, search_tree
from graphcore.tasks.base import ANSWER, Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import YesNoTask, pair_text
from graphcore.tasks.static import SIZES, StaticTask, chain_of


class Connectivity(YesNoTask[StaticGraph], StaticTask):
    """Whether a path leads from u to v."""

    name = "nlgraph/connectivity"
    title = "Are two nodes connected?"
    ability = "simple"
    instruction = "Say whether the edges of the graph contain a path that connects the two given nodes."
    algorithm = (
        "We can use a breadth-first search: start at one of the two nodes, mark it, and mark all nodes that an edge "
        "joins to a marked one, until the other node is marked or no unmarked node is left to reach."
    )
    fields: ClassVar[Mapping[str, Field]] = {"u": Field("node"), "v": Field("node")}
    parameters = (ANSWER,)
    generators = (*GENERAL, "chain", "clique")
    presets = SIZES
    shots = 4
    needs = "both connected and unconnected nodes"

    def dressed(self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> StaticGraph:
        """A connected graph is cut in two, whatever the answer is to be, so that its look does not tell."""
        if nx.is_connected(base):
            base = base.copy()
            side = {node: index for index, part in enumerate(split(list(base), rng, 2)) for node in part}
            base.remove_edges_from([(u, v) for u, v in base.edges if side[u] != side[v]])
        return plain(base)

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        if graph.directed:
            pairs = _pairs(graph, positive)
            return Posed(graph, dict(zip("uv", rng.choice(pairs), strict=True))) if pairs else None
        parts = [_asked(graph, part) for part in components(graph)]
        if positive:
            sizes = [len(part) * (len(part) - 1) for part in parts]
            if not any(sizes):
                return None
            u, v = rng.sample(rng.choices(parts, sizes)[0], 2)
        else:
            if len(parts) < 2:
                return None
            u, v = (rng.choice(part) for part in rng.sample(parts, 2))
        return Posed(graph, {"u": u, "v": v})

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        if graph.directed:
            return f"Is there a path from {words.node(query['u'])} to {words.node(query['v'])}?"
        return f"Is there a path between {pair_text(query['u'], query['v'])}?"

    def evidence(self, graph: StaticGraph, query: Mapping[str, Any]) -> tuple[bool, Finding]:
        u, v = query["u"], query["v"]
        tree = search_tree(graph, u)
        if v in tree:
            path = path_to(tree, v)
            text = f"{words.sentence(words.node(u))} and {words.node(v)} are connected: {words.path(path)}."
            return True, Finding("wrong_value", text, tuple(path), chain_of(path))
        near = [node for node in tree if node != u]
        others = f"{words.nodes(near)}, but not {words.node(v)}" if near else "no other node"
        return False, Finding("wrong_value", f"From {words.node(u)}, edges lead to {others}.", (u, v), _edges(tree))

    def highlights(self, problem: Problem, value: Any) -> Step:
        finding = self.evidence(problem.graph, problem.query)[1]
        return Step("", finding.nodes, finding.edges)

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        """A step for each node from which the search goes on."""
        u, v = query["u"], query["v"]
        tree = search_tree(graph, u)
        yield Step(f"We start at {words.node(u)}.", (u,))
        for node in tree:
            fresh = [other for other, before in tree.items() if before == node]
            if fresh:
                edges = tuple((node, other) for other in fresh)
                yield Step(f"From {words.node(node)} we come to {words.nodes(fresh)}.", (node, *fresh), edges)
            if v in fresh:
                yield Step(f"So we have come to {words.node(v)}.", (u, v), chain_of(path_to(tree, v)))
                return
        yield Step(f"No edge leads on, and we have not come to {words.node(v)}.", tuple(tree))


def _pairs(graph: StaticGraph, connected: bool) -> list[Pair]:
    """All pairs of nodes with a path from the first to the second, or all without."""
    trees = {node: search_tree(graph, node) for node in graph.nodes}
    return [(u, v) for u, tree in trees.items() for v in graph.nodes if u != v and (v in tree) == connected]


def _asked(graph: StaticGraph, part: list[Node]) -> list[Node]:
    """The nodes of a component that may be asked about: of a chain its ends."""
    degrees = [len(graph.neighbors(node)) for node in part]
    is_chain = len(part) > 2 and max(degrees) == 2 and degrees.count(1) == 2
    return [node for node, degree in zip(part, degrees, strict=True) if degree == 1] if is_chain else part


def _edges(tree: Mapping[Node, Node | None]) -> tuple[tuple[Node, Node], ...]:
    return tuple((before, node) for node, before in tree.items() if before is not None)
