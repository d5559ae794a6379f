"""The tables of the Results page as HTML: what stands in them, and that text stays text."""

from __future__ import annotations

import re

import pytest

from components.results_tables import ROWS, leaderboard_html, seeds_table, table_html
from components.theme import OUTCOMES
from graphcore.reports.metrics import leaderboard
from graphcore.reports.tables import Cell, Table
from tests.reports.frames import cells, frame

HOSTILE = "<img src=x onerror=alert(1)>"


def board(*rows: dict[str, object], by: tuple[str, ...] = ("model",), dark: bool = False) -> str:
    return leaderboard_html(leaderboard(frame(*rows), by), by, dark)


@pytest.mark.parametrize("dark", [False, True])
def test_the_bar_has_a_share_for_each_outcome_and_for_errors(dark: bool) -> None:
    html = board(*cells("cccshm!!!!"), dark=dark)
    widths = dict(re.findall(r"width: ([\d.]+)%; background: (#\w+)", html))
    shares = {"30.000": "correct", "10.000": "missing", "40.000": "error"}
    assert {share: OUTCOMES[name].colour for share, name in shares.items()}.items() <= widths.items()
    assert len(re.findall(r"%; background: #", html)) == len(OUTCOMES)
    for name, look in OUTCOMES.items():
        assert f"color: {look.text(dark)};' title='{name}'" in html


def test_rates_come_with_what_they_rest_on() -> None:
    html = board(*cells("cc!"))
    assert "66.7 %<small>2 / 3</small>" in html
    assert "100.0 %<small>2 / 2 · 34.2 to 100.0</small>" in html
    assert "left: 34.24%; width: 65.76%" in html


def test_where_nothing_was_answered_there_is_no_rate_and_no_interval() -> None:
    html = board(*cells("!!"))
    assert "0.0 %<small>0 / 2</small>" in html
    assert "–<small>0 / 0</small></td>" in html
    assert "ew-interval" not in html


def test_names_stay_text() -> None:
    assert HOSTILE not in board(*cells("c", model=HOSTILE, style=HOSTILE), by=("model", "style"))
    shown = table_html(Table("T", "", ("What", HOSTILE), 1, ((HOSTILE, Cell(1.0)),)))
    assert HOSTILE not in shown and shown.count("&lt;img") == 2


def test_a_long_leaderboard_is_cut() -> None:
    rows = [row for number in range(ROWS + 5) for row in cells("c", model=f"m{number}")]
    assert board(*rows).count("<tr>") == ROWS + 1


def test_a_setting_is_named_once_and_whose_figures_a_row_holds_is_seen() -> None:
    rows = (
        ("N = 5", "m", Cell(40, 2.5, 300, 1), None),
        ("N = 5", "Δ m − Random", Cell(36.8, signed=True), None),
        ("N = 5", "GPT-3.5 (published)", Cell(68, 2.8), Cell(1.0)),
        ("N = 10", "m", Cell(None, answered=0, errors=2), None),
    )
    html = table_html(Table("T", "", ("Setting", "Model", "a", "b"), 2, rows))
    assert html.count("N = 5") == html.count("N = 10") == 1
    assert "<td class='number ours first'>40.0 ± 2.5<small>n 300, 1 error</small></td>" in html
    assert "<td class='number gain'>+36.8</td>" in html and "<td class='number theirs'>68.0 ± 2.8</td>" in html
    assert "<td class='number ours first'>–<small>n 0, 2 errors</small></td>" in html


def test_over_seeds_gives_a_mean_and_deviation_in_order_of_the_groups() -> None:
    batches = [*cells("cc", run_id="r1"), *cells("ch", run_id="r2"), *cells("hm!", run_id="r3", model="a")]
    table = seeds_table(frame(*batches), ["model"])
    assert [[entry.text if isinstance(entry, Cell) else entry for entry in row] for row in table.rows] == [
        ["a", "1", "0.0 (n 2, 1 error)", "50.0 (n 2, 1 error)"],
        ["m", "2", "75.0 ± 25.0 (n 4)", "100.0 ± 0.0 (n 4)"],
    ]
