"""The random baseline (LLM4DyG, section 4.1): what it draws from, its computed chance, and how it scores."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from graphcore.graphs import TemporalGraph
from graphcore.problems import generate
from graphcore.records import Problem
from graphcore.tasks import TASKS
from tests import chance
from tests.tasks import meaning

EACH = pytest.mark.parametrize("name", TASKS.names)
EITHER_WAY = pytest.mark.parametrize(
    ("name", "directed"),
    [(name, directed) for name in TASKS.names for directed in ({}, *meaning.directions(name))],
    ids=lambda value: value if isinstance(value, str) else "directed" * bool(value),
)
DIRECTED = pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
PLAYED = 300


@EITHER_WAY
def test_the_chance_is_the_share_of_right_answers_among_all(name: str, directed: dict[str, bool]) -> None:
    for seed in range(10):
        problem = meaning.small(name, seed, meaning.TINY, **directed)
        guesses = meaning.of(name).guesses(problem)
        right = [meaning.of(name).outcome(problem, guess) == "correct" for guess in guesses]
        share = sum(odds for odds, is_right in zip(meaning.of(name).odds(guesses), right, strict=True) if is_right)
        assert TASKS[name].chance(problem) in (None, pytest.approx(share))


@EACH
def test_guesses_are_drawn_from_all_possible_answers_as_is_said(name: str) -> None:
    problem = meaning.small(name, 0, meaning.TINY)
    possible = meaning.of(name).guesses(problem)
    rng = random.Random(20)
    draws = 100 * len(possible)
    counts = Counter(repr(TASKS[name].guess(problem, rng)) for _ in range(draws))
    assert set(counts) == set(map(repr, possible))
    expected = dict(zip(map(repr, possible), meaning.of(name).odds(possible), strict=True))
    chi_squared = sum((counts[text] - odds * draws) ** 2 / (odds * draws) for text, odds in expected.items())
    freedom = len(possible) - 1
    assert chi_squared < freedom + 4 * math.sqrt(2 * freedom) + 6


COMPUTED = [task.name for task in TASKS if task.chance(generate(task.name)) is not None]
"""The tasks whose chance is computed."""


def test_llm4dyg_s_chances_are_all_computed() -> None:
    assert {task.name for task in TASKS if task.suite == "llm4dyg"} <= set(COMPUTED)


@pytest.mark.parametrize("name", COMPUTED)
@pytest.mark.parametrize("n", [5, 10, 20])
def test_played_agrees_with_computed(name: str, n: int) -> None:
    right, chances = chance.play(name, PLAYED, n=n)
    low, high = chance.interval(chances)
    assert low <= right <= high


@pytest.mark.parametrize("name", ["when_link", "when_connect", "when_tclosure", "neighbor_at_time", "check_tclosure"])
@DIRECTED
def test_chances_are_the_papers_where_it_gives_a_formula(name: str, directed: bool) -> None:
    n, t = 10, 5
    formula = {"when_link": 1 / 31, "neighbor_at_time": 1 / 1023, "check_tclosure": 1 / 2}.get(name, 1 / t)
    for seed in range(5):
        problem = generate(f"llm4dyg/{name}", given={"n": n, "t": t, "directed": directed}, seed=seed)
        assert TASKS[problem.task].chance(problem) == pytest.approx(formula)


@pytest.mark.parametrize("params", [{}, {"t": 8}, {"t": 0}, {"t": 10**12}, {"t": "9"}, {"t": None}])
def test_guesses_at_times_of_a_graph_of_ones_own_are_those_of_its_links(params: dict[str, object]) -> None:
    graph = TemporalGraph((0, 1), ((0, 1, 7), (1, 0, 10**12)))
    for name in ("llm4dyg/when_connect", "llm4dyg/when_link"):
        problem = Problem(name, graph, {"u": 0, "v": 1}, params=params)
        guesses = [TASKS[name].guess(problem, random.Random(seed)) for seed in range(60)]
        assert {t for guess in guesses for t in (guess if isinstance(guess, list) else [guess])} == {7, 10**12}
    assert TASKS["llm4dyg/when_connect"].chance(problem) == pytest.approx(1 / 2)
    assert TASKS["llm4dyg/when_link"].chance(problem) == pytest.approx(1 / 3)


def test_a_graph_without_links_can_be_guessed_about() -> None:
    problem = Problem("llm4dyg/when_connect", TemporalGraph((0, 1), ()), {"u": 0, "v": 1})
    assert TASKS[problem.task].guess(problem, random.Random(0)) == 0


@pytest.mark.parametrize("name", ["llm4dyg/when_link", "llm4dyg/neighbor_at_time"])
def test_thousands_of_nodes_and_times_have_a_chance(name: str) -> None:
    size = 3000
    graph = TemporalGraph(tuple(range(size)), tuple((n, n + 1, n) for n in range(size - 1)))
    problem = Problem(name, graph, {"u": 0, "v": 1} if name.endswith("link") else {"node": 0, "time": 0})
    assert TASKS[name].chance(problem) == 0
    assert TASKS[name].guess(problem, random.Random(0))


@pytest.mark.parametrize(("n", "t"), [(100, 60), (100, 5)])
def test_large_problems_have_a_chance_too(n: int, t: int) -> None:
    for name in COMPUTED:
        problem = generate(name, given=meaning.known(name, {"n": n, "t": t, "p": 0.1}))
        assert 0 <= TASKS[name].chance(problem) <= 1


def test_the_interval_of_a_binomial() -> None:
    assert sum(chance.distribution([0.1, 0.5, 0.9])) == pytest.approx(1)
    assert chance.distribution([0.5, 0.5]) == pytest.approx([0.25, 0.5, 0.25])
    assert chance.interval([0.0] * 9) == (0, 0)
    assert chance.interval([1.0] * 9) == (9, 9)
    low, high = chance.interval([0.5] * 1000)
    # Of a normal distribution 99.9 % lie within 3.29 standard deviations.
    assert (low, high) == (500 - 52, 500 + 52)
