"""Judges stored replies anew, after readers or checks have changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from graphcore.problems import load_problem
from graphcore.records import Problem, Reply
from graphcore.runs.records import verifier_version
from graphcore.runs.store import Store
from graphcore.tasks import TASKS

_BATCH = 200


def rescore(store: Store, run_id: str) -> Iterator[dict[str, Any]]:
    """Store today's verdicts where they differ; yields for each its key, problem_id, task, model, before and after.

    Records of failed calls are left alone, so that a process may ask them again meanwhile. Raises InputError for an
    unknown run and StoreError.
    """
    store.run(run_id)
    keys = [key for key, error in store.kept(run_id).items() if not error]
    for start in range(0, len(keys), _BATCH):
        records = list(store.records(run_id, keys[start : start + _BATCH]))
        problems = {name: load_problem(store.problem(name)) for name in {row["problem_id"] for row in records}}
        judged = [(row, _judged(row, problems[row["problem_id"]])) for row in records]
        changed = [(row, verdict) for row, verdict in judged if verdict != row["verdict"]]
        if changed:
            store.save(run_id, [row | {"verdict": new, "verifier": verifier_version()} for row, new in changed])
        for row, verdict in changed:
            named = {name: row[name] for name in ("key", "problem_id", "task", "model")}
            yield named | {"before": row["verdict"], "after": verdict}


def _judged(record: dict[str, Any], problem: Problem) -> dict[str, Any]:
    """The verdict as it is read back from the store."""
    verdict = TASKS[problem.task].judge(problem, Reply.from_json(record["reply"]))
    data: dict[str, Any] = json.loads(json.dumps(verdict.to_json()))
    return data
