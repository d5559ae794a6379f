"""Chronological paths: all of a length, one of them, and paths of three nodes (LLM4DyG, section 3.2).

A path never steps back in time; equal times may follow each other, and no node comes twice. A step takes the
earliest link that is still possible, which leaves the most room for the rest.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from heapq import heappop, heappush
from itertools import accumulate
from typing import overload

from graphcore.errors import SearchError
from graphcore.graphs import Node, TemporalGraph

SEARCH_LIMIT = 2_000_000
"""How many links and nodes a search for one path looks at before it is given up."""


def chronological_paths(graph: TemporalGraph, start: Node, length: int) -> Iterator[list[Node]]:
    """All chronological paths of exactly `length` distinct nodes from `start`, depth first."""
    return (path for path, _ in _arrivals(graph, start, length))


def number_of_paths(graph: TemporalGraph, start: Node, length: int) -> int:
    """How many chronological paths of exactly `length` distinct nodes, two at least, begin at `start`."""
    return sum(len(_onward(graph, path, now)) for path, now in _arrivals(graph, start, length - 1))


def chronological_path(graph: TemporalGraph, start: Node, length: int) -> list[Node] | None:
    """The first of `chronological_paths`, or None if there is none.

    Long paths are NP-hard to find, so the search is bounded: raises SearchError after SEARCH_LIMIT.
    """
    return _Search(graph, length).run(start) if length <= len(graph.nodes) else None


def _arrivals(graph: TemporalGraph, start: Node, length: int) -> Iterator[tuple[list[Node], int]]:
    """All paths of `length` nodes, each with the time at which it is walked to its end."""
    if length > len(graph.nodes):
        return
    waiting = [([start], _beginning(graph))]
    while waiting:
        path, now = waiting.pop()
        if len(path) == length:
            yield path, now
        else:
            waiting.extend(([*path, v], t) for v, t in reversed(_onward(graph, path, now).items()))


def _onward(graph: TemporalGraph, path: list[Node], now: int) -> dict[Node, int]:
    """The nodes that can follow `path`, each with the earliest time."""
    earliest: dict[Node, int] = {}
    for v, t in _steps(graph, path[-1], now):
        if v not in path:
            earliest.setdefault(v, t)
    return earliest


def _steps(graph: TemporalGraph, node: Node, now: int) -> Sequence[tuple[Node, int]]:
    """The links (v, t) from `node` at or after `now`, by time."""
    steps = graph.steps_from(node)
    return steps[bisect_left(steps, now, key=lambda step: step[1]) :]


def _beginning(graph: TemporalGraph) -> int:
    return graph.times[0] if graph.times else 0


class _Search:
    """A depth-first search for one path.

    Once a beginning of a path has failed, two kinds of beginnings are passed over: those that have come by the same
    nodes to the same end no earlier than another one, and those from which too few further nodes can be reached.
    """

    def __init__(self, graph: TemporalGraph, length: int) -> None:
        self.graph = graph
        self.length = length
        self.left = SEARCH_LIMIT
        self.failed = False
        self.tried: dict[tuple[Node, frozenset[Node]], int] = {}

    def run(self, start: Node) -> list[Node] | None:
        """The first path from `start`, or None; raises SearchError."""
        now = _beginning(self.graph)
        path = {start: None}
        branches = [self._branches(path, start, now)]
        while branches:
            if len(path) == self.length:
                return list(path)
            step = next(branches[-1], None)
            if step is None:
                self.failed = True
                branches.pop()
                path.popitem()
            else:
                path[step[0]] = None
                branches.append(self._branches(path, *step))
        return None

    def _branches(self, path: dict[Node, None], end: Node, now: int) -> Iterator[tuple[Node, int]]:
        if self.failed and self._is_hopeless(path, end, now):
            return iter(())
        earliest: dict[Node, int] = {}
        for v, t in self._steps(end, now):
            if v not in path:
                earliest.setdefault(v, t)
        return iter(earliest.items())

    def _is_hopeless(self, path: dict[Node, None], end: Node, now: int) -> bool:
        self._spend(len(path))
        key = (end, frozenset(path))
        if self.tried.get(key, now + 1) <= now:
            return True
        self.tried[key] = now
        return not self._has_room(path, end, now)

    def _has_room(self, path: Collection[Node], end: Node, now: int) -> bool:
        """Whether enough nodes off `path` can be reached from its end, each in some way of its own."""
        wanted = self.length - len(path) + 1
        rank, nodes = self.graph.rank, self.graph.nodes
        reached: set[int] = set()
        waiting = [(now, rank[end])]
        while waiting and len(reached) < wanted:
            time, place = heappop(waiting)
            if place not in reached:
                reached.add(place)
                for v, t in self._steps(nodes[place], time):
                    if v not in path and rank[v] not in reached:
                        heappush(waiting, (t, rank[v]))
        return len(reached) >= wanted

    def _steps(self, node: Node, now: int) -> Sequence[tuple[Node, int]]:
        steps = _steps(self.graph, node, now)
        self._spend(len(steps))
        return steps

    def _spend(self, looks: int) -> None:
        self.left -= looks
        if self.left < 0:
            raise SearchError(
                f"The search for a path of {self.length} nodes was given up after {SEARCH_LIMIT:,} looks at the "
                "graph; take a smaller graph or a shorter path."
            )


class LinkedTriples(Sequence[list[Node]]):
    """All [a, b, c] of distinct nodes linked a to b and b to c that can (or cannot) be walked without stepping back.

    They are counted by their first links and made when they are asked for, since a dense graph has about n³ of them.
    """

    def __init__(self, graph: TemporalGraph, chronological: bool) -> None:
        self._graph = graph
        self._chronological = chronological
        last = {b: sorted(graph.times_of(b, c)[-1] for c in _nexts(graph, b)) for b in graph.nodes}
        self._hops = [(a, b) for a in graph.nodes for b in _nexts(graph, a)]
        self._ends = list(accumulate(self._count(a, b, last[b]) for a, b in self._hops))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> list[Node]: ...
    @overload
    def __getitem__(self, index: slice) -> list[list[Node]]: ...
    def __getitem__(self, index: int | slice) -> list[Node] | list[list[Node]]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        hop = bisect_right(self._ends, place)
        a, b = self._hops[hop]
        thirds = [c for c in _nexts(self._graph, b) if c != a and self._fits(a, b, c)]
        return [a, b, thirds[place - self._ends[hop]]]  # Counted from the end.

    def _fits(self, a: Node, b: Node, c: Node) -> bool:
        times_of = self._graph.times_of
        return (times_of(a, b)[0] <= times_of(b, c)[-1]) == self._chronological

    def _count(self, a: Node, b: Node, last: list[int]) -> int:
        """How many nodes c go with a and b; `last` are the last times of b's links, ascending, that to a among them."""
        before = bisect_left(last, self._graph.times_of(a, b)[0])
        found = len(last) - before if self._chronological else before
        return found - (bool(self._graph.times_of(b, a)) and self._fits(a, b, a))


def _nexts(graph: TemporalGraph, node: Node) -> list[Node]:
    """The nodes that `node` is ever linked to, by the time of the first link."""
    return list(dict.fromkeys(v for v, _ in graph.steps_from(node)))
