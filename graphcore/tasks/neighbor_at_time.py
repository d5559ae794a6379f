"""Which nodes are linked with a given node at a given time? (LLM4DyG, section 3.2, spatial task 1)"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from graphcore import words
from graphcore.graphs import Node, TemporalGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.exact import neighbors_at
from graphcore.tasks.base import Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import NodeSetTask, undirected_note


class NeighborAtTime(NodeSetTask):
    """The neighbours of a node in one snapshot."""

    name = "llm4dyg/neighbor_at_time"
    title = "Who is linked at a time?"
    ability = "spatial"
    instruction = "Find all nodes that are linked with the given node at the given time in the dynamic graph."
    algorithm = "We can go through the links of that time and note for each that has the node as an end the other end."
    fields: ClassVar[Mapping[str, Field]] = {"node": Field("node"), "time": Field("time")}
    needs = "a link"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        if not graph.edges:
            return None
        time = rng.choice(graph.times)
        linked = {node for u, v, t in graph.edges if t == time for node in (u, v)}
        node = rng.choice([node for node in graph.nodes if node in linked])
        return Posed(graph, {"node": node, "time": time})

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        note = undirected_note(graph)
        return f"Which nodes are linked with {words.node(query['node'])} at time {query['time']}{note}?"

    def truth(self, graph: TemporalGraph, query: Mapping[str, Any]) -> list[Node]:
        return neighbors_at(graph, query["node"], query["time"])

    def untrue(self, graph: TemporalGraph, query: Mapping[str, Any], extra: tuple[Node, ...]) -> Finding:
        node, time = query["node"], query["time"]
        text = f"At time {time} there is no link between {words.node(node)} and {words.nodes(extra)}."
        return Finding("no_such_edge", text, extra, tuple((node, v, time) for v in extra), (time,))

    def left_out(self, graph: TemporalGraph, query: Mapping[str, Any], missing: tuple[Node, ...]) -> Finding:
        node, time = query["node"], query["time"]
        text = f"At time {time}, {words.node(node)} is also linked with {words.nodes(missing)}."
        return Finding("incomplete", text, missing, tuple((node, v, time) for v in missing), (time,))

    def highlights(self, problem: Problem, value: Any) -> Step:
        node, time = problem.query["node"], problem.query["time"]
        return Step("", (node, *value), tuple((node, v, time) for v in value), (time,))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        node, time = query["node"], query["time"]
        now = tuple(edge for edge in graph.edges if edge[2] == time)
        listed = words.joined([words.link(edge) for edge in now]) if now else "none"
        yield Step(f"The links at time {time} are: {listed}.", (), now, (time,))
        near = tuple(edge for edge in now if node in edge[:2])
        listed = words.joined([words.link(edge) for edge in near]) if near else "none"
        yield Step(f"Of these, {words.node(node)} is in: {listed}.", (node,), near, (time,))
