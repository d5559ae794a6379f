"""The reference on the graph: a "no" is drawn as what was asked, and steps show nothing of what comes later."""

from __future__ import annotations

from itertools import pairwise

import pytest

from components.reference_marks import asked_nodes, reference_marks, step_marks
from graphcore.graphs import temporal_graph
from graphcore.problems import generate
from graphcore.records import Problem, Step
from graphcore.tasks import TASKS
from graphcore.tasks.kinds import YesNoTask

YES_NO = [task.name for task in TASKS if isinstance(task, YesNoTask)]
OVER_TIME = [name for name in YES_NO if TASKS[name].graph_kind == "temporal"]
STILL = [task.name for task in TASKS if task.graph_kind == "static"]


def answered(task: str, word: str) -> list[Problem]:
    problems = [generate(task, seed=seed) for seed in range(6)]
    return [problem for problem in problems if problem.reference and problem.reference.solution == word]


@pytest.mark.parametrize(
    ("task", "fields"),
    [
        ("llm4dyg/find_tpath", ["start"]),
        ("llm4dyg/when_link", ["u", "v"]),
        ("llm4dyg/check_tpath", ["path"]),
        ("llm4dyg/sort_edge", []),
        ("llm4dyg/link_prediction", []),
    ],
)
def test_what_is_asked_about_are_the_nodes_that_the_question_names(task: str, fields: list[str]) -> None:
    problem = generate(task, seed=3)
    named = [problem.query[field] for field in fields]
    assert list(asked_nodes(problem)) == (named[0] if fields == ["path"] else named)


@pytest.mark.parametrize("task", YES_NO)
def test_a_yes_is_shown_by_what_makes_it_true(task: str) -> None:
    for problem in answered(task, "yes"):
        (mark,) = reference_marks(problem)
        assert mark.role == "reference"
        assert all(problem.graph.has_edge(u, v) for u, v, *_ in mark.edges)


@pytest.mark.parametrize("task", OVER_TIME)
def test_a_no_is_no_reference_but_what_was_asked_and_what_refutes_it(task: str) -> None:
    for problem in answered(task, "no"):
        marks = reference_marks(problem)
        assert {mark.role for mark in marks} == {"asked", "fault"}
        asked = problem.query.get("path") or problem.query["nodes"]
        assert set(marks[0].nodes) == set(asked)


def test_the_link_that_goes_back_in_time_is_the_fault_with_both_times_on_the_path() -> None:
    for problem in answered("llm4dyg/check_tpath", "no"):
        first, second = pairwise(problem.query["path"])
        _, before, after = reference_marks(problem)
        assert (before.edges[0][:2], before.role) == (first, "asked")
        assert (after.edges[0][:2], after.role) == (second, "fault")
        assert before.label == f"t = {before.edges[0][2]}"
        assert after.label == f"✕ back to t = {after.edges[0][2]}"
        assert after.edges[0][2] < before.edges[0][2]


def test_of_a_static_graph_a_no_shows_what_was_asked_and_where_the_edges_lead() -> None:
    for problem in answered("nlgraph/connectivity", "no"):
        asked, led = reference_marks(problem)
        assert (asked.nodes, asked.edges, asked.role) == ((problem.query["u"], problem.query["v"]), (), "asked")
        assert (led.nodes, led.role) == ((), "reference")
        reached = {problem.query["u"], *(node for edge in led.edges for node in edge)}
        assert problem.query["v"] not in reached
        assert all(problem.graph.has_edge(u, v) for u, v in led.edges)
        assert len(led.edges) == len(reached) - 1


@pytest.mark.parametrize("task", [name for name in TASKS.names if name not in YES_NO])
def test_other_answers_are_references(task: str) -> None:
    problem = generate(task, seed=3)
    last = TASKS[task].trace(problem)[-1]
    mark, *_ = reference_marks(problem)
    assert (mark.edges, mark.role) == (last.edges, "reference")
    assert mark.nodes == last.nodes or (task in STILL and mark.nodes == () and 3 * len(last.nodes) > 2 * 10)


def test_a_problem_without_solution_points_at_nothing() -> None:
    graph = temporal_graph([0, 1, 2, 3], [(1, 2, 0), (2, 3, 1)])
    marks = reference_marks(Problem("llm4dyg/find_tpath", graph, {"start": 0, "length": 3}))
    assert [(mark.nodes, mark.edges) for mark in marks] == [((), ())]


def test_a_step_shows_what_came_before_and_nothing_of_what_comes_later() -> None:
    steps = [Step(str(n), (n,), ((n, n + 1, n),), (n,)) for n in range(4)]
    for index, step in enumerate(steps):
        *past, now = step_marks(steps, index)
        assert [(mark.nodes, mark.role) for mark in past] == [(s.nodes, "earlier") for s in steps[:index]]
        assert (now.nodes, now.edges, now.role) == (step.nodes, step.edges, "step")
