"""Which nodes are linked with a node from some time on, and never before? (LLM4DyG, section 3.2, spatial task 2)

"After or at the given time" includes the time itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from graphcore import words
from graphcore.graphs import Link, Node, TemporalGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.exact import new_neighbors
from graphcore.tasks.base import Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import NodeSetTask, undirected_note


class NeighborInPeriods(NodeSetTask):
    """The nodes that a node first meets at or after a time."""

    name = "llm4dyg/neighbor_in_periods"
    title = "Who is met only from a time on?"
    ability = "spatial"
    instruction = (
        "Find all nodes that are linked with the given node at or after the given time in the dynamic graph, "
        "but were not linked with it at any time before."
    )
    algorithm = (
        "We can find for each other node the first time at which it is linked with the given one, and keep those "
        "nodes for which that time is not before the given time."
    )
    fields: ClassVar[Mapping[str, Field]] = {"node": Field("node"), "time": Field("time")}
    needs = "a node that meets somebody new"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        firsts = {n: [met[0] for v in graph.nodes if (met := graph.met(n, v))] for n in graph.nodes}
        meeting = {n: (min(times), max(times)) for n, times in firsts.items() if times}
        open_to = [(n, t) for t in graph.times for n, (_, last) in meeting.items() if last >= t]
        # The paper asks of nodes that were linked before the time, since only there "not before" says anything.
        telling = [(n, t) for n, t in open_to if graph.steps_from(n) and meeting[n][0] < t]
        if not open_to:
            return None
        node, time = rng.choice(telling or open_to)
        return Posed(graph, {"node": node, "time": time})

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        node, time, note = words.node(query["node"]), query["time"], undirected_note(graph)
        return f"Which nodes are linked with {node} at or after time {time}{note}, but not before time {time}?"

    def truth(self, graph: TemporalGraph, query: Mapping[str, Any]) -> list[Node]:
        return new_neighbors(graph, query["node"], query["time"])

    def untrue(self, graph: TemporalGraph, query: Mapping[str, Any], extra: tuple[Node, ...]) -> Finding:
        node, time = query["node"], query["time"]
        early: list[Link] = [(node, v, met[0]) for v in extra if (met := graph.met(node, v))]
        never = [v for v in extra if not graph.met(node, v)]
        texts = [
            f"{words.sentence(words.node(node))} was linked with {words.node(v)} at time {t} already"
            for _, v, t in early
        ]
        texts += [f"{words.node(node)} is never linked with {words.nodes(never)}"] if never else []
        code = "linked_before" if early else "no_such_edge"
        edges = (*early, *((node, v) for v in never))
        return Finding(code, f"{words.sentence('; '.join(texts))}.", extra, edges, (time,))

    def left_out(self, graph: TemporalGraph, query: Mapping[str, Any], missing: tuple[Node, ...]) -> Finding:
        node = query["node"]
        edges = tuple((node, v, graph.met(node, v)[0]) for v in missing)
        text = f"{words.sentence(words.node(node))} is also first linked with {words.nodes(missing)} in that period."
        return Finding("incomplete", text, missing, edges, tuple(t for _, _, t in edges))

    def highlights(self, problem: Problem, value: Any) -> Step:
        node = problem.query["node"]
        edges = tuple((node, v, t) for v in value for t in problem.graph.met(node, v))
        return Step("", (node, *value), edges, (problem.query["time"],))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        node, time = query["node"], query["time"]
        for v in graph.nodes:
            if met := graph.met(node, v):
                when = "at or after" if met[0] >= time else "before"
                first = f"{words.node(node)} is first linked with {words.node(v)} at time {met[0]}"
                text = f"{words.sentence(first)}, {when} time {time}."
                yield Step(text, (node, v), ((node, v, met[0]),), (met[0],))
