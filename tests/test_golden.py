"""Prompts and verdicts as they were when somebody last looked at them, in tests/golden/.

`EDGEWISE_WRITE_GOLDEN=1 python -m pytest tests/test_golden.py` writes them anew; read the difference before you keep
it. A line of verdicts.jsonl is a problem and a reply (as `verify` takes them) with their verdict; to add one, append
the first two and write anew.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphcore.encodings import ENCODINGS
from graphcore.problems import generate, load_problem
from graphcore.prompts import STYLES, build_prompt
from graphcore.records import OUTCOMES, Problem, Reply
from graphcore.tasks import TASKS
from tests.conftest import ROOT
from tests.tasks import meaning

GOLDEN = ROOT / "tests" / "golden"
VERDICTS = GOLDEN / "verdicts.jsonl"
WRITE = bool(os.environ.get("EDGEWISE_WRITE_GOLDEN"))


@dataclass(frozen=True)
class Asked:
    """A problem on a small graph, and the naming and direction of its nodes."""

    task: str
    naming: str = "integers"
    directed: bool = False
    suite: str = "llm4dyg"

    @property
    def problem(self) -> Problem:
        name = f"{self.suite}/{self.task}"
        given = {"n": 5, "p": 0.6, "t": 4, "directed": self.directed}
        return generate(name, given=meaning.known(name, given), seed=1, naming=self.naming)


def static(task: str, naming: str = "integers") -> Asked:
    return Asked(task, naming, suite="nlgraph")


PLAIN, NAMED, SORTED = Asked("when_link"), Asked("find_tpath", "people", True), Asked("sort_edge", "letters")
NLGRAPH = ("connectivity", "cycle", "topological_sort", "hamilton_path")


def offered(asked: Asked) -> list[str]:
    """The encodings that the task can be asked in."""
    return [encoding for encoding in ENCODINGS.names if not TASKS[f"{asked.suite}/{asked.task}"].why_not(encoding)]


STATIC = offered(static("shortest_path"))
PROMPTS = [
    *((PLAIN, style, "edge-list", "sorted", "abstract") for style in STYLES.names if not STYLES[style].difficulty),
    *((PLAIN, "zero-shot", encoding, "shuffled", "abstract") for encoding in offered(PLAIN)),
    *((NAMED, "cot+dst2-v4+bag", encoding, "sorted", "abstract") for encoding in offered(NAMED)),
    *((SORTED, "few-shot", encoding, "sorted", "abstract") for encoding in offered(SORTED)),
    *((static("shortest_path"), "zero-shot", encoding, "sorted", "abstract") for encoding in STATIC),
    *((static("shortest_path", "people"), "cot+algorithmic", encoding, "shuffled", "roads") for encoding in STATIC),
    *((static(task), "cot+algorithmic", "edge-list", "sorted", "abstract") for task in NLGRAPH),
    *((static("cycle"), f"exemplars-{name}", "edge-list", "sorted", "abstract") for name in ("easy", "medium", "hard")),
]


def file_of(asked: Asked, style: str, encoding: str, order: str, wording: str) -> Path:
    last = "" if wording == "abstract" else f".{wording}"
    return GOLDEN / "prompts" / f"{asked.task}.{style}.{encoding}.{order}{last}.txt"


FIELDS = ("asked", "style", "encoding", "order", "wording")


@pytest.mark.parametrize(FIELDS, PROMPTS, ids=lambda v: getattr(v, "task", v))
def test_a_prompt_is_as_it_was(asked: Asked, style: str, encoding: str, order: str, wording: str) -> None:
    text = build_prompt(asked.problem, style, encoding=encoding, order=order, wording=wording).text + "\n"
    path = file_of(asked, style, encoding, order, wording)
    if WRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_no_other_prompt_is_kept() -> None:
    assert set((GOLDEN / "prompts").iterdir()) == {file_of(*row) for row in PROMPTS}


def test_verdicts_are_as_they_were() -> None:
    rows = [json.loads(line) for line in VERDICTS.read_text(encoding="utf-8").splitlines()]
    judged = []
    for row in rows:
        problem = load_problem(row["problem"])
        reply = Reply(row["response"], finish_reason=row.get("finish_reason", "stop"))
        judged.append(row | {"verdict": TASKS[problem.task].judge(problem, reply).to_json()})
    if WRITE:
        VERDICTS.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in judged), encoding="utf-8")
        rows = judged
    for number, (row, found) in enumerate(zip(rows, judged, strict=True), start=1):
        assert found == row, f"line {number}"
    assert {row["verdict"]["outcome"] for row in rows} == set(OUTCOMES)
    assert {row["problem"]["task"] for row in rows} == set(TASKS.names)
