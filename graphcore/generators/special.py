"""Graphs of a special shape: the chains and cliques of NLGraph's connectivity (section 4.4), and bipartite graphs."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations, pairwise, product
from typing import Any

import networkx as nx

from graphcore.generators import GENERATORS, Generator
from graphcore.generators.random import NODES
from graphcore.parameters import Parameter

PARTS = Parameter("parts", "int", 2, "Components", "How many parts no edge joins, each of two nodes at least.", 2, 10)
DENSE = Parameter("p", "float", 1.0, "Density", "The probability that two nodes of a part are joined.", 0, 1, 0.05)
LEFT = Parameter("left", "int", 5, "Applicants", "How many nodes stand on the left.", 1, 50)
RIGHT = Parameter("right", "int", 5, "Jobs", "How many nodes stand on the right.", 1, 50)
ACROSS = Parameter(
    "p", "float", 0.5, "Density", "The probability that a node of the left suits one of the right.", 0, 1, 0.05
)


def split(nodes: list[int], rng: random.Random, parts: int, least: int = 2) -> list[list[int]]:
    """`nodes` in a random order, cut at random into at most `parts` parts of at least `least` nodes."""
    shuffled = rng.sample(nodes, len(nodes))
    count = max(1, min(parts, len(nodes) // least))
    # With the least set aside for each part, any cuts of the rest will do.
    cuts = sorted(rng.randint(0, len(nodes) - least * count) for _ in range(count - 1))
    ends = [0, *(cut + least * number for number, cut in enumerate(cuts, start=1)), len(nodes)]
    return [shuffled[low:high] for low, high in pairwise(ends)]


def chains(rng: random.Random, params: Mapping[str, Any]) -> nx.Graph:
    """`parts` paths over nodes in random order: the ends of each have one edge only, and yet are connected."""
    graph = nx.empty_graph(params["n"])
    for part in split(list(graph), rng, params["parts"]):
        graph.add_edges_from(pairwise(part))
    return graph


def cliques(rng: random.Random, params: Mapping[str, Any]) -> nx.Graph:
    """`parts` dense parts: their nodes are named often, and yet no edge joins one part to another."""
    graph = nx.empty_graph(params["n"])
    for part in split(list(graph), rng, params["parts"]):
        graph.add_edges_from(pair for pair in combinations(sorted(part), 2) if rng.random() < params["p"])
    return graph


def bipartite(rng: random.Random, params: Mapping[str, Any]) -> nx.Graph:
    """Nodes 0..left-1 on the left and the others on the right; node attribute `side` is 0 or 1."""
    left, right = params["left"], params["right"]
    graph = nx.empty_graph(left + right)
    nx.set_node_attributes(graph, {node: int(node >= left) for node in graph}, "side")
    pairs = product(range(left), range(left, left + right))
    graph.add_edges_from(pair for pair in pairs if rng.random() < params["p"])
    return graph


GENERATORS.add(Generator("chain", "Chains", "NLGraph, section 4.4", (NODES, PARTS), chains, general=False))
GENERATORS.add(Generator("clique", "Cliques", "NLGraph, section 4.4", (NODES, PARTS, DENSE), cliques, general=False))
GENERATORS.add(
    Generator("bipartite", "Bipartite", "NLGraph, section 2.2", (LEFT, RIGHT, ACROSS), bipartite, general=False)
)
