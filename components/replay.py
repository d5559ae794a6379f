"""The reference solution on demand: whole, or step by step."""

from __future__ import annotations

import streamlit as st

from components.highlight import Mark
from components.node_notes import answer_notes, given_notes, step_notes
from components.pictures import Shown, pick
from components.reference_marks import asked_nodes, reference_marks, step_marks
from components.safe_text import text_box
from graphcore.records import Problem, Step
from graphcore.tasks import TASKS

PARTS = {"whole": "Whole", "steps": "Step by step"}


def shown_part(problem: Problem) -> Shown:
    """What the picture shows: what is asked about, the solution, or the steps so far."""
    if not st.session_state.get("show_solution"):
        return unsolved(problem)
    task = TASKS[problem.task]
    steps = task.trace(problem)
    index = _index(problem, len(steps))
    if st.session_state.get("solution_part") != "steps" or index == len(steps) - 1:
        return Shown(reference_marks(problem), answer_notes(problem, task.reference(problem).solution))
    times = steps[index].times
    notes = step_notes(problem, steps, index)
    return Shown(step_marks(steps, index), notes, times[-1] if times else None)


def unsolved(problem: Problem) -> Shown:
    """What is asked about, and what is given of nodes."""
    return Shown([Mark(asked_nodes(problem), (), "asked")], given_notes(problem))


def replay(problem: Problem) -> None:
    """The switch that shows the solution, and the steps that lead to it."""
    if not st.toggle("Show the solution", key="show_solution", persist_state="session"):
        return
    task = TASKS[problem.task]
    if pick("How much of it is shown", "solution_part", PARTS) == "steps":
        _walk(problem, task.trace(problem))
    else:
        text_box(task.exact_text(problem))


def _walk(problem: Problem, steps: list[Step]) -> None:
    """The step that is looked at, and the buttons to the one before and the one after."""
    index, last = _index(problem, len(steps)), len(steps) - 1
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("‹", key="step_back", on_click=_go, args=(problem, index - 1), disabled=index == 0, width=64)
        st.markdown(f"Step {index + 1} of {last + 1}", text_alignment="center", width="stretch")
        st.button("›", key="step_forth", on_click=_go, args=(problem, index + 1), disabled=index == last, width=64)
    text_box(steps[index].text)


def _index(problem: Problem, count: int) -> int:
    """The step looked at; a new problem starts with its first."""
    of, index = st.session_state.get("_step", ("", 0))
    return min(index, count - 1) if of == problem.id else 0


def _go(problem: Problem, index: int) -> None:
    st.session_state._step = (problem.id, index)
