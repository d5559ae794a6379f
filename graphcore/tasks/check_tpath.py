"""Is a path of three nodes chronological? (LLM4DyG, section 3.2, spatial-temporal task 1)

Times must not decrease along the path; equal times may follow each other. A "no" is asked of paths whose
links exist, but cannot be walked without stepping back in time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar

from graphcore import words
from graphcore.checks import Fault, require_chronological, require_linked
from graphcore.graphs import TemporalGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.exact import walk
from graphcore.solvers.paths import LinkedTriples
from graphcore.tasks.base import Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import YesNoTask
from graphcore.tasks.temporal import TemporalTask


class CheckTemporalPath(YesNoTask[TemporalGraph], TemporalTask):
    """Whether a path can be walked without stepping back in time."""

    name = "llm4dyg/check_tpath"
    title = "Is a path chronological?"
    ability = "spatial-temporal"
    instruction = (
        "Decide whether the given path is chronological in the dynamic graph: walking it from its first node to its "
        "last, the times of the links must never decrease, though they may be equal. For example, the path [7, 8, 9] "
        "is chronological where the links are [(7, 8, 2), (8, 9, 3)], but not where they are [(7, 8, 3), (8, 9, 2)]."
    )
    algorithm = (
        "We can walk the path and take at each step the earliest link that is not before the link taken last. If "
        "some step has none, the path is not chronological."
    )
    fields: ClassVar[Mapping[str, Field]] = {"path": Field("nodes", 3)}
    needs = "both a chronological path of three nodes and one that steps back in time, for yes and for no"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        found = LinkedTriples(graph, chronological=positive)
        return Posed(graph, {"path": rng.choice(found)}) if found else None

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        listed = ", ".join(words.name_text(node) for node in query["path"])
        return f"Is the path [{listed}] chronological?"

    def evidence(self, graph: TemporalGraph, query: Mapping[str, Any]) -> tuple[bool, Finding]:
        path = query["path"]
        try:
            require_linked(graph, path)
            links = require_chronological(graph, path)
        except Fault as fault:
            return False, fault.findings[0]
        text = f"The path can be walked along {words.joined([words.link(link) for link in links])}."
        return True, Finding("wrong_value", text, tuple(path), links, tuple(t for _, _, t in links))

    def highlights(self, problem: Problem, value: Any) -> Step:
        path = problem.query["path"]
        links = walk(problem.graph, path)
        edges = links or tuple((u, v, t) for u, v in pairwise(path) for t in problem.graph.times_of(u, v))
        return Step("", tuple(path), edges, tuple(t for _, _, t in edges))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        now: int | None = None
        for u, v in pairwise(query["path"]):
            stamps = graph.times_of(u, v)
            edges = tuple((u, v, t) for t in stamps)
            hop = f"{words.node(u)} to {words.node(v)}"
            after = [t for t in stamps if now is None or t >= now]
            if not after:
                when = f"has links only at {words.times(stamps)}, before time {now}" if stamps else "has no link"
                yield Step(f"The step from {hop} {when}, so the path cannot go on.", (u, v), edges, stamps)
                return
            now = after[0]
            yield Step(f"The step from {hop} can be made at time {now}.", (u, v), ((u, v, now),), (now,))
