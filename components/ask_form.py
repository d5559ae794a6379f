"""The form of the Ask page: models, style, a prompt that can be edited freely, and replies from elsewhere."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import streamlit as st

from components.attempts import Ask, attempts, judge_pasted, request, stop
from components.models_view import models_now
from components.problem_bar import current_writing, exemplar_count
from components.safe_text import plain
from components.url_state import hold
from components.usual_styles import offered_styles, usual_style
from graphcore.errors import EdgewiseError, InputError
from graphcore.prompts import build_prompt
from graphcore.records import Problem
from graphcore.strategies import USUAL, strategy

DEFAULT_MODEL = "local/smollm2-135m"


def ask_form(problem: Problem) -> None:
    """Draw the form; what it asks is pending on the next run of the script."""
    models = _models()
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    hold("style", usual_style(problem.task))
    style = left.selectbox(
        "Style",
        offered_styles(problem.task),
        key="style",
        accept_new_options=True,
        persist_state="session",
        help="Join parts with +.",
    )
    with right:
        k = exemplar_count()
    try:
        built = build_prompt(problem, style, k=k, **current_writing()).text
    except EdgewiseError as error:
        st.error(plain(str(error)))
        _buttons(problem, models, style, "")
        return
    prompt = _editor(built)
    _buttons(problem, models, style if prompt == built else f"{style} (edited)", prompt)


def _models() -> list[str]:
    known = {model.name: model.status() for model in models_now()}
    usable = [name for name, status in known.items() if status.usable and name != "paste"]
    first = [DEFAULT_MODEL] if DEFAULT_MODEL in usable else usable[:1]
    st.session_state.setdefault("models", first)
    chosen = st.multiselect(
        "Models, one or two beside each other",
        usable,
        max_selections=2,
        key="models",
        wrap=True,
        persist_state="session",
        placeholder="Choose a model",
    )
    for name, status in known.items():
        if not status.usable:
            st.caption(f"{plain(name)} cannot be chosen: {plain(status.reason)}")
    return chosen


def _editor(built: str) -> str:
    """The prompt, to be edited freely; what was edited stays until it is undone or another prompt is built."""
    # A new box for each draft: the browser keeps showing what was typed into a box that is only told to forget it.
    drafts: Counter[str] = st.session_state.setdefault("_drafts", Counter())
    key = f"prompt-{abs(hash(built))}-{drafts[built]}"
    text = st.text_area("Prompt", built, height=280, key=key, max_chars=200_000, persist_state="session")
    # In a place of its own, so that what stands below does not move, and an open expander there does not close.
    with st.container():
        if text != built:
            st.button("Undo my edits", on_click=drafts.update, args=([built],), key="undo")
    return text


def _buttons(problem: Problem, models: list[str], style: str, prompt: str) -> None:
    row = st.container(horizontal=True)
    ask, halt, more = row.empty(), row.empty(), row.empty()
    with more.popover("Settings", help="Strategy, temperature and length", width="stretch"):
        drawn = _strategy()
        temperature = st.slider("Temperature", 0.0, 2.0, step=0.1, key="temperature", persist_state="session")
        max_tokens = st.number_input(
            "Longest reply, in tokens", 16, 4096, 256, key="max_tokens", persist_state="session"
        )
    wanted = Ask(problem, tuple(models), style, prompt, temperature, int(max_tokens or 256), drawn)
    word = "Ask again" if attempts(problem) else "Ask"
    lacks = _lacks(models, prompt, drawn)
    ask.button(word, type="primary", on_click=request, args=(wanted,), disabled=bool(lacks), width="stretch", key="ask")
    halt.button("Stop", on_click=stop, disabled=st.session_state.get("_ask") is None, width="stretch", key="stop")
    if told := lacks or _several(drawn):
        st.caption(told)
    with st.expander("Paste a reply from anywhere"):
        pasted = st.text_area("Reply", key="pasted", height=120, max_chars=1_000_000)
        st.button("Judge it", on_click=judge_pasted, args=(problem, pasted), disabled=not pasted.strip(), key="judge")


def _strategy() -> str:
    """How many replies are drawn; to choose it sets the temperature at which it usually draws them."""
    chosen: str = st.selectbox(
        "Strategy",
        USUAL,
        key="strategy",
        accept_new_options=True,
        persist_state="session",
        on_change=_take_temperature,
        help="Self-consistency draws several replies and takes the answer that most of them give. Type its number.",
    )
    return chosen


def _several(drawn: str) -> str:
    """What is asked where a strategy, which stands folded away in the settings, draws more than one reply."""
    draws = strategy(drawn).draws
    return "" if draws == 1 else f"Asks for {draws} replies and lets their vote decide: {plain(drawn)}, under Settings."


def _take_temperature() -> None:
    with suppress(InputError):
        st.session_state["temperature"] = strategy(st.session_state["strategy"]).temperature


def _lacks(models: list[str], prompt: str, drawn: str) -> str:
    """What to do before anything can be asked."""
    if not models:
        return "Choose a model above, or ask one elsewhere and paste its reply below."
    try:
        strategy(drawn)
    except InputError as error:
        return plain(str(error))
    return "" if prompt.strip() else "There is no prompt: write one, undo your edits, or choose another style."
