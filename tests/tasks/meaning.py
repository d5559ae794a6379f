"""What every task means, by brute force: each module `meaning_*` beside this one says it of its tasks.

Nothing there looks at the solvers or the checks: both are measured by this. A task of which nobody has said what it
means fails all tests of promises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations, permutations
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from hypothesis import strategies as st

from graphcore.generators import GENERATORS
from graphcore.graphs import Graph, Node
from graphcore.problems import generate, parameters_of
from graphcore.records import Problem
from graphcore.tasks import TASKS

STRANGER = "Zaphod"
"""A node that no graph has."""

SMALL = {"n": 5, "p": 0.5, "t": 4, "left": 2, "right": 3, "least_nodes": 2}
TINY = {"n": 4, "p": 0.6, "t": 3, "left": 2, "right": 2, "least_nodes": 2}
"""Parameters of problems of which all answers can be tried; a task takes those that it knows."""


def evenly(values: Sequence[Any]) -> list[float]:
    """The same probability for each."""
    return [1 / len(values)] * len(values)


@dataclass(frozen=True)
class Meaning:
    """What one task means.

    `graphs` are small ones of any shape that it may be asked about, `queries` any query that a person could put about
    one, solvable or not; `answers` is the whole answer space of a small problem, and answers from just outside of it;
    `outcome` is what the contract gives to one of them. `guesses` are all answers that the random baseline may give and
    `odds` how probable each is. `score` gives the degrees, where the task has any; no graph whose answers are all tried
    has more than `most_edges`. `sizes` take the place of the usual parameters of small problems.
    """

    graphs: st.SearchStrategy[Any]
    queries: Callable[[Any], st.SearchStrategy[dict[str, Any]]]
    answers: Callable[[Problem], Iterator[Any]]
    outcome: Callable[[Problem, Any], str]
    guesses: Callable[[Problem], list[Any]]
    odds: Callable[[Sequence[Any]], list[float]] = evenly
    score: Callable[[Problem, Any], Mapping[str, float | None]] | None = None
    most_edges: int = 99
    sizes: Mapping[str, Any] = field(default_factory=dict)


MEANINGS: dict[str, Meaning] = {}


def of(name: str) -> Meaning:
    """What the task of that name means."""
    assert name in MEANINGS, f"say in a module tests/tasks/meaning_*.py what {name} means"
    return MEANINGS[name]


def known(name: str, params: Mapping[str, Any], generator: str | None = None) -> dict[str, Any]:
    """Those of `params` that can be set where the task is asked on the generator, its default if None."""
    task = TASKS[name]
    declared = {parameter.name for parameter in parameters_of(task, GENERATORS[generator or task.generators[0]])}
    return {key: value for key, value in params.items() if key in declared}


def directions(name: str) -> list[dict[str, bool]]:
    """The parameters that make a task's graphs directed, in a list; [] where that cannot be chosen."""
    return [given] if (given := known(name, {"directed": True})) else []


def small(name: str, seed: int, params: Mapping[str, Any] = SMALL, **more: Any) -> Problem:
    """A generated problem so small that all its answers can be tried."""
    for shift in range(seed, 100_000, 1000):
        problem = generate(name, given=known(name, params | of(name).sizes | more), seed=shift)
        if len(problem.graph.edges) <= of(name).most_edges:
            return problem
    raise AssertionError("no such problem")


def problems(name: str) -> st.SearchStrategy[Problem]:
    """Any small problem of a task, solvable or not."""
    asked = of(name).graphs.flatmap(lambda graph: st.tuples(st.just(graph), of(name).queries(graph)))
    return asked.map(lambda pair: Problem(name, pair[0], TASKS[name].checked_query(*pair)))


def sequences(graph: Graph) -> Iterator[list[Node]]:
    """All sequences of different nodes, the empty one included."""
    return (list(path) for size in range(len(graph.nodes) + 1) for path in permutations(graph.nodes, size))


def subsets(values: Sequence[Any]) -> Iterator[list[Any]]:
    """All subsets, the empty one included."""
    return (list(chosen) for size in range(len(values) + 1) for chosen in combinations(values, size))


def mutated(value: Any) -> Iterator[Any]:
    """Neighbours of an answer: an entry left out, doubled, changed or moved, a number one up or down."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            before, after = value[:index], value[index + 1 :]
            yield before + after
            yield [*before, item, item, *after]
            yield [*after, item, *before]
            changed = (other for other in mutated(item) if not isinstance(item, list) or len(other) == len(item))
            yield from ([*before, other, *after] for other in changed)
    elif isinstance(value, str):
        yield {"yes": "no", "no": "yes"}.get(value, STRANGER)
    elif value is not None:
        yield from (value + 1, value - 1)


for _info in iter_modules([str(Path(__file__).parent)]):
    if _info.name.startswith("meaning_"):
        import_module(f"tests.tasks.{_info.name}")
