"""Plotly traces as plain data: points, lines, how those of marks look, and what changes between frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import plotly.graph_objects as go

from components.highlight import Role
from graphcore.layouts import Position, Segment

Trace = dict[str, Any]

ROLE_LINES: dict[Role, Trace] = {
    "earlier": {"width": 6, "dash": "solid"},
    "step": {"width": 16, "dash": "solid"},
    "asked": {"width": 11, "dash": "solid"},
    "reference": {"width": 9, "dash": "solid"},
    "answer": {"width": 4, "dash": "dash"},
    "fault": {"width": 4, "dash": "8px,5px"},
}
RINGS: dict[Role, tuple[str, int, int]] = {
    "earlier": ("circle-open", 8, 2),
    "step": ("circle", 16, 0),
    "asked": ("circle-open", 12, 3),
    "reference": ("circle-open", 8, 4),
    "answer": ("square-open", 18, 3),
    "fault": ("circle-open", 22, 4),
}
"""Symbol around a marked node, how much wider than the node it is, and the width of its line, in pixels."""


def escape(text: object) -> str:
    """Text that Plotly shows as it stands."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def points(spots: Iterable[Position]) -> Trace:
    """A scatter trace without a legend entry. Its coordinates are rounded, which keeps frames small."""
    placed = list(spots)
    x, y = [round(x, 3) for x, _ in placed], [round(y, 3) for _, y in placed]
    return {"type": "scatter", "x": x, "y": y, "showlegend": False, "cliponaxis": False}


def lines(segments: Iterable[Segment], colour: str, width: float) -> Trace:
    """A scatter trace of separate lines; one without lines keeps its place in the legend."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for x0, y0, x1, y1 in segments:
        xs += (x0, x1, None)
        ys += (y0, y1, None)
    line = {"color": colour, "width": width}
    return {"type": "scatter", "x": xs or [None], "y": ys or [None], "mode": "lines", "line": line, "hoverinfo": "skip"}


def figure_of(parts: Mapping[str, Any]) -> go.Figure:
    """A figure of our own data, layout and frames, which Plotly does not check.

    Its look at every single value takes a quarter of the time that a figure needs; the tests have that look instead.
    """
    return go.Figure(parts, _validate=False)


def changes(trace: Trace) -> Trace:
    """Only what differs between frames."""
    kept = {key: trace[key] for key in ("type", "x", "y", "text") if key in trace}
    return kept | ({"marker": {"angle": trace["marker"]["angle"]}} if "marker" in trace else {})
