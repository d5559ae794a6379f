"""The sidebar: which problem is looked at. It is the same on every page, and its values live in the address."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from components.navigation import through_app
from components.own_graph import own_graph, packed_graph
from components.problem_parameters import (
    AS_GIVEN,
    ORDER,
    SEED,
    TASK,
    declared,
    encoding_of,
    generator_of,
    naming_of,
    special,
    told,
    wording_of,
)
from components.safe_text import plain
from components.url_state import address_of, adopt, follow_next, mended_notes, publish, settle
from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS
from graphcore.errors import EdgewiseError
from graphcore.generators import GENERATORS
from graphcore.graphs import Graph
from graphcore.naming import NAMINGS
from graphcore.parameters import Parameter
from graphcore.problems import CUSTOM, OWN, generate, parameters_of, pose_on, preset_of, renamed
from graphcore.prompts import K
from graphcore.records import Problem
from graphcore.tasks import SUITES, TASKS, Task

FEW = 4
"""Up to so many choices stand beside each other; more are in a list."""
FINE = 200
"""Up to so many steps a number is set by a slider; one of more is typed."""


def problem_bar() -> None:
    """Draw the sidebar and settle the session's problem; pages get it from `current_problem`."""
    adopted = adopt(declared(st.session_state))
    if not adopted:
        for parameter in declared(st.session_state):
            settle(parameter)
    packed = st.query_params.get("graph", "") if adopted else ""
    with st.sidebar:
        task = _suite_and_task()
        chosen = _choice(generator_of(task), _titles(GENERATORS) | {OWN: "A graph of your own"}, _keep_own_names)
        graph, fault = own_graph(packed, task) if chosen == OWN else (None, "")
        given, drawn = _special(task)
        seed = _seed_with_dice()
        naming = _choice(naming_of(chosen), _naming_titles(task))
        _writing(task)
    _settle(task, graph, fault, given, seed, naming)
    with drawn:
        _tell_drawn(task)
    values = told(st.session_state)
    packed = packed_graph(task.graph_kind) if chosen == OWN else ""
    publish(values | ({"graph": packed} if packed else {}))
    for note in mended_notes():
        st.info(f"From the link: {plain(note)}")


def current_problem() -> Problem:
    """The session's problem; where there is none, say why and end the page."""
    through_app()
    problem: Problem | None = st.session_state.get("_problem")
    if problem is None:
        st.error(plain(st.session_state.get("_problem_fault", "Choose a problem in the sidebar.")))
        st.stop()
    return problem


def current_writing() -> dict[str, str]:
    """The encoding, order and wording chosen in the sidebar, as `build_prompt` takes them."""
    return {name: st.session_state[name] for name in ("encoding", "order", "wording")}


def current_words(problem: Problem) -> tuple[str, str]:
    """The question and the task's instruction, in the wording chosen in the sidebar."""
    task, wording = TASKS[problem.task], current_writing()["wording"]
    texts = task.question(problem.graph, problem.query), task.instruction
    question, instruction = (task.worded(text, problem.graph, wording) for text in texts)
    return question, instruction


def exemplar_count() -> int:
    """The slider for the number of exemplars; its value is part of the address."""
    return int(st.slider(K.title, int(K.low or 0), int(K.high or 0), key=K.name, help=K.help, persist_state="session"))


def go_to_problem(page: str, values: Mapping[str, Any]) -> None:
    """Leave for a page that then shows the problem with these values of the sidebar; the others are the defaults.

    The address is the one that the page would write, so that the browser's back button leads out of it again.
    """
    follow_next()
    st.switch_page(page, query_params=address_of(told(values)))


def _suite_and_task() -> Task[Any]:
    """The choice of a suite, which follows from the task, and of one of its tasks."""
    suite = TASKS[st.session_state[TASK.name]].suite
    if st.session_state.get("suite") != suite:
        st.session_state["suite"] = suite
    st.segmented_control(
        "Suite",
        list(SUITES),
        format_func=SUITES.__getitem__,
        key="suite",
        required=True,
        help="The paper that the tasks come from.",
        on_change=_turn_to_suite,
        width="stretch",
    )
    titles = {task.name: task.title for task in TASKS if task.suite == suite}
    task = TASKS[_choice(TASK, titles)]
    st.session_state.setdefault("_task_of_suite", {})[suite] = task.name
    return task


def _turn_to_suite() -> None:
    """The task of the suite that was chosen last, else its first."""
    suite = st.session_state["suite"]
    first = next(task.name for task in TASKS if task.suite == suite)
    st.session_state[TASK.name] = st.session_state.get("_task_of_suite", {}).get(suite, first)


def _special(task: Task[Any]) -> tuple[dict[str, Any], Any]:
    """What is set of the problem, and the place below the difficulty for what that draws."""
    given, place = {}, st.container()
    for parameter in special(task, st.session_state):
        given[parameter.name] = _widget(parameter)
        if parameter.name == "difficulty":
            place = st.container()
    return given, place


def _tell_drawn(task: Task[Any]) -> None:
    """What the difficulty set of the problem."""
    problem: Problem | None = st.session_state["_problem"]
    if problem is None or problem.params.get("difficulty", CUSTOM) == CUSTOM:
        return
    titles = {p.name: p.title for p in parameters_of(task, GENERATORS[problem.generator])}
    shown = [f"{titles[name]} {problem.params[name]}" for name in preset_of(task, problem.params) if name in titles]
    st.caption(plain(f"Drawn here: {', '.join(shown)}."))


def _writing(task: Task[Any]) -> None:
    """How the problem becomes text; it is kept in the session, for `current_writing`."""
    shape, order = st.columns(2)
    with shape:
        _choice(encoding_of(task), _titles(ENCODINGS))
    with order:
        _choice(ORDER, {name: name.capitalize() for name in ORDERS})
    wording = wording_of(task)
    if len(wording.choices) > 1:
        _choice(wording, _titles(WORDINGS))


def _settle(task: Task[Any], graph: Graph | None, fault: str, given: dict[str, Any], seed: int, naming: str) -> None:
    st.session_state._problem, st.session_state._problem_fault = None, fault
    if fault:
        return
    try:
        if graph is not None:
            posed = pose_on(graph, task.name, given, seed)
            st.session_state._problem = posed if naming == AS_GIVEN else renamed(posed, naming)
        else:
            generator = st.session_state["generator"]
            st.session_state._problem = _generated(task.name, generator, tuple(given.items()), seed, naming)
    except EdgewiseError as error:
        st.session_state._problem_fault = str(error)


@st.cache_resource(max_entries=512, show_spinner="Looking for a problem …")
def _generated(task: str, generator: str, given: tuple[tuple[str, Any], ...], seed: int, naming: str) -> Problem:
    return generate(task, generator, dict(given), seed, naming)


def _titles(registry: Any) -> dict[str, str]:
    return {item.name: item.title for item in registry}


def _choice(parameter: Parameter, titles: Mapping[str, str], on_change: Callable[[], None] | None = None) -> str:
    """A list of a parameter's choices, or of those of them that `titles` name."""
    chosen: str = st.selectbox(
        parameter.title,
        [name for name in parameter.choices if name in titles],
        format_func=lambda name: titles.get(name, name),
        key=parameter.name,
        help=parameter.help,
        on_change=on_change,
        persist_state="session",
    )
    return chosen


def _keep_own_names() -> None:
    """A graph of one's own keeps its names until another naming is chosen."""
    if st.session_state["generator"] == OWN:
        st.session_state["naming"] = AS_GIVEN


def _widget(parameter: Parameter) -> Any:
    """The widget of a declared parameter."""
    common: dict[str, Any] = {"key": parameter.name, "help": parameter.help, "persist_state": "session"}
    if parameter.kind == "bool":
        return st.toggle(parameter.title, **common)
    if parameter.kind == "choice":
        listed = {"options": parameter.choices, "format_func": str.capitalize, **common}
        if len(parameter.choices) > FEW:
            return st.selectbox(parameter.title, **listed)
        return st.segmented_control(parameter.title, required=True, width="stretch", **listed)
    number = int if parameter.kind == "int" else float
    # A browser that has lost what the session told it shows the default, which else is the least value.
    common["value"] = st.session_state[parameter.name]
    low, high, step = number(parameter.low or 0), number(parameter.high or 0), number(parameter.step)
    if (high - low) / step > FINE:
        return st.number_input(parameter.title, low, high, step=step, **common)
    return st.slider(parameter.title, low, high, step=step, **common)


def _seed_with_dice() -> int:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        seed = _widget(SEED)
        st.button("⚄", on_click=_roll, help="Another seed", width=48, key="dice")
    return int(seed or 0)


def _roll() -> None:
    st.session_state[SEED.name] = secrets.randbelow(10_000)


def _naming_titles(task: Task[Any]) -> dict[str, str]:
    titles = _titles(NAMINGS) | {AS_GIVEN: "As given"}
    return titles | ({"integers": "The task's own"} if task.own_names else {})
