"""Rescoring: what today's verifier says of stored replies."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.errors import InputError, ModelError
from graphcore.models import Request
from graphcore.records import Problem, Reply, Verdict
from graphcore.runs.engine import work
from graphcore.runs.records import verifier_version
from graphcore.runs.rescore import rescore
from graphcore.runs.store import Run, Store
from graphcore.tasks import TASKS
from tests.runs.sample import Probe, probing

TASK = "llm4dyg/when_link"


@pytest.fixture
def run(store: Store, probe: Probe) -> Run:
    def answer(request: Request) -> str:
        if request.problem.seed == 1:
            raise ModelError("server", "It failed; ask again later.")
        return "Answer: [99]"

    probe.answer = answer
    return work(store, store.create(probing(tasks=(TASK,), count=4)).id, {})


def records(store: Store, run: Run) -> dict[str, dict[str, Any]]:
    return {row["key"]: row for row in store.records(run.id)}


def test_nothing_changes_where_the_verifier_is_the_same(store: Store, run: Run) -> None:
    before = records(store, run)
    assert list(rescore(store, run.id)) == []
    assert list(records(store, run).items()) == list(before.items())


def test_a_changed_verdict_is_listed_and_stored(store: Store, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = TASKS[TASK].judge

    def milder(problem: Problem, reply: Reply) -> Verdict:
        return Verdict("missing") if problem.id == wanted["problem_id"] else judge(problem, reply)

    before = records(store, run)
    wanted = next(row for row in before.values() if row["seed"] == 2)
    monkeypatch.setattr(TASKS[TASK], "judge", milder)
    (change,) = rescore(store, run.id)
    assert {name: change[name] for name in ("key", "problem_id", "task", "model")} == {
        name: wanted[name] for name in ("key", "problem_id", "task", "model")
    }
    assert (change["before"], change["after"]["outcome"]) == (wanted["verdict"], "missing")
    after = records(store, run)
    assert list(after) == list(before)
    changed = wanted | {"verdict": change["after"], "verifier": verifier_version()}
    assert after == before | {wanted["key"]: changed}
    assert store.progress(run.id).outcomes == {"hallucinatory": 2, "missing": 1}


def test_a_failed_call_is_left_alone_while_another_process_asks_again(
    store: Store, run: Run, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TASKS[TASK], "judge", lambda problem, reply: Verdict("missing"))
    changes = rescore(store, run.id)
    next(changes)
    probe.answer = lambda request: "Answer: [98]"
    work(store, run.id, {}, only_errors=True)
    assert len(list(changes)) == 2
    assert store.progress(run.id).done == run.cells


def test_a_vote_is_taken_anew_from_all_replies(store: Store, probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    probe.answer = lambda request: f"Answer: [9{request.draw // 2}]"
    made = probing(tasks=(TASK,), count=1, strategies=("self-consistency:3",))
    run = work(store, store.create(made).id, {})
    assert list(rescore(store, run.id)) == []
    judge = TASKS[TASK].judge

    def stricter(problem: Problem, reply: Reply) -> Verdict:
        return Verdict("missing") if reply.text in unread else judge(problem, reply)

    monkeypatch.setattr(TASKS[TASK], "judge", stricter)
    unread = {"Answer: [91]"}
    assert list(rescore(store, run.id)) == []
    (row,) = store.records(run.id)
    assert row["vote"] == [{"answer": [90], "count": 2, "draws": [0, 1]}]
    unread = {"Answer: [90]"}
    (change,) = rescore(store, run.id)
    assert (change["before"]["answer"], change["after"]["answer"]) == ([90], [91])
    (row,) = store.records(run.id)
    assert row["vote"] == [{"answer": [91], "count": 1, "draws": [2]}]
    assert (row["reply"], len(row["replies"])) == (row["replies"][2], 3)


def test_a_run_that_is_not_there_is_said_so(store: Store) -> None:
    with pytest.raises(InputError, match="no run 'x'"):
        list(rescore(store, "x"))
