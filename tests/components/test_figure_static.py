"""The picture of a static graph: edges with what they weigh, marks, notes, and the frame of the timeline."""

from __future__ import annotations

import json
import math
import random
import re
from itertools import combinations
from typing import Any

import pytest

from components.edge_labels import MAX_LABELS, labels_left_out
from components.figure_static import static_figure
from components.figure_timeline import timeline_figure
from components.frame import HALF_WIDTH, HEIGHT, half_height
from components.highlight import Mark, Role
from components.plotly_traces import ROLE_LINES
from components.theme import ROLES
from graphcore.graphs import StaticGraph, static_graph, temporal_graph
from graphcore.layouts import layout
from tests.components.test_figure_timeline import HOSTILE, checked, named, segments_of, strings

WEIGHED = static_graph(range(4), [(0, 1, {"weight": 4}), (1, 2, {"weight": 2.5}), (2, 3, {"weight": 10})])


def build(graph: StaticGraph, *args: Any) -> dict[str, Any]:
    return checked(static_figure(graph, layout(graph, "s"), *args))


def dense(n: int, edges: int, directed: bool = False) -> StaticGraph:
    rng = random.Random(1)
    pairs = rng.sample(list(combinations(range(n), 2)), edges)
    return static_graph(range(n), [(u, v, {"weight": rng.randint(1, 10)}) for u, v in pairs], directed)


def texts(figure: dict[str, Any]) -> list[str]:
    """All that is written but the names of nodes."""
    return [text for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]]


def test_every_edge_has_a_line_and_its_weight_and_there_is_nothing_to_play() -> None:
    figure = build(WEIGHED)
    assert segments_of(named(figure, "edge and its weight")) == 3
    assert sorted(texts(figure)) == ["10", "2.5", "4"]
    assert not figure.get("frames")
    assert not {"sliders", "updatemenus"} & set(figure["layout"])


def test_no_word_speaks_of_times_or_links() -> None:
    marks = [Mark((0,), ((0, 3), (0, 1)), "fault"), Mark((), ((1, 2),))]
    said = " ".join(strings(build(WEIGHED, marks)))
    assert "✕ no edge" in said
    assert not re.search(r"\blink|\btime", said)


def test_it_has_the_scale_and_the_middle_of_a_timeline() -> None:
    over_time = temporal_graph(range(4), [(0, 1, 1), (1, 2, 1), (2, 3, 3)])
    still, moving = build(WEIGHED)["layout"], json.loads(timeline_figure(over_time, layout(over_time, "s")).to_json())
    for axis in ("xaxis", "yaxis"):
        assert still[axis] == moving["layout"][axis]
    assert still["height"] == moving["layout"]["height"] == HEIGHT


@pytest.mark.parametrize("directed", [False, True])
def test_edges_have_heads_only_where_they_have_a_direction(directed: bool) -> None:
    heads = [t for t in build(dense(6, 8, directed))["data"] if t.get("marker", {}).get("symbol") == "arrow"]
    assert sum(len(head["x"]) for head in heads) == (8 if directed else 0)


def test_opposite_edges_run_side_by_side_each_with_its_own_weight() -> None:
    both = static_graph([0, 1], [(0, 1, {"weight": 3}), (1, 0, {"weight": 8})], directed=True)
    line = named(build(both), "edge and its weight")
    assert line["x"][0] != line["x"][4]
    assert sorted(texts(build(both))) == ["3", "8"]


def test_of_many_edges_those_that_matter_keep_their_weights_and_a_sentence_tells() -> None:
    graph = dense(20, 90)
    u, v = graph.pairs[7]
    marks = [Mark((u,), (), "asked"), Mark((), ((u, v),))]
    shown = texts(build(graph, marks))
    assert len(graph.neighbors(u)) == len(shown) < MAX_LABELS
    assert labels_left_out(graph, marks).startswith(f"{len(shown)} of 90 weights are written; point at an edge")
    assert labels_left_out(WEIGHED, marks) == ""
    hovers = [text for trace in build(graph, marks)["data"] for text in trace.get("hovertext", []) if "weight" in text]
    assert set(hovers) == {f"{u} – {v}<br>weight {graph.weight(u, v)}" for u, v in graph.pairs}


def test_weights_keep_apart_from_each_other_and_from_nodes() -> None:
    graph = dense(10, 14)
    spots = [
        (x, y) for t in build(graph)["data"] if t.get("mode") == "text" for x, y in zip(t["x"], t["y"], strict=True)
    ]
    assert len(spots) == 14
    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) > 0.06
    assert min(math.dist(a, b) for a in spots for b in layout(graph, "s").values()) > 0.1


@pytest.mark.parametrize("n", [1, 2, 5, 12, 13, 35])
@pytest.mark.parametrize("rows", [1, 2])
def test_notes_stand_beside_their_nodes_where_they_can_be_seen(n: int, rows: int) -> None:
    graph = dense(n, min(2 * n, n * (n - 1) // 2))
    notes = {node: "\n".join(["[12, 34]"] * rows) for node in graph.nodes}
    (trace,) = [t for t in build(graph, (), notes)["data"] if t.get("mode") == "text" and "[12" in "".join(t["text"])]
    assert trace["text"] == ["<br>".join(["[12, 34]"] * rows)] * n
    for node, x, y in zip(graph.nodes, trace["x"], trace["y"], strict=True):
        assert abs(x) <= HALF_WIDTH and abs(y) <= half_height(graph)
        assert 0.05 < math.dist((x, y), layout(graph, "s")[node]) < 0.5


def test_notes_of_unknown_nodes_are_left_out() -> None:
    assert texts(build(static_graph([0, 1], [(0, 1)]), (), {7: "1st", 0: "2nd"})) == ["2nd"]


@pytest.mark.parametrize("role", ROLES)
def test_marks_lie_over_all_edges(role: Role) -> None:
    figure = build(dense(35, 200), [Mark((), (dense(35, 200).pairs[0],), role)])
    names = [trace.get("name") for trace in figure["data"]]
    assert names.index(ROLES[role].word) > names.index("edge and its weight")


@pytest.mark.parametrize("role", ROLES)
def test_of_many_marked_edges_each_is_thinner_but_never_hidden(role: Role) -> None:
    graph = dense(30, 200)
    widths = []
    for count in (1, 15, 30, 200):
        (line,) = [
            trace["line"]
            for trace in build(graph, [Mark((), tuple(graph.pairs[:count]), role)])["data"]
            if trace.get("name") == ROLES[role].word and trace.get("mode") == "lines"
        ]
        widths.append(line["width"])
    assert widths[0] == widths[1] == ROLE_LINES[role]["width"]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 4


def test_the_flow_along_an_edge_takes_the_place_of_its_capacity() -> None:
    graph = static_graph([0, 1, 2], [(0, 1, {"capacity": 5}), (1, 2, {"capacity": 4})], directed=True)
    assert sorted(texts(build(graph, [Mark((), ((0, 1),), "reference", "3 of 5")]))) == ["4", "<b>3 of 5</b>"]


@pytest.mark.parametrize("dark", [False, True])
def test_hostile_names_relations_and_notes_are_escaped(dark: bool) -> None:
    graph = static_graph(HOSTILE, [(HOSTILE[0], HOSTILE[1], {"relation": "<i>r</i>"}), (HOSTILE[2], HOSTILE[3])])
    marks = (Mark(("<img src=x>",), ((HOSTILE[0], HOSTILE[3]),), "fault", "<i>label</i>"),)
    found = list(strings(build(graph, marks, {HOSTILE[0]: "<u>n</u>\nx"}, dark)))
    assert {tag for text in found for tag in re.findall(r"<[^>]*>?", text)} == {"<b>", "</b>", "<br>"}
    assert "&lt;i&gt;r&lt;/i&gt;" in found
    assert "&lt;u&gt;n&lt;/u&gt;<br>x" in found
