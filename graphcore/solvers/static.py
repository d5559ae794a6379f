"""Exact algorithms on static graphs that also tell how they went: search, Dijkstra, peeling and Kahn's order."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from graphcore.graphs import Node, StaticGraph

RANK_LIMIT = 200_000
"""How many steps the count of lighter paths takes before it is given up."""


def search_tree(graph: StaticGraph, source: Node, without: frozenset[Node] = frozenset()) -> dict[Node, Node | None]:
    """All nodes that edges connect `source` to, breadth first, each with the node before it; none of `without`."""
    found: dict[Node, Node | None] = {source: None}
    queue = [source]
    for node in queue:
        for other in graph.neighbors(node):
            if other not in found and other not in without:
                found[other] = node
                queue.append(other)
    return found


def path_to(before: dict[Node, Node | None], target: Node) -> list[Node]:
    """The path that a search tree has to `target`."""
    path = [target]
    while (previous := before[path[-1]]) is not None:
        path.append(previous)
    return path[::-1]


def components(graph: StaticGraph) -> list[list[Node]]:
    """The components of an undirected graph, each breadth first."""
    found: list[list[Node]] = []
    seen: set[Node] = set()
    for node in graph.nodes:
        if node not in seen:
            found.append(list(search_tree(graph, node)))
            seen.update(found[-1])
    return found


def peeled(graph: StaticGraph) -> Iterator[list[Node]]:
    """Rounds of an undirected graph's nodes that have at most one edge to what is left; what remains has a cycle."""
    degree = {node: len(graph.neighbors(node)) for node in graph.nodes}
    now = [node for node in graph.nodes if degree[node] < 2]
    while now:
        yield now
        for node in now:
            degree.pop(node)
        for node in now:
            for other in graph.neighbors(node):
                if other in degree:
                    degree[other] -= 1
        now = [node for node in degree if degree[node] < 2]


def find_cycle(graph: StaticGraph) -> list[Node] | None:
    """The nodes of a cycle of an undirected graph, each joined to the next and the last to the first; or None."""
    rest = set(graph.nodes).difference(*peeled(graph))
    if not rest:
        return None
    # Every node that is left has two edges to others that are left, so a walk that never turns back closes a cycle.
    walk = [next(node for node in graph.nodes if node in rest)]
    place = {walk[0]: 0}
    while True:
        back = walk[-2] if len(walk) > 1 else None
        onward = next(other for other in graph.neighbors(walk[-1]) if other in rest and other != back)
        if onward in place:
            return walk[place[onward] :]
        place[onward] = len(walk)
        walk.append(onward)


def sources_first(graph: StaticGraph) -> Iterator[list[Node]]:
    """Rounds of a directed graph's nodes to which no edge leads from what is left (Kahn 1962)."""
    waiting = dict.fromkeys(graph.nodes, 0)
    for _, v in graph.pairs:
        waiting[v] += 1
    now = [node for node in graph.nodes if not waiting[node]]
    while now:
        yield now
        after: list[Node] = []
        for node in now:
            for other in graph.neighbors(node):
                waiting[other] -= 1
                if not waiting[other]:
                    after.append(other)
        now = after


def topological_order(graph: StaticGraph) -> list[Node] | None:
    """All nodes so that every edge leads onward, or None if a cycle forbids it."""
    order = [node for now in sources_first(graph) for node in now]
    return order if len(order) == len(graph.nodes) else None


@dataclass(frozen=True)
class Distances:
    """What Dijkstra's algorithm found, nearest node first; `before` is the node before each on its path."""

    distance: dict[Node, float]
    hops: dict[Node, int]
    before: dict[Node, Node | None]


def distances(graph: StaticGraph, source: Node) -> Distances:
    """The least weight of a path from `source` to each node, and of those with it the fewest edges (Dijkstra 1959)."""
    found = Distances({}, {}, {})
    waiting: list[tuple[float, int, int, int]] = [(0, 0, graph.rank[source], -1)]
    while waiting:
        length, hops, place, previous = heappop(waiting)
        node = graph.nodes[place]
        if node in found.distance:
            continue
        found.distance[node], found.hops[node] = length, hops
        found.before[node] = None if previous < 0 else graph.nodes[previous]
        for other in graph.neighbors(node):
            if other not in found.distance:
                step = (length + graph.weight(node, other), hops + 1, graph.rank[other], place)
                heappush(waiting, step)
    return found


def equal(x: float, y: float) -> bool:
    """Whether two numbers are the same: whole ones exactly, others but for rounding."""
    whole = isinstance(x, int) and isinstance(y, int)
    return x == y if whole else math.isclose(x, y, rel_tol=1e-9)


def path_rank(graph: StaticGraph, source: Node, target: Node, total: float) -> tuple[int, bool]:
    """One more than the number of simple paths lighter than `total`, and whether all were counted.

    Neighbours are tried by weight plus distance to the target, and what cannot stay below `total` is not entered.
    A count that is given up after RANK_LIMIT steps is a lower bound.
    """
    left = distances(turned(graph), target).distance
    lighter = steps = 0
    stack: list[tuple[Node, float, frozenset[Node]]] = [(source, 0, frozenset((source,)))]
    while stack:
        node, length, seen = stack.pop()
        if node == target:
            lighter += 1
            continue
        for other in graph.neighbors(node):
            steps += 1
            ahead = length + graph.weight(node, other)
            bound = ahead + left.get(other, math.inf)
            if other not in seen and bound < total and not equal(bound, total):
                stack.append((other, ahead, seen | {other}))
        if steps > RANK_LIMIT:
            return lighter + 1, False
    return lighter + 1, True


def turned(graph: StaticGraph) -> StaticGraph:
    """The graph with every edge turned round, if it is directed."""
    if not graph.directed:
        return graph
    return StaticGraph(graph.nodes, tuple((edge[1], edge[0], *edge[2:]) for edge in graph.edges), True)
