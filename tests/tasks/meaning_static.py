"""What the tasks about static graphs mean, by brute force over their edges and all orders of their nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import Any

from hypothesis import strategies as st

from graphcore.graphs import Node, StaticGraph, static_graph
from graphcore.records import Problem
from tests.tasks.meaning import MEANINGS, STRANGER, Meaning, sequences, subsets


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


def capacities(graph: StaticGraph) -> dict[tuple[Node, Node], float]:
    """How much each edge can carry."""
    carried = [(edge[:2], edge[2] if len(edge) > 2 else {}) for edge in graph.edges]
    return {(ends[0], ends[1]): values.get("capacity", 1) for ends, values in carried}


def largest_flow(problem: Problem) -> float:
    """The least that crosses from a side with the source to one with the target, over all such sides."""
    source, target = problem.query["source"], problem.query["target"]
    sides = [{source, *others} for others in subsets([n for n in problem.graph.nodes if n not in (source, target)])]
    room = capacities(problem.graph)
    return min(sum(x for (u, v), x in room.items() if u in side and v not in side) for side in sides)


def _flow(problem: Problem, value: Any) -> str:
    most = largest_flow(problem)
    if abs(value - most) < 1e-6:
        return "correct"
    return "suboptimal" if 0 <= value < most else "hallucinatory"


def _flow_score(problem: Problem, value: Any) -> dict[str, float]:
    return {"pc": {"correct": 1, "hallucinatory": 0}.get(_flow(problem, value), value / (largest_flow(problem) or 1))}


def _flows(problem: Problem) -> Iterator[float]:
    yield from range(-1, int(sum(capacities(problem.graph).values())) + 2)
    yield from (0.25, 2.5, largest_flow(problem))


def valid(problem: Problem, pairs: Sequence[Sequence[Node]]) -> bool:
    """Whether `pairs` is a matching: an applicant and a job each, joined by an edge, nobody twice."""
    edges = {frozenset(edge[:2]) for edge in problem.graph.edges}
    # A job that is named before its applicant makes the same pair.
    pairs = [pair[::-1] if pair[0] in problem.query["right"] else pair for pair in pairs]
    sides = all(a in problem.query["left"] and job in problem.query["right"] for a, job in pairs)
    once = len({node for pair in pairs for node in pair}) == 2 * len(pairs)
    return sides and once and all(frozenset(pair) in edges for pair in pairs)


def _across(problem: Problem) -> list[list[Node]]:
    return [list(pair) for pair in product(problem.query["left"], problem.query["right"])]


def _matched(problem: Problem, value: Any) -> str:
    if not valid(problem, value):
        return "hallucinatory"
    most = max(len(pairs) for pairs in subsets(_across(problem)) if valid(problem, pairs))
    return "correct" if len(value) == most else "suboptimal"


def _matchings(problem: Problem) -> Iterator[Any]:
    yield from subsets(_across(problem))
    yield from ([[STRANGER, problem.query["right"][0]]], [[problem.query["left"][0], STRANGER]])
    yield [_across(problem)[0]] * 2


def _greedy_matchings(problem: Problem) -> list[Any]:
    """All that come about where each applicant in turn takes one of the free jobs of interest, if there is any."""
    edges = {frozenset(edge[:2]) for edge in problem.graph.edges}
    found: list[list[list[Node]]] = [[]]
    for applicant in problem.query["left"]:
        wanted = [job for job in problem.query["right"] if frozenset((applicant, job)) in edges]
        found = [
            more
            for pairs in found
            for more in (
                [[*pairs, [applicant, job]] for job in wanted if job not in {taken for _, taken in pairs}] or [pairs]
            )
        ]
    return found


def matching_odds(found: Sequence[Any]) -> list[float]:
    """How probable each of all greedy matchings is: at each pair, uniform among those that go on alike."""
    odds = []
    for pairs in found:
        chance = 1.0
        for size in range(len(pairs)):
            alike = [other for other in found if other[:size] == pairs[:size]]
            chance /= len({tuple(other[size]) for other in alike if other[size][0] == pairs[size][0]})
        odds.append(chance)
    return odds


def added_up(problem: Problem) -> list[list[float]]:
    """The embeddings after all layers, each a sum over all walks that come to the node."""
    nodes, layers = problem.graph.nodes, problem.query["layers"]
    edges = {frozenset(edge[:2]) for edge in problem.graph.edges}
    given = dict(zip(nodes, problem.query["embeddings"], strict=True))
    walks = [w for w in product(nodes, repeat=layers + 1) if all(frozenset(step) in edges for step in pairwise(w))]
    return [[sum(given[walk[0]][axis] for walk in walks if walk[-1] == node) for axis in (0, 1)] for node in nodes]


def _embedded(problem: Problem, value: Any) -> str:
    return _right(value == added_up(problem))


def _embedded_score(problem: Problem, value: Any) -> dict[str, float]:
    true = added_up(problem)
    given = [*value, *[None] * (len(true) - len(value))][: len(true)]
    errors = [
        1.0 if row is None else 0.0 if row[axis] == x[axis] else abs(row[axis] - x[axis]) / max(row[axis], x[axis])
        for row, x in zip(given, true, strict=True)
        for axis in (0, 1)
    ]
    return {
        "pc": sum(row == x for row, x in zip(given, true, strict=True)) / len(true),
        "re": sum(errors) / len(errors),
    }


def _embeddings(problem: Problem) -> Iterator[Any]:
    true = added_up(problem)
    yield from (true, true[:-1], [*true, [0, 0]], true[::-1], [[0, 0] for _ in true], [[7, 0.5] for _ in true])
    for index, (x, y) in enumerate(true):
        yield from ([*true[:index], row, *true[index + 1 :]] for row in ([x + 1, y], [x, y + 2], [y, x], [0, y]))


def _all_embeddings(problem: Problem) -> list[Any]:
    """All rows of whole numbers up to the largest given one times the largest degree in each layer."""
    degrees = [sum(node in edge[:2] for edge in problem.graph.edges) for node in problem.graph.nodes]
    most = max(map(max, problem.query["embeddings"])) * max(degrees) ** problem.query["layers"]
    rows = product(range(most + 1), repeat=2)
    return [list(map(list, chosen)) for chosen in product(rows, repeat=len(degrees))]


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
    draw: st.DrawFn, most_nodes: int = 5, directed: bool | None = None, least_nodes: int = 3, measure: str = ""
) -> StaticGraph:
    """Small static graphs, connected or not, their edges in any order and turned any way."""
    nodes = draw(st.sampled_from([tuple(range(most_nodes)), tuple("ABCDEFGH"[:most_nodes])]))
    nodes = nodes[: draw(st.integers(least_nodes, most_nodes))]
    flag = draw(st.booleans()) if directed is None else directed
    ends = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)).filter(lambda pair: pair[0] != pair[1])
    unique = (lambda pair: pair) if flag else frozenset
    pairs = draw(st.lists(ends, max_size=3 * most_nodes, unique_by=unique))
    measured = st.fixed_dictionaries({measure: st.sampled_from([0, 1, 2, 3, 0.5])})
    edges = [(*pair, draw(measured)) if measure else pair for pair in pairs]
    return static_graph(nodes, edges, flag)


@st.composite
def bipartite(draw: st.DrawFn) -> StaticGraph:
    """Small graphs of applicants and jobs, their edges turned any way."""
    left, right = draw(st.sampled_from([(("a0", "a1", "a2"), ("j0", "j1", "j2")), ((4, 0), (1, 3, 2)), ("AB", "XY")]))
    pairs = draw(st.lists(st.sampled_from(list(product(left, right))), unique=True))
    return static_graph((*left, *right), [pair[:: draw(st.sampled_from([1, -1]))] for pair in pairs])


def _sides(graph: StaticGraph) -> st.SearchStrategy[dict[str, Any]]:
    left = [node for node in graph.nodes if node in ("a0", "a1", "a2", 4, 0, "A", "B")]
    return st.just({"left": left, "right": [node for node in graph.nodes if node not in left]})


def _given(graph: StaticGraph) -> st.SearchStrategy[dict[str, Any]]:
    row = st.lists(st.sampled_from([0, 1, 2, 0.5]), min_size=2, max_size=2)
    rows = st.lists(row, min_size=len(graph.nodes), max_size=len(graph.nodes))
    return st.fixed_dictionaries({"layers": st.integers(1, 3), "embeddings": rows})


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
        graphs(measure="weight"),
        _pairs("source", "target"),
        _node_lists,
        _shortest,
        _asked,
        odds=path_odds,
        score=_shortest_score,
    ),
    "nlgraph/max_flow": Meaning(
        graphs(directed=True, measure="capacity"),
        _pairs("source", "target"),
        _flows,
        _flow,
        lambda p: list(range(int(sum(capacities(p.graph).values())) + 1)),
        score=_flow_score,
    ),
    "nlgraph/bipartite_matching": Meaning(
        bipartite(), _sides, _matchings, _matched, _greedy_matchings, odds=matching_odds
    ),
    "nlgraph/gnn": Meaning(
        graphs(directed=False, most_nodes=4),
        _given,
        _embeddings,
        _embedded,
        _all_embeddings,
        score=_embedded_score,
        sizes={"n": 2},
    ),
    "nlgraph/hamilton_path": Meaning(graphs(), _nothing, _paths_or_no, _hamilton, _orders_of_all),
}
