"""The heat map: order of its axes, what each cell says."""

from __future__ import annotations

import pytest

from components.heat_map import heat_map_figure
from graphcore.reports.metrics import grid
from tests.reports.frames import cells, frame

STYLES = ("zero-shot", "<b>own</b>")
ROWS = [row for n, letters in ((10, "ch"), (5, "c!"), (20, "!!")) for row in cells(letters, n, style=STYLES[0])]
CELLS = grid(frame(*ROWS, *cells("hhh", 5, style=STYLES[1])), "n", "style")


@pytest.mark.parametrize("dark", [False, True])
def test_each_cell_says_its_accuracy_its_n_and_its_errors(dark: bool) -> None:
    (trace,) = heat_map_figure(CELLS, "n", "style", dark).data
    assert trace.x == ("5", "10", "20")
    assert trace.y == ("zero-shot", "&lt;b&gt;own&lt;/b&gt;")
    assert list(trace.text) == [["100 %<br>n 1, ! 1", "50 %<br>n 2", "–<br>n 0, ! 2"], ["0 %<br>n 3", "", ""]]
    assert list(trace.z) == [[100.0, 50.0, None], [0.0, None, None]]
    assert (trace.zmin, trace.zmax) == (0, 100)


def test_names_are_read_from_the_top_as_they_are_offered_and_numbers_grow_upwards() -> None:
    styled = heat_map_figure(CELLS, "n", "style", dark=False)
    assert styled.layout.yaxis.autorange == "reversed"
    assert heat_map_figure(CELLS, "style", "n", dark=False).layout.yaxis.autorange is None
    tasks = [row for name in ("gnn", "connectivity", "max_flow") for row in cells("c", task=f"nlgraph/{name}")]
    shown = heat_map_figure(grid(frame(*tasks), "n", "task"), "n", "task", dark=False)
    assert shown.data[0].y == ("connectivity", "gnn", "max flow")
