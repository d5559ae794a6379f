"""What is asked in the cells of a run, each question made once for all cells that share it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from graphcore.records import Problem
from graphcore.runs.once import Once
from graphcore.runs.plan import Cell, ProblemSpec
from graphcore.runs.records import messages_hash

_KEPT_PROBLEMS, _KEPT_QUESTIONS = 256, 1024


@dataclass(frozen=True)
class Question:
    """What is asked in one cell or several: they differ in strategy, model and repeat alone."""

    problem: Problem
    messages: list[dict[str, str]]
    hash: str


def questions() -> Once[Cell, Question]:
    """The questions of cells; an InputError is raised for cells whose question cannot be posed."""
    # The styles and encodings of one problem share it.
    make = lru_cache(_KEPT_PROBLEMS)(ProblemSpec.make)

    def question(cell: Cell) -> Question:
        problem = make(cell.spec)
        prompt = cell.prompt(problem)
        return Question(problem, prompt.messages, messages_hash(prompt))

    return Once(_KEPT_QUESTIONS, question)
