"""A graph whose nodes can be dragged: vis-network, the library that pyvis carries.

pyvis builds nodes, edges and options; a Streamlit component shows them and keeps its network between reruns, so that
dragged nodes stay where they are and the library is loaded once (components/static_files.py puts it into static/).
One edge stands for all times of a pair and its label lists them: parallel curves, one for each time, are harder to
read. A note at a node is a further line of its label. Node ids are positions in the graph's list of nodes; names are
labels, drawn as plain text on a canvas.
"""

from __future__ import annotations

import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st
from pyvis.network import Network

from components.edge_labels import edge_labels, edge_words
from components.frame import (
    HALF_WIDTH,
    HEIGHT,
    TOP,
    foot,
    half_height,
    link_width,
    names_inside,
    node_size,
    room,
)
from components.highlight import BANDS, Mark, Role, caption, marked_edges, marked_nodes, roles_shown, short, times_text
from components.static_files import vis_network_file
from components.theme import ROLES, Palette, mix, palette
from graphcore.graphs import Graph, Node, Pair, StaticGraph, TemporalGraph
from graphcore.layouts import Position, pair_key

MAX_LABELS = 60
UNIT = 170
"""Pixels for one layout unit before the picture is scaled; on a wide page it then keeps about that size."""
MARGIN = 5
OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    "interaction": {"hover": True, "zoomView": False, "dragView": False, "selectConnectedEdges": False},
}
ROLE_LINES: dict[Role, tuple[int, bool | list[int]]] = {
    "earlier": (6, False),
    "step": (18, False),
    "asked": (12, False),
    "reference": (10, False),
    "answer": (4, [12, 7]),
    "fault": (4, [7, 5]),
}
LEGEND_LINES: dict[Role, str] = {
    "earlier": "4px solid",
    "step": "10px solid",
    "asked": "8px solid",
    "reference": "6px solid",
    "answer": "3px dashed",
    "fault": "3px dotted",
}
FAILURE = "The draggable graph could not be loaded from static/; reload the page or use the other view."

MARKUP = """
<div class="legend"></div>
<div class="canvas" role="img"></div>
<div class="caption"></div>
"""
STYLE = f"""
.canvas {{ width: 100%; position: relative; }}
.legend {{
  display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: 0.2rem 1.2rem;
  min-height: {TOP}px; font-size: 0.75rem;
}}
.legend span {{ display: inline-flex; align-items: center; gap: 0.4rem; }}
.legend i {{ display: inline-block; width: 2rem; }}
.caption {{ font-size: 0.85rem; font-weight: 600; overflow-wrap: anywhere; }}
.vis-tooltip {{
  position: absolute; visibility: hidden; pointer-events: none; padding: 0.3rem 0.5rem; z-index: 5;
  border-radius: 4px; background: #222931; color: #E8ECF0; font-size: 0.85rem; max-width: 20rem;
}}
"""
_component = st.components.v2.component(
    "edgewise_drag_view",
    html=MARKUP,
    css=STYLE,
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Dragged:
    """What a person did: the node just clicked, if any, and where dragged nodes now stand (layout units)."""

    clicked: Node | None
    moved: dict[Node, Position]


def drag_view(
    graph: Graph,
    positions: Mapping[Node, Position],
    marks: Sequence[Mark] = (),
    *,
    key: str,
    dark: bool = False,
    notes: Mapping[Node, str] | None = None,
) -> Dragged:
    """Show the draggable graph. Under one key it is mounted once; a new layout resets what was dragged."""
    data = network_data(graph, positions, marks, dark, notes)
    result = _component(key=key, data=data, on_clicked_change=_nothing, on_moved_change=_nothing)
    return Dragged(_clicked(graph, result.clicked), _moved(graph, result.moved, data["layout"]))


def network_data(
    graph: Graph,
    positions: Mapping[Node, Position],
    marks: Sequence[Mark] = (),
    dark: bool = False,
    notes: Mapping[Node, str] | None = None,
) -> dict[str, Any]:
    """Nodes, edges and options for vis-network, and the words around them, as JSON values."""
    network = Network(directed=True)
    notes = notes or {}
    for node, look in _nodes(graph, marks, notes, palette(dark)).items():
        x, y = positions[node]
        label = "\n".join([short(node), *notes.get(node, "").splitlines()])
        network.add_node(graph.rank[node], label=label, x=round(x * UNIT), y=round(-y * UNIT), **look)
    for ident, (u, v), look in _edges(graph, marks, dark):
        network.add_edge(graph.rank[u], graph.rank[v], id=ident, **look)
    network.set_options(json.dumps(OPTIONS))
    nodes, edges, *_, options = network.get_network_data()
    layout = json.dumps([[str(node), positions[node]] for node in graph.nodes])
    return {
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(options),
        "layout": hashlib.sha256(layout.encode()).hexdigest()[:16],
        "frame": {"width": HALF_WIDTH * UNIT, "height": half_height(graph) * UNIT, "room": room(graph)},
        "pixels": HEIGHT - TOP - foot(graph),
        "legend": _legend(marks),
        "caption": caption(graph, marks),
        "title": f"Graph of {len(graph.nodes)} nodes and {len(graph.edges)} {_edges_word(graph)}",
        "failure": FAILURE,
    }


def standalone_html(
    graph: Graph,
    positions: Mapping[Node, Position],
    marks: Sequence[Mark] = (),
    title: str = "Graph",
    notes: Mapping[Node, str] | None = None,
) -> str:
    """A page of its own for download: it holds the library and the graph, and may load nothing from anywhere."""
    data = network_data(graph, positions, marks, notes=notes)
    samples = "".join(
        f'<span><i style="border-top: {entry["line"]} {entry["colour"]}"></i>{html.escape(entry["word"])}</span>'
        for entry in data["legend"]
    )
    return PAGE.format(
        title=html.escape(title),
        style=f"{STYLE}.canvas {{ height: {data['pixels']}px; }}",
        library=vis_network_file().read_text(encoding="utf-8"),
        data=json.dumps({name: data[name] for name in ("nodes", "edges", "options")}).replace("<", "\\u003c"),
        legend=samples,
        caption=html.escape(data["caption"]),
    )


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ font-family: sans-serif; color: #1F2933; margin: 1rem; }}{style}</style>
</head>
<body>
<h1>{title}</h1>
<div class="canvas"></div>
<div class="legend">{legend}</div>
<p class="caption">{caption}</p>
<script>{library}</script>
<script type="application/json" id="graph">{data}</script>
<script>
const {{ options, ...data }} = JSON.parse(document.getElementById("graph").textContent);
new vis.Network(document.querySelector(".canvas"), data, options);
</script>
</body>
</html>
"""


def _nodes(
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


def _edges(graph: Graph, marks: Sequence[Mark], dark: bool) -> list[tuple[str, Pair, dict[str, Any]]]:
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


def _edges_word(graph: Graph) -> str:
    return "edges" if isinstance(graph, StaticGraph) else "links"


def _legend(marks: Sequence[Mark]) -> list[dict[str, str]]:
    return [
        {"word": ROLES[role].word, "colour": ROLES[role].colour, "line": LEGEND_LINES[role]}
        for role in roles_shown(marks)
    ]


def _clicked(graph: Graph, value: Any) -> Node | None:
    known = isinstance(value, int) and 0 <= value < len(graph.nodes)
    return graph.nodes[value] if known else None


def _moved(graph: Graph, value: Any, layout: str) -> dict[Node, Position]:
    """Dragged nodes of this layout; what the browser sent for an earlier one is left out."""
    if not value or value["layout"] != layout:
        return {}
    return {graph.nodes[int(ident)]: (x / UNIT, -y / UNIT) for ident, (x, y) in value["points"].items()}


def _nothing() -> None:
    """Asks Streamlit for the value; the page reads it from the result."""
