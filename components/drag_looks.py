"""How the nodes and edges of the draggable view look, as vis-network takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.edge_labels import edge_labels, edge_words
from components.frame import link_width, names_inside, node_size
from components.highlight import BANDS, Mark, Role, marked_edges, marked_nodes, roles_shown, times_text
from components.theme import ROLES, Palette, mix, palette
from graphcore.graphs import Graph, Node, Pair, StaticGraph, TemporalGraph
from graphcore.layouts import pair_key

MAX_LABELS = 60
MARGIN = 5
ROLE_LINES: dict[Role, tuple[int, bool | list[int]]] = {
    "earlier": (6, False),
    "step": (18, False),
    "asked": (12, False),
    "reference": (10, False),
    "answer": (4, [12, 7]),
    "fault": (4, [7, 5]),
}


def node_looks(
    graph: Graph, marks: Sequence[Mark], notes: Mapping[Node, str], colours: Palette
) -> dict[Node, dict[str, Any]]:
    """The look of every node, always with the same keys, since an update keeps the keys that it lacks."""
    marked = {role: set(marked_nodes(graph, marks, role)) for role in roles_shown(marks)}
    inside, width = names_inside(graph) and not notes, node_size(graph)
    size = min(15.0, width * 0.55) if inside else max(9.0, 14 - 0.1 * len(graph.nodes))
    shape: dict[str, Any] = {"shape": "circle" if inside else "box", "margin": MARGIN}
    # A circle has its text left of its middle unless the text takes its whole width.
    shape |= {"widthConstraint": {"minimum": width - 2 * MARGIN} if inside else False}
    shape |= {"font": {"size": size, "color": colours.ink, "multi": False}}
    return {
        node: shape | {"title": str(node)} | _node_look([role for role in marked if node in marked[role]], colours)
        for node in graph.nodes
    }


def _node_look(roles: Sequence[Role], colours: Palette) -> dict[str, Any]:
    """Fill, border and halo of a node that plays these roles, given from the lowest layer to the highest."""
    border = next((role for role in ("fault", "reference", "asked", "answer", "earlier") if role in roles), None)
    fill = mix(ROLES[roles[-1]].colour, colours.node, 0.35) if roles else colours.node
    states = {"background": fill, "border": ROLES[border].colour if border else colours.muted}
    return {
        "color": states | {"highlight": states, "hover": states},
        "borderWidth": 5 if border else 2,
        "borderWidthSelected": 5 if border else 3,
        "shapeProperties": {"borderDashes": [6, 4] if border in ("fault", "answer") else False, "borderRadius": 8},
        "shadow": {"enabled": "step" in roles, "color": ROLES["step"].colour, "size": 28, "x": 0, "y": 0},
    }


def edge_looks(graph: Graph, marks: Sequence[Mark], dark: bool) -> list[tuple[str, Pair, dict[str, Any]]]:
    """Id, ends and look of every edge, from the lowest layer to the highest."""
    told = _still_words(graph, marks) if isinstance(graph, StaticGraph) else _words_over_time(graph)
    few, width = len(told) <= MAX_LABELS, 0.6 * link_width(len(told))
    looks = {pair: _link_look(*words, few, width, palette(dark)) for pair, words in told.items()}
    links = [(f"link {n}", pair, look) for n, (pair, look) in enumerate(looks.items())]
    layers = {
        role: [
            (f"{role} {n}", (edge.u, edge.v), _role_look(role, edge.label, dark))
            for n, edge in enumerate(marked_edges(graph, marks, role))
        ]
        for role in ROLE_LINES
    }
    bands = [edge for role in BANDS for edge in layers[role]]
    # Few thin links can be seen on bands; many would hide them.
    below = [*bands, *links] if few else [*links, *bands]
    ordered = [*below, *layers["answer"], *layers["fault"]]
    return [(ident, pair, look | _course(graph, look["width"], few)) for ident, pair, look in ordered]


def _course(graph: Graph, width: float, few: bool) -> dict[str, Any]:
    """A slight bow, so that two directions, and the labels of lines that cross in one point, stand apart.

    The layout of a static graph keeps straight lines clear of nodes, so these bow less.
    """
    head = {"enabled": graph.directed, "scaleFactor": 0.35 if width >= 8 else 0.8 if few else 0.4}
    bow = 0.04 if isinstance(graph, StaticGraph) else 0.1
    return {"smooth": {"enabled": True, "type": "curvedCW", "roundness": bow}, "arrows": {"to": head}}


def _words_over_time(graph: TemporalGraph) -> dict[Pair, tuple[str, str]]:
    """Of each pair what stands beside it, nothing where the pairs are many, and what is told on hover."""
    pairs = {pair_key(graph, u, v): graph.times_of(u, v) for u, v, _ in graph.edges}
    return {
        pair: (
            times_text(times) if len(pairs) <= MAX_LABELS else "",
            "linked at " + ", ".join(map(str, times[:30])) + (" …" if len(times) > 30 else ""),
        )
        for pair, times in pairs.items()
    }


def _still_words(graph: StaticGraph, marks: Sequence[Mark]) -> dict[Pair, tuple[str, str]]:
    labels = edge_labels(graph, marks)
    pairs = [pair_key(graph, u, v) for u, v in graph.pairs]
    return {pair: (labels.get(pair, ""), edge_words(graph, pair)) for pair in pairs}


def _link_look(label: str, title: str, few: bool, width: float, colours: Palette) -> dict[str, Any]:
    font = {"align": "horizontal", "size": 13, "color": colours.ink, "strokeWidth": 0, "background": colours.page}
    line = colours.muted if few else colours.earlier
    look = {"label": label, "title": title, "dashes": False, "font": font}
    return look | {"width": width, "color": {"color": line, "highlight": line, "hover": line}}


def _role_look(role: Role, label: str, dark: bool) -> dict[str, Any]:
    look, (width, dashes) = ROLES[role], ROLE_LINES[role]
    font = {"align": "horizontal", "size": 14, "color": look.text(dark), "strokeWidth": 0}
    colour = {"color": look.colour, "highlight": look.colour, "hover": look.colour}
    return {
        "label": label,
        "title": look.word,
        "width": width,
        "dashes": dashes,
        "font": font | {"background": palette(dark).page},
        "color": colour | {"opacity": 0.8 if role == "step" else 1},
    }
