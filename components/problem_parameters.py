"""What the sidebar and the address say of a problem, all of it declared, with the task's own ranges and defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from graphcore.encodings import ENCODINGS, ORDERS
from graphcore.generators import GENERATORS
from graphcore.naming import NAMINGS
from graphcore.parameters import Parameter
from graphcore.problems import OWN, parameters_of, preset_of
from graphcore.prompts import K
from graphcore.tasks import TASKS, Task

AS_GIVEN = "as-given"
SEED_LIMIT = 999_999

TASK = Parameter("task", "choice", "llm4dyg/when_link", "Task", "What is asked.", choices=tuple(TASKS.names))
SEED = Parameter(
    "seed",
    "int",
    7,
    "Seed",
    "Same seed, same problem. Where answers are balanced, yes and no take turns.",
    low=0,
    high=SEED_LIMIT,
)
ORDER = Parameter("order", "choice", "sorted", "Order", "The order in which the graph is written.", choices=ORDERS)


def declared(values: Mapping[str, Any]) -> Iterator[Parameter]:
    """Everything that the address may name, the task first.

    Each follows from what `values` hold of those before it, which they must by then.
    """
    yield TASK
    task = TASKS[values[TASK.name]]
    yield generator_of(task)
    yield from special(task, values)
    yield from (SEED, naming_of(values["generator"]), encoding_of(task), ORDER, wording_of(task), shots_of(task))


def special(task: Task[Any], values: Mapping[str, Any]) -> Iterator[Parameter]:
    """What can be set of a problem on the generator of `values`, but for what its difficulty sets."""
    if values["generator"] == OWN:
        yield from task.parameters
        return
    for parameter in parameters_of(task, GENERATORS[values["generator"]]):
        if parameter.name not in preset_of(task, values):
            yield parameter


def told(values: Mapping[str, Any]) -> dict[str, Any]:
    """What an address says of `values`: the task always, so that it is never empty, and of the rest what is not the
    default."""
    said = {TASK.name: values[TASK.name]}
    complete = dict(values)
    for parameter in declared(complete):
        if complete.setdefault(parameter.name, parameter.default) != parameter.default:
            said[parameter.name] = values[parameter.name]
    return said


def generator_of(task: Task[Any]) -> Parameter:
    """The choice among the generators that the task is asked on, and a graph of one's own."""
    text = "How the graph is made, or a graph of your own."
    return Parameter("generator", "choice", task.generators[0], "Graph", text, choices=(*task.generators, OWN))


def naming_of(generator: str) -> Parameter:
    """The choice of names; those of a graph of one's own may stay."""
    own = (AS_GIVEN,) if generator == OWN else ()
    return Parameter(
        "naming", "choice", "integers", "Names", "What the nodes are called.", choices=(*own, *NAMINGS.names)
    )


def encoding_of(task: Task[Any]) -> Parameter:
    """The choice among the encodings that the task is asked in."""
    choices = tuple(name for name in ENCODINGS.names if not task.why_not(name))
    return Parameter("encoding", "choice", choices[0], "Encoding", "How the graph is written.", choices=choices)


def wording_of(task: Task[Any]) -> Parameter:
    """The choice among the wordings that the task is asked in."""
    text = "What the graph is said to be."
    return Parameter("wording", "choice", task.wordings[0], "Wording", text, choices=task.wordings)


def shots_of(task: Task[Any]) -> Parameter:
    """The number of exemplars, by default as many as the task's paper takes."""
    return replace(K, default=task.shots)
