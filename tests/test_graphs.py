"""Temporal graphs: what they answer, what they refuse, and their JSON."""

from __future__ import annotations

import json
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import GraphError
from graphcore.graphs import TemporalGraph, graph_from_json, is_node, temporal_graph
from tests.tasks import meaning_dynamic as meaning

LINKS = ((0, 1, 3), (1, 2, 1), (1, 0, 0))
GRAPH = TemporalGraph((0, 1, 2, 3), LINKS)
DIRECTED = TemporalGraph((0, 1, 2, 3), LINKS, True)
BOMB: Any = []
for _ in range(500):
    BOMB = [BOMB]


def test_times() -> None:
    assert GRAPH.times == (0, 1, 3)
    assert (GRAPH.times_of(0, 1), GRAPH.times_of(1, 0)) == ((0, 3), (0, 3))
    assert (DIRECTED.times_of(0, 1), DIRECTED.times_of(1, 0)) == ((3,), (0,))
    assert DIRECTED.met(0, 1) == DIRECTED.met(1, 0) == (0, 3)
    assert GRAPH.times_of(0, 3) == GRAPH.met(3, 0) == ()


def test_steps_are_in_time_order() -> None:
    assert GRAPH.steps_from(1) == ((0, 0), (2, 1), (0, 3))
    assert DIRECTED.steps_from(1) == ((0, 0), (2, 1))
    assert GRAPH.steps_from(3) == ()


def test_links_compare_whichever_way_if_undirected() -> None:
    assert GRAPH.key((1, 0, 3)) == GRAPH.key((0, 1, 3)) in GRAPH.links
    assert DIRECTED.key((1, 0, 3)) not in DIRECTED.links
    assert DIRECTED.key((1, 0, 0)) in DIRECTED.links


def test_until_keeps_the_nodes_and_the_links_so_far() -> None:
    early = DIRECTED.until(1)
    assert (early.nodes, early.edges, early.directed) == (DIRECTED.nodes, ((1, 2, 1), (1, 0, 0)), True)
    assert GRAPH.until(-1).edges == ()


def test_the_static_view_is_new_each_time() -> None:
    view = GRAPH.static()
    assert list(view) == [0, 1, 2, 3]
    assert view.edges[0, 1]["times"] == [0, 3]
    view.remove_node(1)
    assert GRAPH.static().has_edge(0, 1)
    assert isinstance(DIRECTED.static(), nx.DiGraph)
    assert DIRECTED.static().edges[1, 0]["times"] == [0]


def test_relabelling_keeps_order() -> None:
    named = GRAPH.relabelled({0: "b", 1: "a", 2: 7, 3: "c"})
    assert named == TemporalGraph(("b", "a", 7, "c"), (("b", "a", 3), ("a", 7, 1), ("a", "b", 0)))


@given(graph=meaning.graphs())
def test_times_are_those_of_the_links(graph: TemporalGraph) -> None:
    for u in graph.nodes:
        assert {(v, t) for v, t in graph.steps_from(u)} == {
            (v, t) for v in graph.nodes for t in meaning.links(graph, u, v)
        }
        for v in graph.nodes:
            assert list(graph.times_of(u, v)) == sorted(meaning.links(graph, u, v))
            assert list(graph.met(u, v)) == sorted(meaning.meetings(graph, u, v))


@given(graph=meaning.graphs())
def test_json_there_and_back_changes_nothing(graph: TemporalGraph) -> None:
    assert graph_from_json(json.loads(json.dumps(graph.to_json()))) == graph


def test_ids_keep_their_type_and_lists_their_order() -> None:
    data = {"kind": "temporal", "directed": True, "nodes": [2, "b", "01", 1], "edges": [["b", 2, 5], [1, "01", -1]]}
    assert graph_from_json(data).to_json() == data


def test_what_a_record_may_leave_out() -> None:
    assert graph_from_json({"edges": [[5, "x", 1], ["x", 2, 0]]}) == temporal_graph(
        [5, "x", 2], [(5, "x", 1), ("x", 2, 0)]
    )
    assert graph_from_json({"edges": [], "nodes": []}).to_json()["nodes"] == []


@pytest.mark.parametrize("value", [0, -3, 10**40, "a", " a ", "中"])
def test_nodes_are_whole_numbers_and_texts(value: object) -> None:
    assert is_node(value)


@pytest.mark.parametrize("value", [True, None, 1.0, "", "  ", "\n", [], {}, (1,)])
def test_nothing_else_is_a_node(value: object) -> None:
    assert not is_node(value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "A graph is an object"),
        ([], "A graph is an object"),
        ({}, '"edges" is missing'),
        ({"edges": {}}, '"edges" is missing'),
        ({"kind": "hyper", "edges": []}, "'hyper' is not known; give 'temporal' or 'static'."),
        ({"kind": ["temporal"], "edges": []}, "is not known"),
        ({"directed": "no", "edges": []}, '"directed" is neither'),
        ({"directed": 1, "edges": []}, '"directed" is neither'),
        ({"nodes": 3, "edges": []}, '"nodes" is not a list'),
        ({"nodes": [1, 1], "edges": []}, "read the same"),
        ({"nodes": [1, "1"], "edges": []}, "read the same"),
        ({"nodes": ["a b", "a  b"], "edges": []}, "read the same"),
        ({"nodes": [1.5], "edges": []}, "neither a whole number nor a text"),
        ({"nodes": [True], "edges": []}, "neither a whole number nor a text"),
        ({"nodes": [""], "edges": []}, "neither a whole number nor a text"),
        ({"nodes": [None], "edges": []}, "neither a whole number nor a text"),
        ({"nodes": [[0]], "edges": []}, "neither a whole number nor a text"),
        ({"nodes": [0, 1], "edges": [[0, 1]]}, "is not [u, v, t]"),
        ({"nodes": [0, 1], "edges": [[0, 1, 2, 3]]}, "is not [u, v, t]"),
        ({"nodes": [0, 1], "edges": ["012"]}, "is not [u, v, t]"),
        ({"nodes": [0, 1], "edges": [7]}, "is not [u, v, t]"),
        ({"nodes": [0, 1], "edges": [None]}, "is not [u, v, t]"),
        ({"nodes": [0, 1], "edges": [[0, 2, 1]]}, "not among the nodes"),
        ({"nodes": [0, 1], "edges": [[0, "1", 1]]}, "not among the nodes"),
        ({"nodes": [0, 1], "edges": [[0, [1], 1]]}, "not among the nodes"),
        ({"nodes": [0, 1], "edges": [[0, True, 1]]}, "not among the nodes"),
        ({"nodes": [0, 1], "edges": [[0, 1.0, 1]]}, "not among the nodes"),
        ({"edges": [[0, {}, 1]]}, "not among the nodes"),
        ({"nodes": [0, 1], "edges": [[0, 0, 1]]}, "joins a node with itself"),
        ({"nodes": [0, 1], "edges": [[0, 1, "1"]]}, "give a whole number"),
        ({"nodes": [0, 1], "edges": [[0, 1, 1.0]]}, "give a whole number"),
        ({"nodes": [0, 1], "edges": [[0, 1, float("nan")]]}, "give a whole number"),
        ({"nodes": [0, 1], "edges": [[0, 1, True]]}, "give a whole number"),
        ({"nodes": [0, 1], "edges": [[0, 1, None]]}, "give a whole number"),
        ({"nodes": [0, 1], "edges": [[0, 1, 1], [0, 1, 1]]}, "given twice"),
        ({"nodes": [0, 1], "edges": [[0, 1, 1], [1, 0, 1]]}, "given twice"),
        ({"nodes": [0, 1], "edges": BOMB}, "is not [u, v, t]"),
    ],
)
def test_unusable_graphs_are_refused_in_one_sentence(data: object, said: str) -> None:
    with pytest.raises(GraphError) as error:
        graph_from_json(data)
    text = str(error.value)
    assert said in text and text.endswith(".") and "\n" not in text and len(text) < 250


def test_both_ways_are_two_links_if_directed() -> None:
    assert len(temporal_graph([0, 1], [(0, 1, 1), (1, 0, 1)], True).edges) == 2


@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(["kind", "nodes", "edges", "directed", "x"]), inner)
        ),
        max_leaves=12,
    )
)
def test_any_json_is_a_graph_or_refused(data: object) -> None:
    try:
        graph = graph_from_json(data)
    except GraphError as error:
        assert str(error).endswith(".")
    else:
        assert graph_from_json(graph.to_json()) == graph
