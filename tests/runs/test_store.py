"""The store: one record a cell, one process a run, and what is stored stays, whatever happens to the database."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from graphcore.errors import InputError, ModelError, StoreError
from graphcore.records import Reply, Verdict
from graphcore.runs import database
from graphcore.runs.lease import LEASE_S, new_owner
from graphcore.runs.plan import cells
from graphcore.runs.records import Record
from graphcore.runs.store import Run, Store
from tests.conftest import ROOT
from tests.runs.sample import decided, plan

PLAN = plan(count=10)
CELLS = list(cells(PLAN))


def record(index: int = 0, text: str = "Answer: yes", at: float = 0.0) -> dict[str, Any]:
    return Record(CELLS[index], "p", decision=decided(Reply(text)), at=at or index + 1.0).to_json()


def failed(index: int, kind: str) -> dict[str, Any]:
    return Record(CELLS[index], "p", error=ModelError(kind, "No.")).to_json()


@pytest.fixture
def run(store: Store) -> Run:
    return store.create(PLAN)


def path_of(store: Store) -> str:
    return store.url.removeprefix("sqlite:///")


def test_a_run_comes_back_as_it_was_planned(store: Store, run: Run) -> None:
    assert (run.plan, run.cells, run.state) == (PLAN, len(CELLS), "planned")
    assert Store(store.url).run(run.id) == run
    second = store.create(plan(name="Ünïcode 图"))
    assert [found.id for found in store.runs()] == [second.id, run.id]
    assert store.run(second.id).name == "Ünïcode 图"


def test_a_run_that_is_not_there_is_said_so(store: Store) -> None:
    for ask in (store.run, store.delete):
        with pytest.raises(InputError, match="no run 'x'"):
            ask("x")


@pytest.mark.parametrize("run_id", ["", "\udcff", "\x00", "ü" * 1_000])
def test_an_id_that_no_run_can_have_is_of_no_run(store: Store, run: Run, run_id: str) -> None:
    with pytest.raises(InputError, match="There is no run"):
        store.run(run_id)


def test_a_cell_has_one_record_and_the_last_one_counts(store: Store, run: Run) -> None:
    store.save(run.id, [failed(0, "network"), record(1)])
    store.save(run.id, [record(0, "Answer: no")])
    store.save(run.id, [record(0, "Answer: no")])
    found = list(store.records(run.id))
    assert [row["key"] for row in found] == [CELLS[0].key, CELLS[1].key]
    assert found[0]["reply"]["text"] == "Answer: no" and found[0]["error"] is None
    assert store.kept(run.id) == {CELLS[0].key: "", CELLS[1].key: ""}


def test_records_come_in_the_order_of_their_arrival(store: Store, run: Run) -> None:
    store.save(run.id, [record(0, at=9.0), record(1, at=3.0)])
    store.save(run.id, [record(2, at=5.0)])
    wanted = [CELLS[index].key for index in (1, 2, 0)]
    assert [row["key"] for row in store.records(run.id)] == wanted
    assert [row["key"] for row in store.summaries([run.id])] == wanted
    assert [row["key"] for row in store.records(run.id, wanted[:1])] == wanted[:1]


@pytest.mark.parametrize("text", ["\ud800 half", "nul \0 inside", "naïve 图 🙂", "x" * 10_000_000], ids=repr)
def test_any_text_of_a_reply_comes_back(store: Store, run: Run, text: str) -> None:
    row = record(0, text)
    store.save(run.id, [row], {"k": json.dumps(row["reply"])})
    assert list(store.records(run.id)) == [row]
    assert json.loads(store.reply("k") or "")["text"] == text


def test_any_message_can_be_kept(store: Store, run: Run) -> None:
    owner = new_owner()
    store.acquire(run.id, owner)
    store.release(run.id, owner, "paused", "a\ud800b\0c")
    assert store.run(run.id).message == "a?b?c"


def test_progress_counts_errors_apart(store: Store, run: Run) -> None:
    store.save(run.id, [record(0), failed(1, "network"), failed(2, "network"), failed(3, "context")])
    progress = store.progress(run.id)
    assert (progress.done, progress.errors, progress.failed) == (1, {"network": 2, "context": 1}, 3)


def test_each_model_has_a_pace_of_its_own(store: Store) -> None:
    made = plan(models=("baseline/exact", "baseline/random"), count=10)
    run, now = store.create(made), time.time()
    shares = {name: [cell for cell in cells(made) if cell.model == name] for name in made.models}
    ages = {"baseline/exact": (300, 30, 20, 10), "baseline/random": (5,)}
    rows = [
        Record(cell, "p", decision=decided(Reply("Answer: yes")), at=now - age).to_json()
        for name, own in ages.items()
        for cell, age in zip(shares[name], own, strict=False)
    ]
    store.save(run.id, rows)
    progress = store.progress(run.id)
    exact, random = progress.models["baseline/exact"], progress.models["baseline/random"]
    assert (exact.ended, exact.recent, random.ended, progress.recent) == (4, 3, 1, 4)
    assert exact.rate == pytest.approx(3 / 30, rel=0.2) and random.rate == 0


def test_the_newest_error_of_each_kind_is_told(store: Store, run: Run) -> None:
    store.save(run.id, [record(0), failed(1, "network"), failed(2, "context")])
    last = Record(CELLS[3], "p", error=ModelError("network", "Again no."), at=time.time() + 1).to_json()
    store.save(run.id, [last])
    assert store.last_errors(run.id, ["network", "context", "quota"]) == {"network": "Again no.", "context": "No."}
    other = store.create(PLAN)
    assert store.done([run.id, other.id]) == {run.id: 1}


def test_problems_and_replies_are_kept_once(store: Store, run: Run) -> None:
    for index in range(2):
        store.save(run.id, [record(index)], {"k": '"first"'}, {"p": '{"a": 1}'})
    assert store.reply_keys() == {"k"} and store.problem("p") == {"a": 1}
    assert store.reply("other") is None
    with pytest.raises(InputError, match="no problem 'q'"):
        store.problem("q")


def test_a_second_process_is_refused(store: Store, run: Run) -> None:
    first, second = new_owner(), new_owner()
    store.acquire(run.id, first)
    assert store.run(run.id).state == "running"
    with pytest.raises(StoreError, match="Another process works on"):
        store.acquire(run.id, second)
    with pytest.raises(StoreError, match="taken over"):
        store.beat(run.id, second)
    store.release(run.id, second, "finished")
    assert store.run(run.id).state == "running"
    store.release(run.id, first, "finished")
    store.acquire(run.id, second)


def test_an_owner_may_take_again_what_it_holds(store: Store, run: Run) -> None:
    child = new_owner(os.getpid(), "token")
    store.acquire(run.id, child)
    store.acquire(run.id, new_owner(os.getpid(), "token"))
    assert store.beat(run.id, child) == ""


def test_a_dead_process_is_taken_over(store: Store, run: Run) -> None:
    code = "import sys; from graphcore.runs.store import Store; from graphcore.runs.lease import new_owner"
    code += "; Store(sys.argv[1]).acquire(sys.argv[2], new_owner())"
    subprocess.run([sys.executable, "-c", code, store.url, run.id], cwd=ROOT, check=True)
    left = store.run(run.id)
    assert left.state == "paused" and "resume" in left.message
    store.acquire(run.id, new_owner())


def test_a_lost_lease_is_noticed_and_nothing_more_is_written(store: Store, run: Run) -> None:
    asleep, awake = new_owner(), new_owner()
    store.acquire(run.id, asleep)
    _set(store, beat=time.time() - 2 * LEASE_S)
    store.acquire(run.id, awake)
    store.save(run.id, [record(0, "awake")], owner=awake)
    with pytest.raises(StoreError, match="taken over"):
        store.save(run.id, [record(0, "asleep")], {"k": "1"}, {"p": "2"}, owner=asleep)
    assert [row["reply"]["text"] for row in store.records(run.id)] == ["awake"]
    assert store.reply_keys() == set()


def test_a_lease_that_nobody_took_is_kept(store: Store, run: Run) -> None:
    owner = new_owner()
    store.acquire(run.id, owner)
    _set(store, beat=time.time() - 2 * LEASE_S)
    assert store.run(run.id).state == "paused"
    assert store.beat(run.id, owner) == ""
    assert store.run(run.id).state == "running"


def test_a_run_that_is_worked_on_is_not_deleted(store: Store, run: Run) -> None:
    owner = new_owner()
    store.acquire(run.id, owner)
    store.save(run.id, [record(0)], owner=owner)
    with pytest.raises(InputError, match="works on this run"):
        store.delete(run.id)
    store.release(run.id, owner, "paused")
    store.delete(run.id)
    assert store.runs() == [] and store.kept(run.id) == {}
    with pytest.raises(StoreError, match="deleted"):
        store.save(run.id, [record(0)], owner=owner)
    assert store.kept(run.id) == {}


@pytest.mark.parametrize(("wanted", "state"), [("pause", "paused"), ("cancel", "cancelled")])
def test_a_wish_reaches_whoever_works(store: Store, run: Run, wanted: str, state: str) -> None:
    owner = new_owner()
    store.acquire(run.id, owner)
    store.want(run.id, wanted)
    assert (store.beat(run.id, owner), store.run(run.id).state) == (wanted, "running")
    store.release(run.id, owner, "paused")
    assert store.run(run.id).wanted == ""
    store.want(run.id, wanted)
    assert store.run(run.id).state == state


def test_a_full_disk_loses_nothing(store: Store, run: Run) -> None:
    store.save(run.id, [record(0)])
    sa.event.listen(store._database._engine, "begin", lambda link: link.exec_driver_sql("PRAGMA max_page_count = 1"))
    with pytest.raises(StoreError, match=r"no room left.*resume"):
        store.save(run.id, [record(1, "x" * 1_000_000)])
    assert [row["key"] for row in Store(store.url).records(run.id)] == [CELLS[0].key]


def test_a_locked_database_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.1)
    store = Store(f"sqlite:///{tmp_path}/locked.db")
    run = store.create(PLAN)
    store.save(run.id, [record(0)])
    with closing(sqlite3.connect(tmp_path / "locked.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"held by another program.*resume"):
            store.save(run.id, [record(1)])
        assert len(list(store.records(run.id))) == 1
    store.save(run.id, [record(1)])
    assert len(list(store.records(run.id))) == 2


def test_a_database_that_was_deleted_is_noticed(store: Store, run: Run) -> None:
    owner = new_owner()
    store.acquire(run.id, owner)
    Path(path_of(store)).rename(path_of(store) + ".away")
    with pytest.raises(StoreError, match="is gone; put it back"):
        store.beat(run.id, owner)
    Store(store.url)
    with pytest.raises(StoreError, match="is gone; put it back"):
        store.beat(run.id, owner)


def test_a_file_that_may_not_be_written_is_said_so(store: Store, run: Run) -> None:
    sa.event.listen(store._database._engine, "begin", lambda link: link.exec_driver_sql("PRAGMA query_only = 1"))
    with pytest.raises(StoreError, match="may not be written; change its rights"):
        store.save(run.id, [record(0)])
    assert store.kept(run.id) == {}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_without_rights_is_said_so(store: Store) -> None:
    os.chmod(path_of(store), 0o444)
    with pytest.raises(StoreError, match="may not be written; change its rights"):
        Store(store.url).create(PLAN)


def test_a_fingerprint_changes_with_the_records_of_its_runs_alone(store: Store, run: Run) -> None:
    def fingerprint() -> tuple[tuple[Any, ...], ...]:
        return store.fingerprint([run.id])

    seen = [fingerprint()]
    assert seen == [()]
    changes = [record(0), record(1), failed(2, "network"), failed(3, "server"), record(1, at=99.0)]
    changes += [record(0) | {"verdict": Verdict("missing").to_json()}]
    for change in changes:
        store.save(run.id, [change])
        assert fingerprint() not in seen
        assert fingerprint() == fingerprint()
        seen.append(fingerprint())
    store.save(store.create(PLAN).id, [record(4)])
    assert fingerprint() == seen[-1]


def test_what_is_no_database_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("These are notes, and no database at all. " * 100)
    with pytest.raises(StoreError, match="is no database; give another file"):
        Store(f"sqlite:///{tmp_path}/notes.txt")
    assert (tmp_path / "notes.txt").read_text().startswith("These are notes")
    with pytest.raises(StoreError, match="folder"):
        Store(f"sqlite:///{tmp_path}/nowhere/runs.db")
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path}")


def test_an_older_database_is_said_so(store: Store, run: Run) -> None:
    with closing(sqlite3.connect(path_of(store))) as other:
        other.execute("ALTER TABLE records DROP COLUMN cached")
    with pytest.raises(StoreError, match="another version"):
        store.save(run.id, [record(0)])


def test_an_emptied_database_is_said_so(store: Store, run: Run) -> None:
    with closing(sqlite3.connect(path_of(store))) as other:
        other.execute("DROP TABLE runs")
    with pytest.raises(StoreError, match="emptied"):
        store.runs()


@pytest.mark.parametrize("url", ["nonsense", "", "sqlite://", "sqlite:///:memory:", "mysterydb://u:canary@h/x"])
def test_an_address_that_cannot_be_one_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEWISE_DB", url)
    with pytest.raises(InputError, match=r"sqlite:///runs\.db") as caught:
        Store(url or "sqlite:///")
    assert "canary" not in str(caught.value)


def test_no_sentence_shows_a_password() -> None:
    url = sa.make_url("postgresql://me:canary@nowhere/runs")
    for text in ("database is locked", "something else"):
        said = database._advice(url, sa.exc.OperationalError("x", {}, sqlite3.OperationalError(text)))
        assert "nowhere" in said and "canary" not in said


def test_two_processes_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    code = "import sys; from graphcore.runs.store import Store; sys.stdin.read(1); Store(sys.argv[1]).runs()"
    command = [sys.executable, "-c", code, f"sqlite:///{tmp_path}/new.db"]
    started = [subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate(b"x")[1] for process in started] == [b""] * 4


def test_a_file_means_the_same_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store("sqlite:///here.db")
    run = store.create(PLAN)
    monkeypatch.chdir("/")
    assert Store(store.url).run(run.id) == run


def _set(store: Store, **values: Any) -> None:
    with closing(sqlite3.connect(path_of(store))) as other:
        other.execute(f"UPDATE runs SET {', '.join(f'{name} = ?' for name in values)}", tuple(values.values()))
        other.commit()
