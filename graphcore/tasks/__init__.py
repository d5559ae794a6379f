"""All tasks by name: each concrete task class in a module of this package is found, and none is listed by hand."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules

from graphcore.registry import Registry
from graphcore.tasks.base import ABILITIES, Field, Task

__all__ = ["TASKS", "Field", "Task"]


def _found() -> list[Task]:
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    classes = [
        thing
        for module in modules
        for _, thing in inspect.getmembers(module, inspect.isclass)
        if thing.__module__ == module.__name__ and issubclass(thing, Task) and not inspect.isabstract(thing)
    ]
    return sorted((each() for each in classes), key=lambda task: (task.suite, ABILITIES.index(task.ability), task.name))


TASKS: Registry[Task] = Registry("task")
for _task in _found():
    TASKS.add(_task)
