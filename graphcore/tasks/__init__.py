"""All tasks by name: each task class in a module of this package is found, and none is listed by hand."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from graphcore import words
from graphcore.errors import DefinitionError
from graphcore.parsing import Reader
from graphcore.registry import Registry
from graphcore.tasks.base import ABILITIES, ANSWER, Task
from graphcore.tasks.fields import Field

__all__ = ["ANSWER", "SUITES", "TASKS", "Field", "Task"]

_SHARED = {"base", "flow_plans", "fields", "kinds", "static", "temporal"}
"""The modules whose classes only serve others."""


def _found() -> list[Task[Any]]:
    """One of each task class, in the order of suites and abilities; raises DefinitionError for one that is unusable."""
    names = [info.name for info in iter_modules(__path__) if info.name not in _SHARED]
    modules = [import_module(f"{__name__}.{name}") for name in names]
    classes = [
        thing
        for module in modules
        for _, thing in inspect.getmembers(module, inspect.isclass)
        if thing.__module__ == module.__name__ and issubclass(thing, Task)
    ]
    for each in classes:
        _require_complete(each)
    return sorted((each() for each in classes), key=lambda task: (task.suite, ABILITIES.index(task.ability), task.name))


def _require_complete(task: type[Task[Any]]) -> None:
    where = f"The task {task.__name__} in {task.__module__}"
    said = [name for name in Task.__annotations__ if not hasattr(task, name)]
    if missing := [*said, *sorted(task.__abstractmethods__)]:
        raise DefinitionError(f"{where} lacks {words.joined(missing)}; docs/extending.md shows a whole task.")
    if not isinstance(task.reader, Reader):
        raise DefinitionError(f"{where} has the reader {task.reader!r}; give an object, such as TimeSet().")
    if task.ability not in ABILITIES:
        raise DefinitionError(f"{where} has the ability {task.ability!r}; give one of {', '.join(ABILITIES)}.")
    suite, _, name = str(task.name).partition("/")
    if not suite or not name:
        raise DefinitionError(f"{where} has the name {task.name!r}; give SUITE/NAME.")


TASKS: Registry[Task[Any]] = Registry("task")
for _task in _found():
    TASKS.add(_task)

_TITLES = {"llm4dyg": "LLM4DyG", "nlgraph": "NLGraph", "gracore": "GraCoRe", "grapharena": "GraphArena"}
SUITES: Mapping[str, str] = {task.suite: _TITLES.get(task.suite, task.suite) for task in TASKS}
"""The suites that have tasks, with the names that their papers give them."""
