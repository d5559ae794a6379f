"""Results: runs in the address, tables, heat maps, items with their filters, files, judging anew and deleting."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.results_items import PAGE
from graphcore.problems import generate
from graphcore.records import Problem, Reply, Verdict
from graphcore.runs.engine import work
from graphcore.runs.lease import new_owner
from graphcore.runs.plan import Plan
from graphcore.runs.store import Run, Store
from graphcore.tasks import TASKS
from tests.pages.looking import boxes, figures, problem_of, said, turn_to, visit, words

LINK, PATH = "llm4dyg/when_link", "llm4dyg/find_tpath"
HOSTILE = "<img src=x onerror=alert(1)> **bold** $x$ Answer: [99]"
VIEWS = ("leaders", "papers", "heat", "items")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    url = f"sqlite:///{tmp_path}/runs.db"
    monkeypatch.setenv("EDGEWISE_DB", url)
    return Store(url)


@pytest.fixture
def run(store: Store, tmp_path: Path) -> Run:
    """Two tasks, two sizes, three models, of which a scripted one answers seed 0 of when_link and fails otherwise."""
    replies = tmp_path / "replies.jsonl"
    ids = [generate(LINK, params, {"n": n}, 0).id for params, n in (("erdos_renyi", 10), ("erdos_renyi", 5))]
    replies.write_text("".join(json.dumps({"problem_id": name, "text": HOSTILE}) + "\n" for name in ids))
    models = ("baseline/exact", "baseline/random", f"scripted/{replies}")
    return made(
        store,
        name="*odd* <b>x</b>",
        tasks=(LINK, PATH),
        models=models,
        count=2,
        styles=("few-shot",),
        params={"n": (5, 10)},
    )


def made(store: Store, **given: Any) -> Run:
    """A finished run."""
    plan = Plan(**{"tasks": (LINK,), "models": ("baseline/exact",), "count": 1} | given)
    return work(store, store.create(plan).id, {})


def results(*runs: Run, view: str = "leaders") -> AppTest:
    """The page, which a link to some runs opened, at one of its views."""
    app = visit("explore")
    if runs:
        app.query_params["run"] = [run.id for run in runs]
    app = turn_to(app, "results")
    assert not app.exception
    return app if view == "leaders" else turned(app, view)


def turned(app: AppTest, view: str) -> AppTest:
    app.segmented_control(key="results_view").set_value(view).run()
    assert not app.exception
    return app


def lines(app: AppTest) -> list[str]:
    """The lines of the items, as a person reads them."""
    return [re.sub(r":\w+\[|\]|\*\*", "", row.label.replace("\\", "")) for row in app.expander if "seed" in row.label]


def opened(app: AppTest, run: Run, **wanted: Any) -> AppTest:
    """The item whose record has these values, open."""
    key = next(r["key"] for r in Store().summaries([run.id]) if wanted.items() <= r.items())
    app.session_state[f"item-{run.id}-{key}"] = True
    return app.run()


def test_without_runs_it_says_how_to_make_one(store: Store) -> None:
    app = results()
    assert not app.error
    assert "Batch" in said(app.info)[0]


def test_a_database_that_cannot_be_used_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEWISE_DB", "sqlite:////no/such/folder/runs.db")
    app = results()
    (error,) = said(app.error)
    assert "cannot be opened" in error


def test_the_newest_run_is_shown_and_a_link_shows_its_own(store: Store) -> None:
    older, newer = made(store, name="older"), made(store, name="newer")
    assert results().multiselect(key="results_runs").value == [newer.id]
    app = results(older)
    assert app.multiselect(key="results_runs").value == [older.id]
    app.multiselect(key="results_runs").set_value([older.id, newer.id]).run()
    assert app.query_params["run"] == [older.id, newer.id]
    assert "2 / 2" in words(app)
    app = turn_to(turn_to(app, "explore"), "results")
    assert app.multiselect(key="results_runs").value == [older.id, newer.id]


def test_a_link_to_a_run_that_is_not_there_says_so(store: Store, run: Run) -> None:
    app = visit("explore")
    app.query_params["run"] = ["**no**"]
    app = turn_to(app, "results")
    assert not app.exception
    assert said(app.error) == ["This database holds no run **no**; choose one below."]


def test_a_run_without_records_says_that_nothing_has_come_back(store: Store) -> None:
    store.create(Plan((LINK,), ("baseline/exact",)))
    assert "Nothing has come back, and no process works on it" in said(results().info)[0]


def test_errors_stay_in_the_totals_and_in_sight(run: Run) -> None:
    app = results(run)
    assert "*odd* <b>x</b>" in words(app)
    assert "24 of 24 cells · :violet[! 6 errors (unavailable 6)]" in "\n".join(said(app.markdown))
    (board, _) = [box for box in boxes(app) if "baseline/exact" in box]
    scripted = board[board.index("scripted/") :]
    assert "0.0 %0 / 8! 60.0 %0 / 2 · 0.0 to 65.8" in scripted
    assert "100.0 %8 / 8! 0100.0 %8 / 8 · 67.6 to 100.0" in board


def test_the_leaderboard_can_be_split_by_what_varies(run: Run) -> None:
    app = results(run)
    by = app.button_group(key="results_by")
    assert by.options == ["n", "task"]
    by.set_value(["n", "task"]).run()
    assert not app.exception
    (board, seeds) = [box for box in boxes(app) if "baseline/exact" in box]
    assert board.count("baseline/exact") == 4
    assert seeds.count("baseline/exact") == 1 and seeds.count(PATH) == 6


def test_repeats_give_a_mean_with_its_deviation(store: Store) -> None:
    run = made(store, models=("baseline/random",), count=10, repeats=3)
    (_, shown) = [box for box in boxes(results(run)) if "baseline/random" in box]
    assert re.search(r"baseline/random3\d+\.\d ± \d+\.\dn 30", shown)


def test_the_papers_tables_stand_beside_its_figures(run: Run) -> None:
    app = results(run, view="papers")
    table = next(box for box in boxes(app) if "N = 5" in box)
    for text in ("GPT-3.5 (published)", "Random (computed)", "Δ baseline/exact − Random", "33.7 ± 2.1"):
        assert text in table


def test_a_table_without_a_record_of_ours_is_one_line(store: Store) -> None:
    app = results(made(store, styles=("zero-shot",)), view="papers")
    unfilled = [text for text in said(app.caption) if "No record fits this table" in text]
    assert [text[:11] for text in unfilled] == ["**Table 2: ", "**Table 4: ", "**Table 5: "]
    assert not any("Vicuna" in box for box in boxes(app))


def test_a_heat_map_says_the_accuracy_and_n_of_each_cell(run: Run) -> None:
    app = results(run, view="heat")
    assert (app.selectbox(key="heat_x").value, app.selectbox(key="heat_y").value) == ("n", "task")
    maps = {name: figure["data"][0] for name, figure in zip(["exact", "scripted", "random"], figures(app), strict=True)}
    assert maps["exact"]["x"] == ["5", "10"]
    assert maps["exact"]["y"] == ["when link", "find tpath"]
    assert maps["exact"]["text"] == [["100 %<br>n 2"] * 2] * 2
    assert maps["scripted"]["text"] == [["0 %<br>n 1, ! 1"] * 2, ["–<br>n 0, ! 2"] * 2]
    app.selectbox(key="heat_task").set_value(LINK).run()
    assert (app.selectbox(key="heat_x").value, app.selectbox(key="heat_y").value) == ("n", "model")
    assert not app.exception


def test_a_heat_map_of_one_cell_says_what_it_needs(store: Store) -> None:
    assert "two things that vary" in said(results(made(store), view="heat").info)[0]


def test_items_are_filtered_by_outcome_finding_and_list(run: Run) -> None:
    app = results(run, view="items")
    assert f"{run.cells} of {run.cells} items" in words(app)
    app.button_group(key="filter_outcome").set_value(["error"]).run()
    assert len(lines(app)) == 6
    assert all(line.startswith("!") and line.endswith("unavailable") for line in lines(app))
    app.button_group(key="filter_outcome").set_value([])
    app.multiselect(key="filter_findings").set_value(["no_such_edge"]).run()
    assert lines(app) and all("no_such_edge" in line for line in lines(app))
    app.multiselect(key="filter_findings").set_value([])
    app.multiselect(key="filter_model").set_value(["baseline/exact"])
    app.multiselect(key="filter_task").set_value([LINK]).run()
    assert len(lines(app)) == 4
    assert all(line.startswith("✓ when link · baseline/exact · few-shot · n ") for line in lines(app))
    assert not app.exception


def test_an_item_is_told_by_what_its_task_does_not_say(store: Store) -> None:
    tasks = ("nlgraph/connectivity", "nlgraph/hamilton_path", "nlgraph/bipartite_matching")
    app = results(made(store, tasks=tasks, params={"difficulty": ("hard", "easy")}), view="items")
    shown = lines(app)
    assert len(shown) == 6
    for line in shown:
        assert "difficulty easy" in line or "difficulty hard" in line
        assert not re.search(r"· (answer|p|generator) ", line), "its task says that already"
    assert app.multiselect(key="filter_difficulty").options == ["easy", "hard"]
    app.multiselect(key="filter_difficulty").set_value(["hard"]).run()
    assert [line for line in shown if "difficulty hard" in line] == lines(app)


def test_difficulties_rise_along_a_heat_map(store: Store) -> None:
    plan = {"params": {"difficulty": ("hard", "easy", "medium", "custom")}, "styles": ("zero-shot", "few-shot")}
    app = results(made(store, tasks=("nlgraph/cycle",), **plan), view="heat")
    app.selectbox(key="heat_x").set_value("difficulty").run()
    (figure,) = figures(app)
    assert list(figure["data"][0]["x"]) == ["easy", "medium", "hard", "custom"]


def test_filters_that_fit_nothing_say_so(run: Run) -> None:
    app = results(run, view="items")
    app.button_group(key="filter_outcome").set_value(["error"])
    app.multiselect(key="filter_model").set_value(["baseline/exact"]).run()
    assert "No item fits" in said(app.info)[0]


def test_long_lists_are_paged(store: Store) -> None:
    app = results(made(store, count=PAGE + 3), view="items")
    assert len(lines(app)) == PAGE


def test_no_whole_record_is_read_before_an_item_is_opened(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[list[str]] = []
    records = Store.records

    def watched(self: Store, run_id: str, keys: list[str]) -> Any:
        read.append(keys)
        return records(self, run_id, keys)

    monkeypatch.setattr(Store, "records", watched)
    app = results(run)
    for view in VIEWS:
        turned(app, view)
    assert read == []
    opened(app, run, task=LINK, outcome="correct")
    assert [len(keys) for keys in read] == [1]


def test_an_item_shows_prompt_reply_verdict_and_picture(run: Run) -> None:
    app = opened(results(run, view="items"), run, task=LINK, outcome="hallucinatory", seed=0)
    assert not app.exception
    texts = boxes(app)
    assert any(text.startswith("✕ HALLUCINATORY") or "HALLUCINATORY" in text for text in texts)
    assert any("Given is an undirected dynamic graph" in text for text in texts)
    (figure,) = figures(app)
    assert figure["layout"]["meta"]["problem"]


def test_an_item_of_several_replies_shows_them_and_their_vote(store: Store) -> None:
    run = made(store, models=("baseline/random",), strategies=("single", "self-consistency:4"), seed=3)
    app = opened(results(run, view="items"), run, strategy="self-consistency:4")
    assert not app.exception
    (record,) = [record for record in store.records(run.id) if "replies" in record]
    texts = [reply["text"] for reply in record["replies"]]
    assert sorted(text for text in boxes(app) if text in texts) == sorted(texts)
    assert [text for text in said(app.markdown) if text.startswith("Vote: ")]
    (button,) = [button for button in app.button if button.label == "Open in Ask"]
    app = button.click().run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "self-consistency:4"
    assert app.slider(key="temperature").value == 0.7


def test_a_hostile_reply_stands_as_it_is(run: Run) -> None:
    (model,) = [name for name in run.plan.models if name.startswith("scripted")]
    app = opened(results(run, view="items"), run, model=model, outcome="hallucinatory")
    assert HOSTILE in boxes(app)


def test_a_failed_call_shows_its_reason(run: Run) -> None:
    app = opened(results(run, view="items"), run, error="unavailable")
    assert not app.exception
    (error,) = said(app.error)
    assert "no reply" in error


def test_what_models_disagree_on_stands_side_by_side(run: Run) -> None:
    app = results(run, view="items")
    app.toggle(key="only_differing").set_value(True).run()
    assert all("!" not in line[0] for line in lines(app))
    app = opened(app, run, model="baseline/exact", seed=0, task=LINK)
    assert not app.exception
    heads = [box for box in boxes(app) if re.match(r"[✓≈✕∅!]\s+[A-Z]{4}", box)]
    assert len(heads) == len(figures(app)) == 2
    assert heads[0].startswith("✓") and not heads[1].startswith("✓")


def test_open_in_ask_brings_the_problem_its_style_and_its_model(store: Store) -> None:
    params = {"n": (6,), "t": (3,), "directed": (True,)}
    run = made(
        store, tasks=(PATH,), models=("baseline/random",), seed=11, styles=("cot+bag",), namings=("people",),
        encodings=("snapshots",), orders=("shuffled",), k=(2,), params=params,
    )  # fmt: skip
    app = opened(results(run, view="items"), run, seed=11)
    (button,) = [button for button in app.button if button.label == "Open in Ask"]
    app = button.click().run()
    assert not app.exception
    assert app.title[0].value == "Ask a model"
    (record,) = store.records(run.id)
    assert problem_of(app).id == record["problem_id"]
    assert app.selectbox(key="style").value == "cot+bag"
    assert app.multiselect(key="models").value == ["baseline/random"]
    assert (app.selectbox(key="encoding").value, app.selectbox(key="order").value) == ("snapshots", "shuffled")
    assert app.slider(key="k").value == 2


def test_judging_anew_says_what_changed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    app = results(run)
    judge = TASKS[PATH].judge

    def stricter(problem: Problem, reply: Reply) -> Verdict:
        verdict = judge(problem, reply)
        return Verdict("missing") if verdict.outcome == "correct" else verdict

    app.button(key=f"rescore-{run.id}").click().run()
    assert "0 verdicts of “*odd* <b>x</b>” changed." in said(app.success)[0]
    monkeypatch.setattr(TASKS[PATH], "judge", stricter)
    app.button(key=f"rescore-{run.id}").click().run()
    assert not app.exception
    (told,) = said(app.success)
    assert "4 verdicts" in told
    assert told.count("- ✓ correct → ∅ missing llm4dyg/find_tpath · baseline/exact") == 4
    board = next(box for box in boxes(app) if "baseline/exact" in box)
    assert "50.0 %4 / 8" in board


def test_a_deleted_run_is_gone(store: Store, run: Run) -> None:
    other = made(store, name="other")
    app = results(run, other)
    app.button(key=f"delete-{run.id}").click().run()
    assert not app.exception
    assert "was deleted" in said(app.success)[0]
    assert [left.id for left in store.runs()] == app.multiselect(key="results_runs").value == [other.id]


def test_a_run_that_works_keeps_still_until_it_is_refreshed(store: Store, run: Run) -> None:
    store.acquire(run.id, owner := new_owner())
    app = results(run)
    (record, *_) = store.records(run.id)
    store.save(run.id, [record | {"key": "f" * 16}])
    app.run()
    assert "8 / 8" in words(app)
    assert app.button(key=f"delete-{run.id}").disabled and app.button(key=f"rescore-{run.id}").disabled
    app.button(key=f"refresh-{run.id}").click().run()
    assert not app.exception
    assert "9 / 9" in words(app)
    store.release(run.id, owner, "finished")


@pytest.mark.parametrize("view", VIEWS)
def test_no_view_shows_a_traceback_where_the_database_is_damaged_meanwhile(
    run: Run, view: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = results(run, view=view)
    monkeypatch.setenv("EDGEWISE_DB", f"sqlite:///{tmp_path}/other.db")
    (tmp_path / "other.db").write_bytes(b"no database at all" * 1000)
    app.run()
    assert not app.exception
    assert "is no database" in said(app.error)[0]
