"""The form of the Batch page: what a run is to ask. Every list is crossed with every other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.model_settings import FIELD, fill_settings, model_settings, number_field
from components.models_view import models_now
from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS
from graphcore.errors import InputError
from graphcore.generators import GENERATORS
from graphcore.naming import NAMINGS
from graphcore.parameters import Parameter, Value
from graphcore.prompts import K, style_names
from graphcore.registry import Registry
from graphcore.runs.plan import COUNT, NUMBERS, REPEATS, SEED, Plan
from graphcore.runs.sweeps import declared_by, joint
from graphcore.strategies import USUAL
from graphcore.tasks import SUITES, TASKS

START = Plan(
    tasks=tuple(task.name for task in TASKS if task.suite == "llm4dyg"),
    models=("local/smollm2-135m", "baseline/exact", "baseline/random"),
    count=3,
    styles=("zero-shot", "few-shot"),
)
"""What the form holds at first: a run of a few minutes that shows a model between the two ends of the scale."""

KEY = "plan_"
"""What the keys of all fields begin with."""

_KEPT: dict[str, Any] = {"persist_state": "session"}


@dataclass(frozen=True)
class _List:
    """A list of a plan: its field of the plan, its title, what can be chosen, what to know of it, what its entries are
    called, and whether others can be typed."""

    name: str
    title: str
    options: Callable[[], Iterable[Any]]
    help: str
    titles: Callable[[Any], str] = str
    open: bool = False
    empty: str = "Choose at least one"

    def draw(self, place: Any = st, width: int | str = "stretch") -> tuple[Any, ...]:
        """The field; returns what is chosen."""
        key = KEY + self.name
        options = list(dict.fromkeys([*self.options(), *st.session_state.get(key, ())]))
        chosen = place.multiselect(
            self.title,
            options,
            format_func=self.titles,
            key=key,
            help=self.help,
            accept_new_options=self.open,
            placeholder=self.empty,
            width=width,
            wrap=True,
            **_KEPT,
        )
        return tuple(chosen)


def _title_in(registry: Registry[Any]) -> Callable[[str], str]:
    """What an entry of `registry` is called, here as in the sidebar of other pages."""
    return lambda name: str(registry[name].title)


TASK_LIST = _List(
    "tasks", "Tasks", lambda: TASKS.names, "What is asked; each is asked on every graph.", _title_in(TASKS)
)
GENERATOR_LIST = _List(
    "generators",
    "Graphs",
    lambda: GENERATORS.names,
    "How the graphs are made. A task is asked on those of them that it knows.",
    _title_in(GENERATORS),
    empty="Each task's usual ones",
)
MODEL_LIST = _List(
    "models",
    "Models",
    lambda: [model.name for model in models_now() if model.name != "paste" and model.status().usable],
    "Who is asked. The id of any other model can be typed.",
    open=True,
)
STYLE_LIST = _List(
    "styles", "Styles", style_names, "What surrounds the question. Join parts with +, such as cot+dst2-v4.", open=True
)
WRITING_LISTS = (
    _List("k", "Exemplars", lambda: range(int(K.low or 0), int(K.high or 0) + 1), K.help, empty="As in the paper"),
    _List("encodings", "Encodings", lambda: ENCODINGS.names, "How the graph is written.", _title_in(ENCODINGS)),
    _List("orders", "Orders", lambda: ORDERS, "The order in which the graph is written.", str.capitalize),
    _List("namings", "Names", lambda: NAMINGS.names, "What the nodes are called.", _title_in(NAMINGS)),
    _List("wordings", "Wordings", lambda: WORDINGS.names, "What the graph is said to be.", _title_in(WORDINGS)),
    _List(
        "strategies",
        "Strategies",
        lambda: USUAL,
        "How many replies are drawn for one answer. Type self-consistency:N for another number of them.",
        open=True,
    ),
)
_LISTS = (TASK_LIST, MODEL_LIST, STYLE_LIST, *WRITING_LISTS)


def fill_form(plan: Plan) -> None:
    """Have the form hold `plan` when it is drawn next."""
    state = st.session_state
    for item in _LISTS:
        state[KEY + item.name] = list(getattr(plan, item.name))
    for number in NUMBERS:
        state[KEY + number.name] = getattr(plan, number.name)
    state[KEY + "generators"], state[KEY + "name"] = list(plan.generators), plan.name
    state[KEY + "cache"] = plan.cache
    for parameter in map(joint, declared_by(TASKS.names, GENERATORS.names).values()):
        values = [str(value).lower() for value in plan.params.get(parameter.name, ())]
        state[_sweep_key(parameter)] = values if _is_listed(parameter) else ", ".join(values)
    fill_settings(plan)


def batch_form() -> Plan:
    """Draw the form and return its plan; raises InputError where it holds none."""
    if KEY + "tasks" not in st.session_state:
        fill_form(START)
    name = st.text_input("Name", key=KEY + "name", max_chars=80, placeholder="styles on small graphs", **_KEPT)
    lists, numbers = {TASK_LIST.name: TASK_LIST.draw()}, {}
    with st.container(horizontal=True):
        for suite, title in SUITES.items():
            st.button(f"All of {title}", key=f"{KEY}all_{suite}", on_click=_add_suite, args=(suite,), type="tertiary")
    generators = GENERATOR_LIST.draw()
    with st.container(horizontal=True):
        for number in (COUNT, SEED):
            numbers[number.name] = number_field(number, KEY + number.name)
        swept = _sweeps(lists[TASK_LIST.name], generators)
    if swept:
        st.caption("An empty field takes the value that it shows; of several, with commas between them, all are taken.")
        if unused := _set_by_difficulty(lists[TASK_LIST.name], swept):
            st.caption(f"{unused}: given by the difficulty; what stands there counts for custom problems only.")
    lists[STYLE_LIST.name] = STYLE_LIST.draw()
    with st.expander("Exemplars, encodings, names and repeats"):
        lists |= _writing()
        numbers[REPEATS.name] = number_field(REPEATS, KEY + REPEATS.name)
        cache = st.toggle("Use replies that are known already", key=KEY + "cache", help=_CACHE_HELP, **_KEPT)
    lists[MODEL_LIST.name] = MODEL_LIST.draw()
    settings = model_settings(lists[MODEL_LIST.name])
    _require_choices({**lists, GENERATOR_LIST.name: generators})
    params: dict[str, tuple[Value, ...]] = {"generator": generators} if generators else {}
    params |= {parameter.name: _values(parameter, texts) for parameter, texts in swept.items() if texts}
    counted = {name: value for name, value in numbers.items() if value is not None}
    return Plan(name=name, cache=cache, params=params, model=settings, **lists, **counted)


def _add_suite(suite: str) -> None:
    chosen = st.session_state[KEY + TASK_LIST.name]
    st.session_state[KEY + TASK_LIST.name] = list(dict.fromkeys([*chosen, *_tasks_of(suite)]))


def _tasks_of(suite: str) -> list[str]:
    return [task.name for task in TASKS if task.suite == suite]


def _require_choices(chosen: dict[str, tuple[Any, ...]]) -> None:
    """Raise InputError for the first list of the form that may not be empty but is."""
    for item in (TASK_LIST, GENERATOR_LIST, STYLE_LIST, *WRITING_LISTS, MODEL_LIST):
        if item.empty == _List.empty and not chosen[item.name]:
            raise InputError(f"Nothing is chosen under {item.title}: choose at least one.")


_CACHE_HELP = "A prompt that was asked before with the same settings is not asked again."


def _writing() -> dict[str, tuple[Any, ...]]:
    row = st.container(horizontal=True)
    return {item.name: item.draw(row, 260) for item in WRITING_LISTS}


def _sweeps(tasks: Iterable[str], generators: Sequence[str]) -> dict[Parameter, list[str]]:
    """A field for each parameter that some task or generator declares, with the texts of the values given there."""
    return {joint(known): _sweep(known) for known in declared_by(tasks, generators).values()}


def _set_by_difficulty(tasks: Iterable[str], swept: dict[Parameter, list[str]]) -> str:
    """The titles of fields that were filled in but that a chosen difficulty gives."""
    levels = {text for parameter, texts in swept.items() if parameter.name == "difficulty" for text in texts}
    given = {name for task in tasks for level in levels for name in TASKS[task].presets.get(level, {})}
    return ", ".join(parameter.title for parameter, texts in swept.items() if texts and parameter.name in given)


def _sweep(known: Sequence[Parameter]) -> list[str]:
    """The field of a parameter as it is known to those that have it."""
    parameter, key = joint(known), _sweep_key(known[0])
    usual = str(parameter.default).lower() if len({each.default for each in known}) == 1 else "by task"
    if _is_listed(parameter):
        options, width = (parameter.choices, 2 * FIELD) if parameter.choices else (("false", "true"), FIELD)
        listed: list[str] = st.multiselect(
            parameter.title, options, width=width, key=key, help=parameter.help, placeholder=usual, wrap=True, **_KEPT
        )
        return listed
    hint = f"{parameter.help} Give {parameter.range_text}; several, with commas between them, are all taken."
    text: str = st.text_input(
        parameter.title, width=FIELD, key=key, help=hint, placeholder=usual, max_chars=400, **_KEPT
    )
    return [part.strip() for part in text.split(",") if part.strip()]


def _values(parameter: Parameter, texts: list[str]) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(parameter.read(text) for text in texts))


def _is_listed(parameter: Parameter) -> bool:
    return parameter.kind in ("bool", "choice")


def _sweep_key(parameter: Parameter) -> str:
    return f"{KEY}param_{parameter.name}"
