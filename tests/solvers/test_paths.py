"""Chronological paths against brute force over the links, and the bound on the search for one."""

from __future__ import annotations

import random
import time
from itertools import combinations, islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import SearchError
from graphcore.graphs import TemporalGraph
from graphcore.solvers import paths
from graphcore.solvers.paths import LinkedTriples, chronological_path, chronological_paths, number_of_paths
from tests.tasks import meaning_dynamic as meaning

small = meaning.graphs()


@given(graph=small, length=st.integers(1, 5))
def test_all_of_a_length_are_found_each_once(graph: TemporalGraph, length: int) -> None:
    for start in graph.nodes:
        expected = [
            p for p in meaning.sequences(graph) if len(p) == length and p[0] == start and meaning.walkable(graph, p)
        ]
        found = list(chronological_paths(graph, start, length))
        assert sorted(map(repr, found)) == sorted(map(repr, expected))
        if length > 1:
            assert number_of_paths(graph, start, length) == len(expected)


@given(graph=meaning.graphs(most_nodes=6, most_links=12), length=st.integers(1, 7))
def test_one_is_the_first_of_all(graph: TemporalGraph, length: int) -> None:
    for start in graph.nodes:
        assert chronological_path(graph, start, length) == next(chronological_paths(graph, start, length), None)


def clique(size: int, *more: tuple[int, int]) -> TemporalGraph:
    """Nodes that are all linked at one time, and further links at that time."""
    nodes = range(max(size, *(node + 1 for link in more for node in link)) if more else size)
    return TemporalGraph(tuple(nodes), tuple((u, v, 1) for u, v in (*combinations(range(size), 2), *more)))


@pytest.mark.parametrize(
    ("graph", "length"),
    [(clique(9, (9, 10)), 11), (clique(25, (0, 25)), 26), (clique(8, (1, 8), (1, 9)), 10)],
    ids=["two nodes apart", "a dead end at the start", "two dead ends at one node"],
)
def test_no_path_is_found_out_without_trying_all(graph: TemporalGraph, length: int) -> None:
    assert chronological_path(graph, 0, length) is None


@pytest.mark.parametrize("size", [60, 400])
def test_a_hopeless_search_is_given_up_in_one_sentence(size: int) -> None:
    graph = clique(size, (1, size), (1, size + 1))
    start = time.process_time()
    with pytest.raises(SearchError, match=rf"^The search for a path of {size + 2} nodes .* take a smaller.*\.$"):
        chronological_path(graph, 0, size + 2)
    assert time.process_time() - start < 30


def test_what_can_be_asked_on_generated_graphs_is_never_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "SEARCH_LIMIT", paths.SEARCH_LIMIT // 10)
    rng = random.Random(3)
    for density in (0.02, 0.1, 0.5, 1):
        for span in (1, 60):
            links = [pair for pair in combinations(range(100), 2) if rng.random() < density]
            graph = TemporalGraph(tuple(range(100)), tuple((u, v, rng.randrange(span)) for u, v in links))
            for start in graph.nodes:
                chronological_path(graph, start, 4)


def test_long_chains_need_no_deep_stack() -> None:
    size = 3000
    graph = TemporalGraph(tuple(range(size)), tuple((n, n + 1, n) for n in range(size - 1)))
    assert chronological_path(graph, 0, size) == list(range(size))
    (path,) = islice(chronological_paths(graph, 0, size), 2)
    assert path == list(range(size))


@given(graph=small)
def test_linked_triples(graph: TemporalGraph) -> None:
    linked = [
        list(t) for t in permutations(graph.nodes, 3) if meaning.links(graph, *t[:2]) and meaning.links(graph, *t[1:])
    ]
    for chronological in (True, False):
        expected = [triple for triple in linked if meaning.walkable(graph, triple) == chronological]
        found = LinkedTriples(graph, chronological)
        assert sorted(found, key=repr) == sorted(expected, key=repr)
        assert len(found) == len(expected)
        assert found[:] == list(found) and found[::-1] == list(reversed(found))


def test_triples_of_a_dense_graph_are_counted_and_not_listed() -> None:
    found = LinkedTriples(clique(100), True)
    assert len(found) == 100 * 99 * 98
    assert found[0] == [0, 1, 2] and found[-1] == [99, 98, 97]
    with pytest.raises(IndexError):
        found[len(found)]
