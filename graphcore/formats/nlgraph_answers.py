"""Solutions in the words of NLGraph's published answers; where its files have no example (no solution), in our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphcore import words
from graphcore.graphs import Node
from graphcore.records import Problem, Reference
from graphcore.tasks import TASKS


def write_answer(problem: Problem) -> str:
    """The solution of a problem of one of NLGraph's tasks, in the published form."""
    return _ANSWERS[problem.task](problem, TASKS[problem.task].reference(problem))


def _listed(nodes: Sequence[Node]) -> str:
    return ",".join(map(str, nodes))


def _cycle(problem: Problem, reference: Reference) -> str:
    if reference.solution == "yes":
        return "Yes, there is a cycle in this graph."
    return "No, there is no cycle in this graph."


def _order(problem: Problem, reference: Reference) -> str:
    if not reference.solution:
        return "There is no solution."
    return f"The solution is: {_listed(reference.solution)}."


def _shortest(problem: Problem, reference: Reference) -> str:
    ends = f"path from node {problem.query['source']} to node {problem.query['target']}"
    if not reference.solution:
        return f"There is no {ends}."
    return (
        f"The shortest {ends} is {_listed(reference.solution)} with a total weight of {words.number(reference.optimum)}"
    )


def _flow(problem: Problem, reference: Reference) -> str:
    ends = f"from node {problem.query['source']} to node {problem.query['target']}"
    return f"The maximum flow {ends} is {words.number(reference.optimum)}."


def _matching(problem: Problem, reference: Reference) -> str:
    if not reference.solution:
        return "No applicant can find the job they are interested in."
    lines = [f"applicant {str(a)[1:]}: job {str(job)[1:]}\n" for a, job in reference.solution]
    return f"{''.join(lines)}{len(lines)} applicants can find the job they are interested in."


def _hamilton(problem: Problem, reference: Reference) -> str:
    if reference.solution == "no":
        return "No, there is no path in this graph that visits every node exactly once."
    return f"Yes. The path can be: {_listed(reference.solution)}"


def _gnn(problem: Problem, reference: Reference) -> str:
    return "The answer is:\n" + "".join(f"node {i}: [{x},{y}]\n" for i, (x, y) in enumerate(reference.solution))


_ANSWERS: dict[str, Callable[[Problem, Reference], str]] = {
    "nlgraph/connectivity": lambda problem, reference: f"The answer is {reference.solution}.",
    "nlgraph/cycle": _cycle,
    "nlgraph/topological_sort": _order,
    "nlgraph/shortest_path": _shortest,
    "nlgraph/max_flow": _flow,
    "nlgraph/bipartite_matching": _matching,
    "nlgraph/hamilton_path": _hamilton,
    "nlgraph/gnn": _gnn,
}
