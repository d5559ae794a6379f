"""Flows and matchings by augmenting paths, told as they go (Edmonds and Karp 1972; Kuhn 1955).

The value of a flow is networkx's. Which of several best plans it takes depends on the hashes of the nodes' names, so
the plan that is shown, and the matching, are found here, in the order of the nodes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from graphcore.graphs import Node, Pair, StaticGraph
from graphcore.solvers.static import path_to


@dataclass(frozen=True)
class Augmentation:
    """A path on which more can flow: the room that each of its steps has left, and the least of them."""

    path: list[Node]
    rooms: list[float]

    @property
    def amount(self) -> float:
        """How much more flows along the path."""
        return min(self.rooms)


@dataclass(frozen=True)
class Move:
    """How one applicant comes to a job: applicants and jobs in turn along a chain, [] if no job can be freed."""

    applicant: Node
    chain: list[Node]


def flow_value(graph: StaticGraph, source: Node, target: Node) -> float:
    """The value of a maximum flow."""
    network = nx.DiGraph()
    network.add_nodes_from(graph.nodes)
    network.add_edges_from((u, v, {"capacity": room}) for (u, v), room in _rooms(graph).items())
    value: float = nx.maximum_flow_value(network, source, target)
    return value


def augmentations(graph: StaticGraph, source: Node, target: Node) -> Iterator[Augmentation]:
    """Shortest paths with room left, until there is none; flow may be sent back along an edge that carries some."""
    return _augmented(graph, source, target, _rooms(graph))


def _augmented(graph: StaticGraph, source: Node, target: Node, rooms: dict[Pair, float]) -> Iterator[Augmentation]:
    """The same, keeping account in `rooms` of what room each step has left."""
    while (path := _roomy_path(graph, rooms, source).get(target)) is not None:
        found = Augmentation(path, [rooms[step] for step in pairwise(path)])
        for u, v in pairwise(path):
            rooms[u, v] -= found.amount
            rooms[v, u] = rooms.get((v, u), 0) + found.amount
        yield found


def flow_plan(graph: StaticGraph, source: Node, target: Node) -> dict[Pair, float]:
    """How much flows along each edge that carries some in one maximum flow."""
    plan: dict[Pair, float] = {}
    for found in augmentations(graph, source, target):
        for u, v in pairwise(found.path):
            back = min(found.amount, plan.get((v, u), 0))
            plan[v, u] = plan.get((v, u), 0) - back
            plan[u, v] = plan.get((u, v), 0) + found.amount - back
    return {edge: amount for edge, amount in plan.items() if amount > 0}


def minimum_cut(graph: StaticGraph, source: Node, target: Node) -> list[Pair]:
    """The edges that lead out of where more could still flow to when no more can flow to `target`."""
    # What is left is taken from the search itself: worked out again from a plan, decimals could leave a little more.
    rooms = _rooms(graph)
    deque(_augmented(graph, source, target, rooms), maxlen=0)
    side = _roomy_path(graph, rooms, source)
    return [(u, v) for u, v in _rooms(graph) if u in side and v not in side]


def matching_moves(graph: StaticGraph, left: Sequence[Node]) -> Iterator[Move]:
    """One applicant after the other: each takes a free job, or those before it move on along a shortest chain."""
    holder: dict[Node, Node] = {}
    for applicant in left:
        chain = _freeing_chain(graph, holder, applicant)
        for taker, job in zip(chain[::2], chain[1::2], strict=True):
            holder[job] = taker
        yield Move(applicant, chain)


def maximum_matching(graph: StaticGraph, left: Sequence[Node]) -> dict[Node, Node]:
    """The job of each applicant that gets one, as many as can be, in the order of the applicants."""
    jobs: dict[Node, Node] = {}
    for move in matching_moves(graph, left):
        jobs |= zip(move.chain[::2], move.chain[1::2], strict=True)
    return {applicant: jobs[applicant] for applicant in left if applicant in jobs}


def _rooms(graph: StaticGraph) -> dict[Pair, float]:
    """The capacity of each edge; an undirected one can be used either way."""
    ends = graph.pairs if graph.directed else [*graph.pairs, *((v, u) for u, v in graph.pairs)]
    return {(u, v): graph.capacity(u, v) for u, v in ends}


def _roomy_path(graph: StaticGraph, rooms: Mapping[Pair, float], source: Node) -> dict[Node, list[Node]]:
    """Shortest paths with room to all nodes to which there is one."""
    near: dict[Node, list[Node]] = {node: [] for node in graph.nodes}
    for u, v in rooms:
        near[u].append(v)
    found: dict[Node, Node | None] = {source: None}
    queue = [source]
    for node in queue:
        for other in sorted(near[node], key=graph.rank.__getitem__):
            if other not in found and rooms[node, other] > 0:
                found[other] = node
                queue.append(other)
    return {node: path_to(found, node) for node in found}


def _freeing_chain(graph: StaticGraph, holder: Mapping[Node, Node], applicant: Node) -> list[Node]:
    """The applicant, a job, who holds it now, another job, and so on to a free job; [] if there is no such chain."""
    before: dict[Node, Node | None] = {applicant: None}
    queue = [applicant]
    for taker in queue:
        for job in graph.neighbors(taker):
            if job in before:
                continue
            before[job] = taker
            if job not in holder:
                return path_to(before, job)
            before[holder[job]] = job
            queue.append(holder[job])
    return []
