"""What a problem's reference solution and its steps point at on the graph.

A true set, time, path or "yes" is shown by the nodes and links that make it true. A "no" has none: what was asked about
is drawn as that, and the link that refutes it as a fault. In a static graph no single edge refutes a question: what its
edges lead to is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from components.highlight import Mark
from graphcore.graphs import Node, StaticGraph
from graphcore.records import Finding, Problem, Step
from graphcore.tasks import TASKS
from graphcore.tasks.kinds import YesNoTask


def asked_nodes(problem: Problem) -> tuple[Node, ...]:
    """The nodes that the question names, unless it asks about pairs and so about most of the graph."""
    task, query = TASKS[problem.task], problem.query
    single = [query[name] for name, field in task.fields.items() if field.depth == 0]
    return (*single, *(node for name, field in task.fields.items() if field.depth == 1 for node in query[name]))


def reference_marks(problem: Problem) -> list[Mark]:
    """The whole reference solution."""
    task = TASKS[problem.task]
    shown = task.highlights(problem, task.reference(problem).solution)
    if isinstance(task, YesNoTask):
        holds, finding = task.evidence(problem.graph, problem.query)
        if not holds and isinstance(problem.graph, StaticGraph):
            return [Mark(asked_nodes(problem), (), "asked"), Mark((), finding.edges, "reference")]
        if not holds:
            return [Mark(shown.nodes, shown.edges, "asked"), *_refutation(finding)]
    # An order is written at its nodes: a mark at every one of them would say nothing.
    return [Mark(() if task.numbered else shown.nodes, shown.edges, "reference")]


def step_marks(steps: list[Step], index: int) -> list[Mark]:
    """The step at `index` and all before it; nothing of what comes later."""
    step = steps[index]
    return [*(Mark(past.nodes, past.edges, "earlier") for past in steps[:index]), Mark(step.nodes, step.edges, "step")]


def _refutation(finding: Finding) -> Iterator[Mark]:
    """Links that are not there; of two links that step back in time the second, with both times."""
    if finding.code != "time_goes_back":
        yield Mark((), finding.edges, "fault")
        return
    before, after = finding.edges
    yield Mark((), (before,), "asked", f"t = {before[2]}")
    yield Mark((), (after,), "fault", f"✕ back to t = {after[2]}")
