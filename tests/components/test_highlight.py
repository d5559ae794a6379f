"""Marks: what is drawn, what is said instead, and the reasons beside faults."""

from __future__ import annotations

import pytest

from components.highlight import (
    Mark,
    MarkedEdge,
    caption,
    marked_edges,
    marked_nodes,
    roles_shown,
    short,
    times_text,
    unknown_nodes,
)
from graphcore.graphs import static_graph, temporal_graph

GRAPH = temporal_graph([0, 1, 2, 3], [(0, 1, 0), (0, 1, 3), (1, 2, 2)])
DIRECTED = temporal_graph(["a", "b", "c"], [("a", "b", 1)], directed=True)


@pytest.mark.parametrize(
    ("edge", "reason"),
    [((0, 3), "✕ no link"), ((0, 3, 2), "✕ no link"), ((0, 1, 2), "✕ not at 2"), ((1, 0, 3), ""), ((1, 0), "")],
)
def test_a_fault_says_why_the_edge_is_not_there(edge: tuple[int, ...], reason: str) -> None:
    (found,) = marked_edges(GRAPH, [Mark(edges=(edge,), role="fault")], "fault")
    assert found == MarkedEdge(*sorted(edge[:2]), reason)


def test_the_label_given_wins() -> None:
    (found,) = marked_edges(GRAPH, [Mark(edges=((0, 3),), role="fault", label="t = 3 → 1")], "fault")
    assert found.label == "t = 3 → 1"


def test_labels_of_one_pair_are_joined() -> None:
    marks = [Mark(edges=((0, 1, 0),), role="step", label="t = 0"), Mark(edges=((1, 0, 3),), role="step", label="t = 3")]
    assert marked_edges(GRAPH, marks, "step") == (MarkedEdge(0, 1, "t = 0, t = 3"),)


def test_direction_binds_faults_only() -> None:
    against = (("b", "a", 1),)
    assert marked_edges(DIRECTED, [Mark(edges=against)], "reference") == (MarkedEdge("a", "b", ""),)
    fault = marked_edges(DIRECTED, [Mark(edges=against, role="fault")], "fault")
    assert fault == (MarkedEdge("b", "a", "✕ only the other way"),)


def test_only_the_role_asked_for() -> None:
    marks = [Mark((0,), ((0, 1),), "reference"), Mark((1,), ((1, 2),), "answer")]
    assert marked_nodes(GRAPH, marks, "answer") == (1,)
    assert marked_edges(GRAPH, marks, "reference") == (MarkedEdge(0, 1, ""),)
    assert roles_shown(reversed(marks)) == ("reference", "answer")


def test_unknown_nodes_and_loops_are_not_drawn_as_edges() -> None:
    marks = [Mark((7, 0, "Zed"), ((0, 7), (2, 2)), "fault")]
    assert marked_edges(GRAPH, marks, "fault") == ()
    assert marked_nodes(GRAPH, marks, "fault") == (0, 2)
    assert unknown_nodes(GRAPH, marks) == (7, "Zed")
    assert caption(GRAPH, marks) == "✕ not in the graph: 7, Zed"


def test_the_caption_is_empty_or_bounded() -> None:
    assert caption(GRAPH, [Mark((0,))]) == ""
    many = caption(GRAPH, [Mark(tuple("x" * 1000 + str(n) for n in range(100)), role="fault")])
    assert len(many) < 160
    assert many.endswith(", …")


@pytest.mark.parametrize(
    ("name", "shown"), [(7, "7"), ("Alexandria B", "Alexandria B"), ("a" * 13, "a" * 11 + "…"), ("a\n b", "a b")]
)
def test_short_names(name: object, shown: str) -> None:
    assert short(name) == shown


@pytest.mark.parametrize(("times", "text"), [([], ""), ([4], "4"), ([0, 3, 5], "0, 3, 5"), ([1, 2, 3, 9], "1, 2 … 9")])
def test_times(times: list[int], text: str) -> None:
    assert times_text(times) == text


@pytest.mark.parametrize(
    ("directed", "edge", "reason"),
    [(False, (0, 2), "✕ no edge"), (False, (1, 0), ""), (True, (1, 0), "✕ only the other way"), (True, (0, 1), "")],
)
def test_a_fault_in_a_static_graph_speaks_of_edges(directed: bool, edge: tuple[int, int], reason: str) -> None:
    graph = static_graph([0, 1, 2], [(0, 1, {"weight": 4})], directed)
    (found,) = marked_edges(graph, [Mark(edges=(edge,), role="fault")], "fault")
    assert found.label == reason
