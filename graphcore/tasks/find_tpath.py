"""Find a chronological path from a given node. (LLM4DyG, section 3.2, spatial-temporal task 2)

Any valid path of at least the asked length counts; no node comes twice.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar

from graphcore import words
from graphcore.checks import (
    Fault,
    require_all,
    require_chronological,
    require_distinct_nodes,
    require_known,
    require_linked,
)
from graphcore.graphs import TemporalGraph
from graphcore.parameters import Parameter
from graphcore.parsing import NodePath
from graphcore.records import Finding, Problem, Reference, Step
from graphcore.solvers.exact import walk
from graphcore.solvers.paths import chronological_path, number_of_paths
from graphcore.tasks.base import Judged, Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.temporal import TemporalTask


class FindTemporalPath(TemporalTask):
    """A path that never steps back in time."""

    name = "llm4dyg/find_tpath"
    title = "Find a chronological path"
    ability = "spatial-temporal"
    instruction = (
        "Find a chronological path in the dynamic graph that starts at the given node: walking it from its first node "
        "to its last, the times of the links must never decrease, though they may be equal, and no node may come "
        "twice. For example, [7, 8, 9] is a chronological path where the links are [(7, 8, 2), (8, 9, 3)]."
    )
    algorithm = (
        "We can use a depth-first search: from the node reached last follow a link that is not before the link "
        "taken last to a node not visited yet, and go back a step where no such link is left."
    )
    reader = NodePath()
    fields: ClassVar[Mapping[str, Field]] = {"start": Field("node"), "length": Field("count", default=3)}
    parameters = (
        Parameter("length", "int", 3, "Path length", "How many nodes the path must have at least.", low=2, high=4),
    )
    needs = "a chronological path of that length"
    several_answers = True

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        length = params.get("length", 3)
        starts = [node for node in graph.nodes if chronological_path(graph, node, length)]
        return Posed(graph, {"start": rng.choice(starts), "length": length}) if starts else None

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        return (
            f"Which chronological path of at least {query['length']} nodes starts at {words.node(query['start'])}? "
            "Any such path will do."
        )

    def solve(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Reference:
        path = chronological_path(graph, query["start"], query["length"])
        return Reference(path, path)

    def check(self, graph: TemporalGraph, query: Mapping[str, Any], value: Any) -> Judged:
        if not value:
            return self._check_none(graph, query)
        require_all(
            lambda: require_known(graph, value),
            lambda: _require_start(value, query["start"]),
            lambda: _require_length(value, query["length"]),
            lambda: require_distinct_nodes(value),
            lambda: require_linked(graph, value),
            lambda: require_chronological(graph, value),
        )
        return Judged()

    def _check_none(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Judged:
        reference = self.solve(graph, query)
        if reference.solution is None:
            return Judged(reference=reference)
        text = f"There is such a path: {words.path(reference.solution)}."
        raise Fault(Finding("wrong_value", text, tuple(reference.solution), walk(graph, reference.solution) or ()))

    def highlights(self, problem: Problem, value: Any) -> Step:
        if not value:
            return Step("")
        links = walk(problem.graph, value)
        times = tuple(t for _, _, t in links or ())
        return Step("", tuple(value), tuple(pairwise(value)) if links is None else links, times)

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        solution = self.solve(graph, query).solution
        if solution is None:
            yield Step(f"No chronological path of {query['length']} nodes starts at {words.node(query['start'])}.")
            return
        yield Step(f"We start at {words.node(solution[0])}.", (solution[0],))
        for u, v, t in walk(graph, solution) or ():
            yield Step(
                f"From {words.node(u)} the link {words.link((u, v, t))} leads on at time {t}.",
                (u, v),
                ((u, v, t),),
                (t,),
            )

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        start, length = problem.query["start"], problem.query["length"]
        others = [node for node in problem.graph.nodes if node != start]
        return [start, *rng.sample(others, min(length - 1, len(others)))]

    def chance(self, problem: Problem) -> float:
        start, length = problem.query["start"], problem.query["length"]
        possible = math.perm(len(problem.graph.nodes) - 1, length - 1)
        return number_of_paths(problem.graph, start, length) / possible if possible else 0.0


def _require_start(path: list[Any], start: Any) -> None:
    if path[0] != start:
        text = f"The path starts at {words.node(path[0])}, but {words.node(start)} was asked for."
        raise Fault(Finding("wrong_start", text, nodes=(path[0], start)))


def _require_length(path: list[Any], length: int) -> None:
    if len(path) < length:
        text = f"The path has {len(path)} nodes, but at least {length} were asked for."
        raise Fault(Finding("too_short", text, nodes=tuple(path)))
