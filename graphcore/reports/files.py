"""A run read from the store, and written as the files that its page and the command line hand out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pandas as pd

from graphcore.errors import SearchError
from graphcore.problems import load_problem
from graphcore.records import Problem
from graphcore.reports import html, llm4dyg, nlgraph
from graphcore.reports.metrics import leaderboard
from graphcore.reports.tables import Table, leaderboard_table, to_csv
from graphcore.runs.records import COLUMNS
from graphcore.runs.store import Store
from graphcore.tasks import TASKS

CHANCES_MAX = 500
"""Up to so many problems the random baseline is computed; beyond, it is what baseline/random drew."""

LENGTHS_MAX = 5_000
"""Of so many shortest-path problems at most the lengths of paths are looked up."""


def load(store: Store, run_ids: Sequence[str]) -> pd.DataFrame:
    """The columns of all records of some runs, a row a cell; without prompts and replies."""
    return pd.DataFrame(store.summaries(run_ids), columns=["run_id", "key", *COLUMNS])


def tables(store: Store, records: pd.DataFrame) -> list[Table]:
    """The leaderboard, and the tables in the papers' shapes."""
    return [leaderboard_table(leaderboard(records)), *paper_tables(store, records)]


def paper_tables(store: Store, records: pd.DataFrame) -> list[Table]:
    """The tables in the papers' shapes, of the suites that have records, of LLM4DyG if none has.

    LLM4DyG's random baseline is computed if the problems are few enough.
    """
    dynamic = records["task"].astype(str).str.startswith("llm4dyg/")
    made: list[Table] = []
    if dynamic.any() or records.empty:
        ids = [name for name in records[dynamic]["problem_id"].unique() if name]
        made += llm4dyg.tables(records[dynamic], _guessable(store, ids) if len(ids) <= CHANCES_MAX else ())
    if not dynamic.all():
        made += nlgraph.tables(records[~dynamic], _path_lengths(store, records[~dynamic]))
    return made


def as_text(store: Store, run_id: str) -> str:
    """All tables of a run, for people."""
    return "\n".join(table.text() for table in tables(store, load(store, [run_id])))


def tables_csv(store: Store, run_id: str) -> str:
    """The cells of the papers' tables, a line each."""
    return to_csv(paper_tables(store, load(store, [run_id])))


def records_csv(store: Store, run_id: str) -> str:
    """The columns of a run's records, a line each; parameters, findings and scores as JSON."""
    records = load(store, [run_id])
    for name in ("params", "findings", "score"):
        records[name] = [json.dumps(value, ensure_ascii=False) for value in records[name]]
    text: str = records.to_csv(index=False, lineterminator="\n")
    return text


def records_jsonl(store: Store, run_id: str) -> Iterator[str]:
    """The whole records of a run, one JSON object a line."""
    store.run(run_id)
    return (json.dumps(record, ensure_ascii=False) + "\n" for record in store.records(run_id))


def as_html(store: Store, run_id: str) -> str:
    """A run's report as one file that needs nothing else."""
    run, records = store.run(run_id), load(store, [run_id])
    title = f"Run {run.name or run.id}"
    made = paper_tables(store, records)
    return html.report(title, run.plan_text, made, leaderboard(records), records.drop(columns=["run_id", "at"]))


def _guessable(store: Store, ids: Sequence[str]) -> Iterator[Problem]:
    """The problems whose chance can be computed; a graph too large to enumerate has none."""
    for problem_id in ids:
        problem = load_problem(store.problem(problem_id))
        try:
            TASKS[problem.task].chance(problem)
        except SearchError:
            continue
        yield problem


def _path_lengths(store: Store, records: pd.DataFrame) -> dict[str, int]:
    """How many nodes the reference path of each shortest-path problem has."""
    ids = [name for name in records[records["task"] == "nlgraph/shortest_path"]["problem_id"].unique() if name]
    solutions = ((name, store.problem(name).get("solution")) for name in ids[:LENGTHS_MAX])
    return {name: len(solution) for name, solution in solutions if solution}
