"""NLGraph's tables: what stands where, beside which logs, and what stays empty."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from graphcore.reports.nlgraph import method, tables
from graphcore.reports.tables import Cell, Table
from tests.reports.frames import cells, frame


def records(*rows: list[dict[str, Any]]) -> pd.DataFrame:
    return frame(*(row for group in rows for row in group))


def some(outcomes: str, task: str = "cycle", difficulty: str = "easy", **fields: Any) -> list[dict[str, Any]]:
    """Records of a task at a difficulty, one for each letter."""
    given = {"task": f"nlgraph/{task}", "params": {"difficulty": difficulty, "n": 7}} | fields
    return [row | given for row in cells(outcomes)]


def table(frame: pd.DataFrame, title: str, lengths: dict[str, int] | None = None) -> Table:
    (found,) = [made for made in tables(frame, lengths or {}) if made.title.startswith(title)]
    return found


def rows(made: Table) -> dict[tuple[str, ...], dict[str, Cell]]:
    found = {}
    for row in made.rows:
        head = tuple(str(entry) for entry in row[: made.headings])
        assert head not in found, "two rows have the same headings"
        entries = zip(made.columns[made.headings :], row[made.headings :], strict=True)
        found[head] = {name: entry for name, entry in entries if isinstance(entry, Cell)}
    return found


def test_accuracy_by_task_and_difficulty_beside_the_logs() -> None:
    given = records(some("cch!"), some("hh", difficulty="hard"), some("c", "connectivity"), some("c", "max_flow"))
    made = rows(table(given, "Accuracy on simple tasks"))
    assert made["few-shot", "m"] == {
        "connectivity, easy": Cell(100.0, None, 1),
        "cycle, easy": Cell(pytest.approx(200 / 3), None, 3, 1),
        "cycle, hard": Cell(0.0, None, 2),
    }
    logged = (
        made["few-shot", "code-davinci-002 (logs, recorded)"],
        made["few-shot", "code-davinci-002 (logs, rescored)"],
    )
    assert [row["cycle, easy"].value for row in logged] == [56.7, 57.3]
    assert "shortest path, easy" not in logged[0]


def test_a_setting_that_the_logs_do_not_have_stands_alone() -> None:
    for unusual in (
        {"k": 2},
        {"wording": "roads"},
        {"strategy": "self-consistency:5"},
        {"style": "cot+exemplars-hard"},
    ):
        made = rows(table(records(some("c", **unusual)), "Accuracy on simple tasks"))
        ((setting, model),) = made
        assert model == "m" and setting not in ("few-shot", "cot")


@pytest.mark.parametrize(
    ("style", "short"),
    [
        ("few-shot+bag", "bag"), ("bag", "bag"), ("cot+bag", "cot+bag"), ("zero-shot+0-cot", "0-cot"),
        ("few-shot", "few-shot"), ("few-shot+0-cot", "few-shot+0-cot"), ("cot+exemplars-easy", "cot"),
        ("zero-shot+bag", "zero-shot+bag"),
    ],
)  # fmt: skip
def test_a_method_is_called_by_its_shortest_name(style: str, short: str) -> None:
    assert method(style) == short


def test_rows_stand_in_the_order_in_which_styles_are_offered() -> None:
    styles = ("bag", "zero-shot", "cot+exemplars-hard", "cot", "few-shot")
    given = [row | {"score": {"pc": 1.0}} for style in styles for row in some("c", "shortest_path", style=style)]
    drawn = some("c", "shortest_path", style="zero-shot", strategy="self-consistency:5")
    ordered = ["zero-shot", "few-shot", "cot", "cot, hard exemplars", "bag"]
    assert [row[0] for row in table(records(given), "Partial credit").rows] == ordered
    shown = table(records(given, drawn), "Accuracy on simple tasks").rows
    assert list(dict.fromkeys(row[0] for row in shown)) == [
        "zero-shot",
        "zero-shot, self-consistency:5",
        *ordered[1:],
    ]


def test_partial_credit_is_the_mean_over_answers() -> None:
    scored = [
        row | {"score": {"pc": pc}} for row, pc in zip(some("csh", "shortest_path"), (1.0, 0.5, 0.0), strict=True)
    ] + some("!", "shortest_path")
    assert rows(table(records(scored), "Partial credit"))["few-shot", "m"] == {
        "shortest path, easy": Cell(pytest.approx(50.0), None, 3)
    }
    gnn = [row | {"score": {"pc": 0.5, "re": 0.25}} for row in some("h", "gnn")]
    missing = [row | {"score": {"pc": 0.0, "re": 1.0}} for row in some("m", "gnn")]
    assert rows(table(records(gnn, missing), "Relative error"))["few-shot", "m"] == {
        "gnn, easy": Cell(pytest.approx(25.0), None, 1)
    }


def test_accuracy_by_number_of_exemplars_where_it_varies() -> None:
    given = records(some("cc", k=1), some("ch"), some("h", "connectivity"))
    made = table(given, "Accuracy by number")
    assert made.columns[-2:] == ("1", "4")
    assert rows(made) == {
        ("nlgraph/cycle", "easy", "few-shot", "m"): {"1": Cell(100.0, None, 2), "4": Cell(50.0, None, 2)}
    }


def test_accuracy_by_nodes_on_the_path() -> None:
    given = records(some("ch", "shortest_path"))
    made = rows(table(given, "Accuracy of shortest paths", {"p10-0": 3, "p10-1": 5}))
    assert made["easy", "few-shot", "m"] == {"3": Cell(100.0, None, 1), "5": Cell(0.0, None, 1)}
    assert not table(given, "Accuracy of shortest paths", {"p10-0": 3, "p10-1": 3}).rows


def test_accuracy_by_difficulty_of_the_exemplars() -> None:
    given = records(some("c", style="cot"), some("h", style="cot+exemplars-hard"), some("c", style="zero-shot"))
    made = table(given, "Accuracy by difficulty")
    assert made.columns[-2:] == ("usual", "hard")
    assert rows(made)["nlgraph/cycle", "easy", "cot", "m"] == {
        "usual": Cell(100.0, None, 1),
        "hard": Cell(0.0, None, 1),
    }


def test_chains_and_cliques_stand_against_general_graphs() -> None:
    general, chain = some("cc", "connectivity"), some("ch", "connectivity", generator="chain")
    made = rows(table(records(general, chain), "Connectivity"))
    assert made["few-shot", "m"] == {"General": Cell(100.0, None, 2), "Chains": Cell(50.0, None, 2)}
    assert made["few-shot", "text-davinci-003 (logs, recorded)"] == {"Chains": Cell(45.0)}
    assert rows(table(records(general, chain), "Accuracy on simple tasks"))["few-shot", "m"] == {
        "connectivity, easy": Cell(100.0, None, 2)
    }


def test_an_empty_table_says_what_it_takes() -> None:
    for made in tables(records(some("c", "hamilton_path", difficulty="custom")), {}):
        assert made.rows or "it takes" in made.notes[0], made.title
