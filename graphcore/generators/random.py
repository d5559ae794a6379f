"""The three random graph models of LLM4DyG (section 3.1; settings of sections 4.1 and 4.5)."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import networkx as nx

from graphcore.generators import GENERATORS, Generator
from graphcore.parameters import Parameter

NODES = Parameter("n", "int", 10, "Nodes", "How many nodes the graph has; the paper takes 5 to 20.", 2, 100)


def _probability(name: str, default: float, title: str, text: str, high: float = 1) -> Parameter:
    return Parameter(name, "float", default, title, text, 0, high, step=0.05)


def erdos_renyi(rng: random.Random, params: Mapping[str, Any]) -> nx.Graph:
    """Each pair of nodes is linked with probability `p` (Erdős and Rényi 1960; Gilbert 1959)."""
    return nx.gnp_random_graph(params["n"], params["p"], seed=rng)


def stochastic_block_model(rng: random.Random, params: Mapping[str, Any]) -> nx.Graph:
    """Two classes as equal as possible, the first n // 2 nodes and the rest (Holland et al. 1983).

    A pair of one class is linked with probability `p_in`, a pair of both with `p_out`.
    """
    n, half = params["n"], params["n"] // 2
    graph = nx.empty_graph(n)
    # Not networkx's function: it walks over sets of nodes, whose order no Python promises.
    for u, v in combinations(range(n), 2):
        same = (u < half) == (v < half)
        if rng.random() < (params["p_in"] if same else params["p_out"]):
            graph.add_edge(u, v)
    return graph


def forest_fire(rng: random.Random, params: Mapping[str, Any]) -> nx.Graph:
    """The forest fire model (Leskovec et al. 2007) without backward burning, read as an undirected, connected graph.

    Each new node picks an ambassador uniformly among the older ones, links to it, and the fire spreads from there:
    of the not yet burnt nodes that a burning one linked to when it came, a geometrically distributed number with
    mean p / (1 - p), p = `p_forward`, catch fire. The new node links to every burnt one. With 10 nodes and the
    paper's .5 this makes about 13 links, as many as the other two models with the paper's settings.
    """
    graph = nx.empty_graph(params["n"])
    for new in range(1, params["n"]):
        burnt = _burn(graph, rng, rng.randrange(new), params["p_forward"])
        graph.add_edges_from((node, new) for node in burnt)
    return graph


def _burn(graph: nx.Graph, rng: random.Random, ambassador: int, p: float) -> list[int]:
    burnt = [ambassador]
    burning = deque(burnt)
    while burning:
        node = burning.popleft()
        fresh = [older for older in sorted(graph[node]) if older < node and older not in burnt]
        caught = rng.sample(fresh, min(_geometric(rng, p), len(fresh)))
        burnt += caught
        burning += caught
    return burnt


def _geometric(rng: random.Random, p: float) -> int:
    """How often in a row an event of probability `p` < 1 happens: mean p / (1 - p)."""
    count = 0
    while rng.random() < p:
        count += 1
    return count


GENERATORS.add(
    Generator(
        "erdos_renyi",
        "Erdős–Rényi",
        "LLM4DyG, section 3.1; Erdős and Rényi 1960",
        (NODES, _probability("p", 0.3, "Density", "The probability that two nodes are linked.")),
        erdos_renyi,
    )
)
GENERATORS.add(
    Generator(
        "stochastic_block_model",
        "Stochastic block model",
        "LLM4DyG, sections 3.1 and 4.5; Holland et al. 1983",
        (
            NODES,
            _probability("p_in", 0.4, "Within a class", "The probability of a link between nodes of the same class."),
            _probability("p_out", 0.2, "Across classes", "The probability of a link between nodes of both classes."),
        ),
        stochastic_block_model,
    )
)
GENERATORS.add(
    Generator(
        "forest_fire",
        "Forest fire",
        "LLM4DyG, sections 3.1 and 4.5; Leskovec et al. 2007",
        (
            NODES,
            _probability(
                "p_forward", 0.5, "Burning", "How readily the fire spreads; more makes the graph denser.", 0.95
            ),
        ),
        forest_fire,
    )
)
