"""Hamilton paths, by a depth-first search over sets of nodes as bits.

A branch is left where a node that is still to come cannot be reached, or where two of them are dead ends; of the
nodes that can follow, one with the fewest ways on is tried first (Warnsdorff 1823). What failed is remembered as
(nodes visited, last node), whatever the order in which they were visited, so that a graph without a path is settled
after at most n · 2^n states and mostly long before.

Where that does not end soon, a proof that there is no path is looked for first (Held and Karp 1970): whatever pulls the
nodes are given, where an edge costs the pulls of its ends, no spanning tree costs more than a path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from networkx.utils import UnionFind

from graphcore.errors import SearchError
from graphcore.graphs import Node, Pair, StaticGraph

SOON, STATES = 2_000, 400_000
"""How many states a search enters before a proof is looked for that there is no path, and before it is given up."""

PUBLISHED = 35
"""Nodes of the largest published graphs. A state takes the longer, the more nodes there are."""

ROUNDS, EFFORT = 1_500, 1_000_000
"""How many weightings the proof tries, and how many edges it sorts in all. Of 35 nodes, where 17 hold the others
together, some 1,100 weightings are needed; where 3 do, some 250."""


@lru_cache(maxsize=4096)
def hamilton_path(graph: StaticGraph) -> tuple[Node, ...] | None:
    """A path that visits every node once, or None if there is none. Raises SearchError after STATES."""
    try:
        path = _end(hamilton_walk(graph, SOON))
    except SearchError:
        path = () if is_overstrained(graph) else _end(hamilton_walk(graph))
    return path if len(path) == len(graph.nodes) else None


def hamilton_walk(graph: StaticGraph, limit: int | None = None) -> Iterator[Node | None]:
    """The search itself: each node that it goes on to, and None for each step back.

    What is left at its end is the path, nothing if there is none. Raises SearchError after `limit` states, by default
    STATES, and of graphs larger than the published ones proportionately fewer.
    """
    most = STATES * PUBLISHED // max(PUBLISHED, len(graph.nodes)) if limit is None else limit
    return (None if place is None else graph.nodes[place] for place in _Search(graph, most).steps())


def _end(walk: Iterator[Node | None]) -> tuple[Node, ...]:
    """The path that is left at the end of a walk."""
    path: list[Node] = []
    for node in walk:
        if node is None:
            path.pop()
        else:
            path.append(node)
    return tuple(path)


def is_overstrained(graph: StaticGraph) -> bool:
    """Whether some pulls on the nodes of an undirected graph prove that no path visits all; False proves nothing.

    A path is a spanning tree, and with its two ends counted once more each node has degree 2 in it. So a cheapest
    spanning tree with the two cheapest nodes must not cost more than twice all pulls. The next pulls are these plus the
    tree's degrees less 2, which finds a proof if one exists (Rosenblatt 1962).
    """
    pulls = dict.fromkeys(graph.nodes, 0)
    for _ in range(0 if graph.directed else min(ROUNDS, EFFORT // (len(graph.pairs) + 1))):
        tree = _cheapest_tree(graph, pulls)
        ends = [*chain(*tree), *sorted(graph.nodes, key=pulls.__getitem__)[:2]]
        if len(tree) < len(graph.nodes) - 1 or sum(pulls[node] for node in ends) > 2 * sum(pulls.values()):
            return True
        degrees = Counter(ends)
        pulls = {node: pull + degrees[node] - 2 for node, pull in pulls.items()}
    return False


def _cheapest_tree(graph: StaticGraph, pulls: dict[Node, int]) -> list[Pair]:
    """The edges of a spanning tree, or of a forest if there is none, with the least sum of pulls (Kruskal 1956)."""
    joined = UnionFind(graph.nodes)
    tree = []
    for u, v in sorted(graph.pairs, key=lambda pair: pulls[pair[0]] + pulls[pair[1]]):
        if joined[u] != joined[v]:
            joined.union(u, v)
            tree.append((u, v))
    return tree


class _Search:
    def __init__(self, graph: StaticGraph, limit: int) -> None:
        self.size = len(graph.nodes)
        self.limit = limit
        self.after = [self._bits(graph, node) for node in graph.nodes]
        self.near = list(self.after)
        if graph.directed:
            for u, v in graph.pairs:
                self.near[graph.rank[v]] |= 1 << graph.rank[u]
        self.before = [0] * self.size
        for place, bits in enumerate(self.after):
            for other in _places(bits):
                self.before[other] |= 1 << place
        self.failed: set[tuple[int, int]] = set()
        self.states = 0

    def _bits(self, graph: StaticGraph, node: Node) -> int:
        return sum(1 << graph.rank[other] for other in graph.neighbors(node))

    def steps(self) -> Iterator[int | None]:
        """Depth first, with a stack of its own: a path may be longer than Python's."""
        everything = (1 << self.size) - 1
        path: list[int] = []
        choices = [self._ordered(everything, everything)]
        visited = 0
        while choices and visited != everything:
            if choices[-1]:
                place = choices[-1].pop()
                path.append(place)
                visited |= 1 << place
                yield place
                choices.append(self._onward(visited, place, everything & ~visited))
                continue
            choices.pop()
            if path:
                self.failed.add((visited, path[-1]))
                visited &= ~(1 << path.pop())
                yield None

    def _onward(self, visited: int, last: int, rest: int) -> list[int]:
        """What may follow, the best last; nothing where the state is known or seen to fail."""
        self.states += 1
        if self.states > self.limit:
            raise SearchError("The search for a Hamilton path was given up; take a smaller or a denser graph.")
        if (visited, last) in self.failed or not self._possible(last, rest):
            return []
        return self._ordered(self.after[last] & rest, rest)

    def _ordered(self, candidates: int, rest: int) -> list[int]:
        return sorted(_places(candidates), key=lambda place: (-(self.after[place] & rest).bit_count(), -place))

    def _possible(self, last: int, rest: int) -> bool:
        """Whether every node of `rest` can be entered, at most one has no way on, and all hang together."""
        ends = 0
        for place in _places(rest):
            entries = self.before[place] & (rest | 1 << last)
            if not entries:
                return False
            exits = self.after[place] & rest
            if not exits or (exits == entries and exits.bit_count() == 1):
                ends += 1
                if ends > 1:
                    return False
        return self._together(last, rest)

    def _together(self, last: int, rest: int) -> bool:
        seen = frontier = self.after[last] & rest
        while frontier:
            reached = 0
            for place in _places(frontier):
                reached |= self.near[place] & rest
            frontier = reached & ~seen
            seen |= frontier
        return seen == rest


def _places(bits: int) -> list[int]:
    """The positions of the bits that are set."""
    places = []
    while bits:
        low = bits & -bits
        places.append(low.bit_length() - 1)
        bits ^= low
    return places
