"""A temporal graph as a Plotly figure with one frame for each time stamp, played and slid in the browser.

Nodes, the faint base of all pairs that are ever linked, and marks stand still; each frame carries only the links,
their labels and, in directed graphs, their arrow heads. Links are the thinner the more there are. The axes keep one
scale; the room beside them is in pixels, so that rings and names fit into narrow pictures. Show the figure with
`theme=None` and `config=PLOTLY_CONFIG`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import plotly.graph_objects as go

from components.figure_parts import MAX_LABELS, Picture
from components.frame import room
from components.highlight import BANDS, Mark, caption, times_text
from components.plotly_traces import Trace, changes, figure_of, lines
from components.time_slider import MAX_FRAMES, Window, controls, windows
from components.timeline_layout import timeline_layout
from graphcore.graphs import Node, Pair, TemporalGraph
from graphcore.layouts import Position, pair_key

Mode = Literal["instant", "up to now"]

MAX_REPEATED = 60_000


def timeline_figure(
    graph: TemporalGraph,
    positions: Mapping[Node, Position],
    marks: Sequence[Mark] = (),
    mode: Mode = "instant",
    dark: bool = False,
    time: int | None = None,
) -> go.Figure:
    """The graph over time: bold links of this instant or, in "up to now", earlier ones too in a lighter tone.

    It opens at `time`. Without one, or outside the graph's times, "instant" opens at the first time and "up to now"
    at the last, so that the whole graph is seen first.
    """
    return _Timeline(graph, positions, marks, dark, mode).figure(time)


@dataclass(frozen=True)
class _Timeline(Picture[TemporalGraph]):
    mode: Mode

    @cached_property
    def times(self) -> dict[Pair, tuple[int, ...]]:
        """Every pair that is ever linked, and when."""
        return {pair_key(self.graph, u, v): self.graph.times_of(u, v) for u, v, _ in self.graph.edges}

    @property
    def pairs(self) -> Collection[Pair]:
        return self.times.keys()

    @cached_property
    def labels(self) -> Mapping[Pair, str]:
        """All times of the pairs that some frame labels."""
        frames = [before + now for before, now in self.linked.values()]
        labelled = {pair for pairs in frames if len(pairs) <= MAX_LABELS for pair in pairs}
        return {pair: times_text(times) for pair, times in self.times.items() if pair in labelled}

    @cached_property
    def linked(self) -> dict[Window, tuple[list[Pair], list[Pair]]]:
        """For the window of each frame the pairs that were linked before ("up to now"), and those that are."""
        found = {}
        for window in windows(self.graph, self._frame_limit()):
            now = [pair for pair, times in self.times.items() if any(window.first <= t <= window.last for t in times)]
            current = set(now)
            earlier = self.times.items() if self.mode == "up to now" else ()
            found[window] = [p for p, times in earlier if times[0] < window.first and p not in current], now
        return found

    def hover_of(self, pair: Pair) -> str:
        times = self.times[pair]
        return f"linked at {', '.join(map(str, times[:30]))}{' …' * (len(times) > 30)}"

    @cached_property
    def covered(self) -> frozenset[Pair]:
        """The pairs under a band, whose edges are drawn once more on it."""
        return frozenset((edge.u, edge.v) for role in self.marked if role in BANDS for edge in self.marked[role])

    def figure(self, time: int | None) -> go.Figure:
        shown = list(self.linked)
        start = len(shown) - 1 if self.mode == "up to now" else 0
        if time is not None:
            start = next((n for n, window in enumerate(shown) if window.first <= time <= window.last), start)
        moving = [self._moving(window) for window in shown]
        halos = [self._role_lines(role) for role in self.with_links if role in BANDS]
        under, over = moving[start] if moving else ([], [])
        places = [*range(1, 1 + len(under)), *range(1 + len(under) + len(halos), 1 + len(under + halos + over))]
        frames = [
            {"name": window.name, "data": [changes(trace) for trace in below + above], "traces": places}
            for window, (below, above) in zip(shown, moving, strict=True)
            if len(shown) > 1
        ]
        traces = [self._base(), *under, *halos, *over, *self._above()]
        return figure_of({"data": traces, "frames": frames, "layout": self._layout(shown, start)})

    def _frame_limit(self) -> int:
        """Earlier links are sent again with each frame of "up to now": fewer frames where there are very many."""
        if self.mode == "instant":
            return MAX_FRAMES
        return max(10, min(MAX_FRAMES, MAX_REPEATED // max(1, len(self.graph.edges))))

    def _base(self) -> Trace:
        """The pairs that are ever linked."""
        base = lines((self.lines[pair] for pair in self.times), self.palette.base, round(self.link_width * 0.6, 1))
        return base | {"name": "linked ever", "showlegend": self.mode == "instant" and bool(self.times)}

    def _moving(self, window: Window) -> tuple[list[Trace], list[Trace]]:
        """The traces of one frame, under the marks and over them.

        Under: earlier links ("up to now"), links of this window, arrow heads. Over: labels, and before them the links
        of marked pairs once more.
        """
        cumulative, (before, now) = self.mode == "up to now", self.linked[window]
        labels = self._time_labels(before + now, window.last if cumulative else None)
        under = self._links(before, now)
        if self.graph.directed:
            under.append(self._heads((self.lines[pair] for pair in now), self.palette.link))
            if cumulative:
                under.append(self._heads((self.lines[pair] for pair in before), self.palette.earlier))
        return under, [*self._links_on_marks(before, now), labels]

    def _links(self, before: Iterable[Pair], now: Iterable[Pair]) -> list[Trace]:
        width, ink, pale = self.link_width, self.palette.link, self.palette.earlier
        traces = [lines((self.lines[pair] for pair in now), ink, width) | {"name": "linked now"}]
        if self.mode == "up to now":
            earlier = lines((self.lines[pair] for pair in before), pale, round(width * 0.7, 1))
            traces.insert(0, earlier | {"name": "linked before"})
        return traces

    def _links_on_marks(self, before: Iterable[Pair], now: Iterable[Pair]) -> list[Trace]:
        """The links of pairs that lie under a band, so that it can be seen when they are linked."""
        on = self.covered
        again = self._links((pair for pair in before if pair in on), (pair for pair in now if pair in on)) if on else []
        return [trace | {"showlegend": False} for trace in again]

    def _time_labels(self, pairs: list[Pair], last: int | None) -> Trace:
        """The times of each pair, up to `last`; none where they would be too many to read."""
        shown = pairs if len(pairs) <= MAX_LABELS else []
        texts = [times_text([t for t in self.times[pair] if last is None or t <= last]) for pair in shown]
        return self._texts([self.spots[pair] for pair in shown], texts, self.palette.ink)

    def _layout(self, shown: list[Window], start: int) -> dict[str, Any]:
        plays = len(shown) > 1
        layout = timeline_layout(self.graph, caption(self.graph, self.marks), self.dark, plays)
        return layout | (controls(shown, start, self.palette, room(self.graph)) if plays else {})
