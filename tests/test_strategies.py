"""Strategies: which can be named, and what several replies come to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphcore.errors import InputError
from graphcore.graphs import TemporalGraph
from graphcore.problems import generate
from graphcore.records import Problem, Reply
from graphcore.strategies import STRATEGIES, USUAL, Decision, strategy
from graphcore.tasks import TASKS

GRAPH = TemporalGraph((0, 1, 2), ((0, 1, 1), (0, 1, 3), (1, 2, 2)))
LINKED = Problem("llm4dyg/when_link", GRAPH, {"u": 0, "v": 1})
CONNECTED = Problem("llm4dyg/when_connect", GRAPH, {"u": 0, "v": 2})
PATH = Problem("llm4dyg/find_tpath", GRAPH, {"start": 0, "length": 3})
UNREADABLE = "I would rather not say."


def decide(problem: Problem, *texts: str) -> Decision:
    return strategy(f"self-consistency:{len(texts)}").decide(problem, [Reply(text) for text in texts])


def test_self_consistency_draws_as_many_as_it_says_and_at_its_own_temperature() -> None:
    assert (strategy("single").draws, strategy("single").temperature) == (1, 0)
    assert [strategy(f"self-consistency:{n}").draws for n in (2, 5, 40)] == [2, 5, 40]
    assert {item.temperature for name, item in STRATEGIES.items() if name != "single"} == {0.7}
    assert all(strategy(name).name == name for name in USUAL)


@pytest.mark.parametrize(
    "name",
    [
        "", "luck", "Single", "single:2", "self-consistency", "self-consistency:", "self-consistency:1",
        "self-consistency:41", "self-consistency:05", "self-consistency: 5", "self-consistency:5.0",
        "self-consistency:many", "self-consistency:-5", "self-consistency:٥", "x" * 500,
    ],
)  # fmt: skip
def test_a_name_of_no_strategy_gets_one_sentence(name: str) -> None:
    with pytest.raises(InputError) as error:
        strategy(name)
    said = str(error.value)
    assert said.endswith("; choose single, or self-consistency:N with N from 2 to 40.") and len(said) < 130


@pytest.mark.parametrize(
    ("texts", "outcome", "chosen", "vote"),
    [
        (["Answer: [1]", "Answer: [1, 3]", "Answer: [3, 1]"], "correct", 1, [([1, 3], (1, 2)), ([1], (0,))]),
        (["Answer: [1]", "Answer: [1, 3]"], "suboptimal", 0, [([1], (0,)), ([1, 3], (1,))]),
        (["Answer: [2]", "Answer: [1, 3]", "Answer: [2]"], "hallucinatory", 0, [([2], (0, 2)), ([1, 3], (1,))]),
        ([UNREADABLE, UNREADABLE, "Answer: [1, 3]"], "correct", 2, [([1, 3], (2,))]),
        (["Answer: none", "Answer: []", "Answer: [1, 3]"], "hallucinatory", 0, [([], (0, 1)), ([1, 3], (2,))]),
        (["Answer: [3, 3]", "Answer: [3]", "Answer: [3]"], "suboptimal", 1, [([3], (1, 2)), ([3, 3], (0,))]),
        ([UNREADABLE, "", UNREADABLE], "missing", 0, []),
    ],
)  # fmt: skip
def test_most_votes_win_and_the_first_drawn_where_several_have_most(
    texts: list[str], outcome: str, chosen: int, vote: list[Any]
) -> None:
    made = decide(LINKED, *texts)
    assert (made.verdict.outcome, made.reply) == (outcome, made.replies[chosen])
    assert [(votes.answer, votes.draws) for votes in made.vote] == vote
    assert [reply.text for reply in made.replies] == texts


def test_the_order_counts_in_a_path_and_in_no_set() -> None:
    assert [votes.draws for votes in decide(PATH, "Answer: [0, 1, 2]", "Answer: [2, 1, 0]").vote] == [(0,), (1,)]
    assert [votes.draws for votes in decide(LINKED, "Answer: [1, 3]", "Answer: [3, 1]").vote] == [(0, 1)]


def test_a_stated_none_is_a_vote_and_an_unreadable_reply_is_not() -> None:
    made = decide(CONNECTED, UNREADABLE, "Answer: none", UNREADABLE)
    assert [(votes.answer, votes.draws) for votes in made.vote] == [(None, (1,))]
    assert (made.verdict.outcome, made.verdict.answer) == ("hallucinatory", None)


def test_the_span_is_that_of_the_reply_which_the_verdict_speaks_of() -> None:
    made = decide(LINKED, "Answer: [2]", "Let us see. Answer: [3, 1]", "It is clear.\nAnswer: [1, 3]")
    assert made.verdict.span is not None
    start, end = made.verdict.span
    assert made.reply.text[start:end] == "[3, 1]"


@pytest.mark.parametrize("name", TASKS.names)
@pytest.mark.parametrize("text", ["Answer: [1]", "Answer: yes", "Answer: none", UNREADABLE])
def test_one_reply_is_judged_as_the_task_judges_it(name: str, text: str) -> None:
    problem = generate(name, seed=4)
    made = strategy("single").decide(problem, [Reply(text)])
    assert made.verdict == TASKS[name].judge(problem, Reply(text))
    assert made.to_json() == {"reply": Reply(text).to_json(), "verdict": made.verdict.to_json()}


def test_a_record_of_several_holds_all_replies_and_the_vote() -> None:
    made = decide(LINKED, "Answer: [1, 3]", UNREADABLE, "Answer: [3, 1]")
    data = json.loads(json.dumps(made.to_json()))
    assert list(data) == ["reply", "replies", "vote", "verdict"]
    assert data["vote"] == [{"answer": [1, 3], "count": 2, "draws": [0, 2]}]
    again = Decision.from_json(data)
    assert (again.vote, again.replies, again.reply) == (made.vote, made.replies, made.reply)
    assert (again.verdict.outcome, again.verdict.span) == ("correct", made.verdict.span)
