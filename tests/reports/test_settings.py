"""Which settings are the paper's, and how the others are named."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.generators import GENERATORS
from graphcore.problems import parameters_of
from graphcore.reports.settings import method, prepared
from graphcore.tasks import TASKS
from tests.reports.frames import PARAMS, frame


def setting(**fields: Any) -> str:
    (words,) = prepared(frame(fields), {})["setting"]
    assert isinstance(words, str)
    return words


@pytest.mark.parametrize(
    ("task", "generator"), [(task.name, name) for task in TASKS if task.suite == "llm4dyg" for name in task.generators]
)
def test_what_is_asked_by_default_is_the_papers_setting(task: str, generator: str) -> None:
    params = {parameter.name: parameter.default for parameter in parameters_of(TASKS[task], GENERATORS[generator])}
    ready = prepared(frame({"task": task, "generator": generator, "params": params}), {})
    assert ready["odd"].tolist() == [""]
    assert setting(generator=generator, params=params) == ("" if generator == "erdos_renyi" else generator)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ""),
        ({"params": PARAMS | {"n": 7}}, "N = 7"),
        ({"params": PARAMS | {"p": 0.5, "t": 10}}, "p = 0.5; t = 10"),
        ({"params": PARAMS | {"directed": True}}, "directed = True"),
        ({"params": PARAMS | {"length": 4}}, "length = 4"),
        ({"params": {}, "generator": "own"}, "N unknown; own; t unknown; directed unknown"),
        ({"params": None}, "N unknown; t unknown; directed unknown; p unknown"),
        ({"params": PARAMS | {"n": [1]}}, "N unknown"),
        ({"style": "cot"}, "cot"),
        ({"style": "bag", "k": 2}, "bag, k = 2"),
        ({"naming": "people", "encoding": "snapshots"}, "naming people; encoding snapshots"),
        ({"order": "shuffled", "strategy": "code"}, "order shuffled; strategy code"),
        ({"style": "cot", "wording": "roads", "params": PARAMS | {"n": 5}}, "N = 5; cot; wording roads"),
    ],
)
def test_what_differs_is_said(fields: dict[str, Any], words: str) -> None:
    assert setting(**fields) == words


@pytest.mark.parametrize(
    ("style", "k", "name"),
    [
        ("few-shot", None, "few-shot"),
        ("few-shot", 1, "few-shot"),
        ("few-shot", 3, "few-shot, k = 3"),
        ("few-shot", float("nan"), "few-shot"),
        ("zero-shot", 3, "zero-shot"),
        ("zero-shot+0-cot", None, "0-cot"),
        ("few-shot+dst2-v4", None, "dst2-v4"),
        ("dst2-v4+few-shot", 1, "dst2-v4"),
        ("dst2-v4", 2, "dst2-v4, k = 2"),
        ("cot+dst2-v4", None, "cot+dst2-v4"),
        ("own/mine", None, "own/mine"),
    ],
)
def test_a_style_is_a_method_of_the_paper_only_as_the_paper_used_it(style: str, k: float | None, name: str) -> None:
    assert method(style, k) == name


def test_chances_are_those_of_the_problems() -> None:
    ready = prepared(frame({"problem_id": "a"}, {"problem_id": "b"}), {"a": 0.25})
    assert ready["chance"].tolist()[0] == 0.25
    assert ready["chance"].isna().tolist() == [False, True]
