"""Batch: the form and plan files say the same plan, what it comes to is told, and a run is shown as it stands."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import plan_estimate
from components.batch_form import START
from components.run_view import time_left
from graphcore.errors import ModelError
from graphcore.records import Reply
from graphcore.runs.plan import Plan, Settings, cells
from graphcore.runs.plan_files import write_plan
from graphcore.runs.records import Record
from graphcore.runs.store import Pace, Progress, Run, Store
from graphcore.tasks import TASKS
from tests.pages.looking import said, turn_to, visit, words

SMALL = Plan(("llm4dyg/when_link", "llm4dyg/sort_edge"), ("baseline/exact", "baseline/random"), name="small", count=2)
FULL = Plan(
    tasks=("llm4dyg/find_tpath", "llm4dyg/sort_edge"),
    models=("baseline/random", "local/smollm2-135m"),
    name="all of it",
    count=2,
    seed=5,
    styles=("few-shot+dst2-v4", "cot"),
    k=(0, 2),
    encodings=("edge-list", "snapshots"),
    orders=("sorted", "shuffled"),
    namings=("people",),
    strategies=("single", "self-consistency:3"),
    repeats=3,
    cache=False,
    params={"generator": ("forest_fire", "erdos_renyi"), "n": (5, 20), "p": (0.5,), "directed": (False, True)},
    model={"local/smollm2-135m": Settings(temperature=0.5, max_tokens=64, concurrency=2)},
)


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The database of the page, whose runs have ended when the test has."""
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    monkeypatch.setenv("EDGEWISE_DB", url)
    store = Store(url)
    yield store
    for run in store.runs():
        store.want(run.id, "cancel")
    wait_until(lambda: all(run.state != "running" for run in store.runs()))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """The runs that the page starts, each with whether it asks errors alone; no process begins."""
    calls: list[tuple[str, bool]] = []
    monkeypatch.setattr(
        plan_estimate, "start", lambda store, run_id, connections, only_errors: calls.append((run_id, only_errors))
    )
    return calls


def wait_until(holds: Any, limit_s: float = 60) -> None:
    end = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def look_at(run_id: str) -> AppTest:
    """The page of a run, in a new session."""
    app = visit("batch")
    app.query_params["run"] = run_id
    return app.run()


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def shown_buttons(app: AppTest) -> set[str | None]:
    return {button.key for button in app.button}


def upload(app: AppTest, text: str | bytes) -> AppTest:
    data = text.encode() if isinstance(text, str) else text
    return app.file_uploader(key="plan_file").set_value(("plan.toml", data, "application/toml")).run()


def bars(app: AppTest) -> list[str]:
    """The texts of the bars of progress."""
    return [bar.proto.text for bar in app.get("progress")]


def only(store: Store) -> Run:
    (run,) = store.runs()
    return run


def keep(store: Store, run: Run, errors: list[ModelError]) -> None:
    """Save a verdict for all cells but the last ones, which meet these errors."""
    listed = list(cells(run.plan))
    good = listed[: len(listed) - len(errors)]
    verdicts = [Record(cell, "p", decision=cell.drawn.decide(cell.spec.make(), [Reply("none")])) for cell in good]
    failed = [Record(cell, "p", error=error) for cell, error in zip(listed[len(good) :], errors, strict=True)]
    store.save(run.id, [record.to_json() for record in (*verdicts, *failed)])


def stand(store: Store, run: Run, state: str, message: str = "") -> None:
    """Have a run stand as after a process that has ended."""
    store.acquire(run.id, "me")
    store.release(run.id, "me", state, message)


def test_one_click_starts_a_small_run_of_everything(store: Store, started: list[tuple[str, bool]]) -> None:
    app = visit("batch")
    assert not app.exception and not app.error
    assert "180 cells, 180 calls" in words(app)
    for model in START.models:
        assert model in words(app)
    assert "None yet" in words(app)
    press(app, "start")
    run = only(store)
    assert run.plan == START
    assert started == [(run.id, False)]
    assert app.query_params["run"] in (run.id, [run.id])
    assert "planned" in words(app)


def test_the_form_takes_a_plan_file_and_gives_it_back(store: Store, started: list[tuple[str, bool]]) -> None:
    app = upload(visit("batch"), write_plan(FULL))
    assert not app.exception and not app.error
    assert said(app.success) == ["plan.toml stands in the form below."]
    assert app.text_input(key="plan_param_n").value == "5, 20"
    press(app, "start")
    assert only(store).plan == FULL


def test_the_form_is_kept_while_other_pages_are_looked_at() -> None:
    app = upload(visit("batch"), write_plan(FULL))
    turn_to(turn_to(app, "models"), "batch")
    assert app.text_input(key="plan_name").value == "all of it"
    assert app.number_input(key="plan_seed").value == 5


def test_parameters_are_swept_where_values_are_given(store: Store, started: list[tuple[str, bool]]) -> None:
    app = visit("batch")
    app.multiselect(key="plan_tasks").set_value(["llm4dyg/find_tpath"])
    app.multiselect(key="plan_models").set_value(["baseline/exact"])
    app.text_input(key="plan_param_n").set_value(" 5,10 , 5")
    app.text_input(key="plan_param_length").set_value("4")
    app.number_input(key="plan_count").set_value(None)
    press(app.run(), "start")
    plan = only(store).plan
    assert plan.params == {"n": (5, 10), "length": (4,)}
    assert (plan.count, plan.size) == (20, 80)


def test_what_a_difficulty_gives_is_told_where_it_was_filled_in() -> None:
    app = visit("batch")
    app.multiselect(key="plan_tasks").set_value(["nlgraph/cycle"])
    app.multiselect(key="plan_models").set_value(["baseline/exact"]).run()
    app.text_input(key="plan_param_n").set_value("5, 10")
    app.text_input(key="plan_param_p").set_value("0.5").run()
    assert not [text for text in said(app.caption) if "given by the difficulty" in text]
    app.multiselect(key="plan_param_difficulty").set_value(["easy"]).run()
    told = [text for text in said(app.caption) if "given by the difficulty" in text]
    assert told == ["Nodes: given by the difficulty; what stands there counts for custom problems only."]


def test_both_suites_are_asked_in_their_difficulties_and_what_is_left_out_is_told(
    store: Store, started: list[tuple[str, bool]]
) -> None:
    app = visit("batch")
    app.multiselect(key="plan_tasks").set_value(["llm4dyg/when_link"])
    app.multiselect(key="plan_models").set_value(["baseline/exact"])
    press(app, "plan_all_nlgraph")
    tasks = app.multiselect(key="plan_tasks").value
    assert tasks == ["llm4dyg/when_link", *(task.name for task in TASKS if task.suite == "nlgraph")]
    app.multiselect(key="plan_param_difficulty").set_value(["easy", "medium"])
    app.multiselect(key="plan_styles").set_value(["algorithmic", "exemplars-hard"])
    app.multiselect(key="plan_encodings").set_value(["edge-list", "adjacency-matrix"])
    app.multiselect(key="plan_wordings").set_value(["abstract", "roads"]).run()
    assert not app.exception and not app.error
    (counted,) = [text for text in said(app.caption) if text.startswith("A cell is ")]
    assert counted.endswith(", times the parameters and ways of writing chosen, less what cannot be asked.")
    told = [text for text in said(app.caption) if text.startswith(("nlgraph/", "llm4dyg/"))]
    assert "nlgraph/shortest_path has no difficulty medium." in told
    assert "llm4dyg/when_link has no difficulty hard for its exemplars; leave out exemplars-hard." in told
    assert any(text.startswith("llm4dyg/when_link is not asked in adjacency-matrix") for text in told)
    assert [box.label for box in app.expander if box.label == f"What cannot be asked ({len(told)})"]
    press(app, "start")
    plan = only(store).plan
    assert plan.params == {"difficulty": ("easy", "medium")}
    assert plan.tasks == tuple(tasks)
    asked = {(cell.spec.task, dict(cell.spec.params).get("difficulty"), cell.wording) for cell in cells(plan)}
    assert ("nlgraph/connectivity", "medium", "roads") in asked
    assert ("nlgraph/shortest_path", "medium", "roads") not in asked


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("n", "5, many", "n is 'many'; give a whole number from 2 to 100."),
        ("n", "101", "n is '101'; give a whole number from 2 to 100."),
        ("p", "0,3", "p is '3'; give a number from 0 to 1."),
        ("n", ",".join(map(str, range(2, 101))), "The plan has up to"),
    ],
)
def test_unusable_values_get_one_sentence_and_no_start(key: str, value: str, sentence: str) -> None:
    app = visit("batch")
    app.number_input(key="plan_count").set_value(10_000)
    app.text_input(key=f"plan_param_{key}").set_value(value).run()
    (error,) = said(app.error)
    assert error.startswith(sentence)
    assert not app.exception and "start" not in shown_buttons(app)


@pytest.mark.parametrize(("key", "word"), [("tasks", "Tasks"), ("models", "Models"), ("styles", "Styles")])
def test_an_empty_list_is_said(key: str, word: str) -> None:
    app = visit("batch")
    app.multiselect(key=f"plan_{key}").set_value([]).run()
    (error,) = said(app.error)
    assert word in error
    assert not app.exception and "start" not in shown_buttons(app)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("tasks = 5", "tasks"),
        ("colour = 1", "colour"),
        ("tasks = [", "TOML"),
        ('suites = ["llm4dyg"]\nmodels = ["baseline/exact"]\n[params]\nn = 500', "n is 500"),
        ('suites = ["llm4dyg"]\nmodels = ["baseline/exact"]\ncount = 0x' + "f" * 5000, "count is a huge number"),
        ("count = " + "1" * 5000, "TOML"),
        ('suites = ["llm4dyg"]\nmodels = ["' + "a/" * 5000 + '"]', "models"),
        ('suites = ["llm4dyg"]\nmodels = ["baseline/exact"]\n[model.other]\nretries = 1', "other"),
        ("x" * 9000 + " = 1", "xxx"),
        (b"\xff\xfe\x00", "UTF-8"),
        ("", "tasks"),
    ],
)
def test_a_bad_plan_file_gets_one_short_sentence(text: str | bytes, named: str) -> None:
    app = upload(visit("batch"), text)
    (error,) = said(app.error)
    assert error.startswith("plan.toml: ") and named in error and len(error) < 400
    assert not app.exception
    assert app.number_input(key="plan_count").value == START.count


def test_what_cannot_be_asked_is_told_before_the_start() -> None:
    plan = Plan(
        ("llm4dyg/sort_edge", "llm4dyg/when_link"),
        ("local/smollm2-135m", "local//no/such.gguf"),
        encodings=("edge-list", "snapshots"),
        params={"n": (100,)},
        count=1,
        model={"local/smollm2-135m": Settings(max_tokens=8000)},
    )
    app = upload(visit("batch"), write_plan(plan))
    assert "sort_edge is not asked in snapshots" in words(app)
    assert "too long for their model" in words(app)
    assert any("/no/such.gguf" in text for text in said(app.warning))
    assert "start" in shown_buttons(app)


def test_a_run_goes_on_in_its_own_process_and_is_shown_to_its_end(store: Store) -> None:
    app = press(upload(visit("batch"), write_plan(SMALL)), "start")
    assert only(store).state == "running"
    wait_until(lambda: only(store).state != "running")
    other = look_at(only(store).id)
    assert bars(other) == ["8 of 8 cells"]
    assert "finished" in words(other)
    assert "correct" in words(other)
    assert not shown_buttons(other) & {"pause", "resume", "retry", "cancel"}
    assert any("small · finished · 8/8" in text for text in [b.label.replace("\\", "") for b in other.button])
    assert not app.exception and not other.exception


def test_a_run_that_another_process_holds_is_not_started(store: Store) -> None:
    run = store.create(SMALL)
    app = look_at(run.id)
    store.acquire(run.id, json.dumps(["elsewhere", 1, "x"]))
    press(app, "resume")
    assert any("Another process works on run" in text for text in said(app.error))


def test_errors_are_counted_by_kind_and_can_be_retried(store: Store, started: list[tuple[str, bool]]) -> None:
    run = store.create(SMALL)
    errors = [ModelError("server", "<b>first</b>"), ModelError("server", "second"), ModelError("context", "too long")]
    keep(store, run, errors)
    stand(store, run, "finished")
    app = look_at(run.id)
    assert bars(app) == ["8 of 8 cells"]
    assert "server 2 × second" in words(app)
    assert "context 1 × too long" in words(app)
    assert "error 3 (38%)" in words(app)
    assert app.button(key="retry").label == "Retry 2 errors"
    press(app, "retry")
    assert started == [(run.id, True)]


def test_errors_that_would_only_repeat_are_not_retried(store: Store) -> None:
    run = store.create(SMALL)
    keep(store, run, [ModelError("context", "too long")])
    stand(store, run, "finished")
    assert "retry" not in shown_buttons(look_at(run.id))


def test_a_run_whose_process_died_can_be_resumed(store: Store, started: list[tuple[str, bool]]) -> None:
    run = store.create(SMALL)
    store.acquire(run.id, json.dumps(["elsewhere", 1, "x"]))
    assert shown_buttons(look_at(run.id)) >= {"pause", "cancel"}
    stand_still = time.time() - 3600
    with store._begin() as connection:
        connection.exec_driver_sql("update runs set beat = ?", (stand_still,))
    app = look_at(run.id)
    assert "paused" in words(app)
    assert any("Its process ended without a word" in text for text in said(app.warning))
    press(app, "resume")
    assert started == [(run.id, False)]


def test_pause_and_cancel_are_asked_of_the_process(store: Store) -> None:
    run = store.create(SMALL)
    store.acquire(run.id, json.dumps(["elsewhere", 1, "x"]))
    app = press(look_at(run.id), "pause")
    assert store.run(run.id).wanted == "pause"
    assert "pausing" in words(app) and app.button(key="pause").disabled
    press(app, "cancel")
    assert store.run(run.id).wanted == "cancel"
    assert app.button(key="cancel").disabled


def test_a_model_that_cannot_be_called_is_named_before_a_run_goes_on(store: Store) -> None:
    run = store.create(Plan(("llm4dyg/when_link",), ("local//no/such.gguf", "baseline/exact"), count=1))
    stand(store, run, "paused", "The file is gone.")
    app = look_at(run.id)
    assert [text for text in said(app.warning) if text.startswith("local//no/such.gguf: ")]
    assert "The file is gone." in said(app.warning)


def test_a_plan_is_used_again(store: Store) -> None:
    run = store.create(FULL)
    stand(store, run, "cancelled")
    app = press(look_at(run.id), "again")
    assert "run" not in app.query_params
    assert app.text_input(key="plan_name").value == "all of it"


def test_the_newest_runs_stand_first_and_older_ones_are_folded_away(store: Store) -> None:
    made = [store.create(replace(SMALL, name=f"run {n}")) for n in range(10)]
    app = visit("batch")
    listed = [button.key for button in app.button if str(button.key).startswith("show_")]
    assert listed == [f"show_{run.id}" for run in reversed(made)]
    assert {button.key for button in app.expander[-1].button} == {f"show_{run.id}" for run in made[:2]}
    press(app, f"show_{made[0].id}")
    assert "run 0" in [header.value for header in app.subheader]


def test_an_unknown_run_gets_one_sentence() -> None:
    app = look_at("<b>x</b>")
    assert any("There is no run" in text for text in said(app.error))
    assert not app.exception and "new_run" in shown_buttons(app)


def test_a_database_that_cannot_be_used_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "no.db").write_text("no database " * 200)
    monkeypatch.setenv("EDGEWISE_DB", f"sqlite:///{tmp_path / 'no.db'}")
    app = visit("batch")
    assert not app.exception
    assert {text.endswith("is no database; give another file with --db.") for text in said(app.error)} == {True}


def test_a_database_that_fails_later_gets_one_sentence(store: Store) -> None:
    run = store.create(SMALL)
    app = look_at(run.id)
    with store._begin() as connection:
        connection.exec_driver_sql("drop table records")
    app.run()
    assert app.error and not app.exception


def test_time_left_is_that_of_the_slowest_model() -> None:
    fast, slow = Pace(10, 10, 1.0), Pace(4, 4, 40.0)
    assert time_left(20, Progress(14, {}, {}, 14, {"a": fast, "b": slow}), ("a", "b")) == pytest.approx(60)
    assert time_left(20, Progress(10, {}, {}, 10, {"a": fast}), ("a", "b")) is None
    assert time_left(20, Progress(20, {}, {}, 20, {"a": fast, "b": fast}), ("a", "b")) is None
