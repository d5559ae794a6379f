"""Flows and matchings by augmenting paths: as good as networkx's, feasible, and the same whatever the hashes."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given

from graphcore.graphs import StaticGraph, static_graph
from graphcore.problems import generate
from graphcore.solvers.flow import (
    augmentations,
    flow_plan,
    flow_value,
    matching_moves,
    maximum_matching,
    minimum_cut,
)
from tests.tasks.meaning_static import bipartite, capacities, graphs


@given(graph=graphs(measure="capacity", most_nodes=6))
def test_a_plan_carries_what_networkx_says_and_keeps_to_the_edges(graph: StaticGraph) -> None:
    source, target = graph.nodes[:2]
    room = {**capacities(graph), **({} if graph.directed else {(v, u): x for (u, v), x in capacities(graph).items()})}
    reference = nx.DiGraph()
    reference.add_nodes_from(graph.nodes)
    reference.add_edges_from((u, v, {"capacity": x}) for (u, v), x in room.items())
    most = nx.maximum_flow_value(reference, source, target)
    plan = flow_plan(graph, source, target)
    gained = dict.fromkeys(graph.nodes, 0.0)
    for (u, v), amount in plan.items():
        assert 0 < amount <= room[u, v]
        gained[u] -= amount
        gained[v] += amount
    assert math.isclose(gained.pop(target), most) and math.isclose(gained.pop(source), -most)
    assert not any(gained.values())
    assert math.isclose(flow_value(graph, source, target), most)
    assert math.isclose(sum(found.amount for found in augmentations(graph, source, target)), most)
    assert math.isclose(sum(room[edge] for edge in minimum_cut(graph, source, target)), most)


@given(graph=bipartite())
def test_a_matching_is_as_large_as_networkx_s(graph: StaticGraph) -> None:
    left = [node for node in graph.nodes if node in ("a0", "a1", "a2", 4, 0, "A", "B")]
    jobs = maximum_matching(graph, left)
    assert len(set(jobs.values())) == len(jobs)
    assert all(graph.has_edge(*pair) for pair in jobs.items())
    reference = nx.Graph(list(graph.pairs))
    reference.add_nodes_from(graph.nodes)
    assert len(jobs) == len(nx.max_weight_matching(reference, maxcardinality=True))
    for move in matching_moves(graph, left):
        assert all(graph.has_edge(u, v) for u, v in pairwise(move.chain))


@pytest.mark.parametrize("seed", range(10))
def test_large_matchings_and_flows_are_as_good_as_networkx_s(seed: int) -> None:
    matching = generate("nlgraph/bipartite_matching", given={"left": 30, "right": 30, "p": 0.1}, seed=seed)
    graph, left = matching.graph, matching.query["left"]
    assert isinstance(graph, StaticGraph)
    assert len(maximum_matching(graph, left)) == len(nx.max_weight_matching(graph.static(), maxcardinality=True))
    flow = generate("nlgraph/max_flow", given={"n": 30, "p": 0.3}, seed=seed)
    assert isinstance(flow.graph, StaticGraph)
    found = augmentations(flow.graph, flow.query["source"], flow.query["target"])
    assert sum(each.amount for each in found) == flow.reference.optimum


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_is_as_narrow_as_the_flow_is_large_with_decimals_too(seed: int) -> None:
    rng = random.Random(seed)
    base = nx.gnp_random_graph(12, 0.5, seed=seed)
    edges = [(u, v, {"capacity": rng.choice([0, 1 / 3, 0.1, 0.7, 1e-9, 1e12])}) for u, v in base.edges]
    graph = static_graph(range(12), edges, directed=True)
    cut = sum(graph.capacity(u, v) for u, v in minimum_cut(graph, 0, 11))
    assert cut == pytest.approx(flow_value(graph, 0, 11), rel=1e-9, abs=0)


def test_flow_may_be_sent_back() -> None:
    edges = [(0, 1, 1), (0, 2, 1), (1, 2, 1), (1, 3, 1), (2, 3, 1), (1, 4, 1), (4, 3, 1)]
    graph = static_graph(range(5), ((u, v, {"capacity": x}) for u, v, x in edges), directed=True)
    assert flow_value(graph, 0, 3) == 2
    graph = static_graph("SABT", [("S", "A"), ("S", "B"), ("A", "B"), ("A", "T"), ("B", "T")], directed=True)
    assert flow_plan(graph, "S", "T") == {("S", "A"): 1, ("A", "T"): 1, ("S", "B"): 1, ("B", "T"): 1}
