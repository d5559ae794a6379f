"""Time stamps: each edge of a base graph gets one, uniformly from 0..T-1 (LLM4DyG, section 3.1)."""

from __future__ import annotations

import random

import networkx as nx

from graphcore.graphs import TemporalGraph, temporal_graph
from graphcore.parameters import Parameter

TIME_SPAN = Parameter("t", "int", 5, "Time span", "How many time stamps there are: links happen at 0 to T-1.", 1, 60)
DIRECTED = Parameter("directed", "bool", False, "Directed", "Whether each link has a direction, drawn at random.")


def stamp(graph: nx.Graph, rng: random.Random, span: int, directed: bool) -> TemporalGraph:
    """The edges of `graph` as links (u, v, t) with t from 0..span-1, in the order of (t, u, v).

    The stamps of a seed are the same whether directed or not; directions are drawn after them.
    """
    nodes = tuple(graph)
    rank = {node: index for index, node in enumerate(nodes)}
    pairs = sorted(sorted((rank[u], rank[v])) for u, v in graph.edges)
    stamped = [(rng.randrange(span), u, v) for u, v in pairs]
    if directed:
        stamped = [(t, v, u) if rng.random() < 0.5 else (t, u, v) for t, u, v in stamped]
    return temporal_graph(nodes, ((nodes[u], nodes[v], t) for t, u, v in sorted(stamped)), directed)
