"""The layout of a graph's figure: axes of one scale, room for rings and names, the legend, and words below."""

from __future__ import annotations

import textwrap
from typing import Any

from components.frame import EDGE, HALF_WIDTH, HEIGHT, foot, half_height, room
from components.plotly_traces import escape
from components.theme import FONT, ROLES, palette
from graphcore.graphs import Graph

LONGEST_LINE = 40
LINE_HEIGHT = 0.12
"""In layout units."""


def timeline_layout(graph: Graph, words: str, dark: bool, plays: bool) -> dict[str, Any]:
    """A Plotly layout; `plays` tells whether there will be controls, which take their room below by themselves."""
    colours, beside, above = palette(dark), room(graph), half_height(graph)
    wrapped = textwrap.wrap(words, LONGEST_LINE)
    return {
        "template": {},
        "height": HEIGHT,
        "margin": {"l": beside, "r": beside, "t": EDGE, "b": EDGE if plays else foot(graph)},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "color": colours.ink, "size": 13},
        **_axes([-HALF_WIDTH, HALF_WIDTH], [-above - LINE_HEIGHT * len(wrapped), above]),
        "dragmode": False,
        "hovermode": "closest",
        "hoverlabel": {"bgcolor": colours.panel, "font": {"color": colours.ink}, "align": "left"},
        "legend": {"orientation": "h", "x": 0.5, "xanchor": "center", "y": 1, "yanchor": "bottom"}
        | {"itemclick": False, "itemdoubleclick": False, "font": {"size": 12}},
        "annotations": [_note(wrapped, ROLES["fault"].text(dark))] if wrapped else [],
    }


def _axes(across: list[float], down: list[float]) -> dict[str, Any]:
    """Constrained to the domain, since a range that gives way is widened again at each change of width."""
    axis = {"visible": False, "fixedrange": True, "constrain": "domain"}
    return {"xaxis": axis | {"range": across}, "yaxis": axis | {"range": down, "scaleanchor": "x", "scaleratio": 1}}


def _note(wrapped: list[str], colour: str) -> dict[str, Any]:
    """Words at the foot of the picture."""
    place = {"xref": "paper", "yref": "paper", "x": 0, "y": 0, "xanchor": "left", "yanchor": "bottom"}
    text = "<br>".join(map(escape, wrapped))
    return place | {"text": text, "showarrow": False, "font": {"color": colour, "size": 13}, "align": "left"}
