"""The draggable graph: what is sent to the browser, what is read back, and the page for download."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from components import drag_view as module
from components.drag_view import network_data, standalone_html
from components.frame import node_size
from components.highlight import ROLE_ORDER, Mark
from components.theme import DARK, LIGHT, ROLES
from graphcore.graphs import TemporalGraph, static_graph, temporal_graph
from graphcore.layouts import layout

SMALL = temporal_graph(["a", "b", "c"], [("a", "b", 0), ("b", "a", 3), ("b", "c", 1)])
EVIL = '</script><script>alert("x")</script>'


def data_of(graph: TemporalGraph, *args: Any) -> dict[str, Any]:
    data = network_data(graph, layout(graph, "s"), *args)
    assert json.loads(json.dumps(data)) == data
    return data


def edges_of(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {edge["id"]: edge for edge in data["edges"]}


def test_one_edge_for_a_pair_lists_its_times() -> None:
    data = data_of(SMALL)
    assert [(e["from"], e["to"], e["label"]) for e in data["edges"]] == [(0, 1, "0, 3"), (1, 2, "1")]
    assert data["options"]["physics"] == {"enabled": False}


def test_both_directions_stay_apart() -> None:
    graph = temporal_graph(SMALL.nodes, SMALL.edges, directed=True)
    first, second = data_of(graph)["edges"][:2]
    assert (first["from"], first["to"], second["from"], second["to"]) == (0, 1, 1, 0)
    assert first["arrows"]["to"]["enabled"]
    assert first["smooth"]["type"] == "curvedCW"
    assert not data_of(SMALL)["edges"][0]["arrows"]["to"]["enabled"]


def test_names_are_labels_and_never_ids() -> None:
    graph = temporal_graph([0, "zero", "x" * 30, "3"], [])
    data = data_of(graph)
    assert [node["id"] for node in data["nodes"]] == [0, 1, 2, 3]
    assert [node["label"] for node in data["nodes"]] == ["0", "zero", "x" * 11 + "…", "3"]
    assert data["nodes"][2]["title"] == "x" * 30


def test_y_points_down_on_a_canvas() -> None:
    top, *_ = data_of(temporal_graph(range(4), []))["nodes"]
    assert (top["x"], top["y"]) == (0, -module.UNIT)


def test_every_node_has_the_same_keys_so_that_an_update_takes_marks_back() -> None:
    plain = {tuple(node) for node in data_of(SMALL)["nodes"]}
    marked = {tuple(node) for node in data_of(SMALL, [Mark(("a",), role=role) for role in ROLES])["nodes"]}
    assert plain == marked


def test_thick_marks_lie_below_links_and_thin_ones_above() -> None:
    data = data_of(SMALL, [Mark(("a",), (("a", "b"),), role) for role in ROLES])
    bands = ["earlier 0", "step 0", "asked 0", "reference 0"]
    assert list(edges_of(data)) == [*bands, "link 0", "link 1", "answer 0", "fault 0"]
    edges = edges_of(data)
    assert edges["reference 0"]["width"] > edges["answer 0"]["width"]
    assert edges["answer 0"]["dashes"] != edges["fault 0"]["dashes"]
    assert [entry["word"] for entry in data["legend"]] == [ROLES[role].word for role in ROLE_ORDER]


def test_many_links_lie_below_every_mark() -> None:
    graph = temporal_graph(range(50), [(u, v, 0) for u in range(50) for v in range(u) if (u + v) % 3 == 0])
    data = data_of(graph, [Mark((), ((3, 0, 0),), role) for role in ROLES])
    kinds = [ident.split()[0] for ident in edges_of(data)]
    assert kinds[-len(ROLES) :] == list(ROLE_ORDER)


def test_times_lie_level_on_the_colour_of_the_page() -> None:
    for dark, colours in ((False, LIGHT), (True, DARK)):
        fonts = [edge["font"] for edge in data_of(SMALL, [Mark((), (("a", "c"),), "fault")], dark)["edges"]]
        assert {(font["align"], font["background"]) for font in fonts} == {("horizontal", colours.page)}


@pytest.mark.parametrize("n", [5, 12, 50, 100])
def test_circles_are_as_large_as_the_timeline_has_them(n: int) -> None:
    graph = temporal_graph(range(n), [])
    widths = {node["widthConstraint"]["minimum"] + 2 * node["margin"] for node in data_of(graph)["nodes"]}
    assert widths == {node_size(graph)}


def test_missing_edges_and_unknown_nodes() -> None:
    data = data_of(SMALL, [Mark(("Zed",), (("a", "c"),), "fault")])
    assert edges_of(data)["fault 0"]["label"] == "✕ no link"
    assert data["caption"] == "✕ not in the graph: Zed"


def test_labels_are_dropped_where_they_would_be_too_many() -> None:
    graph = temporal_graph(range(20), [(u, v, 0) for u in range(20) for v in range(u)])
    edges = data_of(graph)["edges"]
    assert {edge["label"] for edge in edges} == {""}
    assert all(edge["title"] == "linked at 0" for edge in edges)


def test_the_layout_id_follows_positions_and_not_marks() -> None:
    first, marked = data_of(SMALL)["layout"], data_of(SMALL, [Mark(("a",))])["layout"]
    assert first == marked
    assert first != data_of(SMALL.relabelled({"a": "x", "b": "y", "c": "z"}))["layout"]


class Result:
    def __init__(self, clicked: Any = None, moved: Any = None) -> None:
        self.clicked, self.moved = clicked, moved


def shown(monkeypatch: pytest.MonkeyPatch, result: Result) -> module.Dragged:
    monkeypatch.setattr(module, "_component", lambda **given: result)
    return module.drag_view(SMALL, layout(SMALL, "s"), key="k")


@pytest.mark.parametrize(("value", "node"), [(None, None), (0, "a"), (2, "c"), (3, None), (-1, None), ("0", None)])
def test_clicks_are_nodes(monkeypatch: pytest.MonkeyPatch, value: Any, node: str | None) -> None:
    assert shown(monkeypatch, Result(clicked=value)).clicked == node


def test_dragged_nodes_come_back_in_layout_units(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = {"layout": data_of(SMALL)["layout"], "points": {"1": [module.UNIT / 2, -module.UNIT]}}
    assert shown(monkeypatch, Result(moved=moved)).moved == {"b": (0.5, 1.0)}


def test_what_was_dragged_in_another_layout_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = {"layout": "another", "points": {"7": [0, 0]}}
    assert shown(monkeypatch, Result(moved=moved)).moved == {}


def test_the_download_holds_everything_and_loads_nothing() -> None:
    page = standalone_html(SMALL, layout(SMALL, "s"), [Mark(("a",))], "Title")
    assert not re.search(r"""(src|href|action)\s*=\s*["']?\s*(https?:)?//""", page)
    assert "<link" not in page
    assert "default-src 'none'" in page
    assert "vis-network" in page
    assert page.encode("utf-8").decode("utf-8") == page


def test_hostile_text_stays_inert_in_the_download() -> None:
    graph = temporal_graph([EVIL, "b"], [(EVIL, "b", 0)])
    marks = [Mark((f"unknown {EVIL}",), ((EVIL, "b"),), "fault", EVIL)]
    page = standalone_html(graph, layout(graph, "s"), marks, EVIL)
    assert "<script>alert" not in page
    assert page.count("</script>") == 3
    stored = re.search(r'<script type="application/json" id="graph">(.*?)</script>', page, re.DOTALL)
    assert stored is not None
    assert json.loads(stored[1])["nodes"][0]["title"] == EVIL


def test_braces_in_a_title_are_text() -> None:
    assert "<h1>{data} {0}</h1>" in standalone_html(SMALL, layout(SMALL, "s"), (), "{data} {0}")


STILL = static_graph(["a", "b", "c"], [("a", "b", {"weight": 4}), ("b", "c", {"weight": 2})])


def test_a_static_graph_has_weights_and_no_word_of_times() -> None:
    data = data_of(STILL, [Mark(edges=(("a", "c"),), role="fault")])
    links = [edge for edge in data["edges"] if edge["id"].startswith("link")]
    assert [(edge["label"], edge["title"]) for edge in links] == [("4", "weight 4"), ("2", "weight 2")]
    assert data["title"] == "Graph of 3 nodes and 2 edges"
    assert [edge["label"] for edge in data["edges"] if edge["id"].startswith("fault")] == ["✕ no edge"]


def test_a_note_is_a_further_line_of_its_node() -> None:
    data = data_of(STILL, (), False, {"a": "1st\n→ 2", "zzz": "3rd"})
    assert [node["label"] for node in data["nodes"]] == ["a\n1st\n→ 2", "b", "c"]
    assert {node["shape"] for node in data["nodes"]} == {"box"}


def test_a_static_graph_takes_the_room_of_the_controls_too() -> None:
    assert data_of(STILL)["pixels"] > data_of(SMALL)["pixels"]
    assert f".canvas {{ height: {data_of(STILL)['pixels']}px; }}" in standalone_html(STILL, layout(STILL, "s"))
