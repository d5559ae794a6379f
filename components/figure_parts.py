"""What every Plotly figure of a graph is made of: its nodes, their names, marks, labels and what is told on hover.

Marks lie over edges; a marked pair's own edge is drawn once more on its mark. Offsets and angles are computed in
layout units and hold on the screen, since both axes keep one scale. Names and labels are other people's text and are
escaped, since Plotly reads a subset of HTML.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from components.frame import FAULT_RING, HALF_WIDTH, half_height, link_width, names_inside, node_size
from components.highlight import BANDS, Mark, MarkedEdge, Role, marked_edges, marked_nodes, roles_shown, short
from components.plotly_traces import RINGS, ROLE_LINES, Trace, escape, lines, points
from components.theme import ROLES, Palette, mix, palette
from graphcore.graphs import Graph, Node, Pair
from graphcore.layouts import Position, Segment, label_spots, segments

PLOTLY_CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}
MAX_LABELS = 60
MAX_CAREFUL = 250
EDGE = 1.15
"""Labels keep within this distance from the middle, in layout units, where they can."""


THINNEST_MARK, FULL_MARKS = 4, 15
"""The least width of a mark's lines in pixels, and up to how many marked edges they have their full width."""

G = TypeVar("G", bound=Graph)


@dataclass(frozen=True)
class Picture(ABC, Generic[G]):
    """A graph with its marks; a kind of figure adds the edges."""

    graph: G
    positions: Mapping[Node, Position]
    marks: Sequence[Mark]
    dark: bool
    hover_at: ClassVar[tuple[float, ...]] = (0.5,)
    """Where along a line it can be pointed at."""

    @property
    @abstractmethod
    def pairs(self) -> Collection[Pair]:
        """Every pair that an edge joins."""

    @property
    @abstractmethod
    def labels(self) -> Mapping[Pair, str]:
        """What is written beside edges, at its longest."""

    @abstractmethod
    def hover_of(self, pair: Pair) -> str:
        """What is told of a pair on hover, as Plotly's HTML."""

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
    def spots(self) -> dict[Any, Position]:
        """Where labels stand: of marks by (role, pair), of edges by pair."""
        texts = {(role, (e.u, e.v)): e.label for role, edges in self.marked.items() for e in edges if e.label}
        lengths: dict[Any, int] = {key: len(text) for key, text in texts.items()}
        of_marks = {key: self.lines[key[1]] for key in texts}
        of_edges = {pair: self.lines[pair] for pair in self.pairs}
        lengths |= {pair: len(text) for pair, text in self.labels.items()}
        if len(of_edges) <= MAX_CAREFUL:
            return label_spots(of_marks | of_edges, self._obstacles(), lengths)
        return label_spots(of_marks, self._obstacles(), lengths) | label_spots(of_edges, (), lengths)

    @cached_property
    def within(self) -> Position:
        """How far from the picture's middle something can be drawn, in layout units."""
        return HALF_WIDTH, half_height(self.graph)

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
        return link_width(len(self.pairs))

    def _above(self) -> list[Trace]:
        """The standing traces over the links."""
        thin = [self._role_lines(role) for role in self.with_links if role not in BANDS]
        heads = [self._role_heads(role) for role in self.with_links if self.graph.directed]
        texts = [self._role_labels(role) for role in self.with_links if any(e.label for e in self.marked[role])]
        return [*thin, *heads, self._hover(), *self._rings(), self._nodes(), *texts]

    def _role_lines(self, role: Role) -> Trace:
        look = ROLES[role]
        line = lines((self.lines[edge.u, edge.v] for edge in self.marked[role]), look.colour, 1)
        opacity = 0.8 if role == "step" else 1
        drawn = ROLE_LINES[role] | {"color": look.colour, "width": self._role_width(role)}
        return line | {"line": drawn, "opacity": opacity, "name": look.word}

    def _role_heads(self, role: Role) -> Trace:
        size = 12 + self._role_width(role)
        return self._heads((self.lines[edge.u, edge.v] for edge in self.marked[role]), ROLES[role].colour, size)

    def _role_width(self, role: Role) -> float:
        """The more edges are marked, the thinner, so that they do not cover the graph."""
        usual: float = ROLE_LINES[role]["width"]
        return round(max(min(THINNEST_MARK, usual), usual * min(1, FULL_MARKS / len(self.marked[role]))), 1)

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
        # Plotly hides a text whose middle is outside the axes.
        width, height = self.within
        inside = [(min(width, max(-width, x)), min(height, max(-height, y))) for x, y in spots]
        return points(inside) | {"mode": "text", "text": texts, "textfont": font, "hoverinfo": "skip"}

    def _hover(self) -> Trace:
        """Points on the line of each pair that are not drawn and tell of it."""
        sign = "→" if self.graph.directed else "–"
        ends = [(self.lines[pair], f) for pair in self.pairs for f in self.hover_at]
        spots = [(x0 + f * (x1 - x0), y0 + f * (y1 - y0)) for (x0, y0, x1, y1), f in ends]
        said = [f"{escape(u)} {sign} {escape(v)}<br>{self.hover_of((u, v))}" for u, v in self.pairs]
        texts = [text for text in said for _ in self.hover_at]
        return points(spots) | {"mode": "none", "hovertext": texts, "hoverinfo": "text"}

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
