"""The random baseline, played and computed, and how far chance may part the two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from graphcore.models import get_model
from graphcore.problems import generate
from graphcore.records import Reply
from graphcore.tasks import TASKS

LEVEL = 0.999
"""How likely a count of right guesses lies within `interval`."""


def play(task_name: str, count: int, **params: object) -> tuple[int, list[float]]:
    """Right guesses on the problems of seeds 0..count-1, and the computed chance of each guess to be right.

    A guess takes the way of every reply: the model's text, the reader, the verdict.
    """
    task, model = TASKS[task_name], get_model("baseline/random")
    problems = [generate(task_name, given=params, seed=seed) for seed in range(count)]
    right = sum(task.judge(problem, Reply(model.answer(problem, 0))).outcome == "correct" for problem in problems)
    return right, [task.chance(problem) for problem in problems]


def distribution(chances: Sequence[float]) -> list[float]:
    """The Poisson binomial distribution: the probability of 0, 1, ... successes of independent trials."""
    found = [1.0]
    for p in chances:
        found = [a * (1 - p) + b * p for a, b in zip([*found, 0.0], [0.0, *found], strict=True)]
    return found


def interval(chances: Sequence[float], level: float = LEVEL) -> tuple[int, int]:
    """The least and the greatest count of successes that are not in either tail of probability (1 - level) / 2."""
    tail = (1 - level) / 2
    below = list(accumulate(distribution(chances)))
    low = next(count for count, p in enumerate(below) if p > tail)
    high = next((count for count, p in enumerate(below) if p >= 1 - tail), len(chances))
    return low, high
