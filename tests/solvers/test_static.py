"""Exact algorithms on static graphs against brute force over edges and orders, and their bounds."""

from __future__ import annotations

import random
import time
from itertools import combinations, pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.graphs import StaticGraph, static_graph
from graphcore.solvers import static
from graphcore.solvers.static import (
    components,
    distances,
    find_cycle,
    path_rank,
    path_to,
    peeled,
    search_tree,
    sources_first,
    topological_order,
    turned,
)
from graphcore.tasks.shortest_path import random_path, weight_of
from tests.tasks import meaning_static as meaning

small = meaning.graphs(least_nodes=1)
weighted = meaning.graphs(measure="weight")


@given(graph=small)
def test_a_search_reaches_what_paths_lead_to_by_the_fewest_edges(graph: StaticGraph) -> None:
    for u in graph.nodes:
        tree = search_tree(graph, u)
        for v in graph.nodes:
            paths = meaning.simple_paths(graph, u, v) if u != v else [[u]]
            assert (v in tree) == bool(paths)
            if paths:
                path = path_to(tree, v)
                assert path in paths
                assert len(path) == min(map(len, paths))


@given(graph=small)
def test_a_search_without_some_nodes_is_one_of_the_rest(graph: StaticGraph) -> None:
    for u, gone in permutations(graph.nodes, 2):
        rest = [node for node in graph.nodes if node != gone]
        part = static_graph(rest, (edge for edge in graph.edges if gone not in edge[:2]), graph.directed)
        assert search_tree(graph, u, without=frozenset([gone])) == search_tree(part, u)


@given(graph=meaning.graphs(directed=False, most_nodes=8))
def test_components_and_peeling(graph: StaticGraph) -> None:
    expected = {frozenset(part) for part in nx.connected_components(graph.static())}
    found = components(graph)
    assert {frozenset(part) for part in found} == expected
    assert len(found) == len(expected)
    rest = set(graph.nodes).difference(*peeled(graph))
    assert rest == set(nx.k_core(graph.static(), 2))


@given(graph=meaning.graphs(directed=False))
def test_a_cycle_is_found_where_there_is_one(graph: StaticGraph) -> None:
    cycle = find_cycle(graph)
    assert (cycle is not None) == meaning.cyclic(graph)
    if cycle:
        assert len(cycle) == len(set(cycle)) >= 3
        assert meaning.walkable(graph, [*cycle, cycle[0]])


@given(graph=meaning.graphs(directed=True, least_nodes=1))
def test_topological_orders(graph: StaticGraph) -> None:
    orders = meaning.orders(graph)
    order = topological_order(graph)
    assert order in orders if orders else order is None
    placed: set[object] = set()
    for now in sources_first(graph):
        assert all({u for u, v in graph.pairs if v == node} <= placed for node in now)
        placed |= set(now)


@given(graph=weighted)
def test_distances_and_their_paths_are_least(graph: StaticGraph) -> None:
    for u in graph.nodes:
        found = distances(graph, u)
        assert list(found.distance.values()) == sorted(found.distance.values())
        for v in graph.nodes:
            paths = meaning.simple_paths(graph, u, v) if u != v else [[u]]
            assert (v in found.distance) == bool(paths)
            if paths:
                least = min(meaning.length(graph, path) for path in paths)
                lightest = [path for path in paths if meaning.length(graph, path) == least]
                assert found.distance[v] == least
                assert found.hops[v] == min(map(len, lightest)) - 1
                path = path_to(found.before, v)
                assert path in lightest and len(path) == found.hops[v] + 1
                assert weight_of(graph, path) == least


@given(graph=weighted)
def test_the_rank_of_a_path_is_one_more_than_the_lighter_ones(graph: StaticGraph) -> None:
    u, v = graph.nodes[:2]
    paths = meaning.simple_paths(graph, u, v)
    totals = [meaning.length(graph, path) for path in paths]
    for total in totals:
        assert path_rank(graph, u, v, total) == (sum(other < total for other in totals) + 1, True)


def test_a_rank_that_takes_too_long_is_a_lower_bound() -> None:
    graph = static_graph(range(14), combinations(range(14), 2))
    start = time.process_time()
    rank, counted = path_rank(graph, 0, 13, 13)
    assert not counted and 1 < rank <= 1_000_000_000
    assert time.process_time() - start < 10


def test_sums_that_are_equal_but_for_rounding_are_equal() -> None:
    """0.1 + 0.2 is no lighter than 0.3, and 0.3 no lighter than it."""
    edges = [(0, 1, {"weight": 0.1}), (1, 3, {"weight": 0.2}), (0, 2, {"weight": 0.3}), (2, 3, {"weight": 0})]
    graph = static_graph(range(4), edges)
    assert path_rank(graph, 0, 3, weight_of(graph, [0, 1, 3])) == (1, True)
    assert path_rank(graph, 0, 3, weight_of(graph, [0, 2, 3])) == (1, True)


@given(graph=small)
def test_a_turned_graph_has_every_edge_the_other_way(graph: StaticGraph) -> None:
    back = turned(graph)
    for u, v in permutations(graph.nodes, 2):
        assert back.has_edge(v, u) == graph.has_edge(u, v)


@given(graph=small, seed=st.integers(0, 99))
def test_a_random_path_is_one_if_there_is_one(graph: StaticGraph, seed: int) -> None:
    for u, v in list(permutations(graph.nodes, 2))[:6]:
        paths = meaning.simple_paths(graph, u, v)
        path = random_path(graph, u, v, random.Random(seed))
        assert path in paths if paths else path == []


@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_long_chains_need_no_deep_stack_and_little_time(directed: bool) -> None:
    size = 20_000
    graph = static_graph(range(size), pairwise(range(size)), directed)
    start = time.process_time()
    assert len(search_tree(graph, 0)) == len(distances(graph, 0).distance) == size
    assert path_to(search_tree(graph, 0), size - 1) == list(range(size))
    if directed:
        assert topological_order(graph) == list(range(size))
    assert path_rank(graph, 0, size - 1, size - 1) == (1, True)
    assert time.process_time() - start < 20


def test_the_bound_on_a_rank_is_that_of_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = static_graph(range(6), combinations(range(6), 2))
    assert path_rank(graph, 0, 5, 99)[1]
    monkeypatch.setattr(static, "RANK_LIMIT", 10)
    assert not path_rank(graph, 0, 5, 99)[1]
