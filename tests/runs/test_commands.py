"""Runs as processes: how they begin, are interrupted and end."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from graphcore.runs.plan import Settings
from graphcore.runs.store import Store
from tests.load.stub_server import running
from tests.runs.commands import MODEL, asked, begin, begin_plan, ended, last, stubbed, wait_until
from tests.runs.sample import plan


def test_a_run_says_its_id_first_and_a_summary_last(store: Store, tmp_path: Path) -> None:
    code, out, err = ended(begin_plan(store, plan(name="图"), tmp_path))
    (run,) = store.runs()
    assert (code, err, out.splitlines()[0]) == (0, "", run.id)
    wanted = {"run_id": run.id, "state": "finished", "cells": 6, "done": 6, "errors": 0, "outcomes": {"correct": 6}}
    assert {name: last(out)[name] for name in wanted} == wanted


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_is_paused_and_goes_on_where_it_was(
    store: Store, tmp_path: Path, number: signal.Signals
) -> None:
    with running(latency=0.05) as stub:
        process = begin_plan(store, stubbed(stub, 60, 2), tmp_path)
        wait_until(lambda: asked(stub) > 4)
        code, out, err = ended(process, number)
        assert (code, last(out)["state"]) == (0, "paused") and "Traceback" not in err
        kept = last(out)["done"]
        assert 0 < kept < 60 and asked(stub) == kept
        code, out, _ = ended(begin(store, "--resume", last(out)["run_id"]))
        assert (code, last(out)["state"], last(out)["done"]) == (0, "finished", 60)
        assert asked(stub) == 60


def test_a_second_process_is_refused_in_one_line(store: Store, tmp_path: Path) -> None:
    with running(latency=0.2) as stub:
        first = begin_plan(store, stubbed(stub, 4000, 2), tmp_path)
        wait_until(lambda: asked(stub) > 2)
        (run,) = store.runs()
        code, out, err = ended(begin(store, "--resume", run.id))
        assert (code, out) == (1, run.id + "\n") and len(err.splitlines()) == 1 and "Another process" in err
        assert ended(first, signal.SIGINT)[0] == 0
        assert asked(stub) == len(store.kept(run.id))


def test_a_cancelled_run_stops_calling_and_ends(store: Store, tmp_path: Path) -> None:
    with running(latency=1.0) as stub:
        process = begin_plan(store, stubbed(stub, 400, 8), tmp_path)
        wait_until(lambda: asked(stub) >= 8)
        (run,) = store.runs()
        store.want(run.id, "cancel")
        code, out, _ = ended(process)
        assert (code, last(out)["state"]) == (0, "cancelled")
        # Each place calls once a second: within the two seconds that are allowed it begins two more calls at most.
        assert asked(stub) <= 8 + 3 * 8


def test_a_run_outlives_whoever_read_its_output(store: Store, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    with running(latency=0.05) as stub:
        process = begin_plan(store, stubbed(stub, 20, 4), tmp_path, stdout=writer, stderr=writer)
        os.close(writer)
        wait_until(lambda: asked(stub) > 0)
        os.close(reader)
        assert process.wait(120) == 0
        (run,) = store.runs()
        assert (run.state, len(store.kept(run.id))) == ("finished", 20)


def test_a_model_without_a_key_is_told_in_one_line(store: Store, tmp_path: Path) -> None:
    code, out, err = ended(begin_plan(store, plan(models=("openai/x", "baseline/exact")), tmp_path))
    assert (code, last(out)["state"], last(out)["done"]) == (1, "paused", 6)
    assert len(err.splitlines()) == 1 and "OPENAI_API_KEY" in err


def test_a_refused_key_ends_a_run_at_once(store: Store, tmp_path: Path) -> None:
    with running(key="another") as stub:
        code, out, err = ended(begin_plan(store, stubbed(stub, 500, 2), tmp_path))
        assert (code, last(out)["state"], last(out)["errors"]) == (1, "paused", 2)
        assert asked(stub) == 2 and "key" in err.splitlines()[-1]


def test_faults_that_pass_are_retried_within_the_run(store: Store, tmp_path: Path) -> None:
    with running(faults=0.3, seed=3) as stub:
        made = stubbed(stub, 40, 40)
        made = replace(made, model={MODEL: replace(made.settings(MODEL), retries=20)})
        code, out, _ = ended(begin_plan(store, made, tmp_path))
        assert (code, last(out)["done"], last(out)["errors"]) == (0, 40, 0)
        counts = stub.counts()
        assert counts.failed.total() > 0 and counts.sound.total() == 40


def test_without_retries_each_fault_is_an_error_of_its_kind(store: Store, tmp_path: Path) -> None:
    with running(faults=0.5, seed=3) as stub:
        made = stubbed(stub, 60, 4)
        made = replace(made, model={MODEL: Settings(base_url=stub.url, retries=0)})
        code, out, _ = ended(begin_plan(store, made, tmp_path))
        assert code == 0 and last(out)["errors"] == stub.counts().failed.total() > 0
        assert set(store.progress(last(out)["run_id"]).errors) == {"rate_limit", "server", "network"}


def test_a_process_that_slept_goes_on_or_finds_its_run_taken(store: Store, tmp_path: Path) -> None:
    with running(latency=0.2) as stub:
        process = begin_plan(store, stubbed(stub, 400, 2), tmp_path)
        wait_until(lambda: asked(stub) > 2)
        process.send_signal(signal.SIGSTOP)
        (run,) = store.runs()
        with store._begin() as connection:
            connection.exec_driver_sql("UPDATE runs SET beat = beat - 1000")
        taken = begin(store, "--resume", run.id)
        before = asked(stub)
        wait_until(lambda: asked(stub) > before)
        code, _, err = ended(process, signal.SIGCONT)
        assert code == 1 and "taken over" in err and "Traceback" not in err
        assert ended(taken, signal.SIGINT)[0] == 0


def test_a_database_that_goes_away_ends_the_run_in_one_line(store: Store, tmp_path: Path) -> None:
    with running(latency=0.2) as stub:
        process = begin_plan(store, stubbed(stub, 400, 2), tmp_path)
        wait_until(lambda: asked(stub) > 2)
        (tmp_path / "runs.db").rename(tmp_path / "elsewhere.db")
        code, _, err = ended(process)
        assert code == 1 and "is gone; put it back" in err.splitlines()[-1] and "Traceback" not in err
