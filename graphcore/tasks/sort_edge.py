"""Sort the links by time. (LLM4DyG, section 3.2, spatial-temporal task 3)

Links of equal time may stand in any order; in an undirected graph (v, u, t) is the same link as (u, v, t).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, ClassVar

from graphcore import words
from graphcore.checks import require_all, require_each_edge_once, require_known, require_times_in_order
from graphcore.graphs import TemporalGraph
from graphcore.parsing import TemporalEdges
from graphcore.records import Problem, Reference, Step
from graphcore.tasks.base import Judged, Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.temporal import TemporalTask


class SortEdge(TemporalTask):
    """All links in time order."""

    name = "llm4dyg/sort_edge"
    title = "Sort the links by time"
    ability = "spatial-temporal"
    instruction = (
        "Sort all links of the dynamic graph by their time, the earliest first. "
        "Links of equal time may come in any order."
    )
    algorithm = (
        "We can sort the links by merging: split the list in two halves, sort each of them by time, and merge them "
        "by taking the earlier of their first links again and again."
    )
    reader = TemporalEdges()
    fields: ClassVar[Mapping[str, Field]] = {}
    needs = "links at two different times"
    hides_time_order = True
    several_answers = True

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        return Posed(graph, {}) if len(graph.times) > 1 else None

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        return "What are all the links, sorted by time from the earliest to the latest?"

    def solve(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Reference:
        ordered = sorted(graph.edges, key=lambda edge: edge[2])
        listed = [list(edge) for edge in ordered]
        return Reference(listed, listed)

    def check(self, graph: TemporalGraph, query: Mapping[str, Any], value: Any) -> Judged:
        edges = [tuple(edge) for edge in value]
        require_all(
            lambda: require_known(graph, [node for u, v, _ in edges for node in (u, v)]),
            lambda: require_each_edge_once(graph, edges),
            lambda: require_times_in_order(edges),
        )
        return Judged()

    def highlights(self, problem: Problem, value: Any) -> Step:
        return Step("", (), tuple(tuple(edge) for edge in value), problem.graph.times)

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        for time, group in groupby(sorted(graph.edges, key=lambda edge: edge[2]), key=lambda edge: edge[2]):
            now = tuple(group)
            yield Step(f"At time {time}: {words.joined([words.link(edge) for edge in now])}.", (), now, (time,))

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        return [list(edge) for edge in rng.sample(problem.graph.edges, len(problem.graph.edges))]

    def chance(self, problem: Problem) -> float:
        """The orders within each time multiply; all orders of all links are possible."""
        ties = Counter(t for _, _, t in problem.graph.edges).values()
        return math.prod(math.factorial(n) for n in ties) / math.factorial(len(problem.graph.edges))
