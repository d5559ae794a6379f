"""Hamilton paths against brute force, the proof that there is none, and the time that hard graphs take."""

from __future__ import annotations

import random
import time
from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcore.errors import SearchError
from graphcore.generators.static import plain
from graphcore.graphs import StaticGraph, static_graph
from graphcore.solvers import hamilton
from graphcore.solvers.hamilton import hamilton_path, hamilton_walk, is_overstrained
from graphcore.tasks.hamilton_path import _without
from tests.tasks import meaning_static as meaning


def shuffled(graph: nx.Graph, seed: int) -> StaticGraph:
    """`graph` with its nodes numbered at random."""
    nodes = list(range(len(graph)))
    random.Random(seed).shuffle(nodes)
    return plain(nx.relabel_nodes(graph, dict(zip(list(graph), nodes, strict=True))))


@given(graph=meaning.graphs(most_nodes=6, least_nodes=1))
def test_a_path_is_found_where_there_is_one(graph: StaticGraph) -> None:
    paths = meaning.hamilton_paths(graph)
    path = hamilton_path(graph)
    assert (list(path) in paths) if path is not None else not paths


@given(graph=meaning.graphs(most_nodes=7, directed=False))
@settings(max_examples=60)
def test_a_proof_that_there_is_none_is_true(graph: StaticGraph) -> None:
    if is_overstrained(graph):
        assert not meaning.hamilton_paths(graph)


@given(graph=meaning.graphs(most_nodes=6))
def test_a_walk_goes_along_edges_and_ends_in_the_path(graph: StaticGraph) -> None:
    path: list[object] = []
    for node in hamilton_walk(graph):
        if node is None:
            path.pop()
        else:
            assert node not in path and (not path or graph.has_edge(path[-1], node))
            path.append(node)
    assert tuple(path) == (hamilton_path(graph) or ())


def test_no_nodes_and_one_node() -> None:
    assert hamilton_path(static_graph([], [])) == ()
    assert hamilton_path(static_graph(["a"], [])) == ("a",)


@given(seed=st.integers(0, 10**6), n=st.integers(2, 8), p=st.sampled_from([0.3, 0.7, 1]))
def test_what_is_cut_apart_has_no_path(seed: int, n: int, p: float) -> None:
    rng = random.Random(seed)
    graph = plain(_without(nx.gnp_random_graph(n, p, seed=rng), rng))
    assert hamilton_path(graph) is None
    assert n > 6 or not meaning.hamilton_paths(graph)


def hard() -> dict[str, StaticGraph]:
    """Graphs of 30 and 35 nodes at which a plain search would be given up, or nearly."""
    found = {}
    for n in (30, 35):
        for p in (0.5, 0.8):
            base = nx.gnp_random_graph(n, p, seed=n)
            found |= {f"{n} cut apart, {p}, {k}": plain(_without(base, random.Random(k))) for k in range(6)}
        few = n // 2 - 1
        found[f"{n} bipartite"] = shuffled(nx.complete_bipartite_graph(few, n - few), 3)
        apart = nx.disjoint_union_all([nx.complete_graph(n // 3)] * 3)
        apart.add_edges_from((len(apart), side) for side in (0, n // 3, 2 * (n // 3)))
        found[f"{n} three cliques at a node"] = shuffled(apart, 4)
    return found


HARD = hard()


@pytest.mark.parametrize("name", list(HARD))
def test_hard_graphs_without_a_path_take_less_than_a_second(name: str) -> None:
    start = time.process_time()
    assert hamilton.hamilton_path.__wrapped__(HARD[name]) is None
    assert time.process_time() - start < 1


@pytest.mark.parametrize("p", [0.12, 0.2, 0.3, 0.5])
def test_random_graphs_of_the_largest_size_take_less_than_a_second(p: float) -> None:
    for seed in range(8):
        graph = plain(nx.gnp_random_graph(35, p, seed=seed))
        start = time.process_time()
        path = hamilton_path(graph)
        assert time.process_time() - start < 1
        if path is not None:
            assert sorted(path) == list(range(35))
            assert all(graph.has_edge(u, v) for u, v in pairwise(path))


def test_a_hidden_path_is_found() -> None:
    rng = random.Random(1)
    for _ in range(20):
        order = rng.sample(range(35), 35)
        chords = rng.sample(list(combinations(range(35), 2)), 25)
        graph = static_graph(range(35), {frozenset(pair): pair for pair in [*pairwise(order), *chords]}.values())
        assert hamilton_path(graph) is not None


def test_a_directed_path_is_found_only_along_the_edges() -> None:
    size = 30
    graph = static_graph(range(size), [(u + 1, u) for u in range(size - 1)] + [(0, 5), (2, 9)], directed=True)
    assert hamilton_path(graph) == tuple(reversed(range(size)))
    fork = static_graph(range(4), [(0, 1), (0, 2), (0, 3)], directed=True)
    assert hamilton_path(fork) is None


def test_a_hopeless_search_is_given_up_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hamilton, "EFFORT", 0)
    graph = HARD["30 bipartite"]
    with pytest.raises(SearchError, match=r"^The search for a Hamilton path was given up; take a smaller.*\.$"):
        for _ in hamilton_walk(graph, 50):
            pass
    assert not is_overstrained(graph)


def test_larger_graphs_are_given_up_after_fewer_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hamilton, "STATES", 2_000)
    twice = hamilton.PUBLISHED * 2
    kept = nx.complete_bipartite_graph(twice // 2 - 1, twice // 2 + 1)
    steps = 0
    with pytest.raises(SearchError):
        for _ in hamilton_walk(plain(kept)):
            steps += 1
    assert 500 < steps <= 2_000


def test_long_chains_need_no_deep_stack() -> None:
    size = 1_200
    assert hamilton_path(static_graph(range(size), pairwise(range(size)))) == tuple(range(size))


@pytest.mark.parametrize(("few", "many"), [(2, 4), (5, 7), (14, 16)])
def test_too_few_nodes_that_hold_the_others_together_are_proved(few: int, many: int) -> None:
    assert is_overstrained(shuffled(nx.complete_bipartite_graph(few, many), 1))
    assert not is_overstrained(shuffled(nx.complete_bipartite_graph(few, many - 1), 1))
    assert hamilton_path(plain(nx.complete_bipartite_graph(few, many - 1))) is not None
