"""What is wrong with a plan of a flow that stands beside an answer: its edges, its amounts, its sums."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from graphcore import words
from graphcore.checks import Fault, require_all, require_edges, require_known
from graphcore.graphs import Node, Pair, StaticGraph
from graphcore.records import Finding
from graphcore.solvers.static import equal


def plan_faults(graph: StaticGraph, query: Mapping[str, Any], value: float, plan: Sequence[Any]) -> Iterator[Finding]:
    """What is wrong with a plan of portions [path, amount] for a flow of `value` from source to target."""
    try:
        require_all(*(_follows_edges(graph, path) for path, _ in plan))
    except Fault as fault:
        yield from fault.findings
    flows = _edge_flows(plan)
    yield from _over_capacity(graph, flows)
    gained = _gains(flows)
    ends = (query["source"], query["target"])
    for node in graph.nodes:
        if node not in ends and not math.isclose(gained[node], 0, abs_tol=1e-9):
            more = f"{words.number(abs(gained[node]))} {'more' if gained[node] > 0 else 'less'}"
            yield Finding("not_conserved", f"The plan sends {more} into {words.node(node)} than out of it.", (node,))
    arrived = gained[query["target"]]
    if not equal(arrived, value):
        text = f"The reply states a flow of {words.number(value)}, but by its plan {words.number(arrived)} arrives."
        yield Finding("stated_total_wrong", text, (query["target"],))


def _follows_edges(graph: StaticGraph, path: Sequence[Node]) -> Callable[[], None]:
    def check() -> None:
        require_all(lambda: require_known(graph, path), lambda: require_edges(graph, path))

    return check


def _over_capacity(graph: StaticGraph, flows: Mapping[Pair, float]) -> Iterator[Finding]:
    for (u, v), amount in flows.items():
        known = u in graph.rank and v in graph.rank and graph.has_edge(u, v)
        if known and not 0 <= amount <= graph.capacity(u, v):
            sent = f"The plan sends {words.number(amount)} along {words.pair((u, v))}"
            text = f"{sent}, whose capacity is {words.number(graph.capacity(u, v))}."
            yield Finding("over_capacity", text, (u, v), ((u, v),))


def _edge_flows(plan: Sequence[Any]) -> dict[Pair, float]:
    """How much a plan sends along each edge."""
    flows: dict[Pair, float] = defaultdict(float)
    for path, amount in plan:
        for step in pairwise(path):
            flows[step] += amount
    return flows


def _gains(flows: Mapping[Pair, float]) -> dict[Node, float]:
    """How much more comes into each node than goes out."""
    gained: dict[Node, float] = defaultdict(float)
    for (u, v), amount in flows.items():
        gained[u] -= amount
        gained[v] += amount
    return gained
