"""Exact algorithms against brute force over the links."""

from __future__ import annotations

import time
from itertools import combinations, pairwise, permutations

from hypothesis import given
from hypothesis import strategies as st

from graphcore.graphs import TemporalGraph
from graphcore.solvers.exact import (
    connecting_path,
    connections,
    first_closure,
    first_connection,
    neighbors_at,
    new_neighbors,
    reached,
    triads,
    walk,
)
from tests.tasks import meaning_dynamic as meaning

small = meaning.graphs()


@given(graph=small)
def test_first_connection(graph: TemporalGraph) -> None:
    for u, v in permutations(graph.nodes, 2):
        expected = next((t for t in meaning.all_times(graph) if meaning.connected(graph, u, v, t)), None)
        assert first_connection(graph, u, v) == connections(graph, u).get(v) == expected


@given(graph=small)
def test_connections_come_in_the_order_of_time(graph: TemporalGraph) -> None:
    for u in graph.nodes:
        found = connections(graph, u)
        assert list(found.values()) == sorted(found.values())
        assert found[u] == graph.times[0]


@given(graph=small, until=st.integers(-2, 4))
def test_connecting_paths_hold_and_are_shortest(graph: TemporalGraph, until: int) -> None:
    for u, v in permutations(graph.nodes, 2):
        path = connecting_path(graph, u, v, until)
        connected = meaning.connected(graph, u, v, until)
        assert bool(path) == connected == (v in reached(graph, u, until))
        if path:
            assert (path[0][0], path[-1][1]) == (u, v)
            assert all(a[1] == b[0] for a, b in pairwise(path))
            assert all(t <= until and t in meaning.links(graph, a, b) for a, b, t in path)
            between = [n for n in graph.nodes if n not in (u, v)]
            assert not any(
                all(
                    any(t <= until for t in meaning.links(graph, a, b))
                    for a, b in zip((u, *mid), (*mid, v), strict=True)
                )
                for size in range(len(path) - 1)
                for mid in permutations(between, size)
            )


@given(graph=small)
def test_first_closure(graph: TemporalGraph) -> None:
    for triad in permutations(graph.nodes, 3):
        expected = next((t for t in meaning.all_times(graph) if meaning.closed(graph, triad, t)), None)
        assert first_closure(graph, list(triad)) == expected


@given(graph=small)
def test_triads_are_all_of_their_kind_and_each_once(graph: TemporalGraph) -> None:
    for pairs in (2, 3):
        expected = [
            list(triad)
            for triad in combinations(graph.nodes, 3)
            if sum(bool(meaning.meetings(graph, u, v)) for u, v in combinations(triad, 2)) == pairs
        ]
        assert triads(graph, pairs) == expected


@given(graph=small, at=st.integers(-2, 5))
def test_neighbours(graph: TemporalGraph, at: int) -> None:
    for node in graph.nodes:
        meetings = {v: meaning.meetings(graph, node, v) for v in graph.nodes}
        assert neighbors_at(graph, node, at) == [v for v in graph.nodes if at in meetings[v]]
        assert new_neighbors(graph, node, at) == [
            v for v in graph.nodes if any(t >= at for t in meetings[v]) and not any(t < at for t in meetings[v])
        ]


@given(graph=small)
def test_walks_take_the_earliest_links(graph: TemporalGraph) -> None:
    for path in meaning.sequences(graph):
        if len(path) in (2, 3, 4):
            walked = walk(graph, path)
            assert (walked is not None) == meaning.walkable(graph, path)
            if walked:
                assert walked[0][2] == min(meaning.links(graph, path[0], path[1]))
                assert [t for _, _, t in walked] == sorted(t for _, _, t in walked)


def test_long_chains_need_no_deep_stack() -> None:
    size = 3000
    graph = TemporalGraph(tuple(range(size)), tuple((n, n + 1, n) for n in range(size - 1)))
    start = time.process_time()
    assert first_connection(TemporalGraph((0, 1, 2), ((0, 1, 10**12), (1, 2, -5))), 0, 2) == 10**12
    assert len(connecting_path(graph, 0, size - 1, size)) == size - 1
    assert time.process_time() - start < 30


def test_as_many_times_as_links_cost_little() -> None:
    size = 20_000
    graph = TemporalGraph(tuple(range(size)), tuple((n, n + 1, n) for n in range(size - 1)))
    start = time.process_time()
    assert first_connection(graph, 0, size - 1) == size - 2
    assert time.process_time() - start < 30
