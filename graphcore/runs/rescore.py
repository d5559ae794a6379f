"""Judges stored replies anew, after readers or checks have changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from graphcore.problems import load_problem
from graphcore.records import Problem, Reply
from graphcore.runs.records import replies_of, verifier_version
from graphcore.runs.store import Store
from graphcore.strategies import strategy

_BATCH = 200
_JUDGED = ("verdict", "vote")


def rescore(store: Store, run_id: str) -> Iterator[dict[str, Any]]:
    """Store today's verdicts where they differ; yields for each its key, problem_id, task, model, before and after.

    A vote that differs without its verdict is stored too, but not told. Records of failed calls are left alone, so that
    a process may ask them again meanwhile. Raises InputError for an unknown run and StoreError.
    """
    store.run(run_id)
    keys = [key for key, error in store.kept(run_id).items() if not error]
    for start in range(0, len(keys), _BATCH):
        records = list(store.records(run_id, keys[start : start + _BATCH]))
        problems = {name: load_problem(store.problem(name)) for name in {row["problem_id"] for row in records}}
        judged = [(row, row | _decided(row, problems[row["problem_id"]])) for row in records]
        changed = [(row, new) for row, new in judged if any(new.get(name) != row.get(name) for name in _JUDGED)]
        if changed:
            store.save(run_id, [new | {"verifier": verifier_version()} for _, new in changed])
        for row, new in changed:
            if new["verdict"] != row["verdict"]:
                named = {name: row[name] for name in ("key", "problem_id", "task", "model")}
                yield named | {"before": row["verdict"], "after": new["verdict"]}


def _decided(record: dict[str, Any], problem: Problem) -> dict[str, Any]:
    """What the stored replies come to, as it is read back from the store."""
    replies = [Reply.from_json(reply) for reply in replies_of(record)]
    decision = strategy(record["strategy"]).decide(problem, replies)
    data: dict[str, Any] = json.loads(json.dumps(decision.to_json()))
    return data
