"""How much can flow from one node to another? (NLGraph, section 2.2, task 5)

The stated value decides; partial credit is its share of the maximum. A plan that is given beside it is checked edge by
edge, and its faults are findings.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.checks import Fault
from graphcore.generators.static import network
from graphcore.graphs import Pair, StaticGraph
from graphcore.parameters import Parameter
from graphcore.parsing import FlowValue
from graphcore.records import Answer, Finding, Problem, Reference, Step
from graphcore.solvers.flow import augmentations, flow_plan, flow_value, minimum_cut
from graphcore.solvers.static import equal, search_tree
from graphcore.tasks.base import Judged, Posed, Preset
from graphcore.tasks.fields import Field
from graphcore.tasks.flow_plans import plan_faults
from graphcore.tasks.static import StaticTask, chain_of


class MaxFlow(StaticTask):
    """The value of a maximum flow from source to target."""

    directed = True
    name = "nlgraph/max_flow"
    title = "Find the maximum flow"
    ability = "complex"
    instruction = (
        "Find how much can flow at most from the first given node to the second: along each edge no more than its "
        "capacity, and out of every other node as much as into it."
    )
    algorithm = (
        "We can use the algorithm of Ford and Fulkerson: find a path from the source to the target on which every edge "
        "has capacity left, send along it as much as its narrowest edge lets through, and go on until there is no such "
        "path; what was sent along an edge may be sent back."
    )
    reader = FlowValue()
    fields: ClassVar[Mapping[str, Field]] = {"source": Field("node"), "target": Field("node")}
    measure = "capacity"
    graph_parameters = (
        Parameter(
            "max_capacity", "int", 10, "Largest capacity", "Capacities are whole numbers from 1 to this.", 1, 1000
        ),
    )
    presets: ClassVar[Mapping[str, Preset]] = {
        "easy": {"n": (5, 10), "max_capacity": 10},
        "hard": {"n": (11, 20), "max_capacity": 20},
    }
    missing_score: ClassVar[Mapping[str, float | None]] = {"pc": 0.0}
    needs = "two nodes between which something can flow"

    def dressed(self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> StaticGraph:
        return network(base, rng, params["max_capacity"])

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        for source in rng.sample(graph.nodes, len(graph.nodes)):
            reached = [node for node in search_tree(graph, source) if node != source]
            if reached:
                return Posed(graph, {"source": source, "target": rng.choice(reached)})
        return None

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        return f"What is the maximum flow from {words.node(query['source'])} to {words.node(query['target'])}?"

    def solve(self, graph: StaticGraph, query: Mapping[str, Any]) -> Reference:
        value = flow_value(graph, query["source"], query["target"])
        return Reference(value, value)

    def check(self, graph: StaticGraph, query: Mapping[str, Any], value: Any) -> Judged:
        reference = self.solve(graph, query)
        most = reference.optimum
        if equal(value, most):
            return Judged(score={"pc": 1.0}, reference=reference)
        if value < 0:
            raise Fault(Finding("wrong_value", "A flow cannot be less than 0."))
        if value > most:
            raise Fault(_too_much(graph, query, most))
        plan = flow_plan(graph, query["source"], query["target"])
        text = f"More can flow, {words.number(most)} in all: {_listed(plan)}."
        finding = Finding("smaller_than_optimum", text, (query["source"], query["target"]), tuple(plan))
        return Judged("suboptimal", (finding,), {"pc": value / most}, reference)

    def remarks(self, graph: StaticGraph, query: Mapping[str, Any], answer: Answer) -> tuple[Finding, ...]:
        return () if answer.beside is None else tuple(plan_faults(graph, query, answer.value, answer.beside))

    def failed_score(self, query: Mapping[str, Any], value: Any) -> Mapping[str, float | None]:
        return self.missing_score

    def highlights(self, problem: Problem, value: Any) -> Step:
        source, target = problem.query["source"], problem.query["target"]
        return Step("", (source, target), tuple(flow_plan(problem.graph, source, target)))

    def amounts(self, problem: Problem) -> Mapping[Pair, float]:
        return flow_plan(problem.graph, problem.query["source"], problem.query["target"])

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        source, target = query["source"], query["target"]
        yield Step(f"At first nothing flows from {words.node(source)} to {words.node(target)}.", (source, target))
        total: float = 0
        for found in augmentations(graph, source, target):
            steps = chain_of(found.path)
            # Of each edge "5 from 9 to 0" would read like the plan of a flow, also where a model writes as we do.
            rooms = words.joined([words.number(room) for room in found.rooms])
            told = f"{words.number(total)} + {words.number(found.amount)}"
            total += found.amount
            yield Step(
                f"Along {words.path(found.path)} there is room, edge by edge, for {rooms}, so "
                f"{words.number(found.amount)} more can be sent: {told} = {words.number(total)}.",
                tuple(found.path),
                steps,
            )
        cut = minimum_cut(graph, source, target)
        yield Step(f"No path with room is left: {_full(cut)}.", (source, target), tuple(cut))

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        """A flow from 0 to the sum of all capacities (NLGraph, section 3), whole where all of these are."""
        total = _capacity(problem.graph)
        return rng.randint(0, total) if isinstance(total, int) else rng.uniform(0, total)

    def chance(self, problem: Problem) -> float | None:
        total = _capacity(problem.graph)
        return 1 / (total + 1) if isinstance(total, int) else None


def _capacity(graph: StaticGraph) -> float:
    """The sum of all capacities."""
    return sum(graph.capacity(u, v) for u, v in graph.pairs)


def _listed(plan: Mapping[Pair, float], most: int = 8) -> str:
    """ "4 from 2 to 0 and 5 from 2 to 1"; the first few of many."""
    told = [f"{words.number(x)} from {words.name_text(u)} to {words.name_text(v)}" for (u, v), x in plan.items()]
    return words.joined([*told[:most], "so on"] if len(told) > most else told)


def _full(cut: Sequence[Pair]) -> str:
    """Why nothing more can flow when the edges of `cut` are full."""
    if not cut:
        return "no edge leads on"
    edges = words.joined([words.pair(edge) for edge in cut], "or")
    return f"every path must pass {edges}, {'which is' if len(cut) == 1 else 'and these are'} full"


def _too_much(graph: StaticGraph, query: Mapping[str, Any], most: float) -> Finding:
    cut = minimum_cut(graph, query["source"], query["target"])
    through = f"through {words.joined([words.pair(edge) for edge in cut])}" if cut else "as no edge leads there"
    text = f"No more than {words.number(most)} can flow, {through}."
    return Finding("wrong_value", text, (query["source"], query["target"]), tuple(cut))
