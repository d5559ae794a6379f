"""Base graphs, their time stamps, and the weights, capacities and directions of static graphs."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.generators import GENERATORS, Generator
from graphcore.generators.special import split
from graphcore.generators.static import acyclic, measured, network, plain
from graphcore.generators.temporal import DIRECTED, TIME_SPAN, stamp
from graphcore.graphs import TemporalGraph
from graphcore.parameters import resolve

ROOT = Path(__file__).parents[1]
ALL = pytest.mark.parametrize("generator", list(GENERATORS), ids=lambda generator: generator.name)
PAPER = [GENERATORS[name] for name in ("erdos_renyi", "stochastic_block_model", "forest_fire")]

# What each generator makes of seed 7 with six nodes. A change here changes everybody's problems.
GOLDEN = {
    "erdos_renyi": ((1, 3, 0), (4, 5, 0), (0, 2, 1), (2, 5, 3), (0, 4, 4), (1, 5, 4), (2, 4, 4)),
    "stochastic_block_model": (
        (0, 4, 0),
        (2, 4, 0),
        (4, 5, 0),
        (0, 1, 1),
        (2, 5, 1),
        (1, 5, 3),
        (0, 2, 4),
        (1, 2, 4),
        (1, 3, 4),
    ),
    "forest_fire": ((0, 1, 0), (0, 4, 0), (0, 5, 1), (0, 3, 4), (1, 2, 4)),
    "chain": ((0, 4, 0), (3, 5, 0), (1, 2, 2), (1, 3, 4)),
    "clique": ((1, 3, 0), (2, 3, 0), (2, 5, 1), (1, 2, 3), (0, 4, 4), (1, 5, 4), (3, 5, 4)),
    "bipartite": ((1, 3, 0), (2, 3, 0), (1, 5, 1), (0, 3, 3), (0, 4, 3), (2, 5, 4)),
}


def build(generator: Generator, seed: int, **given: Any) -> nx.Graph:
    return generator.build(random.Random(seed), resolve(generator.parameters, sized(generator, **given)))


def sized(generator: Generator, n: int = 10, **given: Any) -> dict[str, Any]:
    """Parameters that make `n` nodes, whatever the generator calls their numbers."""
    names = {parameter.name for parameter in generator.parameters}
    return {"n": n} | given if "n" in names else {"left": n // 2, "right": n - n // 2} | given


def temporal(generator: Generator, seed: int, span: int = 5, directed: bool = False, **given: Any) -> TemporalGraph:
    rng = random.Random(seed)
    return stamp(generator.build(rng, resolve(generator.parameters, sized(generator, **given))), rng, span, directed)


@ALL
def test_golden(generator: Generator) -> None:
    assert temporal(generator, 7, n=6).edges == GOLDEN[generator.name]


def test_same_seed_same_graph_in_another_process() -> None:
    code = (
        "import random\n"
        "from graphcore.generators import GENERATORS\n"
        "from graphcore.generators.temporal import stamp\n"
        "from graphcore.parameters import resolve\n"
        "for g in GENERATORS:\n"
        "    rng = random.Random(3)\n"
        "    print(stamp(g.build(rng, resolve(g.parameters, {})), rng, 9, True).edges)\n"
    )
    environment = os.environ | {"PYTHONHASHSEED": "12345"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=environment, timeout=60
    )
    assert run.stdout.splitlines() == [str(temporal(g, 3, 9, True).edges) for g in GENERATORS]


@ALL
@pytest.mark.parametrize("n", [2, 3, 10, 100])
def test_nodes_are_numbered(generator: Generator, n: int) -> None:
    graph = build(generator, 1, n=n)
    assert list(graph) == list(range(n))
    assert nx.number_of_selfloops(graph) == 0
    assert not graph.is_directed()


@ALL
def test_seeds_differ(generator: Generator) -> None:
    assert len({frozenset(map(frozenset, build(generator, seed).edges)) for seed in range(20)}) > 12


@ALL
def test_every_parameter_is_declared_in_full(generator: Generator) -> None:
    assert generator.title
    assert generator.source
    for parameter in generator.parameters:
        assert parameter.title
        assert parameter.help.endswith(".")
        assert parameter.low is not None and parameter.high is not None
        assert parameter.low <= float(parameter.default) <= parameter.high


@ALL
def test_both_ends_of_every_range_work(generator: Generator) -> None:
    for parameter in generator.parameters:
        for value in (parameter.low, parameter.high):
            build(generator, 0, **{parameter.name: value})


def test_as_many_links_with_the_settings_of_the_paper() -> None:
    """Section 4.5 chooses the three settings so that the numbers of links are similar."""
    means = [statistics.mean(build(g, seed).number_of_edges() for seed in range(200)) for g in PAPER]
    assert all(12 < mean < 15 for mean in means)


def test_extremes_of_the_probabilities() -> None:
    blocks = build(GENERATORS["stochastic_block_model"], 0, n=7, p_in=1, p_out=0)
    assert sorted(map(sorted, nx.connected_components(blocks))) == [[0, 1, 2], [3, 4, 5, 6]]
    assert blocks.number_of_edges() == 3 + 6
    across = build(GENERATORS["stochastic_block_model"], 0, n=7, p_in=0, p_out=1)
    assert nx.is_bipartite(across) and across.number_of_edges() == 12
    assert build(GENERATORS["erdos_renyi"], 0, p=1).number_of_edges() == 45
    assert build(GENERATORS["erdos_renyi"], 0, p=0).number_of_edges() == 0


@given(st.integers(0, 10**6), st.integers(2, 60))
def test_forest_fire_is_connected_and_a_tree_without_burning(seed: int, n: int) -> None:
    assert nx.is_connected(build(GENERATORS["forest_fire"], seed, n=n))
    assert nx.is_tree(build(GENERATORS["forest_fire"], seed, n=n, p_forward=0))


def test_a_burnt_node_does_not_catch_fire_again() -> None:
    """Otherwise burnt nodes would take the place of fresh ones, and fewer links would come of the same seed."""
    assert build(GENERATORS["forest_fire"], 0, n=60, p_forward=0.9).number_of_edges() == 184


@given(st.integers(0, 10**6), st.integers(1, 60), st.booleans())
def test_stamp(seed: int, span: int, directed: bool) -> None:
    base = nx.gnp_random_graph(12, 0.4, seed=seed)
    graph = stamp(base, random.Random(seed), span, directed)
    assert graph.nodes == tuple(range(12))
    assert graph.directed == directed
    assert {frozenset(edge[:2]) for edge in graph.edges} == {frozenset(edge) for edge in base.edges}
    assert len(graph.edges) == base.number_of_edges()
    assert all(0 <= t < span for t in graph.times)
    assert list(graph.edges) == sorted(graph.edges, key=lambda edge: (edge[2], edge[0], edge[1]))
    if not directed:
        assert all(u < v for u, v, _ in graph.edges)


def test_stamps_and_directions_are_uniform() -> None:
    rng = random.Random(0)
    graphs = [stamp(nx.complete_graph(10), rng, 4, True) for _ in range(50)]
    edges = [edge for graph in graphs for edge in graph.edges]
    for time in range(4):
        assert sum(t == time for _, _, t in edges) / len(edges) == pytest.approx(1 / 4, abs=0.04)
    assert sum(u < v for u, v, _ in edges) / len(edges) == pytest.approx(1 / 2, abs=0.04)


def test_direction_does_not_change_the_stamps() -> None:
    base = nx.complete_graph(8)
    plain, directed = (stamp(base, random.Random(5), 6, flag) for flag in (False, True))
    assert {(*sorted(edge[:2]), edge[2]) for edge in directed.edges} == set(plain.edges)
    assert set(directed.edges) != set(plain.edges)


def test_stamp_does_not_depend_on_the_order_of_edges() -> None:
    forwards, backwards = nx.Graph(), nx.Graph()
    for graph in (forwards, backwards):
        graph.add_nodes_from(range(4))
    forwards.add_edges_from([(0, 1), (0, 2), (0, 3)])
    backwards.add_edges_from([(3, 0), (2, 0), (1, 0)])
    assert stamp(forwards, random.Random(1), 9, True) == stamp(backwards, random.Random(1), 9, True)


@given(st.integers(0, 10**6), st.integers(2, 40), st.integers(2, 10))
def test_chains_are_paths_and_cliques_are_complete(seed: int, n: int, parts: int) -> None:
    for name in ("chain", "clique"):
        graph = build(GENERATORS[name], seed, n=n, parts=parts)
        components = [graph.subgraph(part) for part in nx.connected_components(graph)]
        assert len(components) == max(1, min(parts, n // 2))
        for part in components:
            size = part.number_of_nodes()
            assert size >= 2
            if name == "clique":
                assert part.number_of_edges() == size * (size - 1) / 2
            else:
                assert nx.is_tree(part) and max(degree for _, degree in part.degree) <= 2


def test_a_sparser_clique_has_fewer_edges() -> None:
    clique = GENERATORS["clique"]
    assert 0 == build(clique, 3, p=0).number_of_edges() < build(clique, 3, p=0.5).number_of_edges()
    assert build(clique, 3, p=0.5).number_of_edges() < build(clique, 3).number_of_edges()


@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(1, 8), st.integers(1, 4))
def test_split_cuts_all_nodes_into_parts_of_the_least_size(seed: int, n: int, parts: int, least: int) -> None:
    nodes = [10 * node for node in range(n)]
    found = split(nodes, random.Random(seed), parts, least)
    assert sorted(node for part in found for node in part) == nodes
    assert len(found) == max(1, min(parts, n // least))
    assert all(len(part) >= least for part in found) or len(found) == 1


def test_split_makes_parts_of_all_sizes() -> None:
    rng = random.Random(0)
    assert {len(split(list(range(10)), rng, 2)[0]) for _ in range(200)} == set(range(2, 9))


@given(st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 8))
def test_bipartite_graphs_keep_to_their_sides(seed: int, left: int, right: int) -> None:
    graph = GENERATORS["bipartite"].build(random.Random(seed), {"left": left, "right": right, "p": 0.5})
    assert list(graph) == list(range(left + right))
    assert [side for _, side in graph.nodes(data="side")] == [0] * left + [1] * right
    assert all({u < left, v < left} == {True, False} for u, v in graph.edges)
    full = GENERATORS["bipartite"].build(random.Random(seed), {"left": left, "right": right, "p": 1})
    assert full.number_of_edges() == left * right


@given(st.integers(0, 10**6), st.integers(1, 9))
def test_static_graphs_are_made_of_all_edges_of_their_base(seed: int, most: int) -> None:
    base = nx.gnp_random_graph(9, 0.5, seed=seed)
    pairs = {frozenset(edge) for edge in base.edges}
    made = {
        "plain": plain(base),
        "weight": measured(base, random.Random(seed), "weight", most),
        "capacity": network(base, random.Random(seed), most),
        "acyclic": acyclic(base, random.Random(seed)),
    }
    for name, graph in made.items():
        assert graph.nodes == tuple(range(9))
        assert {frozenset(pair) for pair in graph.pairs} == pairs and len(graph.pairs) == len(pairs)
        assert list(graph.pairs) == sorted(graph.pairs)
        assert graph.directed == (name in ("capacity", "acyclic"))
        values = [graph.attributes(u, v) for u, v in graph.pairs]
        assert all(set(carried) == {name} & {"weight", "capacity"} for carried in values)
        assert all(1 <= number <= most and number == int(number) for carried in values for number in carried.values())
    assert nx.is_directed_acyclic_graph(made["acyclic"].static())


def test_weights_and_directions_are_uniform() -> None:
    rng = random.Random(0)
    graphs = [network(nx.complete_graph(10), rng, 4) for _ in range(50)]
    drawn = [(u < v, graph.capacity(u, v)) for graph in graphs for u, v in graph.pairs]
    for number in range(1, 5):
        assert sum(capacity == number for _, capacity in drawn) / len(drawn) == pytest.approx(1 / 4, abs=0.04)
    assert sum(upward for upward, _ in drawn) / len(drawn) == pytest.approx(1 / 2, abs=0.04)


def test_the_order_of_an_acyclic_graph_is_not_that_of_its_nodes() -> None:
    graphs = [acyclic(nx.complete_graph(6), random.Random(seed)) for seed in range(200)]
    upward = [u < v for graph in graphs for u, v in graph.pairs]
    assert sum(upward) / len(upward) == pytest.approx(1 / 2, abs=0.05)
    assert len({graph.pairs for graph in graphs}) > 150


def test_declared_defaults_are_those_of_the_paper() -> None:
    defaults = {p.name: p.default for g in PAPER for p in (*g.parameters, TIME_SPAN, DIRECTED)}
    paper = {"n": 10, "p": 0.3, "p_in": 0.4, "p_out": 0.2, "p_forward": 0.5, "t": 5, "directed": False}
    assert defaults == paper
