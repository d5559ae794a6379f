"""One record of a run, whole: its prompt, its reply, verdict and picture, and what others said to the same question."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import streamlit as st

from components.attempts import Attempt
from components.models_view import models_now
from components.problem_bar import go_to_problem
from components.results_data import Seen, rows_of
from components.safe_text import plain, text_box
from components.theme import OUTCOMES
from components.url_state import choose
from components.verdict_card import verdict_card
from graphcore.errors import EdgewiseError, InputError
from graphcore.problems import load_problem
from graphcore.prompts import build_prompt
from graphcore.records import Problem
from graphcore.reports.metrics import asked_alike
from graphcore.runs.records import messages_hash
from graphcore.strategies import Decision, strategy
from graphcore.tasks import TASKS

BESIDE = 2
"""How many other replies stand beside one."""

Row = Mapping[str, Any]
Name = tuple[str, str]
"""A record by its run and key."""


def item(seen: Seen, row: Row, differing: bool) -> None:
    """Draw the record of `row`, one of the seen; with `differing`, beside another model's that differs."""
    record = _whole(seen, (row["run_id"], row["key"]))
    if not record["problem_id"]:
        st.error(plain(record["error"]["text"]))
        return
    problem = load_problem(seen.store.problem(record["problem_id"]))
    others = _others(seen, row)
    beside = _choose_beside(row, others, differing)
    st.markdown(f"**{plain(TASKS[problem.task].question(problem.graph, problem.query))}**")
    asked, *cards = st.columns([3, *[4] * (1 + len(beside))] if beside else 2, gap="medium")
    with asked:
        prompt = _prompt(problem, record)
        if st.button("Open in Ask", icon=":material/forum:", key=f"ask-{row['run_id']}-{row['key']}"):
            _open_in_ask(record)
    for card, name in zip(cards, [None, *beside], strict=True):
        with card:
            shown = record if name is None else _whole(seen, name)
            verdict_card(attempt_of(problem, shown, prompt, f"{row['run_id']} {row['key']}"))


def attempt_of(problem: Problem, record: Mapping[str, Any], prompt: str, place: str) -> Attempt:
    """A whole record as what verdict cards show; `place` tells cards of one record in several places apart."""
    number = zlib.crc32(f"{place} {record['model']} {record['key']} {record['at']}".encode())
    return Attempt(
        number,
        0,
        problem,
        record["model"],
        record["style"],
        prompt,
        record["strategy"],
        Decision.from_json(record) if record["verdict"] else None,
        record["error"]["text"] if record["error"] else "",
    )


def _whole(seen: Seen, name: Name) -> dict[str, Any]:
    run_id, key = name
    for record in seen.store.records(run_id, [key]):
        return record
    raise InputError("This record was deleted; refresh the page.")


def _others(seen: Seen, row: Row) -> dict[Name, Row]:
    alike = rows_of(asked_alike(seen.records, row))
    named = {(other["run_id"], other["key"]): other for other in alike}
    return {name: other for name, other in named.items() if name != (row["run_id"], row["key"])}


def _choose_beside(row: Row, others: Mapping[Name, Row], differing: bool) -> list[Name]:
    if not others:
        return []
    apart = [
        name
        for name, other in others.items()
        if other["model"] != row["model"] and other["outcome"] not in (None, row["outcome"])
    ]
    chosen = st.pills(
        "The same question, asked of others: choose whom to see beside it",
        list(others),
        selection_mode="multi",
        format_func=lambda name: _who(others[name], several=len({run for run, _ in others}) > 1),
        default=apart[:1] if differing else [],
        key=f"beside-{row['run_id']}-{row['key']}-{differing}",
    )
    return list(chosen)[:BESIDE]


def _who(other: Row, several: bool) -> str:
    look = OUTCOMES[other["outcome"] or "error"]
    return f"{look.symbol} {plain(other['model'])}" + (f" · {other['run_id']}" if several else "")


def _prompt(problem: Problem, record: Mapping[str, Any]) -> str:
    """Show the prompt as it is built today, and say so where it is not what was asked then."""
    st.markdown("Prompt")
    ways = {name: record[name] for name in ("k", "encoding", "order", "wording")}
    try:
        prompt = build_prompt(problem, record["style"], **ways)
    except EdgewiseError as error:
        st.warning(plain(f"The prompt cannot be built again: {error}"))
        return ""
    text_box(prompt.text)
    if record["messages_hash"] and messages_hash(prompt) != record["messages_hash"]:
        st.warning("This is how the prompt is built today; what was asked then was worded otherwise.")
    return prompt.text


def _open_in_ask(record: Mapping[str, Any]) -> None:
    """The same problem, style, strategy and, where it can be asked now, model on the Ask page."""
    names = ("task", "generator", "seed", "naming", "encoding", "order", "wording", "k")
    values = {name: record[name] for name in names if record[name] is not None} | record["params"]
    choose("style", record["style"])
    st.session_state["strategy"] = record["strategy"]
    usual = strategy(record["strategy"]).temperature
    st.session_state["temperature"] = float(record["sent"].get("temperature", usual))
    usable = {model.name for model in models_now() if model.status().usable}
    if record["model"] in usable:
        st.session_state["models"] = [record["model"]]
    go_to_problem("pages/ask.py", values)
