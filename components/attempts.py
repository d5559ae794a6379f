"""Asking a model from a page: the reply streams in, can be stopped and is judged; the session keeps its attempts."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import streamlit as st

from components.connections import connections
from graphcore.errors import ModelError
from graphcore.models import Patient, Request, get_model, stream_sync
from graphcore.records import Problem, Reply, Verdict
from graphcore.strategies import Decision, strategy

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
    strategy: str = "single"


@dataclass(frozen=True)
class Attempt:
    """What one model's replies come to, or why there are none. Models that were asked together share a round."""

    number: int
    round: int
    problem: Problem
    model: str
    style: str
    prompt: str
    strategy: str = "single"
    decision: Decision | None = None
    error: str = ""

    @property
    def reply(self) -> Reply | None:
        """The reply that the verdict speaks of."""
        return self.decision and self.decision.reply

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, None where a call failed."""
        return self.decision and self.decision.verdict


@dataclass(frozen=True)
class Progress:
    """What has come of one model's reply, and how long it was waited for; both texts are empty while it reads.

    It is one of `draws` replies, of which the `earlier` ones are whole.
    """

    model: str
    reasoning: str = ""
    text: str = ""
    seconds: float = 0.0
    draws: int = 1
    earlier: tuple[Reply, ...] = ()


Draw = Callable[[Progress], None]


def request(ask: Ask) -> None:
    """Have the page ask on this run of its script."""
    stop()
    st.session_state._ask = ask
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
    """Ask the first model and keep its judged reply; ends the page's run, so that the next shows it and asks on."""
    model, *others = ask.models
    try:
        replies = _drawn(ask, model, draw)
    except ModelError as error:
        _keep(ask, model, error=str(error))
    else:
        _keep(ask, model, replies)
    st.session_state._ask = replace(ask, models=tuple(others)) if others else None
    st.session_state._partial = None
    st.rerun()


def judge_pasted(problem: Problem, text: str) -> None:
    """Keep a reply from anywhere with its verdict."""
    stop()
    _next_round()
    _keep(Ask(problem, ("paste",), "", "", 0, 0), "paste", [Reply(text)])


def attempts(problem: Problem) -> Sequence[Attempt]:
    """All attempts at `problem` in this session, the newest first."""
    return [attempt for attempt in reversed(st.session_state.get("_attempts", [])) if attempt.problem.id == problem.id]


def latest_round(problem: Problem) -> list[Attempt]:
    """The attempts of the last round, in the order of the models; while one is being asked, what it has brought."""
    shown = attempts(problem)
    rounds = [attempt.round for attempt in shown] if st.session_state.get("_ask") is None else [st.session_state._round]
    return [attempt for attempt in reversed(shown) if attempt.round == rounds[0]]


def news() -> tuple[int, int]:
    """Changes whenever something is asked or a reply was judged."""
    return st.session_state.get("_round", 0), st.session_state.get("_attempt_count", 0)


def _next_round() -> None:
    st.session_state._round = st.session_state.get("_round", 0) + 1


def _drawn(ask: Ask, model: str, draw: Draw) -> list[Reply]:
    """As many replies as the strategy draws, one after the other."""
    replies: list[Reply] = []
    draws, before = strategy(ask.strategy).draws, _draws(ask.problem, model)
    messages = [{"role": "user", "content": ask.prompt}]
    st.session_state._partial = Progress(model, draws=draws)
    patient = Patient(get_model(model, connections()), random.Random())
    for number in range(draws):
        call = Request(messages, ask.problem, ask.temperature, ask.max_tokens, draw=before + number)
        replies.append(_streamed(patient, call, Progress(model, draws=draws, earlier=tuple(replies)), draw))
    return replies


def _streamed(patient: Patient, call: Request, came: Progress, draw: Draw) -> Reply:
    drawn, started = 0.0, time.monotonic()
    st.session_state._partial = came
    draw(came)
    with closing(stream_sync(patient, call)) as events:
        for event in events:
            if isinstance(event, Reply):
                return event
            now = time.monotonic()
            reasoning, text = came.reasoning + event.reasoning, came.text + event.text
            came = replace(came, reasoning=reasoning, text=text, seconds=now - started)
            st.session_state._partial = came
            if now - drawn > REDRAW_S:
                draw(came)
                drawn = now
    raise ModelError("server", f"{came.model} ended without a reply; ask again.")


def _draws(problem: Problem, model: str) -> int:
    """How often this model was asked about this problem: asking again draws another reply, if chance has a part."""
    own = [attempt.decision for attempt in attempts(problem) if attempt.model == model]
    return sum(len(decision.replies) if decision else 1 for decision in own)


def _keep_partial(ask: Ask) -> None:
    came = st.session_state.get("_partial") or Progress(ask.models[0])
    begun = [Reply(came.text, came.reasoning, finish_reason="stopped")] if came.text or not came.earlier else []
    _keep(ask, came.model, [*came.earlier, *begun])
    st.session_state._ask = st.session_state._partial = None


def _keep(ask: Ask, model: str, replies: Sequence[Reply] = (), error: str = "") -> None:
    kept: list[Attempt] = st.session_state.setdefault("_attempts", [])
    number = st.session_state._attempt_count = st.session_state.get("_attempt_count", 0) + 1
    decision = strategy(ask.strategy).decide(ask.problem, replies) if replies else None
    asked = (ask.problem, model, ask.style, ask.prompt, ask.strategy)
    kept.append(Attempt(number, st.session_state._round, *asked, decision, error))
    del kept[:-KEPT]
