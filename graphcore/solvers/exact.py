"""Exact algorithms on temporal graphs (LLM4DyG, section 3.2), with the meanings of time fixed as follows.

Connection and closure accumulate: links seen up to t count at t. A chronological path never steps back in time;
equal times may follow each other. Direction binds links, paths and connection, not triads and neighbours.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations, pairwise

from graphcore.graphs import Link, Node, TemporalGraph


def reached(graph: TemporalGraph, source: Node, time: int) -> dict[Node, Link | None]:
    """All nodes that links up to `time` connect `source` to, breadth first, each with the link that first found it."""
    found: dict[Node, Link | None] = {source: None}
    queue = [source]
    for u in queue:
        for v, t in graph.steps_from(u):
            if t <= time and v not in found:
                found[v] = (u, v, t)
                queue.append(v)
    return found


def connections(graph: TemporalGraph, source: Node) -> dict[Node, int]:
    """The first time by which a path from `source` to each node exists, ascending; nodes without a path are left out.

    It is the least of the latest times of all paths, found as Dijkstra finds the least length.
    """
    found: dict[Node, int] = {}
    waiting = [(graph.times[0], graph.rank[source])] if graph.times else []
    while waiting:
        time, place = heappop(waiting)
        if (node := graph.nodes[place]) not in found:
            found[node] = time
            for v, t in graph.steps_from(node):
                if v not in found:
                    heappush(waiting, (max(time, t), graph.rank[v]))
    return found


def first_connection(graph: TemporalGraph, u: Node, v: Node) -> int | None:
    """The first time by which a path from u to v exists, or None."""
    return connections(graph, u).get(v)


def connecting_path(graph: TemporalGraph, u: Node, v: Node, time: int) -> tuple[Link, ...]:
    """The links of a shortest path from u to v that exists by `time`; empty if there is none."""
    found = reached(graph, u, time)
    links: list[Link] = []
    link = found.get(v)
    while link is not None:
        links.append(link)
        link = found[link[0]]
    return tuple(reversed(links))


def first_closure(graph: TemporalGraph, triad: list[Node]) -> int | None:
    """The first time by which all three pairs of `triad` have met, or None."""
    met = [graph.met(u, v) for u, v in combinations(triad, 2)]
    return max(times[0] for times in met) if all(met) else None


def triads(graph: TemporalGraph, pairs: int) -> list[list[Node]]:
    """All three-node sets of which exactly `pairs` (2: open, 3: closed) of the three pairs ever meet, in node order."""
    near = {u: {v for v in graph.nodes if graph.met(u, v)} for u in graph.nodes}
    return [
        [a, b, c]
        for a, b, c in combinations(graph.nodes, 3)
        if (b in near[a]) + (c in near[a]) + (c in near[b]) == pairs
    ]


def neighbors_at(graph: TemporalGraph, node: Node, time: int) -> list[Node]:
    """The nodes linked with `node` at `time`, in node order."""
    return [v for v in graph.nodes if time in graph.met(node, v)]


def new_neighbors(graph: TemporalGraph, node: Node, time: int) -> list[Node]:
    """The nodes linked with `node` at or after `time` and never before it, in node order."""
    return [v for v in graph.nodes if (met := graph.met(node, v)) and met[0] >= time]


def walk(graph: TemporalGraph, path: list[Node]) -> tuple[Link, ...] | None:
    """The earliest chronological links along `path`, or None if it cannot be walked."""
    links: list[Link] = []
    for u, v in pairwise(path):
        after = [t for t in graph.times_of(u, v) if not links or t >= links[-1][2]]
        if not after:
            return None
        links.append((u, v, after[0]))
    return tuple(links)
