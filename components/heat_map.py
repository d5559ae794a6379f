"""Accuracy over two conditions as a heat map, in the manner of LLM4DyG's Figures 3 and 4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.plotly_traces import escape
from components.theme import OUTCOMES, mix, palette
from graphcore.looks import BLUE
from graphcore.reports.order import place

ROOM, ROW, STANDOFF = 90, 70, 12
"""Pixels around the map, of each of its rows, and between an axis and its name."""


def heat_map_figure(cells: pd.DataFrame, x: str, y: str, dark: bool) -> go.Figure:
    """The map of `cells`, which `metrics.grid` gives; each cell says its accuracy, its n and its errors."""
    colours = palette(dark)
    across, up = (_values(cells[name]) for name in (x, y))
    found = {(row[x], row[y]): row for row in cells.to_dict("records")}
    rows = [[found.get((column, line)) for column in across] for line in up]
    figure = go.Figure(
        go.Heatmap(
            x=[_label(x, value) for value in across],
            y=[_label(y, value) for value in up],
            z=[[_percent(cell) for cell in row] for row in rows],
            text=[[_words(cell) for cell in row] for row in rows],
            texttemplate="%{text}",
            hovertemplate=f"{x} %{{x}}, {y} %{{y}}: %{{text}}<extra></extra>",
            zmin=0,
            zmax=100,
            colorscale=[[0, mix(BLUE, colours.page, 0.08)], [1, BLUE]],
            showscale=False,
            xgap=2,
            ygap=2,
        )
    )
    axis = {"type": "category", "showgrid": False, "zeroline": False, "automargin": True, "fixedrange": True}
    figure.update_xaxes(title={"text": x.replace("_", " "), "standoff": STANDOFF}, **axis)
    # Numbers grow upwards, and what has names is read from the top.
    named = {"autorange": "reversed"} if all(isinstance(value, str) for value in up) else {}
    figure.update_yaxes(title={"text": y.replace("_", " "), "standoff": STANDOFF}, **axis, **named)
    figure.update_layout(
        height=ROOM + ROW * len(up),
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        paper_bgcolor=colours.page,
        plot_bgcolor=colours.page,
        font={"color": colours.ink, "size": 13},
    )
    return figure


def _values(values: pd.Series) -> list[Any]:
    """The different values in order."""
    return sorted(values.dropna().unique().tolist(), key=place)


def _label(name: str, value: Any) -> str:
    """A value on an axis; of a task what it is called within its suite, for which a phone has room."""
    return escape(str(value).split("/")[-1].replace("_", " ") if name == "task" else value)


def _percent(cell: Mapping[str, Any] | None) -> float | None:
    return None if cell is None or pd.isna(cell["accuracy"]) else 100 * cell["accuracy"]


def _words(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return ""
    share = _percent(cell)
    errors = f", {OUTCOMES['error'].symbol} {cell['errors']:,}" if cell["errors"] else ""
    return f"{'–' if share is None else f'{share:.0f} %'}<br>n {cell['answered']:,}{errors}"
