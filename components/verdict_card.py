"""A verdict on a page: the outcome, the answer marked in the reply, the findings, and both answers on the graph."""

from __future__ import annotations

import json
from textwrap import shorten

import streamlit as st

from components.attempts import Attempt
from components.node_notes import answer_notes
from components.pictures import Shown, is_dark, picture
from components.safe_text import escaped, plain, text_box
from components.theme import OUTCOMES
from components.verdict_marks import verdict_marks
from graphcore.records import OUTCOMES as OUTCOME_NAMES
from graphcore.records import Problem, Verdict
from graphcore.strategies import Decision
from graphcore.tasks import TASKS

LONGEST_LINE = 120
"""Characters of a right answer that are shown at once; a longer one has to be opened."""

SCORES = {"pc": "Partial credit (0 to 1)", "re": "Mean relative error", "f1": "F1", "recall": "Recall"}
"""What the degrees of a verdict are called."""

LONGEST_VOTE = 60
"""Characters of an answer that are shown beside its votes."""


def verdict_card(attempt: Attempt) -> None:
    """Outcome, findings, the reply with its answer marked, what would be right, and the picture."""
    if attempt.decision is None:
        _headline("error", attempt.model)
        st.error(plain(attempt.error))
        return
    verdict = attempt.decision.verdict
    _headline(verdict.outcome, attempt.model)
    if verdict.findings:
        st.markdown("\n".join(f"- {plain(found.text)} :small[:gray[{found.code}]]" for found in verdict.findings))
    answers = _answers_of(attempt.problem, attempt.decision)
    if len(answers) > 1:
        _vote(attempt.decision, answers)
    _reply(attempt)
    if len(answers) > 1:
        _other_replies(attempt.decision, answers)
    _answers(attempt.problem, verdict)
    shown = Shown(
        list(verdict_marks(attempt.problem, verdict)),
        answer_notes(attempt.problem, verdict.answer),
        verdict.answer if isinstance(verdict.answer, int) else None,
    )
    picture(attempt.problem, shown, "up to now", key=f"verdict-{attempt.number}")
    if attempt.model != "paste":
        st.caption(_terms(attempt))
    _wrong(attempt)


@st.fragment
def earlier_row(attempt: Attempt) -> None:
    """One line on an earlier reply that opens into its card; to open it does not stop a reply that is streaming."""
    look = OUTCOMES[attempt.verdict.outcome if attempt.verdict else "error"]
    parts = [f"{look.symbol} **{look.word}**", plain(_who(attempt.model)), plain(attempt.style), plain(_gist(attempt))]
    row = st.expander(" · ".join(part for part in parts if part), key=f"earlier-{attempt.number}", on_change="rerun")
    if row.open:
        with row:
            verdict_card(attempt)


def _gist(attempt: Attempt) -> str:
    """What was answered, on one line of a few words."""
    if attempt.reply is None or attempt.verdict is None:
        return "no reply"
    if attempt.verdict.span is None:
        return "no answer"
    start, end = attempt.verdict.span
    return shorten(attempt.reply.text[start:end], 40, placeholder=" …") or "…"


def _who(model: str) -> str:
    return "pasted reply" if model == "paste" else model


def _answers_of(problem: Problem, decision: Decision) -> list[str]:
    """What each reply answers, in a few words."""
    said = ["no answer"] * len(decision.replies)
    for votes in decision.vote:
        written = shorten(TASKS[problem.task].reader.write(votes.answer), LONGEST_VOTE, placeholder=" …")
        for draw in votes.draws:
            said[draw] = written
    return said


def _vote(decision: Decision, answers: list[str]) -> None:
    """How many replies gave which answer, and which of them is shown."""
    counts = [f"**{plain(answers[votes.draws[0]])}** × {len(votes.draws)}" for votes in decision.vote]
    unread = len(answers) - sum(len(votes.draws) for votes in decision.vote)
    st.markdown("Vote: " + " · ".join([*counts, *([f"no answer × {unread}"] if unread else [])]))
    st.caption(f"Reply {decision.replies.index(decision.reply) + 1} of {len(answers)}")


def _other_replies(decision: Decision, answers: list[str]) -> None:
    shown = decision.replies.index(decision.reply)
    with st.expander("The other replies", type="compact"):
        for number, reply in enumerate(decision.replies):
            if number != shown:
                st.caption(f"Reply {number + 1}: {plain(answers[number])}")
                text_box(reply.text or "(no text)")


def _reply(attempt: Attempt) -> None:
    """The reply as it came, its answer marked."""
    reply, verdict = attempt.reply, attempt.verdict
    assert reply is not None and verdict is not None
    if reply.reasoning:
        with st.expander("Reasoning", type="compact"):
            text_box(reply.reasoning)
    text_box(reply.text or "(no text)", verdict.span if reply.text else None, OUTCOMES[verdict.outcome].colour)
    if verdict.span is not None:
        start, end = verdict.span
        read = TASKS[attempt.problem.task].reader.write(verdict.answer)
        if _squeezed(read) != _squeezed(reply.text[start:end]):
            st.markdown(f"Read as **{plain(read)}**")


def _answers(problem: Problem, verdict: Verdict) -> None:
    """A right answer beside one that is not, or that is not the only one; and the scores."""
    task = TASKS[problem.task]
    right = task.reference(problem).solution
    if verdict.outcome != "correct" or (task.several_answers and verdict.answer != right):
        # Where an answer is asked for only if there is one, its absence is the only right answer.
        several = task.several_answers and right != "no"
        name, text = "One right answer" if several else "Reference", task.reader.write(right)
        if len(text) <= LONGEST_LINE:
            st.markdown(f"{name}: **{plain(text)}**")
        else:
            with st.expander(name, type="compact"):
                text_box(text)
    if verdict.score:
        st.caption(" · ".join(_score(name, value) for name, value in verdict.score.items()))


def _score(name: str, value: float | None) -> str:
    """ "Partial credit: 0.50"."""
    return f"{SCORES.get(name, name)}: {'–' if value is None else f'{value:.2f}'}"


def _squeezed(text: str) -> str:
    """The text without what a reading does not change: white space, capitals, the brackets around it."""
    return "".join(text.split()).casefold().strip("[]")


def _headline(outcome: str, model: str) -> None:
    look = OUTCOMES[outcome]
    words = f"{look.symbol}&ensp;{look.word.upper()}"
    edge = f"border-left: 6px solid {look.colour}; padding: .35rem .8rem; font-size: 1.25rem; font-weight: 600;"
    small = "font-size: .85rem; font-weight: 400; opacity: .8;"
    name = f'<div style="{small} overflow-wrap: anywhere;">{escaped(_who(model))}</div>'
    st.html(f'<div style="{edge} color: {look.text(is_dark())};">{words}{name}</div>')


def _terms(attempt: Attempt) -> str:
    """How it was asked, and what that took."""
    assert attempt.decision is not None
    reply, replies = attempt.decision.reply, attempt.decision.replies
    names = {"max_tokens": "longest reply in tokens"}
    asked = [f"style {attempt.style}", *([attempt.strategy] if len(replies) > 1 else [])]
    asked += [f"{names.get(name, name)} {value}" for name, value in reply.sent.items()]
    latency, cached = sum(each.latency_s for each in replies), all(each.cached for each in replies)
    read, written = sum(each.usage.input for each in replies), sum(each.usage.output for each in replies)
    took = [f"{latency:.1f} s{' when it was first asked (cached)' if cached else ''}"]
    took += [f"{read:,} tokens read, {written:,} written"] if written else []
    took += [f"finish: {reply.finish_reason}"]
    return f"Asked: {plain(' · '.join(asked))}  \nTook: {plain(' · '.join(took))}"


@st.fragment
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
