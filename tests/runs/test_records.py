"""Records of cells: their columns, and the keys of cached replies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphcore.errors import ModelError
from graphcore.records import Finding, Reply, Usage, Verdict
from graphcore.runs.plan import cells
from graphcore.runs.records import ANSWER_MAX, COLUMNS, Record, columns_of, reply_key
from graphcore.strategies import Decision
from tests.runs.sample import decided, plan

(CELL, *_) = cells(plan())
ASKED: tuple[Any, ...] = ("a/b", "http://x", {"temperature": 0.0}, [{"role": "user", "content": "?"}], [0, 0])


def test_the_columns_of_a_reply() -> None:
    reply = Reply("Answer", usage=Usage(3, 2, 1), latency_s=0.5, cached=True)
    found = (Finding("truncated", "It was cut."), Finding("no_such_edge", "No."), Finding("no_such_edge", "No."))
    verdict = Verdict("missing", findings=found, score={"f1": None})
    row = Record(CELL, "p", decision=decided(reply, verdict)).to_json()
    columns = columns_of(json.loads(json.dumps(row)))
    wanted = {"outcome": "missing", "error": "", "findings": ["no_such_edge", "truncated"], "truncated": True}
    wanted |= {"score": {"f1": None}, "latency_s": 0.5, "cached": True}
    wanted |= {"input_tokens": 3, "output_tokens": 2, "reasoning_tokens": 1, "task": CELL.spec.task}
    assert {name: columns[name] for name in wanted} == wanted
    assert list(columns) == list(COLUMNS)
    assert all(value is None or isinstance(value, COLUMNS[name]) for name, value in columns.items())


def test_the_columns_of_several_replies_are_their_sums() -> None:
    replies = (Reply("a", usage=Usage(3, 2, 1), latency_s=0.5, cached=True), Reply("b", usage=Usage(3, 4), latency_s=1))
    row = Record(CELL, "p", decision=Decision(Verdict("correct", 3), replies[1], replies, ())).to_json()
    columns = columns_of(json.loads(json.dumps(row)))
    wanted = {"input_tokens": 6, "output_tokens": 6, "reasoning_tokens": 1, "latency_s": 1.5, "cached": False}
    assert {name: columns[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (None, ""), ([], "[]"), (3, "3"), ("yes", '"yes"'), ([1, [2, "é 漢"]], '[1, [2, "é 漢"]]'),
        ("\ud83d\0", '"\\ud83d\\u0000"'), ("x" * 100, '"' + "x" * (ANSWER_MAX - 3) + " …"),
    ],
)  # fmt: skip
def test_an_answer_stands_in_its_column_on_one_short_line(answer: Any, shown: str) -> None:
    row = Record(CELL, "p", decision=decided(Reply(""), Verdict("correct", answer))).to_json()
    assert columns_of(row)["answer"] == shown


def test_the_columns_of_an_error() -> None:
    row = Record(CELL, "", error=ModelError("network", "Broken; ask again.")).to_json()
    assert row["error"] == {"kind": "network", "text": "Broken; ask again."}
    columns = columns_of(row)
    assert (columns["outcome"], columns["error"], columns["latency_s"]) == (None, "network", None)


@pytest.mark.parametrize("place", range(len(ASKED)))
def test_everything_that_a_reply_depends_on_is_in_its_key(place: int) -> None:
    other: list[Any] = ["a/c", "http://y", {"temperature": 0.7}, [{"role": "user", "content": "!"}], [1, 0]]
    changed = (*ASKED[:place], other[place], *ASKED[place + 1 :])
    assert reply_key(*changed) != reply_key(*ASKED) == reply_key(*json.loads(json.dumps(ASKED)))
