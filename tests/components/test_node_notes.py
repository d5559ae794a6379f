"""Notes at nodes: places in an order, so far or in the end, and embeddings."""

from __future__ import annotations

import pytest

from components.node_notes import answer_notes, given_notes, step_notes
from graphcore.problems import generate
from graphcore.tasks import TASKS

NUMBERED = [task.name for task in TASKS if task.numbered]


@pytest.mark.parametrize("task", NUMBERED)
def test_an_order_is_written_at_its_nodes_a_repeated_one_with_all_its_places(task: str) -> None:
    problem = generate(task, seed=3)
    assert answer_notes(problem, [4, 2, 4, 0]) == {4: "1st, 3rd", 2: "2nd", 0: "4th"}
    assert answer_notes(problem, "no") == answer_notes(problem, None) == given_notes(problem) == {}


@pytest.mark.parametrize("task", NUMBERED)
def test_steps_number_the_nodes_that_they_have_come_to(task: str) -> None:
    problem = generate(task, seed=3)
    steps = TASKS[task].trace(problem)
    assert step_notes(problem, steps, 0) == {node: _nth(n) for n, node in enumerate(steps[0].nodes, 1)}
    whole = answer_notes(problem, TASKS[task].reference(problem).solution)
    assert step_notes(problem, steps, len(steps) - 2) == whole
    for index in range(len(steps) - 1):
        places = list(step_notes(problem, steps, index).values())
        assert places == [_nth(n) for n in range(1, len(places) + 1)]


@pytest.mark.parametrize("task", [name for name in TASKS.names if name not in NUMBERED])
def test_other_answers_have_no_places(task: str) -> None:
    problem = generate(task, seed=3)
    assert not any("st" in note for note in answer_notes(problem, TASKS[task].reference(problem).solution).values())


def _nth(place: int) -> str:
    return f"{place}{'th' if place in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"
