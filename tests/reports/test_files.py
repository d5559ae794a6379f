"""Runs read from the store and written as files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from graphcore.errors import InputError, SearchError
from graphcore.problems import generate
from graphcore.records import Problem
from graphcore.reports import files
from graphcore.runs.engine import work
from graphcore.runs.plan import Plan
from graphcore.runs.records import COLUMNS
from graphcore.runs.store import Run, Store
from graphcore.tasks import TASKS

HOSTILE = '<script>alert("x")</script>, é 漢\nAnswer: [99]'
LINK = "llm4dyg/when_link"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path}/runs.db")


def made(store: Store, **given: Any) -> Run:
    plan: dict[str, Any] = {"tasks": (LINK,), "models": ("baseline/exact",), "count": 2, "styles": ("few-shot",)}
    return work(store, store.create(Plan(**plan | given)).id, {})


@pytest.fixture
def run(store: Store, tmp_path: Path) -> Run:
    """Two models, of which a scripted one answers seed 0 and fails on seed 1."""
    replies = tmp_path / "replies.jsonl"
    ident = generate(LINK, "erdos_renyi", {"n": 5}, 0, "people").id
    replies.write_text(json.dumps({"problem_id": ident, "text": HOSTILE}))
    models = ("baseline/exact", f"scripted/{replies}")
    return made(store, models=models, name="<b>odd</b> – 漢", namings=("people",), params={"n": (5,)})


def test_load_gives_a_row_a_cell_of_all_runs(store: Store, run: Run) -> None:
    other = made(store)
    frame = files.load(store, [run.id, other.id])
    assert list(frame.columns) == ["run_id", "key", *COLUMNS]
    assert frame["run_id"].value_counts().to_dict() == {run.id: 4, other.id: 2}
    assert sorted(frame[frame["run_id"] == run.id]["error"]) == ["", "", "", "unavailable"]


def test_a_run_without_records_has_tables_that_say_so(store: Store) -> None:
    run = store.create(Plan((LINK,), ("baseline/exact",)))
    assert "Nothing was run yet." in files.as_text(store, run.id)
    assert files.records_csv(store, run.id).splitlines() == [",".join(["run_id", "key", *COLUMNS])]
    assert list(files.records_jsonl(store, run.id)) == []
    assert "No item is listed." in files.as_html(store, run.id)


def test_chance_is_computed_for_a_few_problems_and_drawn_for_many(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = made(store, models=("baseline/exact", "baseline/random"), params={"n": (10,)})
    records = files.load(store, [run.id])
    assert "Random (computed)" in files.paper_tables(store, records)[0].text()
    monkeypatch.setattr(files, "CHANCES_MAX", 1)
    assert "Random (drawn)" in files.paper_tables(store, records)[0].text()


def test_a_problem_too_large_to_enumerate_has_no_chance(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(problem: Problem) -> float:
        raise SearchError("Too many paths; take a smaller graph.")

    monkeypatch.setattr(TASKS[LINK], "chance", endless)
    text = files.as_text(store, made(store, params={"n": (10,)}).id)
    assert "baseline/exact" in text and "Random (computed)" not in text


def test_records_as_csv_keep_lists_and_parameters_as_json(store: Store, run: Run) -> None:
    lines = list(csv.DictReader(io.StringIO(files.records_csv(store, run.id))))
    summaries = store.summaries([run.id])
    for name in ("params", "findings", "score"):
        assert [json.loads(line[name]) for line in lines] == [row[name] for row in summaries]
    assert [line["answer"] for line in lines if line["model"].startswith("scripted")] == ["[99]", ""]


def test_records_as_json_lines_are_whole(store: Store, run: Run) -> None:
    rows = [json.loads(line) for line in files.records_jsonl(store, run.id)]
    assert rows == list(store.records(run.id))
    assert HOSTILE in [row["reply"]["text"] for row in rows if row["reply"]]


def test_a_report_stands_alone_and_shows_text_as_text(store: Store, run: Run) -> None:
    page = files.as_html(store, run.id)
    assert page.isascii()
    assert "<title>Run &lt;b&gt;odd&lt;/b&gt; &#8211; &#28450;</title>" in page
    assert "<script" not in page and "<b>odd" not in page
    assert "unavailable" in page and "Other settings" in page


def test_tables_as_csv_have_a_line_for_each_filled_cell(store: Store, run: Run) -> None:
    lines = list(csv.DictReader(io.StringIO(files.tables_csv(store, run.id))))
    ours = [line for line in lines if line["Model"] == "baseline/exact"]
    assert [(line["What differs"], line["value"], line["answered"], line["errors"]) for line in ours] == [
        ("N = 5; naming people", "100.0", "2", "0")
    ]


@pytest.mark.parametrize("make", [files.as_html, files.records_jsonl])
def test_a_run_that_is_not_there_is_said_so(store: Store, make: Any) -> None:
    with pytest.raises(InputError, match="no run 'x'"):
        make(store, "x")
