"""Our records of NLGraph's tasks: by difficulty, beside the accuracies of published logs, and by what the paper varies.

The bodies of the paper's tables are not at hand, so that nothing of them stands here; the logs in its repository are
figures as the original evaluator recorded them, and as an independent check rescored them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from graphcore.prompts import STYLES, compose
from graphcore.reports.metrics import column, failures, over_seeds
from graphcore.reports.order import DIFFICULTIES, ranks
from graphcore.reports.published import published
from graphcore.reports.settings import ASKED
from graphcore.reports.tables import Cell, Row, Table
from graphcore.tasks import TASKS

SUITE = "nlgraph"
SHAPES = {"chain": "chains", "clique": "cliques"}
"""The generators of connectivity's special cases, and what the tables call them; all others are general."""

LOGS = {"recorded_accuracy_pct": "logs, recorded", "rescored_accuracy_pct": "logs, rescored"}
OURS = "Correct / answered in per cent; n counts answers, and failed calls are errors beside them. Empty: not run."
THEIRS = (
    "Logs: single replies to the published prompts, as the original evaluator recorded them and as an independent "
    "check rescored them; ours differ in wording. Easy, medium and hard are the published sizes."
)
GIVEN = "Mean over answered calls in per cent; an answer that is missing or untrue counts 0, but for gnn {}."
GNN = "the share of right nodes (pc)"
ERROR = "Mean of |x − y| / max(x, y) over all numbers in per cent, over the answers that could be read."
SCORES = (
    ("pc", "Partial credit", GIVEN.format(GNN), "answers to shortest path, max flow or gnn"),
    ("re", "Relative error of gnn", ERROR, "answers to gnn that could be read"),
)
"""The scores beside outcomes: the name, the table's title and note, and what it takes."""

CHAINS = (
    "Of chains the ends are asked. In the logs all of them are connected, and in the paper no pair of the cliques is; "
    "ours are balanced unless the parameter answer says otherwise. General: all sizes."
)


@dataclass(frozen=True)
class View:
    """One table: what stands along it, its headings, and which records it takes."""

    title: str
    along: str
    heads: tuple[str, ...]
    empty: str
    notes: tuple[str, ...] = (OURS,)


def tables(records: pd.DataFrame, lengths: Mapping[str, int]) -> list[Table]:
    """The tables of NLGraph; one for which nothing was run has no rows and says what it takes.

    `lengths` tells how many nodes the reference path of a shortest-path problem has, by the problem's id.
    """
    ready = prepared(records, lengths)
    general = ready[ready["shape"] == "general"]
    return [
        *_by_difficulty(general),
        *_scores(general),
        _varied(
            general[general["shown"].isin(["", "usual"])],
            View("by number of exemplars", "exemplars", ("task", "difficulty", "method"), "one style with other k"),
        ),
        _varied(
            general[general["length"].notna()],
            View(
                "of shortest paths by nodes on the path", "length", ("difficulty", "setting"), "paths of other lengths"
            ),
        ),
        _varied(
            general[general["shown"] != ""],
            View(
                "by difficulty of the exemplars", "shown", ("task", "difficulty", "method"),
                "one style with other exemplars, such as cot and cot+exemplars-easy",
            ),
        ),
        _shapes(ready[ready["task"] == "nlgraph/connectivity"]),
    ]  # fmt: skip


def prepared(records: pd.DataFrame, lengths: Mapping[str, int]) -> pd.DataFrame:
    """The suite's records that brought a reply or failed, with columns that say in which setting they were made.

    difficulty; method (how exemplars and sentences are joined, and the strategy); exemplars (how many); shown (their
    difficulty, "usual" for small ones, "" for none); shape (general, chains, cliques); length (nodes on the reference
    path); setting (method, number of exemplars where it is not the task's own, and whatever else is unusual).
    """
    ours = records["task"].isin([task.name for task in TASKS if task.suite == SUITE])
    ready = records[ours & (records["outcome"].notna() | failures(records))].reset_index(drop=True)
    ready["difficulty"] = column(ready, "difficulty").fillna("custom")
    ready["shape"] = ready["generator"].map(SHAPES).fillna("general")
    ready["length"] = ready["problem_id"].map(lengths)
    told = [_told(row) for row in ready[["task", "style", "k", *ASKED]].to_dict("records")]
    return ready.assign(**pd.DataFrame(told, index=ready.index, columns=["method", "exemplars", "shown", "setting"]))


def method(style: str) -> str:
    """A style without its exemplars' difficulty, by the shortest name that says the same."""
    parts = [part for part in style.split("+") if not (part in STYLES and STYLES[part].difficulty)]
    short = [part for part in parts if part not in ("zero-shot", "few-shot")]
    implied = {"none": "zero-shot", "plain": "few-shot"}
    dropped = [part for part in parts if part not in short]
    return (
        "+".join(short) if short and dropped == [implied.get(compose("+".join(short)).exemplars)] else "+".join(parts)
    )


def _told(record: Mapping[str, Any]) -> dict[str, Any]:
    name, composed, usual = method(record["style"]), compose(record["style"]), TASKS[record["task"]].shots
    shots = usual if pd.isna(record["k"]) else int(record["k"])
    drawn = "" if record["strategy"] == "single" else record["strategy"]
    odd = [f"{key} {record[key]}" for key, value in ASKED.items() if key != "strategy" and record[key] != value]
    has_exemplars = composed.exemplars != "none"
    count = f"k = {shots}" if has_exemplars and shots != usual else ""
    return {
        "method": ", ".join(filter(None, [name, drawn])),
        "exemplars": shots if has_exemplars else 0,
        "shown": (composed.difficulty or "usual") if has_exemplars else "",
        "setting": ", ".join(
            filter(None, [name, composed.difficulty and f"{composed.difficulty} exemplars", drawn, count, *odd])
        ),
    }


def _by_difficulty(records: pd.DataFrame) -> Iterator[Table]:
    """Accuracy by task and difficulty, the paper's simple tasks and its complex ones, beside the logs."""
    logs = published(SUITE)
    for ability in ("simple", "complex"):
        names = [task.name for task in TASKS if task.suite == SUITE and task.ability == ability]
        part = records[records["task"].isin(names)]
        places = _places(part)
        title, columns = f"Accuracy on {ability} tasks (%)", ("Setting", "Model", *(map(_heading, places)))
        rows: list[Row] = []
        for setting, ours in _cells(part, ["setting", "model", "task", "difficulty"]).items():
            theirs = _logged(logs[logs["style"] == setting], ["task", "difficulty"])
            for model, cells in {**ours, **theirs}.items():
                if any(each in cells for each in places):
                    rows.append((setting, model, *(cells.get(each) for each in places)))
        none = f"No record fits this table: it takes the tasks {', '.join(map(_short, names))}."
        source = "the logs of the NLGraph repository" if rows else ""
        yield Table(title, source, columns, 2, tuple(rows), (OURS, THEIRS) if rows else (none,))


def _scores(records: pd.DataFrame) -> Iterator[Table]:
    """The mean partial credit by task and difficulty, and the relative error of gnn."""
    for name, title, note, taken in SCORES:
        values = pd.to_numeric(records["score"].map(lambda score, name=name: (score or {}).get(name)))
        part = records.assign(value=values)[values.notna() & records["outcome"].notna()]
        if name == "re":
            part = part[part["outcome"] != "missing"]
        heads = ["setting", "model", "task", "difficulty"]
        means = part.groupby(heads)["value"].agg(["mean", "count"]).sort_values(heads[:2], key=ranks, kind="stable")
        places = _places(part)
        rows: dict[tuple[str, str], dict[tuple[str, str], Cell]] = {}
        for (setting, model, task, difficulty), mean, count in means.itertuples(name=None):
            rows.setdefault((setting, model), {})[task, difficulty] = Cell(100 * mean, None, int(count))
        listed = tuple((*head, *(cells.get(each) for each in places)) for head, cells in rows.items())
        columns = ("Setting", "Model", *map(_heading, places))
        none = f"No record fits this table: it takes {taken}."
        yield Table(f"{title} (%)", "", columns, 2, listed, (note,) if listed else (none,))


def _varied(records: pd.DataFrame, view: View) -> Table:
    """Accuracy by `view.along`, for every group of its headings in which that varies."""
    heads = [*view.heads, "model"]
    several = records.groupby(heads, sort=False)[view.along].transform("nunique") > 1
    part = records[several] if len(records) else records
    values = _ordered(part[view.along].unique())
    rows = [
        (*map(str, head), *(cells.get((value,)) for value in values))
        for head, cells in _flat(part, heads, [view.along]).items()
    ]
    columns = (*(head.capitalize() for head in heads), *map(_value, values))
    none = f"No record fits this table: it takes {view.empty}."
    return Table(f"Accuracy {view.title} (%)", "", columns, len(heads), tuple(rows), view.notes if rows else (none,))


def _shapes(records: pd.DataFrame) -> Table:
    """Connectivity on general graphs against chains and cliques, beside the logs on chains."""
    special = records[records["shape"] != "general"]
    part = records[records["setting"].isin(special["setting"])]
    shapes = ("general", *SHAPES.values())
    logs = published(SUITE)
    lines = logs[logs["difficulty"] == "line"].assign(shape="chains")
    rows: list[Row] = []
    for setting, ours in _cells(part, ["setting", "model", "shape"]).items():
        theirs = _logged(lines[lines["style"] == setting], ["shape"])
        rows += [(setting, model, *(cells.get((s,)) for s in shapes)) for model, cells in {**ours, **theirs}.items()]
    none = "No record fits this table: it takes connectivity on the generators chain or clique."
    title, source = "Connectivity: general graphs, chains and cliques (%)", "the logs of the NLGraph repository"
    notes = (OURS, CHAINS)
    columns = ("Setting", "Model", *(shape.capitalize() for shape in shapes))
    return Table(title, source if rows else "", columns, 2, tuple(rows), notes if rows else (none,))


def _cells(records: pd.DataFrame, by: list[str]) -> dict[str, dict[str, dict[tuple[Any, ...], Cell]]]:
    """Cells by the first of `by`, the second, and what is left of it."""
    found: dict[str, dict[str, dict[tuple[Any, ...], Cell]]] = {}
    for (first, second), cells in _flat(records, by[:2], by[2:]).items():
        found.setdefault(first, {})[second] = cells
    return found


def _flat(
    records: pd.DataFrame, heads: list[str], along: list[str]
) -> dict[tuple[Any, ...], dict[tuple[Any, ...], Cell]]:
    """Cells by the values of `heads`, and by those of `along` within them."""
    found: dict[tuple[Any, ...], dict[tuple[Any, ...], Cell]] = {}
    if records.empty:
        return found
    ordered = over_seeds(records, [*heads, *along]).sort_values(heads, key=ranks, kind="stable")
    for row in ordered.to_dict("records"):
        mean, std = (None if pd.isna(row[name]) else 100 * row[name] for name in ("mean", "std"))
        cell = Cell(mean, std, int(row["answered"]), int(row["errors"]))
        found.setdefault(tuple(row[h] for h in heads), {})[tuple(row[a] for a in along)] = cell
    return found


def _logged(logs: pd.DataFrame, along: list[str]) -> dict[str, dict[tuple[Any, ...], Cell]]:
    """The logs' cells by model and who scored them, and by `along` within them."""
    rows: dict[str, dict[tuple[Any, ...], Cell]] = {}
    for row in logs.to_dict("records"):
        for name, label in LOGS.items():
            cells = rows.setdefault(f"{row['model']} ({label})", {})
            cells[tuple(row[column] for column in along)] = Cell(row[name])
    return rows


def _places(records: pd.DataFrame) -> list[tuple[str, str]]:
    """The tasks and difficulties that were run, in order."""
    seen = set(zip(records["task"], records["difficulty"], strict=True))
    return [(task.name, level) for task in TASKS for level in DIFFICULTIES if (task.name, level) in seen]


def _heading(cell: tuple[str, str]) -> str:
    return f"{_short(cell[0])}, {cell[1]}"


def _short(task: str) -> str:
    return task.split("/")[1].replace("_", " ")


def _ordered(values: Iterable[Any]) -> list[Any]:
    """Numbers ascending; difficulties from the usual to the hardest."""
    order = ("usual", *DIFFICULTIES)
    return sorted(values, key=lambda value: order.index(value) if isinstance(value, str) else value)


def _value(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)
