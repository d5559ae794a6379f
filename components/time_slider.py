"""The frames of a timeline, and the buttons and the slider that move through them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from components.theme import Palette
from graphcore.graphs import TemporalGraph

MAX_FRAMES = 60
BUTTONS, EDGE = 104, 4
"""Pixels that the buttons take, and that are left free beside everything."""


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


def controls(shown: list[Window], start: int, colours: Palette, room: int) -> dict[str, Any]:
    """Play and pause, and a slider with one step for each frame, in a figure with `room` pixels at either side.

    The slider begins where the buttons end: its padding is in pixels, so that they stay apart at every width.
    """
    pace = {"frame": {"duration": 700 if len(shown) <= 20 else 400, "redraw": True}, "transition": {"duration": 0}}
    stop = {"frame": {"duration": 0, "redraw": True}, "mode": "immediate", "transition": {"duration": 0}}
    buttons = [
        {"label": "▶", "method": "animate", "args": [None, pace | {"fromcurrent": True, "mode": "immediate"}]},
        {"label": "❚❚", "method": "animate", "args": [[None], stop]},
    ]
    steps = [{"label": w.name, "method": "animate", "args": [[w.name], stop], "value": w.name} for w in shown]
    place = {"x": 0, "xanchor": "left", "y": 0, "yanchor": "top"}
    menu = place | {"type": "buttons", "direction": "left", "showactive": False, "pad": {"t": 20, "l": EDGE - room}}
    menu |= {
        "bgcolor": colours.panel,
        "bordercolor": colours.muted,
        "buttons": buttons,
        "font": {"family": "sans-serif", "size": 14},
    }
    current = {"prefix": "t = ", "offset": 4, "font": {"size": 16, "color": colours.ink}, "xanchor": "left"}
    pad = {"t": 0, "b": 0, "l": BUTTONS + EDGE - room, "r": 3 * EDGE - room}
    slider = place | {"active": start, "steps": steps, "len": 1, "pad": pad, "currentvalue": current}
    slider |= {"bgcolor": colours.base, "activebgcolor": colours.muted, "bordercolor": colours.muted}
    slider |= {"tickcolor": colours.muted, "font": {"color": colours.muted, "size": 11}}
    return {"updatemenus": [menu], "sliders": [slider]}
