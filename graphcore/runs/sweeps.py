"""Parameters of a plan: which its tasks know, and the sets of values that crossing them gives.

What one task does not know, a parameter or one of its choices, is left out there; what none knows is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from graphcore.errors import ParameterError
from graphcore.generators import GENERATORS
from graphcore.parameters import Parameter, Value, resolve
from graphcore.problems import parameters_of, preset_of
from graphcore.tasks import TASKS

Params = Mapping[str, tuple[Value, ...]]
"""The values that a plan gives to each parameter that it names."""
ParamSet = tuple[tuple[str, Value], ...]
"""A value for each parameter, sorted by name."""


def generators_of(task: str, generators: Sequence[str]) -> tuple[str, ...]:
    """Those of `generators` that `task` can be asked on; its default where there are none."""
    return tuple(name for name in generators or TASKS[task].generators[:1] if name in TASKS[task].generators)


def declared_by(tasks: Iterable[str], generators: Sequence[str]) -> dict[str, list[Parameter]]:
    """By name each parameter that one of the tasks knows, in all the ways in which they declare it."""
    found: dict[str, list[Parameter]] = {}
    for task in tasks:
        for generator in generators_of(task, generators):
            for parameter in _declared(task, generator):
                known = found.setdefault(parameter.name, [])
                known.extend([parameter] if parameter not in known else [])
    return found


def joint(known: Sequence[Parameter]) -> Parameter:
    """One parameter for all that have its name: the first, with the choices of all."""
    return replace(known[0], choices=tuple(dict.fromkeys(choice for each in known for choice in each.choices)))


def param_sets(task: str, generators: Sequence[str], params: Params) -> Iterator[tuple[str, ParamSet]]:
    """Generators, each with a complete set of parameters of `task`."""
    for generator in generators_of(task, generators):
        declared = {parameter.name: parameter for parameter in _declared(task, generator)}
        swept = [_swept(declared[name], values) for name, values in params.items() if name in declared]
        sets = (_complete(task, declared, dict(chosen)) for chosen in product(*swept))
        yield from ((generator, complete) for complete in dict.fromkeys(sets))


def most_sets(task: str, generators: Sequence[str], params: Params) -> int:
    """At least as many as there are sets, counted without crossing their values."""
    swept = (_declared(task, generator) for generator in generators_of(task, generators))
    return sum(prod(len(set(params.get(parameter.name, (None,)))) for parameter in declared) for declared in swept)


def require_params(tasks: Sequence[str], generators: Sequence[str], params: Params) -> None:
    """Raise ParameterError for a parameter or choice that no task knows, and for a value out of its range."""
    declared = declared_by(tasks, generators)
    for name, values in params.items():
        if name != "generator" and name not in declared:
            raise ParameterError(
                f"No task of the plan knows the parameter {name!r}; choose {', '.join(sorted(declared))}."
            )
        known = declared.get(name, [])
        for parameter in [joint(known)] if known and known[0].kind == "choice" else known:
            for value in values:
                parameter.read(value)


def unknown_choices(task: str, generators: Sequence[str], params: Params) -> list[str]:
    """A sentence for each choice that `task` does not know, so that it is not asked so."""
    return [
        f"{task} has no {name} {value}."
        for name, known in declared_by([task], generators).items()
        for value in params.get(name, ())
        if known[0].kind == "choice" and value not in joint(known).choices
    ]


def _declared(task: str, generator: str) -> tuple[Parameter, ...]:
    return parameters_of(TASKS[task], GENERATORS[generator])


def _swept(parameter: Parameter, values: Iterable[Value]) -> list[tuple[str, Value]]:
    """The values that a parameter takes, each with its name."""
    takes_all = parameter.kind != "choice"
    return [(parameter.name, value) for value in dict.fromkeys(values) if takes_all or value in parameter.choices]


def _complete(task: str, declared: Mapping[str, Parameter], chosen: Mapping[str, Value]) -> ParamSet:
    """All parameters of a problem, sorted; those that its difficulty sets have no other value than their default."""
    params = resolve(declared.values(), chosen)
    preset = preset_of(TASKS[task], params)
    return tuple(sorted((name, declared[name].default if name in preset else value) for name, value in params.items()))
