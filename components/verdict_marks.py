"""What a verdict points at on the graph: the reference, what of the answer holds, and each fault where it is.

Findings of untrue things are faults. Others tell what would have been right, or bring the graph as evidence: that is
true, so it is no fault in the picture. In an order the nodes that are left out are nowhere else to be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from components.highlight import Mark
from components.reference_marks import reference_marks
from graphcore.graphs import Graph, StaticGraph, TemporalGraph
from graphcore.records import Finding, Problem, Verdict
from graphcore.tasks import TASKS

Edge = tuple[Any, ...]

BETTER = {
    "incomplete",
    "later_than_first",
    "longer_than_optimum",
    "smaller_than_optimum",
    "rank_not_counted",
    "stated_total_wrong",
}
"""Findings that name what an answer should have had, or what was stated beside it: no fault in the graph."""


STILL_LABELS = {"over_capacity": "✕ too much", "wrong_value": "✕ no more"}
"""What is written beside edges that the graph has, where an answer asks too much of them."""


def verdict_marks(problem: Problem, verdict: Verdict) -> Iterator[Mark]:
    """The reference, what of the answer holds, and each fault where it is."""
    task = TASKS[problem.task]
    right = verdict.outcome == "correct"
    shown, *others = reference_marks(problem)
    yield shown
    # What refutes a question is shown beside a right "no"; a wrong "yes" has it among its faults.
    yield from (mark for mark in others if right or mark.role == "reference")
    faults = list(_faults(problem, verdict))
    # Only an answer of several parts can hold in part: of a wrong time or a wrong word nothing holds.
    if isinstance(verdict.answer, list) or (right and shown.role == "reference"):
        said = task.highlights(problem, verdict.answer)
        wrong = {frozenset(edge[:2]) for finding in faults for edge in finding.edges}
        true = [e for e in said.edges if e in shown.edges or is_there(problem.graph, e)]
        held = tuple(e for e in true if frozenset(e[:2]) not in wrong)
        ends = dict.fromkeys(node for edge in held for node in edge[:2])
        # In a static graph the edges tell it.
        nodes = () if isinstance(problem.graph, StaticGraph) else tuple(ends)
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


def _faults(problem: Problem, verdict: Verdict) -> Iterator[Finding]:
    """The findings that are drawn as faults."""
    denied = isinstance(problem.graph, StaticGraph) and verdict.answer in ([], "no")
    better = BETTER - {"incomplete"} if TASKS[problem.task].numbered else BETTER
    # What shows that there is a solution after all is the reference itself.
    left_out = better | {"wrong_value"} if denied else better
    return (finding for finding in verdict.findings if finding.code not in left_out)


def _fault_marks(graph: Graph, finding: Finding, shown: Mark) -> Iterator[Mark]:
    """The finding's nodes and edges; what it brings as evidence against a wrong value is true, and no fault."""
    still, evident = isinstance(graph, StaticGraph), finding.code == "wrong_value"
    nodes = finding.nodes
    if finding.code in ("wrong_start", "wrong_end"):
        wrong, *wanted = nodes
        nodes = (wrong,)
        yield Mark(tuple(wanted), (), "asked")
    elif still and finding.code in ("wrong_order", "wrong_value"):
        explained = {node for edge in finding.edges for node in edge}
        explained |= set(shown.nodes if shown.role == "reference" else ())
        nodes = tuple(node for node in nodes if node not in explained)
    yield Mark(nodes, (), "fault")
    for edge in finding.edges:
        full = still and shown.role == "reference" and edge in shown.edges
        if evident and not full and (len(edge) == 3 or still) and is_there(graph, edge):
            continue
        yield Mark((), (edge,), "fault", _fault_label(graph, finding, edge, shown.edges))


def _fault_label(graph: Graph, finding: Finding, edge: Edge, right: Sequence[Edge]) -> str:
    """What is wrong with an edge, where that is not that the graph lacks it."""
    u, v, *times = edge
    if not isinstance(graph, TemporalGraph):
        return STILL_LABELS.get(finding.code, "")
    if finding.code == "time_goes_back":
        return f"t = {times[0]}"
    if finding.code == "linked_before" and times:
        return f"✕ at {times[0]} already"
    if finding.code == "wrong_value" and times and (u, v) in right:
        return f"✕ linked at {times[0]}"
    if finding.code == "wrong_value" and not times and graph.met(u, v):
        return f"✕ not yet at {finding.times[0]}"
    return ""
