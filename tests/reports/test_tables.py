"""Tables as texts, in long form and as JSON; the leaderboard as it is read."""

from __future__ import annotations

import csv
import io
import json

import pytest

from graphcore.reports.metrics import leaderboard
from graphcore.reports.tables import Cell, Table, leaderboard_table, to_csv
from tests.reports.frames import cells, frame

TABLE = Table(
    "Table 2", "LLM4DyG", ("Setting", "Model", "when link", "sort, edge"), 2,
    (
        ("N = 5", "m", Cell(40, 2.5, 300, 1), None),
        ("N = 5", "Δ m", Cell(-0.04, signed=True), Cell(None, answered=0, errors=2)),
    ),
    ("A note.",),
)  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (Cell(33.666, 2.05, 300), "33.7 ± 2.0 (n 300)"),
        (Cell(100.0, None, 1, 1), "100.0 (n 1, 1 error)"),
        (Cell(None, None, 0, 5), "– (n 0, 5 errors)"),
        (Cell(0.0, 0.0), "0.0 ± 0.0"),
        (Cell(30.44, signed=True), "+30.4"),
        (Cell(-2.3, signed=True), "-2.3"),
        (Cell(-0.04, signed=True), "+0.0"),
    ],
)
def test_a_cell_says_what_it_rests_on(cell: Cell, text: str) -> None:
    assert cell.text == text


def test_a_frame_is_empty_where_nothing_was_run() -> None:
    shown = TABLE.frame()
    assert list(shown.columns) == list(TABLE.columns)
    assert shown.values.tolist() == [
        ["N = 5", "m", "40.0 ± 2.5 (n 300, 1 error)", ""],
        ["N = 5", "Δ m", "+0.0", "– (n 0, 2 errors)"],
    ]


def test_the_csv_has_a_line_for_each_filled_cell_of_all_tables() -> None:
    other = Table("Other", "", ("What differs", "Model", "when link"), 2, (("bag", "m", Cell(1.5, None, 2)),))
    lines = list(csv.DictReader(io.StringIO(to_csv([TABLE, other]))))
    assert [(line["table"], line["Setting"], line["What differs"], line["column"]) for line in lines] == [
        ("Table 2", "N = 5", "", "when link"), ("Table 2", "N = 5", "", "when link"),
        ("Table 2", "N = 5", "", "sort, edge"), ("Other", "", "bag", "when link"),
    ]  # fmt: skip
    numbers = [[line[name] for name in ("value", "std", "answered", "errors")] for line in lines]
    assert numbers == [["40.0", "2.5", "300", "1"], ["-0.04", "", "", "0"], ["", "", "0", "2"], ["1.5", "", "2", "0"]]


def test_the_csv_of_nothing_is_a_heading() -> None:
    assert to_csv([]) == "table,column,value,std,answered,errors\n"


def test_json_has_null_where_nothing_was_run() -> None:
    data = json.loads(json.dumps(TABLE.to_json(), allow_nan=False))
    assert data["columns"] == list(TABLE.columns)
    assert data["rows"][0][:2] == ["N = 5", "m"]
    assert data["rows"][0][2] == {"value": 40, "std": 2.5, "answered": 300, "errors": 1, "signed": False}
    assert data["rows"][0][3] is None
    assert data["notes"] == ["A note."]


def test_text_stands_in_columns() -> None:
    lines = TABLE.text().splitlines()
    assert lines[:3] == ["Table 2", "Published figures: LLM4DyG", ""]
    assert lines[-2:] == ["", "A note."]
    head, first, second = lines[3:6]
    assert head.index("Model") == first.index("m") == second.index("Δ m")
    end = head.index("when link") + len("when link")
    assert first[:end].endswith("(n 300, 1 error)")
    assert second[:end].endswith(" +0.0")


def test_an_empty_table_is_its_note() -> None:
    assert Table("T", "", ("a",), 1, (), ("Nothing here.",)).text() == "T\n\nNothing here.\n"


def test_a_leaderboard_is_read_in_per_cent_with_signs() -> None:
    records = frame(*cells("cch!", latency_s=0.25, input_tokens=1000), *cells("!.", model="down", k=2))
    shown = leaderboard_table(leaderboard(records, ["model", "k"]))
    assert shown.headings == 2
    up, down = shown.frame().to_dict("records")
    assert (up["model"], up["k"], up["✓ correct"], up["! errors"], up["total"]) == ("m", "–", "2", "1", "4")
    assert (up["correct / total"], up["correct / answered"], up["95 % (Wilson)"]) == ("50.0", "66.7", "20.8 to 93.9")
    assert (up["median latency, s"], up["tokens in"], up["tokens out"]) == ("0.25", "4,000", "–")
    assert (down["! errors"], down["open"], down["total"], down["correct / total"]) == ("1", "1", "2", "0.0")
    assert {down[name] for name in ("correct / answered", "95 % (Wilson)", "valid rate")} == {"–"}


def test_an_empty_leaderboard_has_a_note() -> None:
    shown = leaderboard_table(leaderboard(frame()))
    assert (shown.rows, shown.notes) == ((), ("Nothing was run yet.",))
