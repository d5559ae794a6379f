"""Questions of cells: what is made once, and for whom."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from graphcore.errors import GenerationError
from graphcore.runs.plan import cells
from graphcore.runs.questions import Question, questions
from tests.runs.sample import plan

(ZERO, FEW) = cells(plan(tasks=("llm4dyg/when_link",), count=1, styles=("zero-shot", "few-shot")))


def test_the_styles_of_a_problem_share_it() -> None:
    async def ask() -> list[Question]:
        asked = questions()
        return [await asked.get(cell) for cell in (ZERO, FEW, ZERO)]

    first, second, third = asyncio.run(ask())
    assert first is third and first.problem is second.problem
    assert first.messages == ZERO.prompt(ZERO.spec.make()).messages != second.messages
    assert first.hash != second.hash and first.problem.id == ZERO.spec.make().id


def test_what_cannot_be_posed_is_said() -> None:
    hopeless = replace(ZERO.spec, task="llm4dyg/check_tclosure", params=(("n", 3), ("p", 0.01)))
    with pytest.raises(GenerationError):
        asyncio.run(questions().get(replace(ZERO, spec=hopeless)))
