"""Kinds of answers that several dynamic-graph tasks share: a set, a first time, yes or no, and a path in time.

Each kind knows how a value is judged against the graph, and how the random baseline draws one
(LLM4DyG, section 4.1: uniformly over the possible solutions).
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from graphcore import words
from graphcore.checks import Fault, require_all, require_distinct_nodes, require_distinct_times, require_known
from graphcore.graphs import Node, TemporalGraph
from graphcore.parsing import NodeSet, Time, TimeSet, YesNo
from graphcore.records import Finding, Problem, Reference
from graphcore.tasks.base import G, Judged, Task
from graphcore.tasks.temporal import TemporalTask

V = TypeVar("V", int, Node)


LONGEST_SPAN = 1_000
"""A record may say anything of its time span; beyond this it is not believed."""


def time_span(problem: Problem) -> Sequence[int]:
    """The times that a guess is drawn from: 0..t-1 where the generator's span is known, else those of the links."""
    times = problem.graph.times
    span = problem.params.get("t")
    if isinstance(span, int) and 0 < span <= LONGEST_SPAN and (not times or (times[0] >= 0 and times[-1] < span)):
        return range(span)
    return times or (0,)


class SetTask(TemporalTask, Generic[V]):
    """The answer is a set. A non-empty proper subset is suboptimal; anything untrue in it is hallucinatory."""

    @abstractmethod
    def truth(self, graph: TemporalGraph, query: Mapping[str, Any]) -> list[V]:
        """The true set, in order."""

    @abstractmethod
    def untrue(self, graph: TemporalGraph, query: Mapping[str, Any], extra: tuple[V, ...]) -> Finding:
        """Why the values `extra` do not belong to the set."""

    @abstractmethod
    def left_out(self, graph: TemporalGraph, query: Mapping[str, Any], missing: tuple[V, ...]) -> Finding:
        """Which true values an answer leaves out."""

    @abstractmethod
    def well_formed(self, graph: TemporalGraph, value: Sequence[V]) -> None:
        """Raise Fault for repeats and unknown names."""

    @abstractmethod
    def space(self, problem: Problem) -> Sequence[V]:
        """The values of which a guess takes any non-empty subset."""

    def solve(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Reference:
        truth = self.truth(graph, query)
        return Reference(truth, truth)

    def known(self, graph: TemporalGraph, value: Sequence[V]) -> Sequence[V]:
        """What of `value` the graph has; the rest is what `well_formed` tells of."""
        return value

    def check(self, graph: TemporalGraph, query: Mapping[str, Any], value: Any) -> Judged:
        truth = self.truth(graph, query)
        true, given = set(truth), set(value)
        missing = tuple(item for item in truth if item not in given)
        findings = (self.left_out(graph, query, missing),) if missing else ()

        def require_true() -> None:
            extra = tuple(dict.fromkeys(item for item in self.known(graph, value) if item not in true))
            if extra:
                raise Fault(self.untrue(graph, query, extra), *findings)
            if missing and not value:
                raise Fault(*findings)

        require_all(lambda: self.well_formed(graph, value), require_true)
        return Judged("suboptimal" if missing else "correct", findings, reference=Reference(truth, truth))

    def guess(self, problem: Problem, rng: random.Random) -> list[V]:
        space = self.space(problem)
        chosen = rng.randrange(1, 1 << len(space))
        return [item for index, item in enumerate(space) if chosen >> index & 1]

    def chance(self, problem: Problem) -> float:
        return 1 / ((1 << len(self.space(problem))) - 1)


class TimeSetTask(SetTask[int]):
    """The answer is a set of times."""

    reader = TimeSet()

    def well_formed(self, graph: TemporalGraph, value: Sequence[int]) -> None:
        require_distinct_times(value)

    def space(self, problem: Problem) -> Sequence[int]:
        return time_span(problem)


class NodeSetTask(SetTask[Node]):
    """The answer is a set of nodes."""

    reader = NodeSet()

    def well_formed(self, graph: TemporalGraph, value: Sequence[Node]) -> None:
        require_all(lambda: require_known(graph, value), lambda: require_distinct_nodes(value))

    def known(self, graph: TemporalGraph, value: Sequence[Node]) -> Sequence[Node]:
        return [node for node in value if node in graph.rank]

    def space(self, problem: Problem) -> Sequence[Node]:
        nodes: tuple[Node, ...] = problem.graph.nodes
        return nodes


class FirstTimeTask(TemporalTask):
    """The answer is the first time at which something holds; it then goes on to hold, so a later time is suboptimal."""

    reader = Time()

    @abstractmethod
    def first(self, graph: TemporalGraph, query: Mapping[str, Any]) -> int | None:
        """The first time, or None if it never comes to hold."""

    @abstractmethod
    def too_early(self, graph: TemporalGraph, query: Mapping[str, Any], time: int) -> Finding:
        """Why it does not hold yet at `time`."""

    @abstractmethod
    def holds_since(self, graph: TemporalGraph, query: Mapping[str, Any], first: int) -> Finding:
        """What shows that it holds at `first` already."""

    def solve(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Reference:
        first = self.first(graph, query)
        return Reference(first, first)

    def check(self, graph: TemporalGraph, query: Mapping[str, Any], value: Any) -> Judged:
        first = self.first(graph, query)
        reference = Reference(first, first)
        if value == first:
            return Judged(reference=reference)
        if value is None and first is not None:
            raise Fault(self.holds_since(graph, query, first))
        if first is None or value < first:
            raise Fault(self.too_early(graph, query, value))
        if value > graph.times[-1]:
            text = f"The graph has no time {value}; its last link is at time {graph.times[-1]}."
            raise Fault(Finding("unknown_time", text, times=(value,)))
        return Judged("suboptimal", (self.holds_since(graph, query, first),), reference=reference)

    def guess(self, problem: Problem, rng: random.Random) -> int:
        return rng.choice(time_span(problem))

    def chance(self, problem: Problem) -> float:
        return 1 / len(time_span(problem))


class YesNoTask(Task[G]):
    """The answer is yes or no."""

    reader = YesNo()

    @abstractmethod
    def evidence(self, graph: G, query: Mapping[str, Any]) -> tuple[bool, Finding]:
        """Whether the answer is yes, and what of the graph shows it; the finding explains a wrong answer."""

    def solve(self, graph: G, query: Mapping[str, Any]) -> Reference:
        truth = _word(self.evidence(graph, query)[0])
        return Reference(truth, truth)

    def check(self, graph: G, query: Mapping[str, Any], value: Any) -> Judged:
        holds, finding = self.evidence(graph, query)
        if value != _word(holds):
            raise Fault(finding)
        return Judged(reference=Reference(value, value))

    def guess(self, problem: Problem, rng: random.Random) -> str:
        return rng.choice(("yes", "no"))

    def chance(self, problem: Problem) -> float:
        return 1 / 2


def _word(holds: bool) -> str:
    return "yes" if holds else "no"


def undirected_note(graph: TemporalGraph) -> str:
    """A clause for questions on triads and neighbours, where direction does not matter."""
    return ", in either direction" if graph.directed else ""


def pair_text(u: Node, v: Node) -> str:
    """ "node 2 and node 6"."""
    return f"{words.node(u)} and {words.node(v)}"
