"""The transcription of published figures, checked against what the paper itself says of them."""

from __future__ import annotations

from itertools import combinations_with_replacement
from statistics import mean, pstdev

import pandas as pd
import pytest

from graphcore.errors import InputError
from graphcore.prompts import compose
from graphcore.reports.published import published
from graphcore.tasks import TASKS

PRINTED = 0.05 + 1e-9
"""How far a figure with one decimal may be from what it was rounded from."""


@pytest.fixture(scope="module")
def figures() -> pd.DataFrame:
    return published("llm4dyg")


def test_every_table_has_its_shape(figures: pd.DataFrame) -> None:
    shapes = {}
    for table, rows in figures.groupby("table"):
        heads = rows[["row", "model", "measure"]].drop_duplicates()
        columns = rows[["task", "generator"]].drop_duplicates()
        assert len(rows) == len(heads) * len(columns), f"{table} has a hole or a cell twice"
        shapes[table] = (len(heads), len(columns))
    assert shapes == {"Table 2": (12, 9), "Table 3": (4, 9), "Table 4": (5, 6), "Table 5": (5, 9), "Table 6": (4, 3)}


def test_the_averages_of_table_2_follow_from_its_cells(figures: pd.DataFrame) -> None:
    rows = figures[(figures["table"] == "Table 2") & (figures["measure"] == "accuracy")]
    sizes = rows[rows["row"] != "Avg."].groupby(["model", "task"])["mean"].agg(["mean", "size"])
    stated = rows[rows["row"] == "Avg."].set_index(["model", "task"])["mean"]
    assert len(stated) == 18
    assert (sizes["size"] == 3).all()
    assert (sizes["mean"] - stated).abs().max() <= 2 * PRINTED


def test_the_differences_of_table_2_follow_from_its_cells(figures: pd.DataFrame) -> None:
    rows = figures[figures["table"] == "Table 2"]
    cells = {
        (kind, model): part.set_index(["row", "task"])["mean"]
        for (kind, model), part in rows.groupby(["measure", "model"])
    }
    stated = cells["difference", "GPT-3.5"]
    assert len(stated) == 36
    follows = cells["accuracy", "GPT-3.5"] - cells["accuracy", "Random"]
    assert (follows - stated).abs().max() <= 3 * PRINTED


def test_each_deviation_is_the_populations_of_three_batches_of_a_hundred(figures: pd.DataFrame) -> None:
    batches = combinations_with_replacement(range(101), 3)
    possible = {(f"{mean(batch):.1f}", f"{pstdev(batch):.1f}") for batch in batches}
    rows = figures[figures["std"].notna() & (figures["row"] != "Avg.")]
    assert len(rows) == 120
    printed = zip(rows["mean"], rows["std"], strict=True)
    assert not [cell for cell in printed if (f"{cell[0]:.1f}", f"{cell[1]:.1f}") not in possible]


def test_what_stands_in_two_tables_is_the_same(figures: pd.DataFrame) -> None:
    plain = figures[(figures["model"] == "GPT-3.5") & (figures["measure"] == "accuracy") & (figures["row"] != "Avg.")]
    same = plain.groupby(["task", "n", "generator", "style"])[["mean", "std"]].nunique()
    assert (same == 1).all(axis=None)
    assert len(plain) - len(same) == 22, "one-shot stands in Tables 2, 3 and 5, when_link in 3 and 6"


def test_names_are_those_of_the_app(figures: pd.DataFrame) -> None:
    assert {task for task in figures["task"] if task not in TASKS} == set()
    assert set(figures["generator"]) == set(TASKS["llm4dyg/when_link"].generators)
    for style in set(figures["style"]) - {""}:
        compose(style)
    assert set(figures.loc[figures["style"] == "", "model"]) == {"Random"}


def test_numbers_that_do_not_apply_are_absent(figures: pd.DataFrame) -> None:
    assert set(figures.loc[figures["n"].isna(), "row"]) == {"Avg."}
    assert set(figures.loc[figures["p"].isna(), "generator"]) == {"stochastic_block_model", "forest_fire"}


def test_the_logs_of_nlgraph_hold_percentages() -> None:
    logs = published("nlgraph")
    assert len(logs) == 118
    assert logs["task"].str.startswith("nlgraph/").all()
    rates = logs[["recorded_accuracy_pct", "rescored_accuracy_pct"]]
    assert ((rates >= 0) & (rates <= 100)).all(axis=None)
    answers = rates.mul(logs["n"], axis=0) / 100
    assert (answers - answers.round()).abs().le(logs["n"] * PRINTED / 100, axis=0).all(axis=None)


def test_a_suite_without_figures_is_named_with_those_that_have_some() -> None:
    with pytest.raises(InputError, match="choose llm4dyg or nlgraph"):
        published("gracore")
