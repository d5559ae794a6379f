"""Short texts at nodes: what a query gives each of them, and what an answer says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphcore import words
from graphcore.graphs import Node
from graphcore.records import Problem, Step
from graphcore.tasks import TASKS


def given_notes(problem: Problem) -> dict[Node, str]:
    """The embedding that the query gives each node, if it gives any."""
    fields = TASKS[problem.task].fields
    given = [problem.query[name] for name, field in fields.items() if field.kind == "vectors"]
    return {node: _vector(row) for rows in given for node, row in zip(problem.graph.nodes, rows, strict=True)}


def answer_notes(problem: Problem, value: Any) -> dict[Node, str]:
    """What is given, and what the answer `value` says of each node: its place in an order, or its new embedding."""
    if TASKS[problem.task].numbered and isinstance(value, list):
        return _places(value)
    given = given_notes(problem)
    if not given or not isinstance(value, list):
        return given
    after = {node: _vector(row) for node, row in zip(problem.graph.nodes, value, strict=False) if row is not None}
    return {node: f"{text}\n→ {after[node]}" if node in after else text for node, text in given.items()}


def step_notes(problem: Problem, steps: Sequence[Step], index: int) -> dict[Node, str]:
    """What is given, and the places of the nodes that the steps up to `index` have come to."""
    task = TASKS[problem.task]
    if not task.numbered or not isinstance(task.reference(problem).solution, list):
        return given_notes(problem)
    visited = [node for step in steps[:-1] for node in step.nodes]
    # Steps that name no node twice each name the next ones; others name the whole path that they have come to.
    onward = len(visited) == len(set(visited))
    return _places([node for step in steps[: index + 1] for node in step.nodes] if onward else steps[index].nodes)


def _places(order: Iterable[Node]) -> dict[Node, str]:
    """ "3rd", and of a repeated node all its places."""
    found: dict[Node, list[str]] = {}
    for place, node in enumerate(order, 1):
        found.setdefault(node, []).append(words.ordinal(place))
    return {node: ", ".join(places) for node, places in found.items()}


def _vector(row: Iterable[float]) -> str:
    return f"[{', '.join(map(words.number, row))}]"
