"""The verbs of the command line that touch runs: what each prints, and how bad input ends."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from graphcore.arguments import RUN_FORMATS
from graphcore.cli_runs import PLAN_MAX
from graphcore.records import Problem, Reply, Verdict
from graphcore.runs.records import COLUMNS
from graphcore.runs.store import Store
from graphcore.tasks import TASKS
from tests.test_cli import Command, Ran

PLAN = """name = "small"
tasks = ["llm4dyg/when_link"]
count = 2
styles = ["few-shot"]
models = ["baseline/exact", "baseline/random"]
[params]
n = [5]
"""


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database, which the environment names."""
    url = f"sqlite:///{tmp_path}/runs.db"
    monkeypatch.setenv("EDGEWISE_DB", url)
    return url


@pytest.fixture
def command(url: str, monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(monkeypatch)


def ran(command: Command, tmp_path: Path, plan: str = PLAN, *more: str) -> Ran:
    (tmp_path / "plan.toml").write_text(plan)
    return command("run", str(tmp_path / "plan.toml"), *more)


@pytest.fixture
def run_id(command: Command, tmp_path: Path) -> str:
    """A finished run."""
    return ran(command, tmp_path).out.splitlines()[0]


def test_run_prints_its_id_first_and_its_summary_last(command: Command, tmp_path: Path) -> None:
    done = ran(command, tmp_path)
    run_id, last = done.out.splitlines()
    summary = json.loads(last)
    assert done.code == 0
    assert {name: summary[name] for name in ("run_id", "name", "state", "cells", "done", "errors")} == {
        "run_id": run_id, "name": "small", "state": "finished", "cells": 4, "done": 4, "errors": 0,
    }  # fmt: skip
    assert sum(summary["outcomes"].values()) == 4


@pytest.mark.local_model
def test_run_tells_which_prompts_do_not_fit_before_it_asks(command: Command, tmp_path: Path) -> None:
    long = PLAN.replace('models = ["baseline/exact", "baseline/random"]', 'models = ["local/smollm2-135m"]')
    done = ran(command, tmp_path, long.replace("n = [5]", "n = [100]\np = 1.0"))
    assert done.err.splitlines()[0] == (
        "About 2 of 2 cells do not fit the context of local/smollm2-135m and will be errors without a call."
    )
    assert json.loads(done.out.splitlines()[-1])["errors"] == 2


def test_the_database_is_that_of_the_option(command: Command, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path}/other.db"
    ran(command, tmp_path, PLAN, "--db", other)
    assert command("runs", "--json").rows == [[]]
    assert len(Store(other).runs()) == 1


def test_runs_lists_the_objects_that_run_prints(command: Command, tmp_path: Path) -> None:
    summary = json.loads(ran(command, tmp_path).out.splitlines()[-1])
    assert command("runs", "--json").rows == [[summary]]
    head, line = command("runs").out.splitlines()
    assert head.split() == ["run_id", "state", "cells", "done", "errors", "name", "message"]
    assert line.split() == [summary["run_id"], "finished", "4", "4", "0", "small"]


def test_errors_are_counted_apart_and_asked_again_on_resume(command: Command, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text('{"problem_id": "0000000000000000", "text": "x"}\n')
    plan = PLAN.replace('"baseline/random"', f'"scripted/{replies}"')
    first = ran(command, tmp_path, plan)
    run_id, summary = first.out.splitlines()[0], json.loads(first.out.splitlines()[-1])
    assert (summary["done"], summary["errors"]) == (2, 2)
    ids = {record["problem_id"] for record in Store().records(run_id)}
    replies.write_text("".join(json.dumps({"problem_id": name, "text": "Answer: [9]"}) + "\n" for name in ids))
    again = command("run", "--resume", run_id)
    assert again.out.splitlines()[0] == run_id
    summary = json.loads(again.out.splitlines()[-1])
    assert (summary["done"], summary["errors"]) == (4, 0)
    assert summary["outcomes"] == {"correct": 2, "hallucinatory": 2}


def test_report_as_json_holds_the_contracts_records(command: Command, run_id: str) -> None:
    names = {
        "problem_id", "task", "generator", "params", "seed", "style", "encoding", "order", "wording", "naming",
        "strategy", "repeat", "model", "sent", "messages_hash", "reply", "verdict", "error", "verifier",
    }  # fmt: skip
    (records,) = command("report", run_id, "--format", "json").rows
    assert len(records) == 4
    assert all(names <= record.keys() for record in records)
    assert command("report", run_id, "--json").rows == [records]


def test_report_prints_tables_for_people_and_as_csv(command: Command, run_id: str) -> None:
    text = command("report", run_id).out
    assert text.startswith("Leaderboard\n")
    assert "Table 2: graph size by task" in text and "GPT-3.5 (published)" in text
    lines = list(csv.DictReader(io.StringIO(command("report", run_id, "--format", "csv").out)))
    ours = [line for line in lines if line["Model"] == "baseline/exact" and line["table"].startswith("Table 2")]
    assert [(line["Setting"], line["column"], line["value"], line["answered"]) for line in ours] == [
        ("N = 5", "when link", "100.0", "2")
    ]
    page = command("report", run_id, "--format", "html").out
    assert page.startswith("<!DOCTYPE html>") and "baseline/random" in page


def test_export_gives_records_as_lines_of_json_and_csv(command: Command, run_id: str) -> None:
    rows = command("export", "jsonl", run_id).rows
    assert rows == command("report", run_id, "--json").rows[0]
    lines = list(csv.DictReader(io.StringIO(command("export", "csv", run_id).out)))
    assert list(lines[0]) == ["run_id", "key", *COLUMNS]
    assert [line["key"] for line in lines] == [row["key"] for row in rows]
    assert command("export", "html", run_id).out == command("report", run_id, "--format", "html").out


def test_export_gives_the_problems_of_a_run_in_a_format_of_problems(command: Command, tmp_path: Path) -> None:
    plan = PLAN.replace("llm4dyg/when_link", "nlgraph/cycle")
    run_id = ran(command, tmp_path, plan).out.splitlines()[0]
    exported = command("export", "nlgraph", run_id)
    (tmp_path / "run.json").write_text(exported.out)
    read = command("import", "nlgraph", str(tmp_path / "run.json")).rows
    asked = [record["problem_id"] for record in Store().records(run_id)]
    assert (exported.code, [problem["id"] for problem in read]) == (0, list(dict.fromkeys(asked)))


def test_export_names_the_problems_that_a_format_cannot_tell(command: Command, run_id: str) -> None:
    exported = command("export", "nlgraph", run_id)
    assert (exported.code, json.loads(exported.out)) == (2, {})
    assert all("NLGraph does not ask llm4dyg/when_link" in line for line in exported.err.splitlines())


@pytest.mark.parametrize("name", RUN_FORMATS)
def test_formats_of_runs_want_a_run(command: Command, name: str) -> None:
    assert f"{name} is a format of runs" in command("export", name).failed()


def test_rescore_lists_what_changed(command: Command, run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unchanged = command("rescore", run_id)
    assert (unchanged.out, unchanged.said()) == ("", "0 verdicts changed.")
    monkeypatch.setattr(TASKS["llm4dyg/when_link"], "judge", missing)
    changed = command("rescore", run_id)
    assert changed.said() == "4 verdicts changed."
    assert {row["after"]["outcome"] for row in changed.rows} == {"missing"}
    assert all(row["before"]["outcome"] != "missing" for row in changed.rows)
    assert command("runs", "--json").rows[0][0]["outcomes"] == {"missing": 4}


def missing(problem: Problem, reply: Reply) -> Verdict:
    return Verdict("missing")


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "nothing"), ("rescore", "nothing"), ("export", "csv", "nothing"), ("run", "--resume", "nothing"),
        ("report", "nothing", "--format", "html"), ("export", "jsonl", "nothing"), ("export", "nlgraph", "nothing"),
    ],
)  # fmt: skip
def test_a_run_that_is_not_there_is_said_so(command: Command, arguments: tuple[str, ...]) -> None:
    assert "There is no run 'nothing'" in command(*arguments).failed()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name = \xff", "not written in UTF-8"),
        (b"name = ", "no TOML"),
        (b'tasks = ["llm4dyg/when_link"]\nmodels = ["nobody/x"]', "nobody"),
        (b'tasks = ["no/task"]\nmodels = ["baseline/exact"]', "no/task"),
        (b"#" * (PLAN_MAX + 1), "larger than"),
    ],
)
def test_a_bad_plan_gets_one_sentence(command: Command, tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "plan.toml").write_bytes(content)
    assert said in command("run", str(tmp_path / "plan.toml")).failed()
    assert Store().runs() == []


def test_a_plan_or_a_run_must_be_given(command: Command, tmp_path: Path) -> None:
    for arguments in ((), ("x.toml", "--resume", "y")):
        assert "Give a plan file, or --resume" in command("run", *arguments).failed()
    assert "cannot be read" in command("run", str(tmp_path)).failed()


def test_a_database_that_cannot_be_used_gets_one_sentence(command: Command, tmp_path: Path) -> None:
    verbs: list[tuple[str, ...]] = [("runs",), ("report", "x"), ("rescore", "x"), ("export", "csv", "x")]
    for arguments in verbs:
        assert "cannot be opened" in command(*arguments, "--db", f"sqlite:///{tmp_path}/no/runs.db").failed(1)
