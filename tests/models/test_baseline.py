"""The baselines, over every registered task."""

from __future__ import annotations

import pytest

from graphcore.errors import ModelError
from graphcore.graphs import TemporalGraph
from graphcore.models import complete, get_model, stream_sync
from graphcore.models.base import Delta
from graphcore.records import Problem, Reply
from graphcore.tasks import TASKS
from tests.models.stub import PROBLEM, request


def test_exact_is_judged_correct() -> None:
    reply = complete(get_model("baseline/exact"), request())
    assert TASKS[PROBLEM.task].judge(PROBLEM, reply).outcome == "correct"
    assert reply.sent == {}
    assert reply.usage.input > 0 and reply.usage.output > 0
    assert reply.latency_s > 0


def test_the_text_is_that_of_the_deltas() -> None:
    *deltas, reply = [e for e in stream_sync(get_model("baseline/exact"), request()) if e != Delta()]
    assert isinstance(reply, Reply)
    assert 1 < len(deltas) <= 4
    assert "".join(delta.text for delta in deltas) == reply.text


def test_random_repeats_itself_and_differs_between_draws() -> None:
    model = get_model("baseline/random")
    texts = [complete(model, request(draw=draw)).text for draw in range(12)]
    assert texts == [complete(model, request(draw=draw)).text for draw in range(12)]
    assert len(set(texts)) > 1


@pytest.mark.parametrize("name", ["baseline/exact", "baseline/random"])
def test_baselines_are_usable_without_limit(name: str) -> None:
    model = get_model(name)
    assert model.status().usable
    assert model.context_size is None
    assert model.count_tokens(request("x" * 100).messages) == 40


def test_exact_says_that_it_knows_the_labels() -> None:
    assert "held-out labels" in get_model("baseline/exact").status().reason


def test_an_unsolvable_problem_is_answered_with_none() -> None:
    problem = Problem("llm4dyg/when_connect", TemporalGraph((0, 1, 2), ((0, 1, 0),)), {"u": 0, "v": 2})
    reply = complete(get_model("baseline/exact"), request(problem=problem))
    assert reply.text == "Answer: none"
    assert TASKS[problem.task].judge(problem, reply).outcome == "correct"


def test_an_unknown_task_is_an_error_of_the_call() -> None:
    problem = Problem("llm4dyg/when_lunch", PROBLEM.graph, {})
    with pytest.raises(ModelError, match="when_link"):
        complete(get_model("baseline/random"), request(problem=problem))
