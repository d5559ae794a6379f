"""The timeline: its frames, its traces, and that other people's text stays text."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import plotly.graph_objects as go
import pytest

from components.figure_timeline import timeline_figure
from components.frame import HEIGHT
from components.highlight import BANDS, ROLE_ORDER, Mark, Role
from components.theme import ROLES
from components.time_slider import windows
from graphcore.graphs import TemporalGraph, temporal_graph
from graphcore.layouts import layout

SMALL = temporal_graph(range(4), [(0, 1, 1), (1, 2, 1), (0, 1, 4), (2, 3, 3)])
HOSTILE = ["<b>x</b>", '<a href="http://evil.example">y</a>', "a & b", "line\nbreak"]


def build(graph: TemporalGraph, *args: Any) -> dict[str, Any]:
    return checked(timeline_figure(graph, layout(graph, "s"), *args))


def checked(figure: go.Figure) -> dict[str, Any]:
    """What a browser gets of a figure, after the look at every value that Plotly is spared in the app."""
    data: dict[str, Any] = json.loads(figure.to_json())
    go.Figure(data)
    return data


def dense(n: int, links: int, times: int, directed: bool = False) -> TemporalGraph:
    rng = random.Random(1)
    every = [(u, v, t) for u, v in combinations(range(n), 2) for t in range(times)]
    return temporal_graph(range(n), rng.sample(every, links), directed)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def named(figure: dict[str, Any], name: str) -> dict[str, Any]:
    return next(trace for trace in figure["data"] if trace.get("name") == name)


def segments_of(trace: dict[str, Any]) -> int:
    return trace["x"].count(None) if trace["x"] != [None] else 0


def frame_lines(figure: dict[str, Any], place: int = 0) -> list[int]:
    return [segments_of(frame["data"][place]) for frame in figure["frames"]]


def test_a_frame_for_every_time_even_an_empty_one() -> None:
    figure = build(SMALL)
    assert [frame["name"] for frame in figure["frames"]] == ["1", "2", "3", "4"]
    assert frame_lines(figure) == [2, 0, 1, 1]


def test_up_to_now_keeps_earlier_links_in_another_trace() -> None:
    figure = build(SMALL, (), "up to now")
    assert frame_lines(figure, 0) == [0, 2, 2, 2]
    assert frame_lines(figure, 1) == [2, 0, 1, 1]
    labels = [frame["data"][2]["text"] for frame in figure["frames"]]
    assert sorted(labels[0]) == ["1", "1"]
    assert sorted(labels[3]) == ["1", "1, 4", "3"]


@pytest.mark.parametrize("mode", ["instant", "up to now"])
@pytest.mark.parametrize("directed", [False, True])
def test_frames_change_the_same_few_traces_and_redraw(mode: str, directed: bool) -> None:
    graph = temporal_graph(SMALL.nodes, SMALL.edges, directed)
    figure = build(graph, (Mark((0,), ((0, 1),)), Mark((3,), ((0, 3),), "fault")), mode)
    places = {tuple(frame["traces"]) for frame in figure["frames"]}
    assert len(places) == 1
    assert len(next(iter(places))) < len(figure["data"]) / 2
    assert all(len(frame["data"]) == len(frame["traces"]) for frame in figure["frames"])
    for frame in figure["frames"]:
        for place, trace in zip(frame["traces"], frame["data"], strict=True):
            assert trace["type"] == figure["data"][place]["type"]
            assert ("text" in trace) == ("text" in figure["data"][place])
    steps = figure["layout"]["sliders"][0]["steps"]
    assert all(step["args"][1]["frame"]["redraw"] for step in steps)
    assert figure["layout"]["updatemenus"][0]["buttons"][0]["args"][1]["frame"]["redraw"]


@pytest.mark.parametrize(
    ("mode", "time", "active"),
    [("instant", None, 0), ("up to now", None, 3), ("instant", 3, 2), ("up to now", 2, 1), ("instant", 99, 0)],
)
def test_where_it_opens(mode: str, time: int | None, active: int) -> None:
    figure = build(SMALL, (), mode, False, time)
    assert figure["layout"]["sliders"][0]["active"] == active
    frame = figure["frames"][active]
    for place, trace in zip(frame["traces"], frame["data"], strict=True):
        assert figure["data"][place]["x"] == trace["x"]


@pytest.mark.parametrize(
    ("times", "names"),
    [
        ([0, 59], [str(t) for t in range(60)]),
        ([0, 1000, 5000], ["0", "1000", "5000"]),
        ([-2, 0], ["-2", "-1", "0"]),
        ([7], ["7"]),
        ([], []),
    ],
)
def test_windows(times: list[int], names: list[str]) -> None:
    graph = temporal_graph([0, 1], [(0, 1, t) for t in times])
    assert [window.name for window in windows(graph)] == names


def test_many_times_fall_into_stretches_that_cover_all() -> None:
    graph = temporal_graph([0, 1], [(0, 1, 3 * t) for t in range(200)])
    shown = windows(graph)
    assert len(shown) <= 60
    assert sorted(t for w in shown for t in graph.times if w.first <= t <= w.last) == list(graph.times)
    assert shown[0].name == "0 to 9"


@pytest.mark.parametrize("edges", [[], [(0, 1, 7)], [(0, 1, 7), (1, 2, 7)]], ids=["none", "one", "one time"])
@pytest.mark.parametrize("mode", ["instant", "up to now"])
def test_where_there_is_nothing_to_play_there_are_no_controls(edges: list[tuple[int, int, int]], mode: str) -> None:
    figure = build(temporal_graph(range(3), edges), (), mode)
    assert "sliders" not in figure["layout"]
    assert "updatemenus" not in figure["layout"]
    assert not figure.get("frames")


@pytest.mark.parametrize("n", [0, 1, 2, 12, 13, 100])
def test_any_number_of_nodes(n: int) -> None:
    edges = [(0, 1, 0)] if n > 1 else []
    assert build(temporal_graph(range(n), edges), (), "up to now")["layout"]["height"] == HEIGHT


@pytest.mark.parametrize("mode", ["instant", "up to now"])
def test_five_thousand_links_stay_light(mode: str) -> None:
    graph = dense(100, 5000, 60)
    text = timeline_figure(graph, layout(graph, "s"), (), mode).to_json()
    assert len(text) < 2_000_000


def test_too_many_labels_are_dropped_but_tell_on_hover() -> None:
    graph = dense(40, 400, 2)
    figure = build(graph)
    labels = figure["frames"][0]["data"][-1]
    assert labels["text"] == []
    hover = next(trace for trace in figure["data"] if trace.get("hovertext") and "linked at" in trace["hovertext"][0])
    assert len(hover["hovertext"]) == len({edge[:2] for edge in graph.edges})


def test_twenty_nodes_and_thirty_times_take_few_bytes() -> None:
    graph = dense(20, 60, 30)
    assert len(timeline_figure(graph, layout(graph, "s")).to_json()) < 30_000


@pytest.mark.parametrize("dark", [False, True])
def test_hostile_names_are_escaped_everywhere(dark: bool) -> None:
    graph = temporal_graph(HOSTILE, [(HOSTILE[0], HOSTILE[1], 0), (HOSTILE[2], HOSTILE[3], 1)])
    marks = (Mark(("<img src=x>",), ((HOSTILE[0], HOSTILE[3]),), "fault", "<i>label</i>"),)
    texts = list(strings(build(graph, marks, "instant", dark)))
    tags = {tag for text in texts for tag in re.findall(r"<[^>]*>?", text)}
    assert tags == {"<b>", "</b>", "<br>"}
    assert "&lt;b&gt;x&lt;/b&gt;" in texts
    assert "<b>&lt;i&gt;label&lt;/i&gt;</b>" in texts
    assert not any("<b>x" in text for text in texts)


def test_each_role_has_its_own_line_and_the_thick_one_lies_below() -> None:
    marks = tuple(Mark((0,), ((0, 1),), role) for role in ROLES)
    figure = build(SMALL, marks, "up to now")
    lines = {role: named(figure, look.word) for role, look in ROLES.items()}
    assert len({(line["line"]["width"], line["line"]["dash"]) for line in lines.values()}) == len(ROLES)
    order = [figure["data"].index(lines[role]) for role in ROLE_ORDER]
    assert order == sorted(order)
    assert lines["reference"]["line"]["width"] > lines["answer"]["line"]["width"]


@pytest.mark.parametrize("graph", [SMALL, dense(50, 400, 5), dense(100, 1500, 5)], ids=["small", "50", "100"])
@pytest.mark.parametrize("mode", ["instant", "up to now"])
@pytest.mark.parametrize("role", ROLES)
def test_marks_lie_over_all_links_but_their_own(graph: TemporalGraph, mode: str, role: Role) -> None:
    u, v, t = graph.edges[0]
    figure = build(graph, (Mark((u, v), ((u, v, t),), role),), mode, False, t)
    places = [n for n, trace in enumerate(figure["data"]) if trace.get("name", "").startswith("linked")]
    mark = figure["data"].index(named(figure, ROLES[role].word))
    above = [figure["data"][place] for place in places if place > mark]
    assert sum(map(segments_of, above)) == (1 if role in BANDS else 0)
    assert all(place in figure["frames"][0]["traces"] for place in places if place > mark)
    assert min(places) < mark


@pytest.mark.parametrize(("edges", "mode"), [((), "markers"), (((0, 1, 1),), "lines")], ids=["nodes", "a link, too"])
@pytest.mark.parametrize("role", ROLE_ORDER)
def test_a_role_stands_in_the_legend_once(role: Role, edges: tuple[tuple[int, ...], ...], mode: str) -> None:
    figure = build(SMALL, [Mark((0, 1), edges, role)])
    entries = [t for t in figure["data"] if t.get("name") == ROLES[role].word and t.get("showlegend", True)]
    assert [entry["mode"] for entry in entries] == [mode]


def test_marked_nodes_alone_take_one_trace() -> None:
    assert len(build(SMALL, [Mark((0, 1), (), "asked")])["data"]) == len(build(SMALL)["data"]) + 1


def test_the_more_links_the_thinner_they_are() -> None:
    graphs = [SMALL, dense(20, 100, 5), dense(50, 400, 5), dense(100, 1500, 5)]
    widths = [named(build(graph), "linked now")["line"]["width"] for graph in graphs]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 2 * widths[2] > 0


@pytest.mark.parametrize("names", [range(6), ["a" * n for n in range(5, 11)]], ids=["inside", "outside"])
def test_rings_and_names_have_room_in_pixels_at_both_sides(names: Sequence[Any]) -> None:
    graph = temporal_graph(names, [(names[0], names[1], 0), (names[1], names[2], 1)])
    figure = build(graph, [Mark((name,), (), "fault") for name in names])
    (ring,) = [trace for trace in figure["data"] if trace.get("marker", {}).get("symbol") == "circle-open"]
    margin, slider = figure["layout"]["margin"], figure["layout"]["sliders"][0]
    assert min(margin["l"], margin["r"]) >= (ring["marker"]["size"] + ring["marker"]["line"]["width"]) / 2
    assert min(margin["l"], margin["r"]) >= (0 if names == range(6) else 3.5 * max(map(len, names)))
    assert slider["pad"]["l"] > figure["layout"]["updatemenus"][0]["pad"]["l"]


def test_labels_at_the_sides_turn_inwards() -> None:
    graph = temporal_graph(range(4), [(0, 2, 0), (1, 3, 1)])
    positions = {0: (-1.0, 1.0), 1: (-1.0, -1.0), 2: (1.0, 1.0), 3: (1.0, -1.0)}
    fault = [Mark((), ((0, 1), (2, 3)), "fault", "✕ only the other way")]
    figure = json.loads(timeline_figure(graph, positions, fault).to_json())
    (labels,) = [trace for trace in figure["data"] if "way" in "".join(trace.get("text", []))]
    assert all(abs(x) < 1 for x in labels["x"])


def test_a_missing_edge_is_drawn_and_named_and_unknown_nodes_are_told() -> None:
    figure = build(SMALL, (Mark((99,), ((0, 3), (0, 77)), "fault"),))
    fault = named(figure, "fault")
    assert segments_of(fault) == 1
    assert any("<b>✕ no link</b>" in trace.get("text", []) for trace in figure["data"])
    assert figure["layout"]["annotations"][0]["text"] == "✕ not in the graph: 99, 77"


def test_arrow_heads_only_in_directed_graphs() -> None:
    heads = [t for t in build(SMALL)["data"] if t.get("marker", {}).get("symbol") == "arrow"]
    assert heads == []
    directed = temporal_graph([0, 1], [(0, 1, 0), (1, 0, 1)], directed=True)
    figure = build(directed)
    (head,) = [t for t in figure["data"] if t.get("marker", {}).get("symbol") == "arrow"]
    assert head["marker"]["angle"][0] % 360 == 180
    place = figure["frames"][1]["traces"].index(figure["data"].index(head))
    assert figure["frames"][1]["data"][place]["marker"]["angle"] == [0]


def test_long_names_are_cut_with_the_whole_on_hover() -> None:
    graph = temporal_graph(["a" * 40, "b"], [("a" * 40, "b", 0)])
    nodes = build(graph)["data"][-1]
    assert nodes["text"] == ["a" * 11 + "…", "b"]
    assert nodes["hovertext"] == ["a" * 40, "b"]


def test_names_of_any_script_and_dark_text() -> None:
    graph = temporal_graph(["Ἀθῆναι", "東京"], [("Ἀθῆναι", "東京", 0)])
    assert build(graph, (), "instant", True)["data"][-1]["text"] == ["Ἀθῆναι", "東京"]
