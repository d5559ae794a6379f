"""Problems: posed on generated graphs or on one's own, renamed, and read back from records."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import networkx as nx

from graphcore.errors import GenerationError, InputError
from graphcore.generators import GENERATORS, Generator
from graphcore.graphs import Graph
from graphcore.naming import rename
from graphcore.parameters import Parameter, resolve
from graphcore.records import Problem
from graphcore.tasks import ANSWER, TASKS, Task
from graphcore.tasks.base import Preset

TRIES, EFFORT = 300, 10_000
"""How many graphs, and how many nodes and links in all, are drawn before a generator is said not to carry a task."""

OWN = "own"
"""The generator's name on problems about a graph that a person gave."""


CUSTOM = "custom"
"""The difficulty that leaves all parameters as they are given."""


def parameters_of(task: Task[Any], generator: Generator) -> tuple[Parameter, ...]:
    """Everything that can be set when `task` is asked on `generator`."""
    return (*difficulty(task), *generator.parameters, *task.graph_parameters, *task.parameters)


def difficulty(task: Task[Any]) -> tuple[Parameter, ...]:
    """The choice of one of the task's published difficulties; nothing if it has none."""
    text = "The published sizes: each problem draws its own from their range. Custom takes those given here."
    named = Parameter("difficulty", "choice", CUSTOM, "Difficulty", text, choices=(CUSTOM, *task.presets))
    return (named,) if task.presets else ()


def preset_of(task: Task[Any], params: Mapping[str, Any]) -> Preset:
    """What the difficulty among `params` sets or draws; nothing where it is custom or not named."""
    return task.presets.get(params.get("difficulty", CUSTOM), {})


def generators_of(task: Task[Any]) -> list[Generator]:
    """The generators that `task` can be asked on, the default first."""
    return [GENERATORS[name] for name in task.generators]


def generate(
    task_name: str,
    generator_name: str | None = None,
    given: Mapping[str, object] | None = None,
    seed: int = 0,
    naming: str = "integers",
) -> Problem:
    """One problem with its reference, on the task's first generator if none is named.

    Same arguments, same problem, in any process. Yes/no questions are balanced by the parity of the seed.
    Raises InputError for unknown names and values, GenerationError if no graph within `TRIES` and `EFFORT` can be
    asked about.
    """
    task = TASKS[task_name]
    generator = GENERATORS[generator_name or task.generators[0]]
    if generator.name not in task.generators:
        raise InputError(f"{task.name} is not asked on {generator.name}; choose {', '.join(task.generators)}.")
    rng = random.Random(seed)
    params = _sized(task, resolve(parameters_of(task, generator), given or {}), rng)
    positive = _positive(params, seed)
    tried = 0
    for base in _graphs(generator, params, rng):
        tried += 1
        graph = task.dressed(base, rng, params, positive)
        posed = None if graph is None else task.pose(graph, rng, params, positive)
        if posed is not None:
            return renamed(Problem(task.name, posed.graph, posed.query, generator.name, params, seed), naming)
    shown = ", ".join(f"{name}={value}" for name, value in params.items())
    raise GenerationError(f"None of {tried} graphs ({generator.name}, {shown}) has {task.needs}; {task.remedy}.")


def pose_on(graph: Graph, task_name: str, given: Mapping[str, object] | None = None, seed: int = 0) -> Problem:
    """A problem with its reference about a graph of one's own; the seed picks the query.

    Raises InputError if the task is not asked about such graphs, GenerationError if there is nothing to ask about.
    """
    task = TASKS[task_name]
    if reason := task.unfit(graph):
        raise InputError(reason)
    params = resolve(task.parameters, given or {})
    positive = _positive(params, seed)
    posed = task.pose(graph, random.Random(seed), params, positive)
    other = task.pose(graph, random.Random(seed), params, not positive) if posed is None else None
    if params.get(ANSWER.name) == ANSWER.default:
        posed = posed or other
    elif other is not None:
        remedy = "leave its answer balanced" if ANSWER.name in params else "take another seed for it"
        raise GenerationError(f"This graph has only one answer to “{task.title}”; {remedy}.")
    if posed is None:
        raise GenerationError(f"This graph cannot be asked “{task.title}”: it needs {task.needs}.")
    return with_reference(Problem(task.name, posed.graph, posed.query, OWN, params, seed, naming=""))


def renamed(problem: Problem, naming: str) -> Problem:
    """`problem` under another naming, with its reference; a naming of "" leaves all names as they are."""
    if naming and not (naming == "integers" and TASKS[problem.task].own_names):
        depths = {name: field.depth for name, field in TASKS[problem.task].fields.items()}
        fields = {name: depth for name, depth in depths.items() if depth is not None}
        problem = rename(problem, naming, fields)
    return with_reference(problem)


def with_reference(problem: Problem) -> Problem:
    """The same problem that carries its exact reference."""
    return problem.with_reference(TASKS[problem.task].reference(problem))


def load_problem(data: object) -> Problem:
    """The problem of a record, its query checked and defaults filled in; raises InputError.

    A graph that does not say its kind is of the kind that the task is asked about. A solution that the record states
    is not believed: whoever needs one computes it.
    """
    problem = Problem.from_json(_with_kind(data))
    task = TASKS[problem.task]
    query = task.checked_query(problem.graph, problem.query)
    return replace(problem, query=query, reference=None)


def _with_kind(data: object) -> object:
    """The record, its graph with the kind of its task where it says none."""
    if not isinstance(data, Mapping):
        return data
    name, graph = data.get("task"), data.get("graph")
    if not isinstance(name, str) or name not in TASKS or not isinstance(graph, Mapping):
        return data
    return {**data, "graph": {"kind": TASKS[name].graph_kind, **graph}}


def describe(task: Task[Any]) -> dict[str, Any]:
    """The contract's listing of a task."""
    return {
        "id": task.name,
        "title": task.title,
        "suite": task.suite,
        "ability": task.ability,
        "complexity": task.complexity,
        "graph_kind": task.graph_kind,
        "answer_form": task.reader.name,
        "generators": list(task.generators),
        "default_parameters": resolve(parameters_of(task, GENERATORS[task.generators[0]]), {}),
    }


def _positive(params: Mapping[str, Any], seed: int) -> bool:
    """Whether the answer is to be yes: as the parameters say, else by the parity of the seed."""
    answer = params.get(ANSWER.name, "balanced")
    return seed % 2 == 0 if answer == "balanced" else bool(answer == "yes")


def _sized(task: Task[Any], params: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """`params` with what their difficulty sets or draws."""
    preset = preset_of(task, params).items()
    drawn = {name: rng.randint(*value) if isinstance(value, tuple) else value for name, value in preset}
    return params | {name: value for name, value in drawn.items() if name in params}


def _graphs(generator: Generator, params: Mapping[str, Any], rng: random.Random) -> Iterator[nx.Graph]:
    effort = 0
    for _ in range(TRIES):
        graph = generator.build(rng, params)
        yield graph
        effort += graph.number_of_nodes() + graph.number_of_edges()
        if effort > EFFORT:
            return
