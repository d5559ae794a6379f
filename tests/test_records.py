"""Records and their JSON, as the contract gives it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import InputError
from graphcore.graphs import TemporalGraph
from graphcore.records import (
    OUTCOMES,
    Finding,
    Part,
    Problem,
    Prompt,
    Reference,
    Reply,
    Step,
    Usage,
    Verdict,
)

GRAPH = TemporalGraph((0, 1, 2), ((0, 1, 0), (1, 2, 1)))
PROBLEM = Problem("llm4dyg/when_link", GRAPH, {"u": 0, "v": 1})


def test_the_id_is_the_same_on_every_machine() -> None:
    text = (
        '{"graph":{"directed":false,"edges":[[0,1,0],[1,2,1]],"kind":"temporal","nodes":[0,1,2]},'
        '"query":{"u":0,"v":1},"task":"llm4dyg/when_link"}'
    )
    assert PROBLEM.id == hashlib.sha256(text.encode()).hexdigest()[:16] == "d6f6df21a9f5bd84"


def test_the_id_depends_on_task_graph_and_query_alone() -> None:
    about = Problem(
        PROBLEM.task, GRAPH, {"v": 1, "u": 0}, "erdos_renyi", {"n": 3}, 7, "letters", Reference([9], [9]), {"file": "x"}
    )
    assert about.id == PROBLEM.id
    others = [
        Problem("llm4dyg/when_connect", GRAPH, PROBLEM.query),
        Problem(PROBLEM.task, GRAPH, {"u": 1, "v": 0}),
        Problem(PROBLEM.task, TemporalGraph((0, 1, 2), GRAPH.edges, True), PROBLEM.query),
        Problem(PROBLEM.task, TemporalGraph((0, 2, 1), GRAPH.edges), PROBLEM.query),
        Problem(PROBLEM.task, TemporalGraph((0, 1, 2), GRAPH.edges[::-1]), PROBLEM.query),
        Problem(PROBLEM.task, TemporalGraph((0, 1, 2), ((1, 0, 0), (1, 2, 1))), PROBLEM.query),
        Problem(PROBLEM.task, TemporalGraph(("0", "1", "2"), (("0", "1", 0), ("1", "2", 1))), {"u": "0", "v": "1"}),
    ]
    assert len({PROBLEM.id, *(other.id for other in others)}) == 1 + len(others)


@given(name=st.text(min_size=1).filter(str.strip))
def test_any_name_gives_an_id(name: str) -> None:
    problem = Problem("t", TemporalGraph((name,), ()), {"node": name})
    assert len(problem.id) == 16
    assert Problem.from_json(json.loads(json.dumps(problem.to_json()))) == problem


def test_a_problem_as_a_record() -> None:
    known = PROBLEM.with_reference(Reference([0], [0]))
    record = {
        "id": PROBLEM.id,
        "task": "llm4dyg/when_link",
        "graph": {"kind": "temporal", "directed": False, "nodes": [0, 1, 2], "edges": [[0, 1, 0], [1, 2, 1]]},
        "query": {"u": 0, "v": 1},
        "generator": "",
        "params": {},
        "seed": None,
        "naming": "integers",
    }
    assert PROBLEM.to_json() == record
    assert known.to_json() == record | {"optimum": [0], "solution": [0]}
    assert known.id == PROBLEM.id


@pytest.mark.parametrize(
    "problem",
    [
        PROBLEM,
        PROBLEM.with_reference(Reference(None, None)),
        PROBLEM.with_reference(Reference([0], [0])),
        Problem("t", GRAPH, {}, "forest_fire", {"n": 3, "p": 0.5}, 12, "people", origin={"file": "a", "prompt": "b"}),
    ],
)
def test_problems_go_there_and_back(problem: Problem) -> None:
    back = Problem.from_json(json.loads(json.dumps(problem.to_json())))
    assert back == problem
    assert back.to_json() == problem.to_json()


GOOD: dict[str, Any] = {"task": "t", "graph": {"edges": [[0, 1, 0]]}, "query": {}}


def test_a_problem_needs_only_task_graph_and_query() -> None:
    problem = Problem.from_json(GOOD)
    assert (problem.generator, problem.params, problem.seed, problem.naming) == ("", {}, None, "integers")
    assert problem.reference is None and problem.origin is None


@pytest.mark.parametrize(
    "data",
    [
        None, 3, "x", [], [GOOD], {},
        *({name: value for name, value in GOOD.items() if name != left_out} for left_out in GOOD),
        *({**GOOD, name: value} for name in GOOD for value in (None, 3, [], [1])),
        {**GOOD, "params": [1]}, {**GOOD, "params": "x"}, {**GOOD, "origin": 3},
    ],
)  # fmt: skip
def test_unusable_problems_are_refused_in_one_sentence(data: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+\.$"):
        Problem.from_json(data)


def test_a_reply_there_and_back() -> None:
    reply = Reply("Yes", "hm", "length", Usage(4, 3, 2, 1), 1.5, {"temperature": 0}, True)
    assert Reply.from_json(json.loads(json.dumps(reply.to_json()))) == reply
    assert set(reply.to_json()) == {"text", "reasoning", "finish_reason", "usage", "latency_s", "sent", "cached"}
    assert reply.to_json()["usage"] == {"input": 4, "output": 3, "reasoning": 2, "cached": 1}


def test_a_reply_needs_only_its_text() -> None:
    assert Reply.from_json({"text": "Yes"}) == Reply("Yes")
    assert Reply.from_json({"text": "Yes", "reasoning": None, "usage": {"more": 1}, "extra": 3}) == Reply("Yes")


@pytest.mark.parametrize(
    "data", [None, "Yes", [], {}, {"text": None}, {"text": 3}, {"text": "x", "usage": 3}, {"text": "x", "sent": [1]}]
)
def test_unusable_replies_are_refused(data: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+\.$"):
        Reply.from_json(data)


def test_a_prompt_is_its_parts_in_order() -> None:
    prompt = Prompt("id", "zero-shot", "edge-list", (Part("task", "Do.\n\n"), Part("question", "What?", "Question")))
    assert prompt.text == "Do.\n\nWhat?"
    assert prompt.to_json() == {
        "problem_id": "id",
        "messages": [{"role": "user", "content": "Do.\n\nWhat?"}],
        "parts": [
            {"role": "task", "text": "Do.\n\n", "title": ""},
            {"role": "question", "text": "What?", "title": "Question"},
        ],
        "style": "zero-shot",
        "encoding": "edge-list",
    }


def test_steps_and_findings_as_records() -> None:
    highlights = {"nodes": [1], "edges": [[0, 1, 3]], "times": [3]}
    assert Step("Go.", (1,), ((0, 1, 3),), (3,)).to_json() == {"text": "Go.", **highlights}
    finding = Finding("no_such_edge", "None.", (1,), ((0, 1, 3),), (3,))
    assert finding.to_json() == {"code": "no_such_edge", "text": "None.", **highlights}


def test_a_verdict_comes_back_from_its_json() -> None:
    found = Finding("wrong_value", "No.", (1, "a"), ((0, 1, 2), ("a", 1)), (3,))
    for reference in (None, Reference(None, None), Reference([1], None)):
        verdict = Verdict("hallucinatory", [1, [2, 3]], (4, 9), (found,), {"f1": 0.5, "recall": None}, reference)
        assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict
    assert Verdict.from_json(Verdict("missing").to_json()) == Verdict("missing")


def test_a_verdict_says_the_optimum_only_where_it_was_computed() -> None:
    bare = Verdict("missing").to_json()
    assert bare == {"outcome": "missing", "score": {}, "answer": None, "span": None, "findings": []}
    assert Verdict("correct", 3, (1, 2), reference=Reference(3, 3)).to_json()["optimum"] == 3
    assert Verdict("correct", None, (1, 2), reference=Reference(None, None)).to_json()["optimum"] is None
    assert Verdict("correct", 3, (1, 2), score={"f1": None}).to_json()["score"] == {"f1": None}
    assert Verdict("correct", 3, (1, 2)).to_json()["span"] == [1, 2]


def test_outcomes_are_those_of_the_contract() -> None:
    assert OUTCOMES == ("correct", "suboptimal", "hallucinatory", "missing")


def test_records_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        PROBLEM.task = "other"  # type: ignore[misc]
