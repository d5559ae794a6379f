"""What a picture points at: marks, the facts drawn from them, and the words beside them.

A mark names nodes and edges and the role they play. Verdicts, solutions and traces are turned into marks, and both
views (the timeline and the draggable graph) draw the same marks. Marks may come from a model's answer: nodes that
the graph does not have are told in words, and a fault on an edge that it does not have says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from graphcore.graphs import Graph, Node, TemporalGraph
from graphcore.layouts import pair_key

Role = Literal["earlier", "step", "asked", "reference", "answer", "fault"]
ROLE_ORDER: tuple[Role, ...] = ("earlier", "step", "asked", "reference", "answer", "fault")
BANDS: tuple[Role, ...] = ("earlier", "step", "asked", "reference")
"""Roles that are drawn as broad bands; the others are dashed lines above them."""
LONGEST_NAME = 12


@dataclass(frozen=True)
class Mark:
    """Nodes and edges, (u, v) or (u, v, t), that play one role; `label` is written beside the edges."""

    nodes: tuple[Any, ...] = ()
    edges: tuple[tuple[Any, ...], ...] = ()
    role: Role = "reference"
    label: str = ""


@dataclass(frozen=True)
class MarkedEdge:
    """One edge to draw between two nodes of the graph, and what is written beside it."""

    u: Node
    v: Node
    label: str


def marked_edges(graph: Graph, marks: Sequence[Mark], role: Role) -> tuple[MarkedEdge, ...]:
    """The edges of one role, each pair once with all its labels; loops and edges with unknown ends are left out."""
    found: dict[tuple[Node, Node], MarkedEdge] = {}
    for mark, (u, v, *times) in _edges_of(marks, role):
        if u == v or u not in graph.rank or v not in graph.rank:
            continue
        edge = _faulty(graph, u, v, times) if role == "fault" else _holding(graph, u, v)
        edge = replace(edge, label=mark.label or edge.label)
        before = found.get((edge.u, edge.v), edge)
        labels = dict.fromkeys(label for label in (before.label, edge.label) if label)
        found[edge.u, edge.v] = replace(edge, label=", ".join(labels))
    return tuple(found.values())


def marked_nodes(graph: Graph, marks: Sequence[Mark], role: Role) -> tuple[Node, ...]:
    """The graph's nodes of one role, among them those that an edge joins with themselves; each once."""
    loops = (edge[0] for _, edge in _edges_of(marks, role) if edge[0] == edge[1])
    named = (node for mark in marks if mark.role == role for node in mark.nodes)
    return tuple(dict.fromkeys(node for node in (*named, *loops) if node in graph.rank))


def unknown_nodes(graph: Graph, marks: Sequence[Mark]) -> tuple[Any, ...]:
    """Marked nodes that the graph does not have, each once."""
    named = [node for mark in marks for node in (*mark.nodes, *(end for edge in mark.edges for end in edge[:2]))]
    return tuple(dict.fromkeys(node for node in named if node not in graph.rank))


def caption(graph: Graph, marks: Sequence[Mark]) -> str:
    """One sentence on the nodes that cannot be drawn, or nothing."""
    unknown = unknown_nodes(graph, marks)
    if not unknown:
        return ""
    names = ", ".join(short(node) for node in unknown[:8]) + (", …" if len(unknown) > 8 else "")
    return f"✕ not in the graph: {names}"


def roles_shown(marks: Sequence[Mark]) -> tuple[Role, ...]:
    """The roles that occur, from the lowest layer to the highest."""
    present = {mark.role for mark in marks if mark.nodes or mark.edges}
    return tuple(role for role in ROLE_ORDER if role in present)


def short(node: object) -> str:
    """A name of at most 12 characters on one line."""
    name = " ".join(str(node).split())
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def times_text(times: Sequence[int]) -> str:
    """Time stamps as a label: "0, 3"; of more than three the first two and the last."""
    shown = [str(t) for t in times]
    return ", ".join(shown) if len(shown) <= 3 else f"{shown[0]}, {shown[1]} … {shown[-1]}"


def _edges_of(marks: Sequence[Mark], role: Role) -> Iterator[tuple[Mark, tuple[Any, ...]]]:
    return ((mark, edge) for mark in marks if mark.role == role for edge in mark.edges)


def _holding(graph: Graph, u: Node, v: Node) -> MarkedEdge:
    """An edge that is in the graph; where direction does not bind (neighbours, triads), the one that there is."""
    if not graph.has_edge(u, v) and graph.has_edge(v, u):
        u, v = v, u
    return MarkedEdge(*pair_key(graph, u, v), "")


def _faulty(graph: Graph, u: Node, v: Node, times: Sequence[Any]) -> MarkedEdge:
    """An edge that is wrong, with the reason if it is that the graph does not have it."""
    over_time = isinstance(graph, TemporalGraph)
    reason = ""
    if not graph.has_edge(u, v):
        reason = "✕ only the other way" if graph.has_edge(v, u) else f"✕ no {'link' if over_time else 'edge'}"
    elif over_time and any(t not in graph.times_of(u, v) for t in times):
        reason = f"✕ not at {times[0]}"
    return MarkedEdge(*pair_key(graph, u, v), reason)
