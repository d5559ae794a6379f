"""Our records beside the paper's: what stands where, against which baseline, and what stays empty."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcore.problems import generate
from graphcore.reports.llm4dyg import tables
from graphcore.reports.published import published
from graphcore.reports.tables import Cell, Table
from tests.reports.frames import PARAMS, cells, frame

Entry = str | Cell | None


def by_title(made: list[Table], title: str) -> Table:
    (table,) = [table for table in made if table.title.startswith(title)]
    return table


def rows(table: Table) -> dict[tuple[Entry, Entry], dict[str, Entry]]:
    """The cells of a table, by its two headings and by column."""
    found = {row[:2]: dict(zip(table.columns[2:], row[2:], strict=True)) for row in table.rows}
    assert len(found) == len(table.rows), "two rows have the same headings"
    return {(setting, model): cells for (setting, model), cells in found.items()}


def values(made: dict[str, Entry]) -> dict[str, float | None]:
    return {
        name: round(cell.value, 1) if cell.value is not None else None
        for name, cell in made.items()
        if isinstance(cell, Cell)
    }


SIZES = frame(*cells("ccshm!", 5), *cells("cccc", 10), *cells("ch", 20), *cells("!!", model="down"))


def test_table_2_by_hand() -> None:
    made = rows(by_title(tables(SIZES), "Table 2"))
    assert made["N = 5", "m"]["when link"] == Cell(40.0, None, 5, 1)
    assert made["N = 10", "m"]["when link"] == Cell(100.0, None, 4)
    assert made["Avg.", "m"]["when link"] == Cell(pytest.approx(700 / 11), None, 11, 1)
    assert made["N = 10", "down"]["when link"] == Cell(None, None, 0, 2)
    assert ("N = 5", "down") not in made
    assert ("Avg.", "down") not in made
    assert made["N = 5", "m"]["sort edge"] is None
    assert values(made["N = 5", "Δ m − Random"]) == {"when link": 36.8}
    assert ("N = 10", "Δ down − Random") not in made


def test_the_papers_figures_stand_beside() -> None:
    made = rows(by_title(tables(SIZES), "Table 2"))
    assert made["N = 20", "GPT-3.5 (published)"]["check tclosure"] == Cell(64.3, 7.3)
    assert made["N = 5", "Random (published)"]["sort edge"] == Cell(13.1)
    assert made["N = 20", "Δ GPT-3.5 − Random (published)"]["when connect"] == Cell(-2.3, signed=True)
    table = by_title(tables(SIZES), "Table 4")
    assert values(rows(table)["", "Llama-2-13B (published)"])["neighbor at time"] == 21
    assert len(table.columns) == 2 + 6


def test_every_published_cell_stands_in_its_table() -> None:
    everything = [row for style in ("few-shot", "dst2-v1", "zero-shot") for row in cells("c", style=style)]
    made = tables(frame(*everything))
    for name, figures in published("llm4dyg").groupby("table"):
        printed = [row for key, row in rows(by_title(made, name)).items() if str(key[1]).endswith("(published)")]
        shown = [cell.value for row in printed for cell in row.values() if isinstance(cell, Cell)]
        extra = (
            []
            if name in ("Table 2", "Table 4")
            else [row for row in by_title(made, name).rows if row[1] == "Random (published)"]
        )
        borrowed = [cell.value for row in extra for cell in row[2:] if isinstance(cell, Cell)]
        assert sorted(shown) == sorted([*figures["mean"], *borrowed])


def test_table_4_is_the_valid_rate() -> None:
    made = rows(by_title(tables(frame(*cells("cshm!"), *cells("m", model="baseline/random"))), "Table 4"))
    assert made["", "m"]["when link"] == Cell(75.0, None, 4, 1)
    assert made["", "baseline/random"]["when link"] == Cell(0.0, None, 1)
    assert not [model for _, model in made if "Δ" in str(model) or "Random" in str(model)]


def test_tables_3_and_5_go_by_method() -> None:
    records = frame(
        *cells("ch", style="zero-shot"), *cells("c", style="few-shot", k=1), *cells("h", style="dst2-v4+few-shot"),
        *cells("c", 5, style="cot"),
    )  # fmt: skip
    made = tables(records)
    third, fifth = rows(by_title(made, "Table 3")), rows(by_title(made, "Table 5"))
    assert values(third["zero-shot", "m"]) == {"when link": 50.0}
    assert values(third["one-shot", "m"]) == values(fifth["one-shot", "m"]) == {"when link": 100.0}
    assert values(fifth["v4", "m"]) == {"when link": 0.0}
    assert values(fifth["v4", "Δ m − Random"]) == {"when link": -3.2}
    assert ("one-shot COT", "m") not in third, "cot was run at another size"
    assert ("v1", "m") not in fifth
    assert values(third["one-shot COT", "GPT-3.5 (published)"])["when link"] == 10.3


def test_table_6_goes_by_generator() -> None:
    blocks = {"n": 10, "p_in": 0.4, "p_out": 0.2, "t": 5, "directed": False}
    made = tables(
        frame(
            *cells("ch"), *cells("hhhc", generator="stochastic_block_model", params=blocks),
            *cells("c", task="llm4dyg/sort_edge"),
        )
    )  # fmt: skip
    shown = rows(by_title(made, "Table 6"))
    assert values(shown["one-shot", "m"]) == {"ER model": 50.0, "SB model": 25.0}
    assert values(shown["one-shot", "Random (published)"]) == {"ER model": 3.2}
    assert values(shown["one-shot", "Δ m − Random"]) == {"ER model": 46.8}
    assert values(shown["one-shot", "GPT-3.5 (published)"]) == {"ER model": 33.7, "SB model": 46.0, "FF model": 48.0}
    assert len(made) == 5, "nothing is left for other settings"


def test_the_baseline_is_computed_where_problems_are_given() -> None:
    problems = [generate("llm4dyg/sort_edge", given={"n": 5}, seed=seed) for seed in range(4)]
    asked = [row | {"problem_id": problem.id} for row, problem in zip(cells("cchh", 5), problems, strict=True)]
    records = frame(*[row | {"task": "llm4dyg/sort_edge"} for row in asked], *cells("c", model="baseline/random"))
    table = by_title(tables(records, problems), "Table 2")
    shown = rows(table)
    chance = shown["N = 5", "Random (computed)"]["sort edge"]
    assert isinstance(chance, Cell)
    assert chance.value is not None
    assert 0 < chance.value < 100
    gain = shown["N = 5", "Δ m − Random"]["sort edge"]
    assert gain == Cell(50 - chance.value, signed=True)
    assert "Random: computed" in " ".join(table.notes)
    assert shown["N = 10", "baseline/random"]["when link"] == Cell(100.0, None, 1)
    assert ("N = 10", "Δ baseline/random − Random") not in shown, "no chance is known for its problem"


def test_else_the_baseline_is_what_was_drawn() -> None:
    table = by_title(tables(frame(*cells("ccch"), *cells("chhh", model="baseline/random"))), "Table 2")
    shown = rows(table)
    assert shown["N = 10", "Random (drawn)"]["when link"] == Cell(25.0, None, 4)
    assert values(shown["N = 10", "Δ m − Random"]) == {"when link": 50.0}
    assert ("N = 10", "baseline/random") not in shown
    assert "Random: drawn" in " ".join(table.notes)


def test_else_the_baseline_is_the_published_one() -> None:
    table = by_title(tables(frame(*cells("ccch"))), "Table 3")
    assert values(rows(table)["one-shot", "Random (published)"])["find tpath"] == 6.7
    assert "Random: the paper's own" in " ".join(table.notes)


def test_deviations_are_over_repeats_and_runs() -> None:
    records = frame(*cells("cc"), *cells("ch", repeat=1))
    made = rows(by_title(tables(records), "Table 2"))
    assert made["N = 10", "m"]["when link"] == Cell(75.0, 25.0, 4)


def test_an_average_needs_an_answer_at_every_size() -> None:
    for last in ("", "!", "."):
        records = frame(*cells("c", 5), *cells("c", 10), *cells(last, 20))
        assert ("Avg.", "m") not in rows(by_title(tables(records), "Table 2"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"params": PARAMS | {"n": 7}}, "N = 7"),
        ({"params": PARAMS | {"p": 0.5}}, "p = 0.5"),
        ({"style": "bag"}, "bag"),
        ({"k": 3}, "few-shot, k = 3"),
        ({"encoding": "snapshots"}, "encoding snapshots"),
        ({"naming": "people"}, "naming people"),
        ({"strategy": "code"}, "strategy code"),
        ({"params": {}, "generator": "own"}, "N unknown; own; t unknown; directed unknown"),
        ({"task": "llm4dyg/link_prediction"}, "none but the task"),
    ],
)
def test_other_settings_stand_alone(fields: dict[str, Any], words: str) -> None:
    *papers, other = tables(frame(*cells("ch!", **fields)))
    assert [table.rows for table in papers] == [()] * 5
    (column,) = other.columns[2:]
    assert rows(other)[words, "m"] == {column: Cell(50.0, None, 2, 1)}
    assert not [model for _, model in rows(other) if "published" in str(model)]


def test_other_settings_stand_beside_a_drawn_baseline() -> None:
    *_, other = tables(frame(*cells("ch", 7), *cells("hhhc", 7, model="baseline/random")))
    assert values(rows(other)["N = 7", "Δ m − Random"]) == {"when link": 25.0}


def test_rows_stand_in_the_same_order_whatever_came_first() -> None:
    records = frame(*[row for n in (7, 30, 10) for model in "ba" for row in cells("ch", n, model=model, style="bag")])
    records = pd.concat([records, frame(*cells("c", model="b"), *cells("c", model="a"))], ignore_index=True)
    made = tables(records)
    assert [table.rows for table in tables(records.iloc[::-1])] == [table.rows for table in made]
    assert list(dict.fromkeys(row[0] for row in made[-1].rows)) == ["N = 7; bag", "bag", "N = 30; bag"]


def test_nothing_gives_empty_tables_that_say_what_they_take() -> None:
    for records in (frame(), frame(*cells("...."))):
        made = tables(records)
        assert len(made) == 5
        for table in made:
            assert (table.rows, table.frame().empty) == ((), True)
            assert "No record fits this table" in " ".join(table.notes)
            assert table.text()


asked = st.fixed_dictionaries(
    {
        "style": st.sampled_from(["few-shot", "cot", "dst2-v2", "bag"]),
        "task": st.sampled_from(["llm4dyg/when_link", "llm4dyg/find_tpath", "llm4dyg/link_prediction"]),
        "model": st.sampled_from(["m", "baseline/random"]),
        "order": st.sampled_from(["sorted", "shuffled"]),
    }
)


@settings(max_examples=15)
@given(st.lists(st.tuples(st.text("ch!", min_size=1, max_size=4), st.sampled_from([5, 7, 10]), asked), max_size=4))
def test_every_call_is_counted_in_some_table(parts: list[tuple[str, int, dict[str, Any]]]) -> None:
    records = frame(*[row for letters, n, fields in parts for row in cells(letters, n, **fields)])
    counted: dict[tuple[Entry, ...], tuple[int, int]] = {}
    for table in tables(records):
        if table.title.startswith(("Table 4", "Table 6")):
            continue
        for (setting, model), row in rows(table).items():
            shown = {name: (cell.answered or 0, cell.errors) for name, cell in row.items() if isinstance(cell, Cell)}
            same = "N = 10" if setting == "one-shot" else setting
            counted |= {(same, model, name): count for name, count in shown.items() if setting != "Avg."}
    totals = pd.DataFrame(counted.values(), columns=["answered", "errors"]).sum()
    assert totals["answered"] == records["outcome"].notna().sum()
    assert totals["errors"] == (records["error"] != "").sum()
