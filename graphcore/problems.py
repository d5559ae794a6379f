"""Problems: posed on generated graphs or on one's own, renamed, and read back from records."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from graphcore.errors import GenerationError
from graphcore.generators import GENERATORS, Generator
from graphcore.generators.temporal import DIRECTED, TIME_SPAN, stamp
from graphcore.graphs import TemporalGraph
from graphcore.naming import rename
from graphcore.parameters import Parameter, resolve
from graphcore.records import Problem
from graphcore.tasks import TASKS, Task

TRIES, EFFORT = 300, 10_000
"""How many graphs, and how many nodes and links in all, are drawn before a generator is said not to carry a task."""

OWN = "own"
"""The generator's name on problems about a graph that a person gave."""


def parameters_of(task: Task, generator: Generator) -> tuple[Parameter, ...]:
    """Everything that can be set when `task` is asked on `generator`."""
    return (*generator.parameters, TIME_SPAN, DIRECTED, *task.parameters)


def generate(
    task_name: str,
    generator_name: str = "erdos_renyi",
    given: Mapping[str, object] | None = None,
    seed: int = 0,
    naming: str = "integers",
) -> Problem:
    """One solvable problem with its reference. Same arguments, same problem, in any process.

    Yes/no questions are balanced by the parity of the seed. Raises InputError for unknown names and values,
    GenerationError if no graph within `TRIES` and `EFFORT` can be asked about.
    """
    task, generator = TASKS[task_name], GENERATORS[generator_name]
    params = resolve(parameters_of(task, generator), given or {})
    rng = random.Random(seed)
    tried = 0
    for graph in _graphs(generator, params, rng):
        tried += 1
        posed = task.pose(graph, rng, params, positive=seed % 2 == 0)
        if posed is not None:
            problem = Problem(task.name, posed.graph, posed.query, generator.name, params, seed)
            return renamed(problem, naming)
    shown = ", ".join(f"{name}={value}" for name, value in params.items())
    raise GenerationError(
        f"None of {tried} graphs ({generator.name}, {shown}) has {task.needs}; "
        "take more nodes, a higher density or another time span."
    )


def pose_on(graph: TemporalGraph, task_name: str, given: Mapping[str, object] | None = None, seed: int = 0) -> Problem:
    """A problem with its reference about a graph of one's own; the seed picks the query.

    Raises GenerationError if the graph has nothing to ask about.
    """
    task = TASKS[task_name]
    params = resolve(task.parameters, given or {})
    posed = task.pose(graph, random.Random(seed), params, positive=seed % 2 == 0)
    if posed is None and task.pose(graph, random.Random(seed), params, positive=seed % 2 == 1) is not None:
        raise GenerationError(f"This graph has only one answer to “{task.title}”; take another seed for it.")
    if posed is None:
        raise GenerationError(f"This graph cannot be asked “{task.title}”: it needs {task.needs}.")
    return with_reference(Problem(task.name, posed.graph, posed.query, OWN, params, seed, naming=""))


def renamed(problem: Problem, naming: str) -> Problem:
    """`problem` under another naming, with its reference; a naming of "" leaves all names as they are."""
    if naming:
        depths = {name: field.depth for name, field in TASKS[problem.task].fields.items()}
        fields = {name: depth for name, depth in depths.items() if depth is not None}
        problem = rename(problem, naming, fields)
    return with_reference(problem)


def with_reference(problem: Problem) -> Problem:
    """The same problem that carries its exact reference."""
    return problem.with_reference(TASKS[problem.task].reference(problem))


def load_problem(data: object) -> Problem:
    """The problem of a record, its query checked and defaults filled in; raises InputError.

    A solution that the record states is not believed: whoever needs one computes it.
    """
    problem = Problem.from_json(data)
    task = TASKS[problem.task]
    query = task.checked_query(problem.graph, problem.query)
    return replace(problem, query=query, reference=None)


def describe(task: Task) -> dict[str, Any]:
    """The contract's listing of a task."""
    generator = next(iter(GENERATORS))
    return {
        "id": task.name,
        "title": task.title,
        "suite": task.suite,
        "ability": task.ability,
        "complexity": task.complexity,
        "graph_kind": TemporalGraph.kind,
        "answer_form": task.reader.name,
        "generators": GENERATORS.names,
        "default_parameters": resolve(parameters_of(task, generator), {}),
    }


def _graphs(generator: Generator, params: Mapping[str, Any], rng: random.Random) -> Iterator[TemporalGraph]:
    effort = 0
    for _ in range(TRIES):
        graph = stamp(generator.build(rng, params), rng, params["t"], params["directed"])
        yield graph
        effort += len(graph.nodes) + len(graph.edges)
        if effort > EFFORT:
            return
