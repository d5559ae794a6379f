"""Static graphs: what they answer, what they refuse, and their JSON."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import GraphError
from graphcore.graphs import StaticGraph, graph_from_json, static_graph
from tests.tasks import meaning_static as meaning

EDGES = ((2, 0, {"weight": 4}), (0, 1), (1, 2, {"weight": 0.5}))
GRAPH = static_graph(range(4), EDGES)
DIRECTED = static_graph(range(4), EDGES, directed=True)


def test_neighbours_are_in_node_order_and_follow_direction() -> None:
    assert GRAPH.neighbors(0) == (1, 2)
    assert (DIRECTED.neighbors(0), DIRECTED.neighbors(2)) == ((1,), (0,))
    assert GRAPH.neighbors(3) == DIRECTED.neighbors(3) == ()


def test_edges_compare_whichever_way_if_undirected() -> None:
    assert GRAPH.has_edge(0, 2) and GRAPH.has_edge(2, 0)
    assert DIRECTED.has_edge(2, 0) and not DIRECTED.has_edge(0, 2)
    assert not GRAPH.has_edge(0, 3)
    assert GRAPH.pairs == ((2, 0), (0, 1), (1, 2))


def test_what_edges_carry() -> None:
    assert GRAPH.attributes(0, 2) == {"weight": 4}
    assert GRAPH.attributes(0, 1) == GRAPH.attributes(0, 3) == DIRECTED.attributes(0, 2) == {}
    assert [GRAPH.weight(u, v) for u, v in GRAPH.pairs] == [4, 1, 0.5]
    pipes = static_graph("ab", [("a", "b", {"capacity": 3})], directed=True)
    assert (pipes.capacity("a", "b"), pipes.capacity("b", "a")) == (3, 0)
    assert GRAPH.capacity(0, 1) == 1


@pytest.mark.parametrize(
    ("attributes", "measure"),
    [({}, None), ({"weight": 0}, "weight"), ({"capacity": 2}, "capacity"), ({"relation": "likes"}, None)],
)
def test_the_measure_is_the_number_that_edges_carry(attributes: dict[str, Any], measure: str | None) -> None:
    assert static_graph("abc", [("a", "b"), ("b", "c", attributes)]).measure == measure


def test_the_networkx_view_is_new_each_time() -> None:
    view = GRAPH.static()
    assert list(view) == [0, 1, 2, 3]
    assert view.edges[0, 2] == {"weight": 4}
    view.edges[0, 2]["weight"] = 9
    view.remove_node(1)
    assert GRAPH.static().edges[0, 2] == {"weight": 4} and GRAPH.static().has_edge(0, 1)
    assert isinstance(DIRECTED.static(), nx.DiGraph)


def test_relabelling_keeps_order_and_what_edges_carry() -> None:
    named = GRAPH.relabelled({0: "b", 1: "a", 2: 7, 3: "c"})
    assert named == static_graph(["b", "a", 7, "c"], [(7, "b", {"weight": 4}), ("b", "a"), ("a", 7, {"weight": 0.5})])


@given(graph=meaning.graphs(measure="weight"))
def test_edges_are_those_that_were_given(graph: StaticGraph) -> None:
    for u, v in permutations(graph.nodes, 2):
        carried = meaning.weights(graph, u, v)
        assert graph.has_edge(u, v) == bool(carried) == (v in graph.neighbors(u))
        assert not carried or graph.weight(u, v) == carried[0]


@given(graph=meaning.graphs(measure="weight") | meaning.graphs())
def test_json_there_and_back_changes_nothing(graph: StaticGraph) -> None:
    back = graph_from_json(json.loads(json.dumps(graph.to_json())))
    assert back == graph and hash(back) == hash(graph)
    assert back.to_json() == graph.to_json()


def test_ids_keep_their_type_and_lists_their_order() -> None:
    edges = [["b", 2], [1, "01", {"weight": 4}], [2, 1, {"capacity": 2.5, "relation": "feeds"}]]
    data = {"kind": "static", "directed": True, "nodes": [2, "b", "01", 1], "edges": edges}
    assert graph_from_json(data).to_json() == data


def test_what_a_record_may_leave_out() -> None:
    graph = graph_from_json({"kind": "static", "edges": [[3, 1], ["x", 3]]})
    assert (graph.nodes, graph.directed, graph.kind) == ((3, 1, "x"), False, "static")


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ([[0]], "neither [u, v] nor"),
        ([[0, 1, 2]], "neither [u, v] nor"),
        ([[0, 1, {}, {}]], "neither [u, v] nor"),
        (["01"], "neither [u, v] nor"),
        ([7], "neither [u, v] nor"),
        ([[0, 9]], "has an end 9 that is not among the nodes"),
        ([[0, True]], "has an end True that is not among the nodes"),
        ([[0, [1]]], "has an end [1] that is not among the nodes"),
        ([[1, 1]], "joins a node with itself"),
        ([[0, 1], [1, 0]], "is given twice"),
        ([[0, 1, {"weight": -1}]], "has the weight -1; give 0 or a number from"),
        ([[0, 1, {"weight": "4"}]], "has the weight '4'; give 0 or a number"),
        ([[0, 1, {"weight": True}]], "has the weight True; give 0 or a number"),
        ([[0, 1, {"capacity": float("inf")}]], "has the capacity inf; give 0 or a number"),
        ([[0, 1, {"weight": float("nan")}]], "has the weight nan; give 0 or a number"),
        ([[0, 1, {"weight": 10**400}]], "give 0 or a number from 1e-15 to 1,000,000,000,000,000."),
        ([[0, 1, {"weight": 1e308}]], "has the weight 1e+308; give 0 or a number"),
        ([[0, 1, {"capacity": 1e-320}]], "has the capacity 1e-320; give 0 or a number"),
        ([[0, 1, {"relation": 3}]], "has the relation 3; give a text."),
        ([[0, 1, {"colour": "red"}]], "has an unknown 'colour'; give weight, capacity or relation."),
    ],
)
def test_unusable_edges_are_refused_in_one_sentence(edges: list[Any], said: str) -> None:
    with pytest.raises(GraphError) as error:
        graph_from_json({"kind": "static", "nodes": [0, 1, 2], "edges": edges})
    text = str(error.value)
    assert said in text and text.endswith(".") and "\n" not in text


@pytest.mark.parametrize("nodes", [[0, 0], [1, "1"], ["a b", "a  b"], [None], [""], [1.5]])
def test_unusable_nodes_are_refused_in_one_sentence(nodes: list[Any]) -> None:
    with pytest.raises(GraphError, match=r"^The nodes? .*\.$"):
        static_graph(nodes, [])


def test_an_edge_and_its_reverse_are_two_only_if_directed() -> None:
    assert len(static_graph([0, 1], [(0, 1), (1, 0)], directed=True).edges) == 2


@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["weight", "relation", "x"]), inner)
        ),
        max_leaves=12,
    )
)
def test_any_edges_are_a_graph_or_refused(data: object) -> None:
    try:
        graph = graph_from_json({"kind": "static", "edges": data})
    except GraphError as error:
        assert str(error).endswith(".")
    else:
        assert graph_from_json(graph.to_json()) == graph
