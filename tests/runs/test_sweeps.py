"""Parameters of plans over tasks that declare them differently: difficulties above all."""

from __future__ import annotations

import pytest

from graphcore.errors import ParameterError
from graphcore.runs.plan import Plan, cells, left_out
from graphcore.runs.sweeps import declared_by, joint

MEDIUM, NO_MEDIUM = "nlgraph/connectivity", "nlgraph/shortest_path"


def plan(*tasks: str, **params: tuple[object, ...]) -> Plan:
    return Plan(tasks, ("baseline/exact",), count=1, params=params)  # type: ignore[arg-type]


def drawn(made: Plan, task: str) -> list[object]:
    return [dict(cell.spec.params).get("difficulty") for cell in cells(made) if cell.spec.task == task]


def test_a_task_is_asked_in_those_difficulties_that_it_has() -> None:
    made = plan(MEDIUM, NO_MEDIUM, "llm4dyg/when_link", difficulty=("easy", "medium", "hard"))
    assert drawn(made, MEDIUM) == ["easy", "medium", "hard"]
    assert drawn(made, NO_MEDIUM) == ["easy", "hard"]
    assert drawn(made, "llm4dyg/when_link") == [None]
    assert left_out(made) == [f"{NO_MEDIUM} has no difficulty medium."]
    assert made.size == 6


def test_a_difficulty_that_no_task_has_is_an_error() -> None:
    with pytest.raises(ParameterError, match="difficulty is 'medium'; give one of custom, easy, hard"):
        plan(NO_MEDIUM, difficulty=("medium",))


def test_what_a_difficulty_sets_is_not_swept() -> None:
    made = plan(MEDIUM, difficulty=("custom", "easy"), n=(5, 20), p=(0.2, 0.4))
    sets = [dict(cell.spec.params) for cell in cells(made)]
    assert [(each["difficulty"], each["n"], each["p"]) for each in sets] == [
        ("custom", 5, 0.2), ("custom", 5, 0.4), ("custom", 20, 0.2), ("custom", 20, 0.4),
        ("easy", 10, 0.2), ("easy", 10, 0.4),
    ]  # fmt: skip


def test_parameters_of_one_name_are_joined() -> None:
    known = declared_by([NO_MEDIUM, MEDIUM], ())
    assert len(known["difficulty"]) == 2
    assert joint(known["difficulty"]).choices == ("custom", "easy", "hard", "medium")
    assert len(known["n"]) == 1
