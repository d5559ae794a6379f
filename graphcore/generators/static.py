"""Static graphs made from base graphs: weights, capacities and directions drawn at random (NLGraph, section 2.2)."""

from __future__ import annotations

import random
from collections.abc import Iterable

import networkx as nx

from graphcore.graphs import Pair, StaticGraph, static_graph


def plain(base: nx.Graph) -> StaticGraph:
    """The base graph itself, its edges in the order of their ends."""
    return static_graph(base, _sorted(base.edges))


def measured(base: nx.Graph, rng: random.Random, name: str, most: int) -> StaticGraph:
    """The base graph with a whole number from 1 to `most` as the attribute `name` of each edge."""
    return static_graph(base, ((u, v, {name: rng.randint(1, most)}) for u, v in _sorted(base.edges)))


def network(base: nx.Graph, rng: random.Random, most: int) -> StaticGraph:
    """The base graph with a random direction and a whole capacity from 1 to `most` for each edge."""
    turned = [(u, v) if rng.random() < 0.5 else (v, u) for u, v in _sorted(base.edges)]
    return static_graph(base, ((u, v, {"capacity": rng.randint(1, most)}) for u, v in sorted(turned)), directed=True)


def acyclic(base: nx.Graph, rng: random.Random) -> StaticGraph:
    """The base graph with every edge directed along a random order of the nodes, so that there is no cycle."""
    nodes = list(base)
    place = {node: index for index, node in enumerate(rng.sample(nodes, len(nodes)))}
    turned = ((u, v) if place[u] < place[v] else (v, u) for u, v in base.edges)
    return static_graph(nodes, sorted(turned), directed=True)


def _sorted(edges: Iterable[Pair]) -> list[Pair]:
    return sorted((min(u, v), max(u, v)) for u, v in edges)
