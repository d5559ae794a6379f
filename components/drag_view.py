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

from components.drag_looks import edge_looks, node_looks
from components.frame import HALF_WIDTH, HEIGHT, TOP, foot, half_height, room
from components.highlight import Mark, Role, caption, roles_shown, short
from components.static_files import vis_network_file
from components.theme import ROLES, palette
from graphcore.graphs import Graph, Node, StaticGraph
from graphcore.layouts import Position

UNIT = 170
"""Pixels for one layout unit before the picture is scaled; on a wide page it then keeps about that size."""
OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    "interaction": {"hover": True, "zoomView": False, "dragView": False, "selectConnectedEdges": False},
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
    for node, look in node_looks(graph, marks, notes, palette(dark)).items():
        x, y = positions[node]
        label = "\n".join([short(node), *notes.get(node, "").splitlines()])
        network.add_node(graph.rank[node], label=label, x=round(x * UNIT), y=round(-y * UNIT), **look)
    for ident, (u, v), look in edge_looks(graph, marks, dark):
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
