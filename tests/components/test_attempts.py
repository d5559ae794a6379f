"""Asking from a page: replies are judged and kept, a stop keeps what came, failures are errors."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import attempts
from graphcore.errors import ModelError
from graphcore.models import Delta, Request
from graphcore.problems import generate
from graphcore.records import Reply

PROBLEM = generate("llm4dyg/when_link", seed=2)
OTHER = generate("llm4dyg/when_link", seed=3)


def script() -> None:
    """A page as small as one can be: it asks, draws, and shows what is kept."""
    import streamlit as st

    from components import attempts
    from tests.components.test_attempts import OTHER, PROBLEM

    def draw(came: attempts.Progress) -> None:
        st.session_state.drawn = [*st.session_state.get("drawn", []), came]
        if came.text and st.session_state.get("interrupted"):
            st.session_state.interrupted = False
            st.rerun()

    models = tuple(st.session_state.get("models", ("fake",)))
    strategy = st.session_state.get("strategy", "single")
    asked = attempts.Ask(PROBLEM, models, "zero-shot", "a prompt", 0.0, 64, strategy)
    st.button("Ask", key="ask", on_click=attempts.request, args=(asked,))
    st.button("Stop", key="stop", on_click=attempts.stop)
    st.button("Paste", key="paste", on_click=attempts.judge_pasted, args=(OTHER, "Answer: [999]"))
    st.button("Paste here", key="paste_here", on_click=attempts.judge_pasted, args=(PROBLEM, "Answer: [999]"))
    pending = attempts.pending()
    st.session_state.begun = [*st.session_state.get("begun", []), attempts.latest_round(PROBLEM)]
    if pending is not None:
        attempts.run(pending, draw)
    st.session_state.shown = attempts.attempts(PROBLEM)
    st.session_state.latest = attempts.latest_round(PROBLEM)


class Fake:
    """A model that says what it is told, a piece at a time."""

    context_size = None

    def __init__(self, name: str, said: list[Any]) -> None:
        self.name, self.said, self.requests, self.closed = name, said, list[Request](), 0

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        self.requests.append(request)
        try:
            for event in self.said:
                if isinstance(event, Exception):
                    raise event
                yield event
        finally:
            self.closed += 1


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> dict[str, Fake]:
    """The models that the page finds by name; every piece of a reply is drawn."""
    solution = str(PROBLEM.reference.solution) if PROBLEM.reference else ""
    found = {
        "fake": Fake("fake", [Delta("Answer: "), Delta(solution), Reply(f"Answer: {solution}")]),
        "broken": Fake("broken", [Delta("Ans"), ModelError("network", "The network is down; try again.")]),
        "mute": Fake("mute", [Delta("Ans")]),
        "slow": Fake("slow", [Delta(), Delta(), Reply("Answer: [1]")]),
        "thinking": Fake("thinking", [Delta(reasoning="hm"), Delta("Ans"), Delta("wer: [1"), Reply("Answer: [1]")]),
    }
    monkeypatch.setattr(attempts, "get_model", lambda name, connections: found[name])
    monkeypatch.setattr(attempts, "REDRAW_S", -1.0)
    return found


def page(**state: Any) -> AppTest:
    app = AppTest.from_function(script, default_timeout=20)
    for name, value in state.items():
        app.session_state[name] = value
    return app.run()


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def test_a_reply_streams_is_judged_and_kept(fakes: dict[str, Fake]) -> None:
    app = press(page(), "ask")
    (attempt,) = app.session_state["shown"]
    assert (attempt.model, attempt.prompt, attempt.verdict.outcome) == ("fake", "a prompt", "correct")
    assert [came.text for came in app.session_state["drawn"]][:2] == ["", "Answer: "]
    (request,) = fakes["fake"].requests
    assert request.messages == [{"role": "user", "content": "a prompt"}]
    assert (request.problem, request.temperature, request.max_tokens, request.draw) == (PROBLEM, 0.0, 64, 0)
    app.run()
    assert len(fakes["fake"].requests) == 1


def test_asking_again_counts_the_draw(fakes: dict[str, Fake]) -> None:
    app = press(press(page(), "ask"), "ask")
    assert [request.draw for request in fakes["fake"].requests] == [0, 1]
    assert [attempt.number for attempt in app.session_state["shown"]] == [2, 1]


def test_a_strategy_draws_its_replies_one_after_the_other_and_they_are_voted_on(fakes: dict[str, Fake]) -> None:
    app = press(press(page(strategy="self-consistency:3"), "ask"), "ask")
    assert [request.draw for request in fakes["fake"].requests] == [0, 1, 2, 3, 4, 5]
    newest = app.session_state["shown"][0]
    assert (newest.strategy, newest.verdict.outcome, len(newest.decision.replies)) == (
        "self-consistency:3",
        "correct",
        3,
    )
    assert [votes.draws for votes in newest.decision.vote] == [(0, 1, 2)]
    drawn = app.session_state["drawn"]
    assert {came.draws for came in drawn} == {3} and {len(came.earlier) for came in drawn} == {0, 1, 2}


@pytest.mark.parametrize(("text", "kept"), [("", ["Answer: [1]"]), ("Ans", ["Answer: [1]", "Ans"])])
def test_a_stop_between_draws_keeps_those_that_are_whole(fakes: dict[str, Fake], text: str, kept: list[str]) -> None:
    app = page(models=["slow"])
    ask = attempts.Ask(PROBLEM, ("slow",), "zero-shot", "a prompt", 0.7, 64, "self-consistency:3")
    app.session_state["_ask"], app.session_state["_round"] = ask, 1
    app.session_state["_partial"] = attempts.Progress("slow", text=text, draws=3, earlier=(Reply("Answer: [1]"),))
    (attempt,) = press(app, "stop").session_state["shown"]
    assert [reply.text for reply in attempt.decision.replies] == kept
    assert attempt.verdict.answer == [1]


def test_models_asked_together_are_one_round_in_their_order(fakes: dict[str, Fake]) -> None:
    app = press(page(models=["fake", "thinking"]), "ask")
    assert [attempt.model for attempt in app.session_state["latest"]] == ["fake", "thinking"]
    app.session_state["models"] = ["fake"]
    press(app.run(), "ask")
    assert [attempt.model for attempt in app.session_state["latest"]] == ["fake"]
    assert len(app.session_state["shown"]) == 3


def test_each_reply_is_shown_before_the_next_model_is_asked(fakes: dict[str, Fake]) -> None:
    app = press(press(page(models=["fake", "thinking"]), "paste_here"), "ask")
    rounds = [[attempt.model for attempt in latest] for latest in app.session_state["begun"]]
    assert rounds == [[], ["paste"], [], ["fake"], ["fake", "thinking"]]


def test_a_silent_model_is_told_of_with_the_time_it_takes(fakes: dict[str, Fake]) -> None:
    app = press(page(models=["slow"]), "ask")
    drawn = app.session_state["drawn"]
    assert {(came.model, came.text, came.reasoning) for came in drawn} == {("slow", "", "")}
    seconds = [came.seconds for came in drawn]
    assert seconds[0] == 0 < seconds[1] <= seconds[2] == max(seconds)


@pytest.mark.parametrize("model", ["broken", "mute"])
def test_a_failed_call_is_kept_as_an_error_and_the_next_model_is_asked(fakes: dict[str, Fake], model: str) -> None:
    app = press(page(models=[model, "fake"]), "ask")
    failed, answered = app.session_state["latest"]
    assert (failed.model, failed.reply, failed.verdict) == (model, None, None)
    assert failed.error.endswith("again.")
    assert answered.verdict.outcome == "correct"
    assert fakes[model].closed == 1


def test_a_stop_keeps_what_came_and_asks_no_more(fakes: dict[str, Fake]) -> None:
    app = press(page(models=["thinking"], interrupted=True), "ask")
    (attempt,) = app.session_state["shown"]
    assert (attempt.reply.text, attempt.reply.reasoning, attempt.reply.finish_reason) == ("Ans", "hm", "stopped")
    assert (attempt.verdict.outcome, attempt.verdict.findings[0].code) == ("missing", "truncated")
    assert fakes["thinking"].closed == 1
    assert len(fakes["thinking"].requests) == 1
    press(app, "stop")
    assert len(app.session_state["shown"]) == 1
    press(app, "ask")
    assert app.session_state["shown"][0].reply.text == "Answer: [1]"


@pytest.mark.parametrize("key", ["paste_here", "ask"])
def test_what_is_done_while_a_reply_streams_keeps_it_in_its_own_round(fakes: dict[str, Fake], key: str) -> None:
    app = page(models=["thinking"])
    app.session_state["_ask"] = attempts.Ask(PROBLEM, ("thinking",), "zero-shot", "a prompt", 0.0, 64)
    app.session_state["_partial"] = attempts.Progress("thinking", "hm", "Ans")
    app.session_state["_round"] = 1
    press(app, key)
    newest, partial = app.session_state["shown"]
    assert (partial.round, partial.reply.text, partial.reply.finish_reason) == (1, "Ans", "stopped")
    assert (newest.round, list(app.session_state["latest"])) == (2, [newest])


def test_a_stop_before_anything_was_asked_does_nothing(fakes: dict[str, Fake]) -> None:
    app = press(page(), "stop")
    assert list(app.session_state["shown"]) == []


def test_attempts_at_other_problems_are_not_shown_but_the_oldest_of_all_are_forgotten(fakes: dict[str, Fake]) -> None:
    app = press(page(), "ask")
    for _ in range(attempts.KEPT - 1):
        press(app, "paste")
    assert len(app.session_state["shown"]) == 1
    press(app, "paste")
    assert len(app.session_state["shown"]) == 0
    assert len(app.session_state["_attempts"]) == attempts.KEPT
