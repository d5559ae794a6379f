"""Do three nodes form a closed triad? (LLM4DyG, section 3.2, spatial task 3)

A "no" is asked of open triads, in which exactly two of the three pairs ever meet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar

from graphcore import words
from graphcore.graphs import TemporalGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.exact import triads
from graphcore.tasks.base import Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import YesNoTask, pair_text, undirected_note
from graphcore.tasks.temporal import TemporalTask


class CheckTriadicClosure(YesNoTask[TemporalGraph], TemporalTask):
    """Whether all three pairs ever meet."""

    name = "llm4dyg/check_tclosure"
    title = "Is a triad closed?"
    ability = "spatial"
    instruction = (
        "Decide whether the three given nodes form a closed triad in the dynamic graph. "
        "They do if each two of them are linked at some time, whenever that is."
    )
    algorithm = (
        "We can look for each of the three pairs of nodes among the links. The triad is closed if all three are found."
    )
    fields: ClassVar[Mapping[str, Field]] = {"nodes": Field("nodes", 3)}
    needs = "both a closed triad and an open one, for yes and for no"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        found = triads(graph, 3 if positive else 2)
        return Posed(graph, {"nodes": rng.sample(rng.choice(found), 3)}) if found else None

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        return f"Do {words.nodes(query['nodes'])} form a closed triad{undirected_note(graph)}?"

    def evidence(self, graph: TemporalGraph, query: Mapping[str, Any]) -> tuple[bool, Finding]:
        pairs = list(combinations(query["nodes"], 2))
        apart = tuple((u, v) for u, v in pairs if not graph.met(u, v))
        if apart:
            text = f"The triad is open: {words.joined([pair_text(u, v) for u, v in apart])} are never linked."
            return False, Finding("no_such_edge", text, tuple(query["nodes"]), apart)
        links = tuple((u, v, graph.met(u, v)[0]) for u, v in pairs)
        text = f"The triad is closed by {words.joined([words.link(link) for link in links])}."
        return True, Finding("wrong_value", text, tuple(query["nodes"]), links)

    def highlights(self, problem: Problem, value: Any) -> Step:
        graph, nodes = problem.graph, problem.query["nodes"]
        return Step("", tuple(nodes), tuple((u, v, t) for u, v in combinations(nodes, 2) for t in graph.met(u, v)))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        for u, v in combinations(query["nodes"], 2):
            met = graph.met(u, v)
            when = f"linked at {words.times(met)}" if met else "never linked"
            edges = tuple((u, v, t) for t in met)
            yield Step(f"{words.sentence(pair_text(u, v))} are {when}.", (u, v), edges, tuple(met))
