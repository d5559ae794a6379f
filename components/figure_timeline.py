"""A temporal graph as a Plotly figure with one frame for each time stamp, played and slid in the browser.

Nodes, the faint base of all pairs that are ever linked, and marks stand still; each frame carries only the links,
their labels and, in directed graphs, their arrow heads. Links are the thinner the more there are, and marks lie over
them; a marked pair's own link is drawn once more on its mark. The axes keep one scale, so that offsets and angles that
are computed in layout units hold on the screen; the room beside them is in pixels, so that rings and names fit into
narrow pictures. Names and labels are other people's text and are escaped, since Plotly
reads a subset of HTML. Show the figure with `theme=None` and `config=PLOTLY_CONFIG`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import plotly.graph_objects as go

from components.frame import FAULT_RING, link_width, names_inside, node_size, room
from components.highlight import (
    BANDS,
    Mark,
    MarkedEdge,
    Role,
    caption,
    marked_edges,
    marked_nodes,
    roles_shown,
    short,
    times_text,
)
from components.plotly_traces import RINGS, ROLE_LINES, Trace, changes, escape, lines, points
from components.theme import ROLES, Palette, mix, palette
from components.time_slider import MAX_FRAMES, Window, controls, windows
from components.timeline_layout import timeline_layout
from graphcore.graphs import Node, Pair, TemporalGraph
from graphcore.layouts import Position, Segment, label_spots, pair_key, segments

Mode = Literal["instant", "up to now"]

PLOTLY_CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}
MAX_LABELS = 60
MAX_CAREFUL = 250
MAX_REPEATED = 60_000
EDGE = 1.15
"""Labels keep within this distance from the middle, in layout units, where they can."""


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
    return _Timeline(graph, positions, marks, mode, dark).figure(time)


@dataclass(frozen=True)
class _Timeline:
    graph: TemporalGraph
    positions: Mapping[Node, Position]
    marks: Sequence[Mark]
    mode: Mode
    dark: bool

    @cached_property
    def palette(self) -> Palette:
        return palette(self.dark)

    @cached_property
    def marked(self) -> dict[Role, tuple[MarkedEdge, ...]]:
        return {role: marked_edges(self.graph, self.marks, role) for role in roles_shown(self.marks)}

    @cached_property
    def with_links(self) -> list[Role]:
        """The roles of which there are links: a trace without any is much work for a browser, too."""
        return [role for role, edges in self.marked.items() if edges]

    @cached_property
    def lines(self) -> dict[Pair, Segment]:
        return segments(self.graph, self.positions, ((e.u, e.v) for edges in self.marked.values() for e in edges))

    @cached_property
    def times(self) -> dict[Pair, tuple[int, ...]]:
        """Every pair that is ever linked, and when."""
        return {pair_key(self.graph, u, v): self.graph.times_of(u, v) for u, v, _ in self.graph.edges}

    @cached_property
    def spots(self) -> dict[Any, Position]:
        """Where labels stand: of marks by (role, pair), of links that some frame labels by pair."""
        texts = {(role, (e.u, e.v)): e.label for role, edges in self.marked.items() for e in edges if e.label}
        lengths: dict[Any, int] = {key: len(text) for key, text in texts.items()}
        of_marks = {key: self.lines[key[1]] for key in texts}
        of_links = {pair: self.lines[pair] for pair in self.times}
        frames = [before + now for before, now in self.linked.values()]
        labelled = {pair for pairs in frames if len(pairs) <= MAX_LABELS for pair in pairs}
        lengths |= {pair: len(times_text(self.times[pair])) for pair in labelled}
        if len(of_links) <= MAX_CAREFUL:
            return label_spots(of_marks | of_links, self._obstacles(), lengths)
        return label_spots(of_marks, self._obstacles(), lengths) | label_spots(of_links, (), lengths)

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

    def _obstacles(self) -> list[Position]:
        """Centres of nodes, points of rings at faults and of names that stand outside, the picture's left and right."""
        names = [] if self.names_inside else [(x, y + (0.17 if y >= 0 else -0.17)) for x, y in self.positions.values()]
        beside = [(side * (EDGE + 0.1), n / 5) for n in range(-6, 7) for side in (-1, 1)]
        at_fault = [self.positions[node] for node in marked_nodes(self.graph, self.marks, "fault")]
        rings = [(x + a, y + b) for x, y in at_fault for a, b in FAULT_RING]
        outside = [(x + side, y) for x, y in names for side in (-0.15, 0, 0.15)]
        return [*self.positions.values(), *rings, *outside, *beside]

    @cached_property
    def names_inside(self) -> bool:
        return names_inside(self.graph)

    @cached_property
    def node_size(self) -> float:
        return node_size(self.graph)

    @cached_property
    def link_width(self) -> float:
        return link_width(len(self.times))

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
        return go.Figure({"data": traces, "frames": frames, "layout": self._layout(shown, start)})

    def _frame_limit(self) -> int:
        """Earlier links are sent again with each frame of "up to now": fewer frames where there are very many."""
        if self.mode == "instant":
            return MAX_FRAMES
        return max(10, min(MAX_FRAMES, MAX_REPEATED // max(1, len(self.graph.edges))))

    def _base(self) -> Trace:
        """The pairs that are ever linked."""
        base = lines((self.lines[pair] for pair in self.times), self.palette.base, round(self.link_width * 0.6, 1))
        return base | {"name": "linked ever", "showlegend": self.mode == "instant" and bool(self.times)}

    def _above(self) -> list[Trace]:
        """The standing traces over the links."""
        thin = [self._role_lines(role) for role in self.with_links if role not in BANDS]
        heads = [self._role_heads(role) for role in self.with_links if self.graph.directed]
        texts = [self._role_labels(role) for role in self.with_links if any(e.label for e in self.marked[role])]
        return [*thin, *heads, self._hover(), *self._rings(), self._nodes(), *texts]

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
        covered = {(edge.u, edge.v) for role in self.marked if role in BANDS for edge in self.marked[role]}
        if not covered:
            return []
        again = self._links((pair for pair in before if pair in covered), (pair for pair in now if pair in covered))
        return [trace | {"showlegend": False} for trace in again]

    def _time_labels(self, pairs: list[Pair], last: int | None) -> Trace:
        """The times of each pair, up to `last`; none where they would be too many to read."""
        shown = pairs if len(pairs) <= MAX_LABELS else []
        texts = [times_text([t for t in self.times[pair] if last is None or t <= last]) for pair in shown]
        return self._texts([self.spots[pair] for pair in shown], texts, self.palette.ink)

    def _role_lines(self, role: Role) -> Trace:
        look = ROLES[role]
        line = lines((self.lines[edge.u, edge.v] for edge in self.marked[role]), look.colour, 1)
        opacity = 0.8 if role == "step" else 1
        return line | {"line": ROLE_LINES[role] | {"color": look.colour}, "opacity": opacity, "name": look.word}

    def _role_heads(self, role: Role) -> Trace:
        return self._heads((self.lines[edge.u, edge.v] for edge in self.marked[role]), ROLES[role].colour, 16)

    def _role_labels(self, role: Role) -> Trace:
        edges = [edge for edge in self.marked[role] if edge.label]
        spots = [self.spots[role, (edge.u, edge.v)] for edge in edges]
        return self._texts(spots, [f"<b>{escape(edge.label)}</b>" for edge in edges], ROLES[role].text(self.dark), 13)

    def _heads(self, lines: Iterable[Segment], colour: str, size: int = 12) -> Trace:
        """An arrow head at the end of each line, its tip on the rim of the node."""
        ends = list(lines)
        angles = [round(math.degrees(math.atan2(x1 - x0, y1 - y0))) for x0, y0, x1, y1 in ends]
        marker = {"symbol": "arrow", "size": size, "color": colour, "angle": angles, "standoff": self.node_size / 2}
        return points((x, y) for _, _, x, y in ends) | {"mode": "markers", "marker": marker, "hoverinfo": "skip"}

    def _texts(self, spots: list[Position], texts: list[str], colour: str, size: int = 12) -> Trace:
        font = {"size": size, "color": colour, "shadow": self._halo()}
        return points(spots) | {"mode": "text", "text": texts, "textfont": font, "hoverinfo": "skip"}

    def _hover(self) -> Trace:
        """Points in the middle of each pair that are not drawn and tell its times."""
        sign = "→" if self.graph.directed else "–"
        middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in map(self.lines.__getitem__, self.times)]
        texts = [
            f"{escape(u)} {sign} {escape(v)}<br>linked at {', '.join(map(str, times[:30]))}{' …' * (len(times) > 30)}"
            for (u, v), times in self.times.items()
        ]
        return points(middles) | {"mode": "none", "hovertext": texts, "hoverinfo": "text"}

    def _rings(self) -> list[Trace]:
        """A ring around every marked node, a halo for the step that is looked at, a square for the answer.

        It stands in the legend where no link of its role does.
        """
        found = []
        for role, edges in self.marked.items():
            if nodes := marked_nodes(self.graph, self.marks, role):
                symbol, more, width = RINGS[role]
                line = {"width": width, "color": ROLES[role].colour}
                marker = {"symbol": symbol, "size": self.node_size + more, "color": ROLES[role].colour, "line": line}
                entry = {} if edges else {"name": ROLES[role].word, "showlegend": True}
                spots = points(self.positions[node] for node in nodes)
                found.append(spots | entry | {"mode": "markers", "marker": marker, "hoverinfo": "skip"})
        return found

    def _nodes(self) -> Trace:
        texts = [escape(short(node)) for node in self.graph.nodes]
        size = min(15.0, self.node_size * 0.55) if self.names_inside else 13 if len(self.graph.nodes) <= 25 else 11
        places = [self._name_place(node) for node in self.graph.nodes]
        line = {"width": 2, "color": self.palette.muted}
        return points(self.positions[node] for node in self.graph.nodes) | {
            "name": "nodes",
            "mode": "markers+text",
            "marker": {"size": self.node_size, "color": self._fills(), "line": line, "opacity": 1},
            "text": texts,
            "textposition": "middle center" if self.names_inside else places,
            "textfont": {"size": size, "color": self.palette.ink, "shadow": self._halo()},
            "hovertext": [escape(node) for node in self.graph.nodes],
            "hoverinfo": "text",
        }

    def _fills(self) -> list[str]:
        """Each node's fill: the tint of the highest role it plays."""
        tints = {
            node: mix(ROLES[role].colour, self.palette.node, 0.35)
            for role in self.marked
            for node in marked_nodes(self.graph, self.marks, role)
        }
        return [tints.get(node, self.palette.node) for node in self.graph.nodes]

    def _name_place(self, node: Node) -> str:
        return "top center" if self.positions[node][1] >= 0 else "bottom center"

    def _halo(self) -> str:
        return ", ".join([f"0 0 2px {self.palette.page}"] * 3)

    def _layout(self, shown: list[Window], start: int) -> dict[str, Any]:
        plays = len(shown) > 1
        layout = timeline_layout(self.graph, caption(self.graph, self.marks), self.dark, plays)
        return layout | (controls(shown, start, self.palette, room(self.graph)) if plays else {})
