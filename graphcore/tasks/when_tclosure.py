"""When do three nodes first close their triad? (LLM4DyG, section 3.2, temporal task 3)"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar

from graphcore import words
from graphcore.graphs import Link, TemporalGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.exact import first_closure, triads
from graphcore.tasks.base import Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import FirstTimeTask, pair_text, undirected_note


class WhenTriadicClosure(FirstTimeTask):
    """The first time by which all three pairs have met."""

    name = "llm4dyg/when_tclosure"
    title = "When is a triad first closed?"
    ability = "temporal"
    instruction = (
        "Find the first time at which the three given nodes form a closed triad in the dynamic graph. "
        "A triad is closed as soon as each two of its three nodes have been linked at that time or before."
    )
    algorithm = (
        "We can find for each of the three pairs the first time at which it is linked. The triad is closed at the "
        "latest of these three times."
    )
    fields: ClassVar[Mapping[str, Field]] = {"nodes": Field("nodes", 3)}
    needs = "a closed triad"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        closed = triads(graph, 3)
        return Posed(graph, {"nodes": rng.sample(rng.choice(closed), 3)}) if closed else None

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        return f"When do {words.nodes(query['nodes'])} first close the triad{undirected_note(graph)}?"

    def first(self, graph: TemporalGraph, query: Mapping[str, Any]) -> int | None:
        return first_closure(graph, query["nodes"])

    def too_early(self, graph: TemporalGraph, query: Mapping[str, Any], time: int) -> Finding:
        apart = [(u, v) for u, v in combinations(query["nodes"], 2) if not any(t <= time for t in graph.met(u, v))]
        text = f"Up to time {time}, {words.joined([pair_text(u, v) for u, v in apart])} have not been linked."
        return Finding("wrong_value", text, tuple(query["nodes"]), tuple(apart), (time,))

    def holds_since(self, graph: TemporalGraph, query: Mapping[str, Any], first: int) -> Finding:
        links = _first_links(graph, query["nodes"])
        text = f"The triad is closed since time {first}, by {words.joined([words.link(link) for link in links])}."
        return Finding("later_than_first", text, tuple(query["nodes"]), links, (first,))

    def highlights(self, problem: Problem, value: Any) -> Step:
        if value is None:
            return Step("")
        links = tuple(link for link in _first_links(problem.graph, problem.query["nodes"]) if link[2] <= value)
        return Step("", tuple(problem.query["nodes"]), links, (value,))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        links = _first_links(graph, query["nodes"])
        for u, v, t in links:
            yield Step(f"{words.sentence(pair_text(u, v))} are first linked at time {t}.", (u, v), ((u, v, t),), (t,))
        if len(links) == 3:
            latest = max(t for _, _, t in links)
            yield Step(f"The last of these times is {latest}.", tuple(query["nodes"]), links, (latest,))


def _first_links(graph: TemporalGraph, triad: list[Any]) -> tuple[Link, ...]:
    return tuple((u, v, graph.met(u, v)[0]) for u, v in combinations(triad, 2) if graph.met(u, v))
