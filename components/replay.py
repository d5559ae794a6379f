"""The reference solution on demand, and its trace step by step."""

from __future__ import annotations

import streamlit as st

from components.highlight import Mark
from components.pictures import step_mark
from components.safe_text import text_box
from graphcore.records import Problem
from graphcore.tasks import TASKS


def shown_marks(problem: Problem) -> tuple[list[Mark], int | None]:
    """What the picture shows before the replay is drawn: the step that is looked at, or the solution; and its time."""
    if not st.session_state.get("show_solution"):
        return [], None
    steps = TASKS[problem.task].trace(problem)
    step = steps[_index(problem, len(steps))]
    solution = steps[-1]
    marks = [Mark(solution.nodes, solution.edges, "reference")]
    return (
        ([*marks, step_mark(step)], step.times[-1] if step.times else None) if step is not solution else (marks, None)
    )


def replay(problem: Problem) -> None:
    """The switch that shows the solution, and the steps that lead to it."""
    if not st.toggle("Show the solution", key="show_solution", persist_state="session"):
        return
    task = TASKS[problem.task]
    steps = task.trace(problem)
    index = _index(problem, len(steps))
    text_box(task.exact_text(problem))
    back, place, forth = st.columns([1, 2, 1], vertical_alignment="center")
    back.button("‹", key="step_back", on_click=_go, args=(problem, index - 1), disabled=index == 0, width="stretch")
    place.markdown(f"Step {index + 1} of {len(steps)}", text_alignment="center")
    forth.button(
        "›",
        key="step_forth",
        on_click=_go,
        args=(problem, index + 1),
        disabled=index == len(steps) - 1,
        width="stretch",
    )
    text_box(steps[index].text)


def _index(problem: Problem, count: int) -> int:
    """The step looked at; a new problem starts with its first."""
    of, index = st.session_state.get("_step", ("", 0))
    return min(index, count - 1) if of == problem.id else 0


def _go(problem: Problem, index: int) -> None:
    st.session_state._step = (problem.id, index)
