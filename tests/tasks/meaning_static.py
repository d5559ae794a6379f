"""What the tasks about static graphs mean, by brute force over their edges and all orders of their nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import Any

from hypothesis import strategies as st

from graphcore.graphs import Node, StaticGraph, static_graph
from graphcore.records import Problem
from tests.tasks.meaning import MEANINGS, STRANGER, Meaning, sequences


def weights(graph: StaticGraph, u: Node, v: Node) -> list[float]:
    """The weight of the edge from u to v in a list; [] if there is none."""
    both = {(u, v)} if graph.directed else {(u, v), (v, u)}
    carried = [(edge[:2], edge[2] if len(edge) > 2 else {}) for edge in graph.edges]
    return [values.get("weight", 1) for ends, values in carried if ends in both]


def walkable(graph: StaticGraph, path: Sequence[Node]) -> bool:
    """Whether an edge joins each node to the next."""
    return all(weights(graph, u, v) for u, v in pairwise(path))


def length(graph: StaticGraph, path: Sequence[Node]) -> float:
    """The weight of a path."""
    return sum(weights(graph, u, v)[0] for u, v in pairwise(path))


def simple_paths(graph: StaticGraph, u: Node, v: Node) -> list[list[Node]]:
    """All paths from u to v that visit no node twice."""
    between = [path for path in sequences(graph) if len(path) > 1 and (path[0], path[-1]) == (u, v)]
    return [path for path in between if walkable(graph, path)]


def cyclic(graph: StaticGraph) -> bool:
    """Whether some nodes in some order close a circle of different edges."""
    least = 2 if graph.directed else 3
    return any(len(path) >= least and walkable(graph, [*path, path[0]]) for path in sequences(graph))


def orders(graph: StaticGraph) -> list[list[Node]]:
    """All topological orders."""
    found = map(list, permutations(graph.nodes))
    return [order for order in found if all(order.index(u) < order.index(v) for u, v, *_ in graph.edges)]


def hamilton_paths(graph: StaticGraph) -> list[list[Node]]:
    """All paths that visit every node once."""
    return [list(order) for order in permutations(graph.nodes) if walkable(graph, order)]


def _right(true: bool) -> str:
    return "correct" if true else "hallucinatory"


def _connected(problem: Problem, value: Any) -> str:
    query = problem.query
    return _right(value == ("yes" if simple_paths(problem.graph, query["u"], query["v"]) else "no"))


def _cyclic(problem: Problem, value: Any) -> str:
    return _right(value == ("yes" if cyclic(problem.graph) else "no"))


def _ordered(problem: Problem, value: Any) -> str:
    found = orders(problem.graph)
    return _right(value in found if value else not found)


def _hamilton(problem: Problem, value: Any) -> str:
    found = hamilton_paths(problem.graph)
    return _right(not found if value == "no" else value in found)


def _asked(problem: Problem) -> list[list[Node]]:
    return simple_paths(problem.graph, problem.query["source"], problem.query["target"])


def _shortest(problem: Problem, value: Any) -> str:
    found = _asked(problem)
    if value not in found:
        return _right(not value and not found)
    least = min(length(problem.graph, path) for path in found)
    return "correct" if length(problem.graph, value) == least else "suboptimal"


def _shortest_score(problem: Problem, value: Any) -> dict[str, float]:
    if _shortest(problem, value) == "hallucinatory":
        return {"pc": 0}
    lighter = [path for path in _asked(problem) if length(problem.graph, path) < length(problem.graph, value)]
    return {"pc": 1 / (len(lighter) + 1)}


def path_odds(paths: Sequence[Sequence[Node]]) -> list[float]:
    """How probable each of all simple paths is where every step is uniform among those that lead on."""
    odds = []
    for path in paths:
        chance = 1.0
        for size in range(1, len(path)):
            chance /= len({other[size] for other in paths if other[:size] == path[:size]})
        odds.append(chance)
    return odds


def _yes_or_no(problem: Problem) -> Iterator[str]:
    yield from ("yes", "no")


def _node_lists(problem: Problem) -> Iterator[list[Node]]:
    nodes = list(problem.graph.nodes)
    yield from sequences(problem.graph)
    yield from ([*nodes, nodes[0]], [nodes[0], *nodes], [*nodes[:-1], nodes[0]], [*nodes[:-1], STRANGER])


def _paths_or_no(problem: Problem) -> Iterator[Any]:
    yield from (path for path in _node_lists(problem) if path)
    yield "no"


@st.composite
def graphs(
    draw: st.DrawFn, most_nodes: int = 5, directed: bool | None = None, least_nodes: int = 3, weighted: bool = False
) -> StaticGraph:
    """Small static graphs, connected or not, their edges in any order and turned any way."""
    nodes = draw(st.sampled_from([tuple(range(most_nodes)), tuple("ABCDEFGH"[:most_nodes])]))
    nodes = nodes[: draw(st.integers(least_nodes, most_nodes))]
    flag = draw(st.booleans()) if directed is None else directed
    ends = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)).filter(lambda pair: pair[0] != pair[1])
    unique = (lambda pair: pair) if flag else frozenset
    pairs = draw(st.lists(ends, max_size=3 * most_nodes, unique_by=unique))
    measured = st.fixed_dictionaries({"weight": st.sampled_from([0, 1, 2, 3, 0.5])})
    edges = [(*pair, draw(measured)) if weighted else pair for pair in pairs]
    return static_graph(nodes, edges, flag)


def _pairs(first: str, second: str) -> Any:
    return lambda graph: st.permutations(graph.nodes).map(lambda order: {first: order[0], second: order[1]})


def _nothing(graph: StaticGraph) -> st.SearchStrategy[dict[str, Any]]:
    return st.just({})


def _orders_of_all(problem: Problem) -> list[list[Node]]:
    return [list(order) for order in permutations(problem.graph.nodes)]


MEANINGS |= {
    "nlgraph/connectivity": Meaning(graphs(), _pairs("u", "v"), _yes_or_no, _connected, lambda p: ["yes", "no"]),
    "nlgraph/cycle": Meaning(graphs(directed=False), _nothing, _yes_or_no, _cyclic, lambda p: ["yes", "no"]),
    "nlgraph/topological_sort": Meaning(graphs(directed=True), _nothing, _node_lists, _ordered, _orders_of_all),
    "nlgraph/shortest_path": Meaning(
        graphs(weighted=True),
        _pairs("source", "target"),
        _node_lists,
        _shortest,
        _asked,
        odds=path_odds,
        score=_shortest_score,
    ),
    "nlgraph/hamilton_path": Meaning(graphs(), _nothing, _paths_or_no, _hamilton, _orders_of_all),
}
