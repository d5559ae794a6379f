"""How tasks are found: each class in a module of the package, or one clear sentence on what it lacks."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from graphcore import tasks
from graphcore.errors import DefinitionError
from graphcore.problems import generate
from graphcore.prompts import build_prompt
from graphcore.tasks import TASKS, Task
from tests.conftest import ROOT

WHOLE = """
from graphcore.tasks.when_link import WhenLink

class Whole(WhenLink):
    name = "mine/whole"
"""
PARTS = """
from graphcore.parsing import Time
from graphcore.tasks.base import Task

class Parts(Task):
    name = "mine/parts"
    title = "Parts"
    ability = "temporal"
    reader = Time()
    def pose(self, graph, rng, params, positive): ...
    def question(self, graph, query): ...
    def solve(self, graph, query): ...
    def check(self, graph, query, value): ...
    def explain(self, graph, query): ...
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A second folder in which the package looks for tasks."""
    monkeypatch.setattr(tasks, "__path__", [*tasks.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "graphcore.tasks.mine", raising=False)
    return tmp_path


def found(folder: Path, text: str) -> list[Task]:
    (folder / "mine.py").write_text(text)
    importlib.invalidate_caches()
    try:
        return tasks._found()
    finally:
        sys.modules.pop("graphcore.tasks.mine", None)


def test_a_whole_task_is_found_and_asked_in_a_suite_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [task.name for task in found(folder, WHOLE)]
    assert sorted(names) == sorted([*TASKS.names, "mine/whole"])
    monkeypatch.setattr(TASKS, "_items", dict(TASKS._items))
    TASKS.add(next(task for task in found(folder, WHOLE) if task.name == "mine/whole"))
    prompt = build_prompt(generate("mine/whole"), "few-shot")
    assert [part.role for part in prompt.parts].count("exemplar") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PARTS, "The task Parts in graphcore.tasks.mine lacks graph_kind, generators, shots, exemplar_params, "),
        (PARTS, "instruction, fields, needs, algorithm, dressed and guess;"),
        (PARTS.replace("    def solve", "    def solved"), "algorithm, dressed, guess and solve;"),
        ("from graphcore.tasks.base import Task\nclass Bare(Task): ...", "The task Bare in graphcore.tasks.mine lacks"),
        (WHOLE + "    ability = 'clairvoyance'", "'clairvoyance'; give one of temporal, spatial, spatial-temporal"),
        (WHOLE + "    name = 'whole'", "has the name 'whole'; give SUITE/NAME."),
        (WHOLE + "    name = 3", "has the name 3; give SUITE/NAME."),
        (WHOLE + "    reader = set", "has the reader <class 'set'>; give an object"),
    ],
)  # fmt: skip
def test_what_is_unusable_is_said_with_its_module(folder: Path, text: str, said: str) -> None:
    with pytest.raises(DefinitionError) as error:
        found(folder, text)
    assert said in str(error.value)
    assert str(error.value).endswith(".") and "graphcore.tasks.mine" in str(error.value)


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PARTS)
    code = (
        "import runpy, sys, pkgutil\n"
        "whole = pkgutil.iter_modules\n"
        f"def more(path): path.append({str(tmp_path)!r}); return whole(path)\n"
        "pkgutil.iter_modules = more\n"
        "sys.argv = ['graphcore', 'tasks']\n"
        "runpy.run_module('graphcore', run_name='__main__')"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout, len(ran.stderr.splitlines())) == (1, "", 1)
    assert ran.stderr.startswith("The task Parts in graphcore.tasks.mine lacks ")
