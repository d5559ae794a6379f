"""A verdict on a page: the outcome, the answer marked in the reply, the findings, and both answers on the graph."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import streamlit as st

from components.attempts import Attempt
from components.highlight import Mark
from components.pictures import is_dark, timeline
from components.safe_text import escaped, plain, text_box
from components.theme import OUTCOMES
from graphcore.records import OUTCOMES as OUTCOME_NAMES
from graphcore.records import Finding, Problem, Verdict
from graphcore.tasks import TASKS

OMISSIONS = {"incomplete", "later_than_first"}
"""Findings that name what an answer should have had: the reference shows it, and it is no fault in the graph."""


def reply_box(attempt: Attempt) -> None:
    """The reply as it came, its answer marked."""
    if attempt.reply is None:
        return
    if attempt.reply.reasoning:
        with st.expander("Reasoning"):
            text_box(attempt.reply.reasoning)
    verdict = attempt.verdict
    colour = OUTCOMES[verdict.outcome].colour if verdict else "#0072B2"
    text_box(attempt.reply.text or "(no text)", verdict.span if verdict else None, colour)
    if attempt.model != "paste":
        st.caption(_terms(attempt))


def verdict_card(attempt: Attempt) -> None:
    """Outcome, findings, answer and reference, and the picture."""
    if attempt.verdict is None:
        _headline("error", attempt.model)
        st.error(plain(attempt.error))
        return
    verdict = attempt.verdict
    task = TASKS[attempt.problem.task]
    _headline(verdict.outcome, attempt.model)
    for finding in verdict.findings:
        st.markdown(f"- {plain(finding.text)}  `{finding.code}`")
    reply_box(attempt)
    reference = task.reference(attempt.problem).solution
    read = "–" if verdict.span is None else task.reader.write(verdict.answer)
    right = task.reader.write(reference)
    st.markdown(f"Answer read: **{plain(read)}**  \nReference: **{plain(right)}**")
    if verdict.score:
        st.caption(
            " · ".join(f"{name} {'–' if value is None else f'{value:.2f}'}" for name, value in verdict.score.items())
        )
    timeline(
        attempt.problem, list(verdict_marks(attempt.problem, verdict)), "up to now", key=f"verdict-{attempt.number}"
    )
    _wrong(attempt)


def verdict_marks(problem: Problem, verdict: Verdict) -> Iterator[Mark]:
    """The reference, what of the answer holds, and each fault where it is."""
    task = TASKS[problem.task]
    shown = task.highlights(problem, task.reference(problem).solution)
    yield Mark(shown.nodes, shown.edges, "reference")
    faults = [finding for finding in verdict.findings if finding.code not in OMISSIONS]
    if verdict.span is not None:
        said = task.highlights(problem, verdict.answer)
        wrong = {frozenset(edge[:2]) for finding in faults for edge in finding.edges}
        held = tuple(e for e in said.edges if _holds(problem, e) and frozenset(e[:2]) not in wrong)
        yield Mark(tuple(dict.fromkeys(node for edge in held for node in edge[:2])), held, "answer")
    for finding in faults:
        yield from _fault_marks(finding)


def _holds(problem: Problem, edge: tuple[Any, ...]) -> bool:
    u, v, *times = edge
    linked = problem.graph.met(u, v)
    return bool(linked) and all(time in linked for time in times)


def _fault_marks(finding: Finding) -> Iterator[Mark]:
    yield Mark(finding.nodes, (), "fault")
    for edge in finding.edges:
        label = f"t = {edge[2]}" if finding.code == "time_goes_back" else ""
        yield Mark((), (edge,), "fault", label)


def _headline(outcome: str, model: str) -> None:
    look = OUTCOMES[outcome]
    words = f"{look.symbol}&ensp;{look.word.upper()}"
    edge = f"border-left: 6px solid {look.colour}; padding: .35rem .8rem; font-size: 1.25rem; font-weight: 600;"
    small = "font-size: .85rem; font-weight: 400; opacity: .8;"
    name = f'<div style="{small} overflow-wrap: anywhere;">{escaped(model)}</div>'
    st.html(f'<div style="{edge} color: {look.text(is_dark())};">{words}{name}</div>')


def _terms(attempt: Attempt) -> str:
    reply = attempt.reply
    assert reply is not None
    usage = f"{reply.usage.input:,} + {reply.usage.output:,} tokens" if reply.usage.output else ""
    latency = f"{reply.latency_s:.1f} s" if reply.latency_s else ""
    sent = ", ".join(f"{name} {value}" for name, value in reply.sent.items())
    return " · ".join(
        plain(part) for part in (attempt.style, f"finish: {reply.finish_reason}", usage, latency, sent) if part
    )


def _wrong(attempt: Attempt) -> None:
    """A note on a verdict that is wrong, and the case as a file in the form that `verify` reads."""
    with st.popover("This verdict is wrong"):
        expected = st.selectbox("Right would be", OUTCOME_NAMES, key=f"expected-{attempt.number}")
        note = st.text_area("Why", key=f"note-{attempt.number}", max_chars=4_000)
        st.download_button(
            "Download the case",
            case_file(attempt, expected, note),
            f"case-{attempt.problem.id}.jsonl",
            "application/jsonl",
            on_click="ignore",
            key=f"case-{attempt.number}",
        )


def case_file(attempt: Attempt, expected: str, note: str) -> str:
    """One line that `verify` can judge again, with what a person says of it."""
    assert attempt.reply is not None and attempt.verdict is not None
    case = {
        "problem": attempt.problem.to_json(),
        "response": attempt.reply.text,
        "finish_reason": attempt.reply.finish_reason,
        "expected": expected,
        "note": note,
        "verdict": attempt.verdict.to_json(),
        "model": attempt.model,
        "style": attempt.style,
        "prompt": attempt.prompt,
    }
    return json.dumps(case, ensure_ascii=False) + "\n"
