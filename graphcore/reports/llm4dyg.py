"""Our records in the shape of LLM4DyG's Tables 2 to 6, beside its figures and the random baseline.

A record stands in one of these tables only if its setting is the paper's (section 4.1; section 4.5 for the other
generators). All others stand in a table of their own that says what differs, without published figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from graphcore.records import Problem
from graphcore.reports.metrics import Measure, failures, over_seeds
from graphcore.reports.published import published
from graphcore.reports.settings import DST2, GENERATOR, METHOD, SIZE, prepared
from graphcore.reports.tables import Cell, Row, Table
from graphcore.tasks import TASKS

Cells = dict[str, Cell]
"""Cells of one row by the task or generator of their column."""

RANDOM = "baseline/random"
SIZES = (5, 10, 20)

TASK_NAMES = (
    "when_link when_connect when_tclosure neighbor_at_time neighbor_in_periods check_tclosure check_tpath find_tpath "
    "sort_edge"
).split()
BY_TASK = {f"llm4dyg/{name}": name.replace("_", " ") for name in TASK_NAMES}
UNRATED = ("llm4dyg/check_tclosure", "llm4dyg/check_tpath", "llm4dyg/find_tpath")
"""The tasks that Table 4 leaves out."""

PROMPTING = {"zero-shot": "zero-shot", "one-shot": "few-shot", "zero-shot COT": "0-cot", "one-shot COT": "cot"}


@dataclass(frozen=True)
class Shape:
    """A table of the paper. `asks` says in words which records stand in it.

    `rows` gives for each heading the values that `across` may have in it, `columns` for each value of `along` its
    heading, `fixed` what all records of the table share. A row of several values asks for all of them.
    """

    table: str
    title: str
    asks: str
    across: str
    rows: Mapping[str, tuple[Any, ...]]
    along: str
    columns: Mapping[str, str]
    fixed: Mapping[str, Any]
    measure: Measure = "accuracy"


_PLAIN = {"n": SIZE, "generator": GENERATOR}
_METHODS = {label: (name,) for label, name in PROMPTING.items()}
SHAPES = (
    Shape(
        "Table 2", "graph size by task (accuracy, %)", "few-shot with one example, at n = 5, 10 or 20",
        "n", {**{f"N = {n}": (n,) for n in SIZES}, "Avg.": SIZES}, "task", BY_TASK,
        {"method": METHOD, "generator": GENERATOR},
    ),
    Shape(
        "Table 3", "prompting method by task (accuracy, %)", "zero-shot, few-shot, 0-cot or cot, at n = 10",
        "method", _METHODS, "task", BY_TASK, _PLAIN,
    ),
    Shape(
        "Table 4", "valid rate by task (%)", "few-shot with one example, at n = 10",
        "n", {"": (SIZE,)}, "task", {name: BY_TASK[name] for name in BY_TASK if name not in UNRATED},
        {**_PLAIN, "method": METHOD}, "valid_rate",
    ),
    Shape(
        "Table 5", "DST2 prompting by task (accuracy, %)", "few-shot or dst2-v1 to dst2-v4, at n = 10",
        "method", {"one-shot": (METHOD,)} | {name.removeprefix("dst2-"): (name,) for name in DST2}, "task", BY_TASK,
        _PLAIN,
    ),
    Shape(
        "Table 6", "prompting method by generator on when link (accuracy, %)",
        "when_link by zero-shot, few-shot, 0-cot or cot, at n = 10, on any generator",
        "method", _METHODS, "generator",
        {"erdos_renyi": "ER model", "stochastic_block_model": "SB model", "forest_fire": "FF model"},
        {"n": SIZE, "task": "llm4dyg/when_link"},
    ),
)  # fmt: skip

OURS = (
    "Ours: correct / answered, ± the population's standard deviation over batches (a batch is one repeat of one run) "
    "where there are several; n counts answers, and failed calls are errors beside them. Empty: not run."
)
THEIRS = "Published: the paper's prompts and evaluator; ours differ in wording and judge any right answer as correct."
READABLE = "Ours: answers that could be read, of all answers (n); failed calls are errors beside them. Empty: not run."
AVERAGE = "Avg. pools our problems of N = 5, 10 and 20, and is empty unless all three were answered."
ALONE = "The paper has no figures for these settings. Each is named by what differs from N = 10, one-shot, ER model."
BASELINES = {
    "computed": "Random: computed, the mean chance of a guess on the problems that were asked. Δ is ours minus that.",
    "drawn": "Random: drawn, what the model baseline/random answered. Δ is ours minus that.",
    "published": "Random: the paper's own figure for the same setting. Δ is ours minus that.",
}


def tables(records: pd.DataFrame, problems: Iterable[Problem] = ()) -> list[Table]:
    """The paper's five tables, and one of all other settings if there are any.

    The random baseline is computed (`Task.chance`) if `problems` are given, else drawn (the records of
    baseline/random), else the published one; each table says which. A table without records of ours has no rows.
    """
    known = ((problem.id, TASKS[problem.task].chance(problem)) for problem in problems)
    chances = {name: chance for name, chance in known if chance is not None}
    ready = prepared(records[records["outcome"].notna() | failures(records)], chances)
    figures = published("llm4dyg")
    placed = {shape.table: ready[_fits(ready, shape)] for shape in SHAPES}
    others = ready.drop(index=pd.concat(placed.values()).index)
    made = [_paper_table(shape, placed[shape.table], figures) for shape in SHAPES]
    return [*made, _other_table(others)] if len(others) else made


def _fits(ready: pd.DataFrame, shape: Shape) -> pd.Series:
    allowed = {value for values in shape.rows.values() for value in values}
    fits = ready["odd"].eq("") & ready[shape.across].isin(allowed) & ready[shape.along].isin(shape.columns)
    for name, value in shape.fixed.items():
        fits &= ready[name] == value
    return fits


def _paper_table(shape: Shape, records: pd.DataFrame, figures: pd.DataFrame) -> Table:
    title, source = f"{shape.table}: {shape.title}", f"LLM4DyG, {shape.table}"
    columns = ("Setting", "Model", *shape.columns.values())
    if records.empty:
        note = f"No record fits this table: it takes {shape.asks}, and the defaults for all else."
        return Table(title, source, columns, 2, (), (note,))
    kind = _baseline(records, "published") if shape.measure == "accuracy" else ""
    parts = [_part(records, shape, label).assign(label=label) for label in shape.rows]
    blocks = _blocks(pd.concat(parts, ignore_index=True), shape.along, kind, shape.measure)
    rows: list[Row] = []
    for label in shape.rows:
        block = blocks.get(label, _Block())
        chance = _printed_chance(shape, label, figures) if kind == "published" else block.chance
        rows += _rows(label, list(shape.columns), block.ours, kind, chance, _printed(shape, label, figures))
    about = [OURS if shape.measure == "accuracy" else READABLE, BASELINES.get(kind, ""), THEIRS]
    notes = [*about, AVERAGE if "Avg." in shape.rows else ""]
    return Table(title, source, columns, 2, tuple(rows), tuple(filter(None, notes)))


def _other_table(records: pd.DataFrame) -> Table:
    names = [task.name for task in TASKS if task.name in set(records["task"])]
    kind = _baseline(records, "")
    ordered = records.sort_values(["odd", "generator", "method", "n"], kind="stable")
    labelled = ordered.assign(label=ordered["setting"].replace("", "none but the task"))
    rows: list[Row] = []
    for label, block in _blocks(labelled, "task", kind, "accuracy").items():
        rows += _rows(label, names, block.ours, kind, block.chance, {})
    columns = ("What differs", "Model", *(name.split("/")[1].replace("_", " ") for name in names))
    notes = tuple(filter(None, (OURS, BASELINES.get(kind, ""), ALONE)))
    return Table("Other settings (accuracy, %)", "", columns, 2, tuple(rows), notes)


def _baseline(records: pd.DataFrame, otherwise: str) -> str:
    if records["chance"].notna().any():
        return "computed"
    return "drawn" if (records["model"] == RANDOM).any() else otherwise


def _part(records: pd.DataFrame, shape: Shape, label: str) -> pd.DataFrame:
    """The records of one heading; of one that pools several sizes, what was answered at all of them."""
    values = shape.rows[label]
    part = records[records[shape.across].isin(values)]
    if len(values) == 1:
        return part
    answered = part[shape.across].where(part["outcome"].notna())
    return part[answered.groupby([part["model"], part[shape.along]]).transform("nunique") == len(values)]


def _printed(shape: Shape, label: str, figures: pd.DataFrame) -> dict[str, Cells]:
    """The paper's own rows under a heading, by what they are called here."""
    part = figures[(figures["table"] == shape.table) & (figures["row"] == label)]
    rows: dict[str, Cells] = {}
    for row in part.to_dict("records"):
        gain = row["measure"] == "difference"
        name = f"Δ {row['model']} − Random (published)" if gain else f"{row['model']} (published)"
        rows.setdefault(name, {})[row[shape.along]] = Cell(row["mean"], _known(row["std"]), signed=gain)
    return rows


def _printed_chance(shape: Shape, label: str, figures: pd.DataFrame) -> Cells:
    part = figures[figures["model"] == "Random"]
    if shape.across == "n":
        part = part[part["row"] == label]
    for name in part.columns.intersection(list(shape.fixed)):
        part = part[part[name] == shape.fixed[name]]
    return {row[shape.along]: Cell(row["mean"]) for row in part.to_dict("records")}


@dataclass
class _Block:
    """What stands under one heading: the cells of each of our models, and the random baseline."""

    ours: dict[str, Cells] = field(default_factory=dict)
    chance: Cells = field(default_factory=dict)


def _blocks(records: pd.DataFrame, along: str, kind: str, measure: Measure) -> dict[str, _Block]:
    """The block of each `label` in the records, where a call was answered or failed."""
    blocks: dict[str, _Block] = {label: _Block() for label in records["label"].unique()}
    rates = over_seeds(records, ["label", "model", along], measure)
    for row in rates.sort_values("model", kind="stable").to_dict("records"):
        mean, std = _known(100 * row["mean"]), _known(100 * row["std"])
        cell = Cell(mean, std, int(row["answered"]), int(row["errors"]))
        blocks[row["label"]].ours.setdefault(row["model"], {})[row[along]] = cell
    if kind == "drawn":
        for block in blocks.values():
            block.chance = block.ours.pop(RANDOM, {})
    elif kind == "computed":
        asked = records.drop_duplicates(["label", "problem_id"]).groupby(["label", along])["chance"].mean().dropna()
        for (label, value), mean in asked.items():
            blocks[label].chance[value] = Cell(100 * mean)
    return blocks


def _rows(
    label: str, columns: list[str], ours: dict[str, Cells], kind: str, chance: Cells, printed: dict[str, Cells]
) -> Iterator[Row]:
    """Our models, the random baseline, what ours gain on it, and what is printed; rows without a cell are left out."""
    gains = {f"Δ {model} − Random": _gains(cells, chance) for model, cells in ours.items()}
    for name, cells in {**ours, f"Random ({kind})": chance, **gains, **printed}.items():
        if any(value in cells for value in columns):
            yield (label, name, *(cells.get(value) for value in columns))


def _gains(cells: Cells, chance: Cells) -> Cells:
    found = {}
    for value, cell in cells.items():
        base = chance[value].value if value in chance else None
        if cell.value is not None and base is not None:
            found[value] = Cell(cell.value - base, signed=True)
    return found


def _known(value: float) -> float | None:
    return None if pd.isna(value) else value
