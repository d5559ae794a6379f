"""Judges stored replies anew, after readers or checks have changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphcore.problems import load_problem
from graphcore.records import Reply
from graphcore.runs.records import verifier_version
from graphcore.runs.store import Store
from graphcore.tasks import TASKS

_BATCH = 200


def rescore(store: Store, run_id: str) -> Iterator[dict[str, Any]]:
    """Store today's verdict on every reply of a run; yields the records whose verdict changed: key, before, after.

    Raises InputError for an unknown run and StoreError.
    """
    store.run(run_id)
    records = list(store.kept(run_id))
    for start in range(0, len(records), _BATCH):
        judged = [_judged(store, record) for record in store.records(run_id, records[start : start + _BATCH])]
        store.save(run_id, [after for _, after in judged])
        for before, after in judged:
            if before["verdict"] != after["verdict"]:
                named = {name: after[name] for name in ("key", "problem_id", "task", "model")}
                yield named | {"before": before["verdict"], "after": after["verdict"]}


def _judged(store: Store, record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    if record["reply"] is None:
        return record, record
    problem = load_problem(store.problem(record["problem_id"]))
    verdict = TASKS[problem.task].judge(problem, Reply.from_json(record["reply"]))
    return record, record | {"verdict": verdict.to_json(), "verifier": verifier_version()}
