"""What a problem's reference solution and its steps point at on the graph.

A true set, time, path or "yes" is shown by the nodes and links that make it true. A "no" has none: what was asked about
is drawn as that, and the link that refutes it as a fault. In a static graph no single edge refutes a question: what its
edges lead to is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from components.highlight import Mark
from graphcore import words
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
    return [_solution(problem, shown), *_amounts(problem)]


def step_marks(steps: list[Step], index: int) -> list[Mark]:
    """The step at `index` and all before it; nothing of what comes later."""
    step = steps[index]
    return [*(Mark(past.nodes, past.edges, "earlier") for past in steps[:index]), Mark(step.nodes, step.edges, "step")]


def _solution(problem: Problem, shown: Step) -> Mark:
    """A static graph's nodes are not marked where most of them are part of the solution: that would say nothing."""
    most = isinstance(problem.graph, StaticGraph) and 3 * len(set(shown.nodes)) > 2 * len(problem.graph.nodes)
    return Mark(() if most else shown.nodes, shown.edges, "reference")


def _amounts(problem: Problem) -> Iterator[Mark]:
    """How much the solution sends along each edge, of how much could be sent."""
    for (u, v), amount in TASKS[problem.task].amounts(problem).items():
        label = f"{words.number(amount)} of {words.number(problem.graph.capacity(u, v))}"
        yield Mark((), ((u, v),), "reference", label)


def _refutation(finding: Finding) -> Iterator[Mark]:
    """Links that are not there; of two links that step back in time the second, with both times."""
    if finding.code != "time_goes_back":
        yield Mark((), finding.edges, "fault")
        return
    before, after = finding.edges
    yield Mark((), (before,), "asked", f"t = {before[2]}")
    yield Mark((), (after,), "fault", f"✕ back to t = {after[2]}")
