"""The timeline: its frames, its traces, and that other people's text stays text."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from components.figure_timeline import escape, timeline_figure
from components.highlight import Mark
from components.theme import ROLES
from components.time_slider import windows
from graphcore.graphs import TemporalGraph, temporal_graph
from graphcore.layouts import layout

SMALL = temporal_graph(range(4), [(0, 1, 1), (1, 2, 1), (0, 1, 4), (2, 3, 3)])
HOSTILE = ["<b>x</b>", '<a href="http://evil.example">y</a>', "a & b", "line\nbreak"]


def build(graph: TemporalGraph, *args: Any) -> dict[str, Any]:
    return json.loads(timeline_figure(graph, layout(graph, "s"), *args).to_json())


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


def test_a_graph_without_links_has_no_controls() -> None:
    figure = build(temporal_graph(range(3), []))
    assert "sliders" not in figure["layout"]
    assert not figure.get("frames")


@pytest.mark.parametrize("n", [0, 1, 2, 12, 13, 100])
def test_any_number_of_nodes(n: int) -> None:
    edges = [(0, 1, 0)] if n > 1 else []
    assert build(temporal_graph(range(n), edges), (), "up to now")["layout"]["height"] == 480


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


def test_escape() -> None:
    assert escape("<a & b>") == "&lt;a &amp; b&gt;"


def test_each_role_has_its_own_line_and_the_thick_one_lies_below() -> None:
    marks = tuple(Mark((0,), ((0, 1),), role) for role in ROLES)
    figure = build(SMALL, marks, "up to now")
    lines = {role: named(figure, look.word) for role, look in ROLES.items()}
    assert len({(line["line"]["width"], line["line"]["dash"]) for line in lines.values()}) == len(ROLES)
    order = [figure["data"].index(lines[role]) for role in ("step", "reference", "answer", "fault")]
    assert order == sorted(order)
    assert lines["reference"]["line"]["width"] > lines["answer"]["line"]["width"]
    assert order[1] < figure["data"].index(named(figure, "linked now")) < order[2]


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
