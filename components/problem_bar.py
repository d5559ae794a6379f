"""The sidebar: which problem is looked at. It is the same on every page, and its values live in the address."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from components.navigation import through_app
from components.own_graph import own_graph
from components.safe_text import plain
from components.url_state import address_of, adopt, follow_next, mended_notes, publish
from graphcore.encodings import ENCODINGS, ORDERS
from graphcore.errors import EdgewiseError
from graphcore.generators import GENERATORS
from graphcore.generators.temporal import DIRECTED, TIME_SPAN
from graphcore.naming import NAMINGS
from graphcore.parameters import Parameter
from graphcore.problems import OWN, generate, parameters_of, pose_on, renamed
from graphcore.prompts import K
from graphcore.records import Problem
from graphcore.tasks import TASKS

AS_GIVEN = "as-given"
SEED_LIMIT = 999_999

TASK = Parameter("task", "choice", "llm4dyg/when_link", "Task", "What is asked.", choices=tuple(TASKS.names))
GENERATOR = Parameter(
    "generator",
    "choice",
    "erdos_renyi",
    "Graph",
    "How the graph is made, or a graph of your own.",
    choices=(*GENERATORS.names, OWN),
)
SEED = Parameter(
    "seed", "int", 7, "Seed", "Same seed, same problem. Its parity decides yes or no.", low=0, high=SEED_LIMIT
)
NAMING = Parameter(
    "naming", "choice", "integers", "Names", "What the nodes are called.", choices=(*NAMINGS.names, AS_GIVEN)
)
ENCODING = Parameter(
    "encoding", "choice", "edge-list", "Encoding", "How the graph is written.", choices=tuple(ENCODINGS.names)
)
ORDER = Parameter("order", "choice", "sorted", "Order", "The order in which the graph is written.", choices=ORDERS)


def _all_parameters() -> dict[str, Parameter]:
    """Everything that the address may name."""
    special = [p for generator in GENERATORS for p in generator.parameters] + [p for t in TASKS for p in t.parameters]
    listed = [TASK, GENERATOR, *special, TIME_SPAN, DIRECTED, SEED, NAMING, ENCODING, ORDER, K]
    return {parameter.name: parameter for parameter in listed}


def problem_bar() -> None:
    """Draw the sidebar and settle the session's problem; pages get it from `current_problem`."""
    known = _all_parameters()
    adopted = adopt(known.values())
    packed = st.query_params.get("graph", "") if adopted else ""
    with st.sidebar:
        task = TASKS[_choice(TASK, {item.name: item.title for item in TASKS})]
        titles = {item.name: item.title for item in GENERATORS} | {OWN: "A graph of your own"}
        chosen = _choice(GENERATOR, titles, _keep_own_names)
        graph, fault = own_graph(packed) if chosen == OWN else (None, "")
        listed = task.parameters if chosen == OWN else parameters_of(task, GENERATORS[chosen])
        given = {parameter.name: _widget(parameter) for parameter in listed}
        seed = _seed_with_dice()
        naming = _choice(NAMING, _naming_titles(chosen == OWN))
        shape, order = st.columns(2)
        with shape:
            _choice(ENCODING, {item.name: item.title for item in ENCODINGS})
        with order:
            _choice(ORDER, {name: name.capitalize() for name in ORDERS})
    _settle(task.name, chosen, graph, fault, given, seed, naming)
    _publish(known, chosen, given)
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
    """The encoding and order chosen in the sidebar, as `build_prompt` takes them."""
    return {"encoding": st.session_state[ENCODING.name], "order": st.session_state[ORDER.name]}


def exemplar_count() -> int:
    """The slider for the number of exemplars; its value is part of the address."""
    return int(st.slider(K.title, int(K.low or 0), int(K.high or 0), key=K.name, help=K.help, persist_state="session"))


def go_to_problem(page: str, values: Mapping[str, Any]) -> None:
    """Leave for a page that then shows the problem with these values of the sidebar; the others are the defaults.

    The address is the one that the page would write, so that the browser's back button leads out of it again.
    """
    known = _all_parameters()
    follow_next()
    st.switch_page(page, query_params=address_of(_told({n: v for n, v in values.items() if n in known}, known)))


def _settle(task: str, chosen: str, graph: Any, fault: str, given: dict[str, Any], seed: int, naming: str) -> None:
    st.session_state._problem, st.session_state._problem_fault = None, fault
    if fault:
        return
    try:
        if chosen == OWN:
            posed = pose_on(graph, task, given, seed)
            st.session_state._problem = posed if naming == AS_GIVEN else renamed(posed, naming)
        else:
            st.session_state._problem = _generated(task, chosen, tuple(given.items()), seed, naming)
    except EdgewiseError as error:
        st.session_state._problem_fault = str(error)


@st.cache_resource(max_entries=512, show_spinner="Looking for a problem …")
def _generated(task: str, generator: str, given: tuple[tuple[str, Any], ...], seed: int, naming: str) -> Problem:
    return generate(task, generator, dict(given), seed, naming)


def _publish(known: dict[str, Parameter], chosen: str, given: dict[str, Any]) -> None:
    kept = [TASK.name, GENERATOR.name, *given, SEED.name, NAMING.name, ENCODING.name, ORDER.name, K.name]
    values = _told({name: st.session_state[name] for name in kept}, known)
    packed = st.session_state.get("_own_packed", "") if chosen == OWN else ""
    publish(values | ({"graph": packed} if packed else {}))


def _told(values: Mapping[str, Any], known: Mapping[str, Parameter]) -> dict[str, Any]:
    """The task always stands in the address, so that it is never empty; of the rest what is not the default."""
    return {name: value for name, value in values.items() if name == TASK.name or value != known[name].default}


def _choice(parameter: Parameter, titles: dict[str, str], on_change: Callable[[], None] | None = None) -> str:
    if st.session_state[parameter.name] not in titles:
        st.session_state[parameter.name] = next(iter(titles))
    chosen: str = st.selectbox(
        parameter.title,
        list(titles),
        format_func=lambda name: titles.get(name, name),
        key=parameter.name,
        help=parameter.help,
        on_change=on_change,
        persist_state="session",
    )
    return chosen


def _keep_own_names() -> None:
    """A graph of one's own keeps its names until another naming is chosen."""
    if st.session_state[GENERATOR.name] == OWN:
        st.session_state[NAMING.name] = AS_GIVEN


def _widget(parameter: Parameter) -> Any:
    """The widget of a declared parameter."""
    common: dict[str, Any] = {"key": parameter.name, "help": parameter.help, "persist_state": "session"}
    if parameter.kind == "bool":
        return st.toggle(parameter.title, **common)
    number = int if parameter.kind == "int" else float
    low, high, step = number(parameter.low or 0), number(parameter.high or 0), number(parameter.step)
    return st.slider(parameter.title, low, high, step=step, **common)


def _seed_with_dice() -> int:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        seed = st.number_input(SEED.title, 0, SEED_LIMIT, key=SEED.name, help=SEED.help, persist_state="session")
        st.button("⚄", on_click=_roll, help="Another seed", width=48, key="dice")
    return int(seed or 0)


def _roll() -> None:
    st.session_state[SEED.name] = secrets.randbelow(10_000)


def _naming_titles(own: bool) -> dict[str, str]:
    titles = {item.name: item.title for item in NAMINGS}
    return {AS_GIVEN: "As given", **titles} if own else titles
