"""What a plan comes to, told before it starts, and the button that starts it."""

from __future__ import annotations

import html
import math

import streamlit as st

from components.connections import connections
from components.runs_store import show_run
from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.models import Connections
from graphcore.runs.estimate import Estimate, PlanEstimate, estimate
from graphcore.runs.launch import start
from graphcore.runs.plan import Plan, left_out
from graphcore.runs.plan_files import read_plan, write_plan
from graphcore.runs.store import Store

READ_A_SECOND, WRITTEN_A_SECOND = 100, 50
"""Tokens of the small local model on one core, as measured with SmolLM2."""

FEW = 3
"""Up to so many sentences on what cannot be asked stand below each other."""

_TICKET, _SAID = "_batch_ticket", "_batch_said"
_TABLE = "width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem;"
_CELL = "padding: .3rem .5rem; border-bottom: 1px solid rgba(128,128,128,.3);"


def before_start(store: Store, plan: Plan) -> None:
    """How much is to be asked and what cannot be, the Start button, and the plan as a file."""
    text = write_plan(plan)
    found = _estimated(text, _reach(connections()), connections())
    calls, hint = sum(share.calls for share in found.models), _hint(found)
    st.markdown(f"**{plan.size:,} cells, {calls:,} calls**" + (f"  \n{plain(hint)}" if hint else ""))
    st.caption(_factors(plan))
    st.html(_table(found))
    for sentence in _notes(plan, found):
        st.caption(plain(sentence))
    _say([*left_out(plan), *found.failed])
    for reason in dict.fromkeys(share.reason for share in found.models if share.reason):
        st.warning(plain(reason))
    row = st.container(horizontal=True)
    ticket = st.session_state.setdefault(_TICKET, 0)
    row.button("Start", type="primary", on_click=_start, args=(store, plan, ticket), key="start")
    row.download_button("Save the plan", text, "plan.toml", "application/toml", on_click="ignore", key="save_plan")


def say_start_fault() -> None:
    """Say once why a run could not be started."""
    if said := st.session_state.pop(_SAID, ""):
        st.error(plain(said))


def launch(store: Store, run_id: str, only_errors: bool = False) -> None:
    """Start or resume a run, for a button; what hinders it is said on the page's next turn."""
    try:
        start(store, run_id, connections(), only_errors)
    except EdgewiseError as error:
        st.session_state[_SAID] = str(error)


def _start(store: Store, plan: Plan, ticket: int) -> None:
    # The second click of two comes with the ticket of the first.
    if st.session_state[_TICKET] != ticket:
        return
    st.session_state[_TICKET] += 1
    try:
        run = store.create(plan)
    except EdgewiseError as error:
        st.session_state[_SAID] = str(error)
        return
    launch(store, run.id)
    show_run(run.id)


@st.cache_data(max_entries=64, show_spinner="Counting calls and tokens …")
def _estimated(text: str, reach: tuple[tuple[str, str, bool], ...], _connections: Connections) -> PlanEstimate:
    return estimate(read_plan(text), _connections)


def _reach(given: Connections) -> tuple[tuple[str, str, bool], ...]:
    """What an estimate depends on of the connections, without their keys."""
    return tuple((name, each.base_url, bool(each.api_key)) for name, each in sorted(given.items()))


def _hint(found: PlanEstimate) -> str:
    """How long the local models will take; they are asked one after the other."""
    local = [share for share in found.models if share.model.startswith("local/")]
    if not local:
        return ""
    read = sum(share.input_tokens for share in local) / READ_A_SECOND
    most = read + sum(share.output_most for share in local) / WRITTEN_A_SECOND
    return f"The local model needs {duration(read)} to {duration(most)}, by the length of its replies."


def duration(seconds: float) -> str:
    """A time in the unit in which people say it."""
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _factors(plan: Plan) -> str:
    """What the cells are: what is crossed with what."""
    counts = {"task": len(plan.tasks), "problem": plan.count, "style": len(plan.styles), "model": len(plan.models)}
    crossed = " × ".join(f"{count:,} {noun}{'s' * (count != 1)}" for noun, count in counts.items())
    rest = "" if plan.size == math.prod(counts.values()) else ", times the parameters and ways of writing chosen"
    less = ", less what cannot be asked" if left_out(plan) else ""
    return f"A cell is one problem, asked in one way of one model: {crossed}{rest}{less}."


def _notes(plan: Plan, found: PlanEstimate) -> list[str]:
    sampled = f"Tokens are estimated from {found.built:,} of {found.prompts:,} prompts."
    too_long = sum(share.too_long for share in found.models)
    cut = f"{too_long:,} cells are too long for their model, reply included; they become errors without a call."
    return [
        *([sampled] if found.built < found.prompts else []),
        *([cut] if too_long else []),
    ]


def _say(missing: list[str]) -> None:
    """What cannot be asked; of much, folded away."""
    place = st.expander(f"What cannot be asked ({len(missing)})") if len(missing) > FEW else st.container()
    for sentence in missing:
        place.caption(plain(sentence))


def _table(found: PlanEstimate) -> str:
    heads = ["Model", "Calls", "Tokens in", "out, at most"]
    if is_cut := any(share.too_long for share in found.models):
        heads.append("Too long")
    rows = "".join(_row(share, is_cut) for share in found.models)
    named = "".join(_cell("th", head, index > 0) for index, head in enumerate(heads))
    return f'<div style="overflow-x: auto;"><table style="{_TABLE}"><tr>{named}</tr>{rows}</table></div>'


def _row(share: Estimate, is_cut: bool) -> str:
    tokens = [f"{share.input_tokens:,}", f"{share.output_most:,}"]
    # A baseline reads no prompt, but solves or guesses.
    numbers = [f"{share.calls:,}", *(["–", "–"] if share.model.startswith("baseline/") else tokens)]
    numbers += [f"{share.too_long:,}"] if is_cut else []
    cells = "".join(_cell("td", number, True) for number in numbers)
    return f"<tr>{_cell('td', share.model, False)}{cells}</tr>"


def _cell(tag: str, text: str, is_number: bool) -> str:
    side = "text-align: right; white-space: nowrap;" if is_number else "text-align: left; overflow-wrap: anywhere;"
    return f'<{tag} style="{_CELL} {side}">{html.escape(text)}</{tag}>'
