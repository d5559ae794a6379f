"""A static graph as a Plotly figure: its edges with what they weigh, and notes at its nodes.

It keeps the frame, the layout and the marks of the timeline. Notes are short texts beside nodes, such as a node's
embedding or its place in an order. Where labels are left out, `edge_labels.labels_left_out` tells so.
Show the figure with `theme=None` and `config=PLOTLY_CONFIG`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import plotly.graph_objects as go

from components.edge_labels import edge_labels, edge_words
from components.figure_parts import Picture
from components.highlight import BANDS, Mark, caption, marked_nodes
from components.plotly_traces import Trace, escape, figure_of, lines
from components.timeline_layout import timeline_layout
from graphcore.graphs import Node, Pair, StaticGraph
from graphcore.layouts import Note, Position, note_spots, pair_key

FEW = 30
"""Edges beyond this number are drawn paler."""
SMALL_UNIT, RING = 140, 20
"""Pixels for one layout unit where there is little room, and how much wider than a node most rings around it are."""


def static_figure(
    graph: StaticGraph,
    positions: Mapping[Node, Position],
    marks: Sequence[Mark] = (),
    notes: Mapping[Node, str] | None = None,
    dark: bool = False,
) -> go.Figure:
    """The graph with its marks, and the notes at its nodes."""
    return _Static(graph, positions, marks, dark, notes or {}).figure()


@dataclass(frozen=True)
class _Static(Picture[StaticGraph]):
    notes: Mapping[Node, str]
    # Many lines cross in their middles, where none of them can be pointed at.
    hover_at = (0.3, 0.5, 0.7)

    @cached_property
    def pairs(self) -> Collection[Pair]:
        return dict.fromkeys(pair_key(self.graph, u, v) for u, v in self.graph.pairs).keys()

    @cached_property
    def labels(self) -> Mapping[Pair, str]:
        return edge_labels(self.graph, self.marks)

    def hover_of(self, pair: Pair) -> str:
        return escape(edge_words(self.graph, pair))

    @cached_property
    def note_spots(self) -> dict[Node, Position]:
        ringed = {node for role in self.marked for node in marked_nodes(self.graph, self.marks, role)}
        notes = {
            node: Note(max(map(len, rows)), len(rows), (self.node_size + RING * (node in ringed)) / 2 / SMALL_UNIT)
            for node, rows in self._rows.items()
        }
        return note_spots(self.lines.values(), self.positions, super()._obstacles(), notes, self.within)

    @cached_property
    def _rows(self) -> dict[Node, list[str]]:
        return {node: text.splitlines() for node, text in self.notes.items() if node in self.graph.rank}

    def _obstacles(self) -> list[Position]:
        """Those of every picture, and each note from its beginning to its end."""
        reach = {node: 0.02 * max(map(len, rows)) for node, rows in self._rows.items()}
        within = [(x + side * reach[node], y) for node, (x, y) in self.note_spots.items() for side in (-1, 0, 1)]
        return [*super()._obstacles(), *within]

    def figure(self) -> go.Figure:
        halos = [self._role_lines(role) for role in self.with_links if role in BANDS]
        traces = [*self._edges(), *halos, *self._above(), *self._labels(), *self._notes()]
        layout = timeline_layout(self.graph, caption(self.graph, self.marks), self.dark, plays=False)
        return figure_of({"data": traces, "layout": layout})

    @property
    def _ink(self) -> str:
        """Of many edges each is paler, so that names and labels stand out."""
        return self.palette.muted if len(self.pairs) <= FEW else self.palette.earlier

    def _edges(self) -> list[Trace]:
        drawn = lines((self.lines[pair] for pair in self.pairs), self._ink, round(self.link_width * 0.7, 1))
        measure, few = self.graph.measure, len(self.pairs) <= FEW
        name = f"edge and its {measure}" if measure else "edge"
        heads = self._heads((self.lines[pair] for pair in self.pairs), self._ink, 12 if few else 8)
        return [drawn | {"name": name, "showlegend": True}, *([heads] if self.graph.directed else [])]

    def _labels(self) -> list[Trace]:
        if not self.labels:
            return []
        texts = [escape(text) for text in self.labels.values()]
        return [self._texts([self.spots[pair] for pair in self.labels], texts, self.palette.ink)]

    def _notes(self) -> list[Trace]:
        if not self._rows:
            return []
        texts = ["<br>".join(map(escape, rows)) for rows in self._rows.values()]
        return [self._texts(list(self.note_spots.values()), texts, self.palette.ink, 11)]
