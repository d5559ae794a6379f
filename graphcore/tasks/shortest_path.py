"""Find a path of least weight. (NLGraph, section 2.2, task 4)

Partial credit is 1/rank among all simple paths by weight; a wrong stated total is a finding and decides nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.checks import Fault, require_all, require_distinct_nodes, require_edges, require_known
from graphcore.generators.static import measured
from graphcore.graphs import Node, StaticGraph
from graphcore.parameters import Parameter, Value
from graphcore.parsing import WeightedPath
from graphcore.records import Answer, Finding, Problem, Reference, Step
from graphcore.solvers.static import distances, equal, path_rank, path_to, search_tree, turned
from graphcore.tasks.base import Judged, Posed, Preset
from graphcore.tasks.fields import Field
from graphcore.tasks.static import StaticTask, chain_of, require_ends


class ShortestPath(StaticTask):
    """A path from source to target with the least sum of weights."""

    name = "nlgraph/shortest_path"
    title = "Find a shortest path"
    ability = "simple"
    instruction = (
        "Find a shortest path in the graph from the first given node to the second: one with the least sum of the "
        "weights of its edges."
    )
    algorithm = (
        "We can use Dijkstra's algorithm: keep for each node the least weight at which it is known to be reached, "
        "settle the unsettled node for which that is least, and see whether its edges lead to others at less, until "
        "the wanted node is settled."
    )
    reader = WeightedPath()
    fields: ClassVar[Mapping[str, Field]] = {"source": Field("node"), "target": Field("node")}
    measure = "weight"
    graph_parameters = (
        Parameter("max_weight", "int", 10, "Largest weight", "Weights are whole numbers from 1 to this.", 1, 1000),
    )
    parameters = (
        Parameter(
            "least_nodes", "int", 3, "Nodes on the path", "How many nodes the shortest path has at least.", 2, 10
        ),
    )
    presets: ClassVar[Mapping[str, Preset]] = {"easy": {"n": (5, 10)}, "hard": {"n": (11, 20)}}
    exemplar_params: ClassVar[Mapping[str, Value]] = {"n": 5, "p": 0.6, "least_nodes": 2}
    missing_score: ClassVar[Mapping[str, float | None]] = {"pc": 0.0}
    needs = "a shortest path over so many nodes"
    remedy = "ask for fewer nodes on the path, or take more nodes or another density"
    several_answers = True

    def dressed(self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> StaticGraph:
        return measured(base, rng, "weight", params["max_weight"])

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        for source in rng.sample(graph.nodes, len(graph.nodes)):
            hops = distances(graph, source).hops
            far = [node for node in graph.nodes if hops.get(node, 0) + 1 >= params["least_nodes"] and node != source]
            if far:
                return Posed(graph, {"source": source, "target": rng.choice(far)})
        return None

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        return f"What is the shortest path from {words.node(query['source'])} to {words.node(query['target'])}?"

    def solve(self, graph: StaticGraph, query: Mapping[str, Any]) -> Reference:
        found = distances(graph, query["source"])
        if query["target"] not in found.distance:
            return Reference(None, None)
        return Reference(found.distance[query["target"]], path_to(found.before, query["target"]))

    def check(self, graph: StaticGraph, query: Mapping[str, Any], value: Any) -> Judged:
        if not value:
            return self._check_none(graph, query)
        require_all(
            lambda: require_known(graph, value),
            lambda: require_ends(value, query["source"], query["target"]),
            lambda: require_distinct_nodes(value),
            lambda: require_edges(graph, value),
        )
        return self._ranked(graph, query, value)

    def _check_none(self, graph: StaticGraph, query: Mapping[str, Any]) -> Judged:
        reference = self.solve(graph, query)
        if reference.solution is None:
            return Judged(reference=reference, score={"pc": 1.0})
        text = f"There is such a path: {words.path(reference.solution)}."
        raise Fault(Finding("wrong_value", text, tuple(reference.solution), chain_of(reference.solution)))

    def _ranked(self, graph: StaticGraph, query: Mapping[str, Any], path: Sequence[Node]) -> Judged:
        reference, total = self.solve(graph, query), weight_of(graph, path)
        if equal(total, reference.optimum):
            return Judged(reference=reference, score={"pc": 1.0})
        best = reference.solution
        text = (
            f"The path has weight {words.number(total)}; {words.path(best)} has only {words.number(reference.optimum)}."
        )
        findings = [Finding("longer_than_optimum", text, tuple(best), chain_of(best))]
        rank, counted = path_rank(graph, query["source"], query["target"], total)
        if not counted:
            told = f"At least {rank - 1:,} paths are shorter; not all were counted, so pc is an upper bound."
            findings.append(Finding("rank_not_counted", told))
        return Judged("suboptimal", tuple(findings), {"pc": 1 / rank}, reference)

    def remarks(self, graph: StaticGraph, query: Mapping[str, Any], answer: Answer) -> tuple[Finding, ...]:
        path, stated = answer.value, answer.beside
        steps = chain_of(path or ())
        real = all(set(edge) <= graph.rank.keys() and graph.has_edge(*edge) for edge in steps)
        if stated is None or not path or not real or equal(stated, total := weight_of(graph, path)):
            return ()
        text = f"The reply states a total of {words.number(stated)}, but the path's is {words.number(total)}."
        return (Finding("stated_total_wrong", text, tuple(path), steps),)

    def told(self, graph: StaticGraph, value: Any) -> str:
        total = f" with a total weight of {words.number(weight_of(graph, value))}" if value else ""
        return f"{self.reader.write(value)}{total}"

    def failed_score(self, query: Mapping[str, Any], value: Any) -> Mapping[str, float | None]:
        return self.missing_score

    def highlights(self, problem: Problem, value: Any) -> Step:
        return Step("", tuple(value or ()), chain_of(value or ()))

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        source, target = query["source"], query["target"]
        found = distances(graph, source)
        yield Step(f"We start at {words.node(source)}, at weight 0.", (source,))
        for node, before in found.before.items():
            if before is not None:
                told = f"{words.number(found.distance[before])} + {words.number(graph.weight(before, node))}"
                text = f"{words.sentence(words.node(node))} is reached from {words.node(before)} at weight {told}"
                yield Step(f"{text} = {words.number(found.distance[node])}.", (before, node), ((before, node),))
            if node == target:
                path = path_to(found.before, target)
                yield Step(f"Going back, the path is {words.path(path)}.", tuple(path), chain_of(path))
                return
        yield Step(f"No edge leads on, and {words.node(target)} was not reached.", tuple(found.distance))

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        """A random valid path (NLGraph, section 3), node by node, each uniformly among those that still lead on."""
        return random_path(problem.graph, problem.query["source"], problem.query["target"], rng)


def weight_of(graph: StaticGraph, path: Sequence[Node]) -> float:
    """The sum of the weights along `path`."""
    return sum(graph.weight(u, v) for u, v in chain_of(path))


def random_path(graph: StaticGraph, source: Node, target: Node, rng: random.Random) -> list[Node]:
    """A simple path from source to target, [] if there is none."""
    back = turned(graph)
    path = [source]
    while path[-1] != target:
        leading = search_tree(back, target, without=frozenset(path))
        onward = [node for node in graph.neighbors(path[-1]) if node in leading]
        if not onward:
            return []
        path.append(rng.choice(onward))
    return path
