"""The examples in the documents: each is put where it says, and works."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from components.problem_parameters import SEED
from graphcore.problems import generate
from graphcore.records import Reply
from graphcore.runs.engine import CONCURRENCY
from graphcore.runs.plan import Settings
from graphcore.runs.plan_files import read_plan
from graphcore.strategies import USUAL, strategy
from graphcore.tasks import TASKS
from tests.conftest import ROOT

BLOCK = re.compile(r"^```python\n# (at the end of )?(\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TEXT = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
RUNS = (ROOT / "docs" / "runs.md").read_text(encoding="utf-8")
PLANS = [read_plan(text) for text in re.findall(r"```toml\n(.*?)```", RUNS, re.DOTALL)]


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the core with every example of docs/extending.md in its place."""
    folder = tmp_path_factory.mktemp("extended")
    shutil.copytree(ROOT / "graphcore", folder / "graphcore", ignore=shutil.ignore_patterns("__pycache__"))
    for at_the_end, name, code in BLOCK.findall(TEXT):
        path = folder / name
        assert path.exists() == bool(at_the_end)
        before = path.read_text(encoding="utf-8") if at_the_end else ""
        path.write_text(before + code, encoding="utf-8")
    return folder


def run(folder: Path, command: str, stdin: str = "") -> list[dict[str, object]]:
    ran = subprocess.run(
        [sys.executable, "-m", "graphcore", *command.split()],
        cwd=folder, input=stdin, capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def outcomes(folder: Path, command: str, problems: str) -> list[str]:
    return [row["verdict"]["outcome"] for row in run(folder, command, problems)]  # type: ignore[index]


def made(folder: Path, command: str) -> str:
    return "".join(json.dumps(row) + "\n" for row in run(folder, f"generate {command}"))


def test_every_block_of_code_is_an_example() -> None:
    assert len(BLOCK.findall(TEXT)) == TEXT.count("```python") == TEXT.count("```") / 2


@pytest.mark.parametrize("style", ["zero-shot", "cot", "look-twice"])
@pytest.mark.parametrize("encoding", ["edge-list", "rows"])
def test_the_task_is_posed_solved_and_judged(extended: Path, style: str, encoding: str) -> None:
    problems = made(extended, "mine/last_link -n 5 --naming people --set p=0.6")
    asked = f"ask --style {style} --encoding {encoding}"
    assert outcomes(extended, f"{asked} --model baseline/exact", problems) == ["correct"] * 5
    guessed = outcomes(extended, f"{asked} --model baseline/random", problems)
    assert set(guessed) <= {"correct", "hallucinatory"} and "hallucinatory" in guessed
    assert all(len(row["steps"]) > 1 for row in run(extended, "trace", problems))  # type: ignore[arg-type]


@pytest.mark.parametrize("params", ["n=5", "difficulty=hard"])
def test_the_static_task_is_posed_solved_and_judged(extended: Path, params: str) -> None:
    problems = made(extended, f"mine/common_neighbor -n 6 --set {params}")
    asked = "ask --style cot+algorithmic --wording roads --model"
    assert outcomes(extended, f"{asked} baseline/exact", problems) == ["correct"] * 6
    assert "hallucinatory" in outcomes(extended, f"{asked} baseline/random", problems)
    lines = [json.loads(line) for line in problems.splitlines()]
    assert [line["solution"] for line in lines] == ["yes", "no"] * 3
    assert all(len(row["steps"]) == 3 for row in run(extended, "trace", problems))  # type: ignore[arg-type]


def test_the_generator_links_what_is_near(extended: Path) -> None:
    def pairs(r: float) -> set[tuple[int, int]]:
        asked = f"generate mine/last_link --generator random_geometric --set n=12 --set r={r}"
        (problem,) = run(extended, asked)
        return {(u, v) for u, v, _ in problem["graph"]["edges"]}  # type: ignore[index]

    assert set() < pairs(0.3) < pairs(0.6)


def test_the_style_and_the_encoding_stand_in_the_prompt(extended: Path) -> None:
    (row,) = run(extended, "prompt --style look-twice --encoding rows", made(extended, "llm4dyg/when_link"))
    text = row["messages"][0]["content"]  # type: ignore[index]
    assert text.endswith("Check each link that you use against the list of links.")
    assert "\nu,v,t\n" in text and "example" not in text


def test_the_model_says_its_word(extended: Path) -> None:
    problems = made(extended, "llm4dyg/check_tclosure -n 2")
    assert outcomes(extended, "ask --model parrot/yes", problems) == ["correct", "hallucinatory"]
    assert outcomes(extended, "ask --model parrot/no", problems) == ["hallucinatory", "correct"]
    assert {"parrot/yes", "parrot/no"} <= {row["id"] for row in run(extended, "models --json")[0]}  # type: ignore[index]


def test_the_plan_has_as_many_cells_as_is_said() -> None:
    plan, _ = PLANS
    said = re.search(r"The example has ([\d,]+) cells.*makes it (\d+)\s+cells", RUNS, re.DOTALL)
    assert said
    assert (f"{plan.size:,}", str(plan.size // plan.count)) == said.groups()


def test_the_plan_of_difficulties_asks_every_task_in_both() -> None:
    _, plan = PLANS
    assert plan.size == 2 * 2 * plan.count * sum(task.suite == "nlgraph" for task in TASKS)


def test_the_failure_that_the_readme_shows() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    said = re.search(r"/ask\?task=(\S+)&difficulty=(\w+)>, paste the reply\s+`(.*?)`", text)
    assert said
    name, difficulty, reply = said.groups()
    problem = generate(name, given={"difficulty": difficulty}, seed=SEED.default)
    assert [finding.code for finding in TASKS[name].judge(problem, Reply(reply)).findings] == ["no_such_edge"]


def test_the_sizes_of_every_difficulty() -> None:
    text = (ROOT / "docs" / "tasks.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|(.* \d.*)\|(.*)\|(.* \d.*)\|$", text, re.MULTILINE)
    said = {f"nlgraph/{name}": cells for names, *cells in rows for name in re.findall(r"`(\w+)`", names)}
    assert said.keys() == {task.name for task in TASKS if task.presets}
    for name, cells in said.items():
        assert [cell.strip() for cell in cells] == [sizes(name, level) for level in ("easy", "medium", "hard")]


def sizes(name: str, level: str) -> str:
    """What a difficulty sets, as docs/tasks.md writes it."""
    set_so = TASKS[name].presets.get(level, {}).items()
    return ", ".join(f"{key} {' to '.join(map(str, x)) if isinstance(x, tuple) else x}" for key, x in set_so)


def test_the_settings_that_hold_if_not_given() -> None:
    said = dict(re.findall(r"^\| `(\w+)` \| .*? \| (.*) \|$", RUNS, re.MULTILINE))
    settings = Settings()
    for name in ("max_tokens", "retries", "thinking"):
        assert float(said[name]) == getattr(settings, name)
    usual = [f"{strategy(name).temperature:g}" for name in USUAL]
    assert said["temperature"] == "the strategy's: {}, and {} for `self-consistency:N`".format(*usual)
    assert said["concurrency"] == "".join(f"{most} for `{name}/`, " for name, most in CONCURRENCY.items()) + "else 8"
    assert set(said) == {"base_url", "temperature", "max_tokens", "concurrency", "retries", "thinking"}
