"""What a verdict points at on the graph: the reference, what of the answer holds, and each fault where it is.

Findings of untrue things are faults. Others tell what would have been right, or bring the graph as evidence: that is
true, so it is no fault in the picture. In an order the nodes that are left out are nowhere else to be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from components.highlight import Mark
from components.reference_marks import reference_marks
from graphcore.graphs import Graph, TemporalGraph
from graphcore.records import Finding, Problem, Verdict
from graphcore.tasks import TASKS

Edge = tuple[Any, ...]

BETTER = {"incomplete", "later_than_first", "longer_than_optimum", "rank_not_counted", "stated_total_wrong"}
"""Findings that name what an answer should have had, or what was stated beside it: no fault in the graph."""


def verdict_marks(problem: Problem, verdict: Verdict) -> Iterator[Mark]:
    """The reference, what of the answer holds, and each fault where it is."""
    task = TASKS[problem.task]
    right = verdict.outcome == "correct"
    shown, *others = reference_marks(problem)
    yield shown
    # What refutes a question is shown beside a right "no"; a wrong "yes" has it among its faults.
    yield from (mark for mark in others if right or mark.role == "reference")
    better = BETTER - {"incomplete"} if task.numbered else BETTER
    faults = [finding for finding in verdict.findings if finding.code not in better]
    # Only an answer of several parts can hold in part: of a wrong time or a wrong word nothing holds.
    if isinstance(verdict.answer, list) or (right and shown.role == "reference"):
        said = task.highlights(problem, verdict.answer)
        wrong = {frozenset(edge[:2]) for finding in faults for edge in finding.edges}
        true = [e for e in said.edges if e in shown.edges or is_there(problem.graph, e)]
        held = tuple(e for e in true if frozenset(e[:2]) not in wrong)
        nodes = () if task.numbered else tuple(dict.fromkeys(node for edge in held for node in edge[:2]))
        yield Mark(nodes, held, "answer")
    for finding in faults:
        yield from _fault_marks(problem.graph, finding, shown)


def is_there(graph: Graph, edge: Edge) -> bool:
    """Whether an edge joins u and v, in a temporal graph in either direction, and at the edge's time if it has one."""
    u, v, *times = edge
    if isinstance(graph, TemporalGraph):
        linked = graph.met(u, v)
        return bool(linked) and all(time in linked for time in times)
    return u in graph.rank and v in graph.rank and graph.has_edge(u, v)


def _fault_marks(graph: Graph, finding: Finding, shown: Mark) -> Iterator[Mark]:
    """The finding's nodes and edges; what it brings as evidence against a wrong value is true, and no fault."""
    over_time, evident = isinstance(graph, TemporalGraph), finding.code == "wrong_value"
    nodes = finding.nodes
    if finding.code in ("wrong_start", "wrong_end"):
        wrong, *wanted = nodes
        nodes = (wrong,)
        yield Mark(tuple(wanted), (), "asked")
    elif finding.code == "wrong_order" or (evident and not over_time and shown.role == "reference"):
        nodes = ()
    yield Mark(nodes, (), "fault")
    for edge in finding.edges:
        if evident and (len(edge) == 3 or not over_time) and is_there(graph, edge):
            continue
        yield Mark((), (edge,), "fault", _fault_label(graph, finding, edge, shown.edges))


def _fault_label(graph: Graph, finding: Finding, edge: Edge, right: Sequence[Edge]) -> str:
    """What is wrong with an edge, where that is not that the graph lacks it."""
    u, v, *times = edge
    if not isinstance(graph, TemporalGraph):
        return ""
    if finding.code == "time_goes_back":
        return f"t = {times[0]}"
    if finding.code == "linked_before" and times:
        return f"✕ at {times[0]} already"
    if finding.code == "wrong_value" and times and (u, v) in right:
        return f"✕ linked at {times[0]}"
    if finding.code == "wrong_value" and not times and graph.met(u, v):
        return f"✕ not yet at {finding.times[0]}"
    return ""
