"""Asking a model from a page: the reply streams in, can be stopped and is judged; the session keeps its attempts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import streamlit as st

from graphcore.errors import ModelError
from graphcore.models import Request, get_model, stream_sync
from graphcore.records import Problem, Reply, Verdict
from graphcore.tasks import TASKS

KEPT = 12
REDRAW_S = 0.1
"""How often a streaming reply is redrawn; every token would flood the browser."""


@dataclass(frozen=True)
class Ask:
    """What is to be asked: one prompt, of one or two models."""

    problem: Problem
    models: tuple[str, ...]
    style: str
    prompt: str
    temperature: float
    max_tokens: int


@dataclass(frozen=True)
class Attempt:
    """One reply with its verdict, or the reason why there is none. Models that were asked together share a round."""

    number: int
    round: int
    problem: Problem
    model: str
    style: str
    prompt: str
    reply: Reply | None = None
    verdict: Verdict | None = None
    error: str = ""


Draw = Callable[[str, str, str], None]
"""Shows the model's name, its reasoning and its text so far."""


def request(ask: Ask) -> None:
    """Have the page ask on this run of its script."""
    st.session_state._ask, st.session_state._partial = ask, None
    _next_round()


def pending() -> Ask | None:
    """What is to be asked now. An ask that an earlier run of the script had begun was stopped: what came is kept."""
    ask: Ask | None = st.session_state.get("_ask")
    if ask is not None and st.session_state.get("_partial") is not None:
        _keep_partial(ask)
        return None
    return ask


def stop() -> None:
    """Keep what has come so far and stop."""
    if st.session_state.get("_ask") is not None:
        _keep_partial(st.session_state._ask)


def run(ask: Ask, draw: Draw) -> None:
    """Ask every model in turn and keep the judged replies; ends the page's run, so that it shows them."""
    for model in ask.models:
        st.session_state._partial = (model, "", "")
        try:
            reply = _streamed(ask, model, draw)
        except ModelError as error:
            _keep(ask, model, error=str(error))
        else:
            _keep(ask, model, reply)
    st.session_state._ask = None
    st.rerun()


def judge_pasted(problem: Problem, text: str) -> None:
    """Keep a reply from anywhere with its verdict."""
    _next_round()
    _keep(Ask(problem, ("paste",), "", "", 0, 0), "paste", Reply(text))


def attempts(problem: Problem) -> Sequence[Attempt]:
    """All attempts at `problem` in this session, the newest first."""
    return [attempt for attempt in reversed(st.session_state.get("_attempts", [])) if attempt.problem.id == problem.id]


def latest_round(problem: Problem) -> list[Attempt]:
    """The attempts of the last round, in the order of the models."""
    shown = attempts(problem)
    return [attempt for attempt in reversed(shown) if attempt.round == shown[0].round] if shown else []


def _next_round() -> None:
    st.session_state._round = st.session_state.get("_round", 0) + 1


def _streamed(ask: Ask, model: str, draw: Draw) -> Reply:
    text, reasoning, drawn = "", "", 0.0
    messages = [{"role": "user", "content": ask.prompt}]
    call = Request(messages, ask.problem, ask.temperature, ask.max_tokens, draw=_draws(ask.problem, model))
    draw(model, "", "")
    with closing(stream_sync(get_model(model), call)) as events:
        for event in events:
            if isinstance(event, Reply):
                return event
            text, reasoning = text + event.text, reasoning + event.reasoning
            st.session_state._partial = (model, text, reasoning)
            if time.monotonic() - drawn > REDRAW_S:
                draw(model, reasoning, text)
                drawn = time.monotonic()
    raise ModelError("server", f"{model} ended without a reply; ask again.")


def _draws(problem: Problem, model: str) -> int:
    """How often this model was asked about this problem: asking again draws another reply, if chance has a part."""
    return sum(1 for attempt in attempts(problem) if attempt.model == model)


def _keep_partial(ask: Ask) -> None:
    model, text, reasoning = st.session_state._partial or (ask.models[0], "", "")
    _keep(ask, model, Reply(text, reasoning, finish_reason="stopped"))
    st.session_state._ask = st.session_state._partial = None


def _keep(ask: Ask, model: str, reply: Reply | None = None, error: str = "") -> None:
    kept: list[Attempt] = st.session_state.setdefault("_attempts", [])
    number = st.session_state._attempt_count = st.session_state.get("_attempt_count", 0) + 1
    verdict = None if reply is None else TASKS[ask.problem.task].judge(ask.problem, reply)
    kept.append(
        Attempt(number, st.session_state._round, ask.problem, model, ask.style, ask.prompt, reply, verdict, error)
    )
    del kept[:-KEPT]
