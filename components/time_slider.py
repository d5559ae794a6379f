"""The frames of a timeline, and the buttons and the slider that move through them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from components.theme import Palette
from graphcore.graphs import TemporalGraph

MAX_FRAMES = 60


@dataclass(frozen=True)
class Window:
    """The time stamps first to last (both included) that one frame shows."""

    first: int
    last: int

    @property
    def name(self) -> str:
        """The words on the slider."""
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


def windows(graph: TemporalGraph, limit: int = MAX_FRAMES) -> list[Window]:
    """One window for each integer from the first time to the last, at most `limit`.

    Over a longer span: only the times at which there are links or, if these are too many, equal stretches.
    """
    times = graph.times
    if not times:
        return []
    span = times[-1] - times[0] + 1
    if span <= limit:
        return [Window(t, t) for t in range(times[0], times[-1] + 1)]
    if len(times) <= limit:
        return [Window(t, t) for t in times]
    size = math.ceil(span / limit)
    return [Window(t, min(t + size - 1, times[-1])) for t in range(times[0], times[-1] + 1, size)]


def controls(shown: list[Window], start: int, colours: Palette) -> dict[str, Any]:
    """Play and pause, and a slider with one step for each frame."""
    pace = {"frame": {"duration": 700 if len(shown) <= 20 else 400, "redraw": True}, "transition": {"duration": 0}}
    stop = {"frame": {"duration": 0, "redraw": True}, "mode": "immediate", "transition": {"duration": 0}}
    buttons = [
        {"label": "▶", "method": "animate", "args": [None, pace | {"fromcurrent": True, "mode": "immediate"}]},
        {"label": "❚❚", "method": "animate", "args": [[None], stop]},
    ]
    steps = [{"label": w.name, "method": "animate", "args": [[w.name], stop], "value": w.name} for w in shown]
    place = {"yanchor": "top", "y": 0, "pad": {"t": 20, "b": 0, "l": 0, "r": 0}}
    menu = place | {"type": "buttons", "direction": "left", "x": 0, "xanchor": "left", "showactive": False}
    menu |= {"bgcolor": colours.panel, "bordercolor": colours.muted, "buttons": buttons, "font": {"size": 14}}
    current = {"prefix": "t = ", "offset": 4, "font": {"size": 16, "color": colours.ink}, "xanchor": "left"}
    slider = {
        "active": start,
        "steps": steps,
        "x": 0.27,
        "len": 0.73,
        "y": 0,
        "yanchor": "top",
        "pad": {"t": 0, "b": 0},
    }
    slider |= {"currentvalue": current, "bgcolor": colours.base, "activebgcolor": colours.muted}
    slider |= {"bordercolor": colours.muted, "tickcolor": colours.muted, "font": {"color": colours.muted, "size": 11}}
    return {"updatemenus": [menu], "sliders": [slider]}
