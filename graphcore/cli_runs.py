"""The verbs of the command line that touch runs: run, runs, report and rescore, and the export of a run."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from graphcore.errors import InputError
from graphcore.output import complain, emit, table, tell
from graphcore.reports import files
from graphcore.runs.engine import work
from graphcore.runs.estimate import estimate
from graphcore.runs.launch import read_connections
from graphcore.runs.lease import new_owner
from graphcore.runs.plan import Plan, left_out
from graphcore.runs.plan_files import read_plan
from graphcore.runs.rescore import rescore
from graphcore.runs.store import Run, Store

PLAN_MAX = 1_000_000
"""Bytes of a plan file."""


def summary(store: Store, run: Run) -> dict[str, Any]:
    """The contract's object of a run."""
    progress = store.progress(run.id)
    head = {"run_id": run.id, "name": run.name, "state": run.state, "cells": run.cells, "done": progress.done}
    return head | {"errors": progress.failed, "outcomes": dict(progress.outcomes), "message": run.message}


def _run(options: argparse.Namespace) -> int:
    if (options.plan is None) == (options.resume is None):
        raise InputError("Give a plan file, or --resume and the id of a run.")
    plan = None if options.plan is None else _plan(options.plan)
    connections = read_connections(sys.stdin) if options.connections_on_stdin else {}
    store = Store(options.db)
    run = store.run(options.resume) if plan is None else store.create(plan)
    if not options.connections_on_stdin:
        store.want(run.id, "")
        for sentence in left_out(run.plan):
            complain(sentence, 0)
    sys.stdout.write(run.id + "\n")
    sys.stdout.flush()
    if plan is not None and not options.connections_on_stdin:
        _tell_what_does_not_fit(plan)
    say = _quiet if options.connections_on_stdin else _say
    owner = new_owner(token=options.lease) if options.lease else ""
    run = work(store, run.id, connections, options.only_errors, say, owner)
    emit([summary(store, run)], False)
    return complain(run.message, 1) if run.message else 0


def _runs(options: argparse.Namespace) -> int:
    store = Store(options.db)
    columns = ["run_id", "state", "cells", "done", "errors", "name", "message"]
    return table([summary(store, run) for run in store.runs()], columns, options.json)


def _rescore(options: argparse.Namespace) -> int:
    changes = list(rescore(Store(options.db), options.run_id))
    emit(changes, options.json)
    return complain(f"{len(changes)} verdicts changed.", 0)


def _report(options: argparse.Namespace) -> int:
    store = Store(options.db)
    store.run(options.run_id)
    if options.json or options.format == "json":
        return emit(store.records(options.run_id), True)
    sys.stdout.write(_REPORTS[options.format](store, options.run_id))
    return 0


def export_run(options: argparse.Namespace) -> int:
    """Write the records of a run."""
    if options.run_id is None:
        raise InputError(f"{options.format} is a format of runs; give the id of one after it.")
    store = Store(options.db)
    store.run(options.run_id)
    sys.stdout.writelines(_EXPORTS[options.format](store, options.run_id))
    return 0


def problem_lines(options: argparse.Namespace) -> Iterator[str]:
    """The problems of a run as JSON Lines, in the order in which its records came."""
    store = Store(options.db)
    store.run(options.run_id)
    ids = dict.fromkeys(record["problem_id"] for record in store.summaries([options.run_id]))
    return (json.dumps(store.problem(name)) for name in ids if name)


def _plan(path: str) -> Plan:
    try:
        with Path(path).open("rb") as file:
            data = file.read(PLAN_MAX + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"The plan {path} cannot be read ({getattr(error, 'strerror', error)}).") from None
    if len(data) > PLAN_MAX:
        raise InputError(f"The plan {path} is larger than {PLAN_MAX:,} bytes; give a plan file.")
    try:
        return read_plan(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"The plan {path} is not written in UTF-8; save it so.") from None


def _tell_what_does_not_fit(plan: Plan) -> None:
    for share in estimate(plan, {}).models:
        if share.too_long:
            text = f"About {share.too_long:,} of {plan.size:,} cells do not fit the context of {share.model}"
            complain(f"{text} and will be errors without a call.", 0)


def _say(text: str) -> None:
    tell(f"{text}\n")


def _quiet(text: str) -> None:
    """A page shows the progress."""


_REPORTS = {"table": files.as_text, "csv": files.tables_csv, "html": files.as_html}
_EXPORTS: dict[str, Callable[[Store, str], Iterable[str]]] = {
    "csv": files.records_csv,
    "jsonl": files.records_jsonl,
    "html": files.as_html,
}
RUN_VERBS = {"run": _run, "runs": _runs, "report": _report, "rescore": _rescore}
