"""What the tasks about dynamic graphs mean, by brute force over the links, and all answers that could be given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise, permutations, product
from typing import Any

from hypothesis import strategies as st

from graphcore.graphs import Node, TemporalGraph, temporal_graph
from graphcore.records import Problem
from tests.tasks.meaning import MEANINGS, STRANGER, Meaning, sequences, subsets


def links(graph: TemporalGraph, u: Node, v: Node) -> set[int]:
    """When a link leads from u to v."""
    both = {(u, v)} if graph.directed else {(u, v), (v, u)}
    return {t for a, b, t in graph.edges if (a, b) in both}


def meetings(graph: TemporalGraph, u: Node, v: Node) -> set[int]:
    """When u and v are linked, whichever way."""
    return {t for a, b, t in graph.edges if {a, b} == {u, v}}


def connected(graph: TemporalGraph, u: Node, v: Node, time: int) -> bool:
    """Whether links up to `time` hold a path from u to v: some order of some nodes in between makes one."""
    others = [node for node in graph.nodes if node not in (u, v)]
    return any(
        all(any(t <= time for t in links(graph, a, b)) for a, b in pairwise((u, *between, v)))
        for size in range(len(others) + 1)
        for between in permutations(others, size)
    )


def closed(graph: TemporalGraph, triad: Sequence[Node], time: int) -> bool:
    """Whether each two of the triad have met by `time`."""
    return all(any(t <= time for t in meetings(graph, u, v)) for u, v in combinations(triad, 2))


def walkable(graph: TemporalGraph, path: Sequence[Node]) -> bool:
    """Whether some choice of one time a step never decreases."""
    choices = product(*(sorted(links(graph, u, v)) for u, v in pairwise(path)))
    return any(list(times) == sorted(times) for times in choices)


def all_times(graph: TemporalGraph) -> list[int]:
    return sorted({t for _, _, t in graph.edges})


def true_set(problem: Problem) -> set[Any] | None:
    """The true answer of a task that asks for a set, else None."""
    graph, query = problem.graph, problem.query
    match problem.task:
        case "llm4dyg/when_link":
            return links(graph, query["u"], query["v"])
        case "llm4dyg/neighbor_at_time":
            return {v for v in graph.nodes if query["time"] in meetings(graph, query["node"], v)}
        case "llm4dyg/neighbor_in_periods":
            return {v for v in graph.nodes if min(meetings(graph, query["node"], v), default=-99) >= query["time"]}
    return None


def holds(problem: Problem, time: int) -> bool | None:
    """Whether what a task waits for has come about by `time`; None if it waits for nothing."""
    if problem.task == "llm4dyg/when_connect":
        return connected(problem.graph, problem.query["u"], problem.query["v"], time)
    if problem.task == "llm4dyg/when_tclosure":
        return closed(problem.graph, problem.query["nodes"], time)
    return None


def outcome(problem: Problem, value: Any) -> str:
    """The outcome that the contract gives to `value`."""
    truth = true_set(problem)
    if truth is not None:
        return _set_outcome(truth, value)
    times = all_times(problem.graph)
    if problem.task in ("llm4dyg/when_connect", "llm4dyg/when_tclosure"):
        first = next((t for t in times if holds(problem, t)), None)
        if value == first:
            return "correct"
        later = first is not None and value is not None and first < value <= times[-1]
        return "suboptimal" if later else "hallucinatory"
    return "correct" if _is_true(problem, value) else "hallucinatory"


def _set_outcome(truth: set[Any], value: Sequence[Any]) -> str:
    if len(set(value)) < len(value) or not set(value) <= truth:
        return "hallucinatory"
    if set(value) == truth:
        return "correct"
    return "suboptimal" if value else "hallucinatory"


def _is_true(problem: Problem, value: Any) -> bool:
    graph, query = problem.graph, problem.query
    match problem.task:
        case "llm4dyg/check_tclosure":
            return bool(value == ("yes" if closed(graph, query["nodes"], all_times(graph)[-1]) else "no"))
        case "llm4dyg/check_tpath":
            return bool(value == ("yes" if walkable(graph, query["path"]) else "no"))
        case "llm4dyg/find_tpath":
            return is_path(problem, value) if value else not any(is_path(problem, path) for path in sequences(graph))
        case "llm4dyg/sort_edge":
            times = [t for _, _, t in value]
            return times == sorted(times) and _counted(graph, value) == _counted(graph, graph.edges)
        case "llm4dyg/link_prediction":
            return bool(value == query["labels"])
    raise AssertionError(f"say here what {problem.task} means")


def is_path(problem: Problem, value: Sequence[Node]) -> bool:
    """Whether `value` is a path that find_tpath asks for."""
    long_enough = len(value) >= problem.query["length"] and len(set(value)) == len(value)
    known = set(value) <= set(problem.graph.nodes)
    return known and long_enough and value[0] == problem.query["start"] and walkable(problem.graph, value)


def _counted(graph: TemporalGraph, edges: Sequence[Sequence[Any]]) -> Counter[Any]:
    return Counter(((u, v) if graph.directed else frozenset((u, v)), t) for u, v, t in edges)


def answers(problem: Problem) -> Iterator[Any]:
    """The whole answer space of a small problem, and answers from just outside of it."""
    graph, query = problem.graph, problem.query
    times = range(min(all_times(graph), default=0) - 1, max(all_times(graph), default=0) + 2)
    match problem.task:
        case "llm4dyg/when_link":
            yield from subsets(times)
            yield from ([t, t] for t in times)
        case "llm4dyg/neighbor_at_time" | "llm4dyg/neighbor_in_periods":
            yield from subsets([*graph.nodes, STRANGER])
            yield from ([*truth, truth[0]] for truth in [sorted(true_set(problem) or (), key=str)] if truth)
        case "llm4dyg/when_connect" | "llm4dyg/when_tclosure":
            yield from (None, *times)
        case "llm4dyg/check_tclosure" | "llm4dyg/check_tpath":
            yield from ("yes", "no")
        case "llm4dyg/find_tpath":
            yield from sequences(graph)
            yield from ([query["start"], node, query["start"]] for node in (*graph.nodes, STRANGER))
        case "llm4dyg/sort_edge":
            yield from _orders(graph)
        case "llm4dyg/link_prediction":
            yield from (list(labels) for labels in product((0, 1), repeat=len(query["pairs"])))
            yield from ([*query["labels"], 0], query["labels"][:-1])
        case _:
            raise AssertionError(f"say here what {problem.task} may be answered")


def _orders(graph: TemporalGraph) -> Iterator[list[list[Any]]]:
    """All orders of at most five links, each also with a link turned round, repeated, moved in time or left out."""
    assert len(graph.edges) <= 5
    for order in permutations(graph.edges):
        listed = [list(edge) for edge in order]
        (u, v, t), rest = listed[0], listed[1:]
        yield from (listed, [[v, u, t], *rest], [[u, v, t], *listed], [[u, v, t + 1], *rest])
        if rest:
            yield rest


@st.composite
def graphs(draw: st.DrawFn, most_nodes: int = 5, most_links: int = 8, directed: bool | None = None) -> TemporalGraph:
    """Small dynamic graphs; a pair may meet several times, nodes may have no link, times may begin below zero."""
    nodes = draw(st.sampled_from([tuple(range(most_nodes)), tuple("ABCDEF"[:most_nodes])]))
    nodes = nodes[: draw(st.integers(3, most_nodes))]
    flag = draw(st.booleans()) if directed is None else directed
    ends = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)).filter(lambda pair: pair[0] != pair[1])
    stamped = st.tuples(ends, st.integers(-1, 3)).map(lambda link: (*link[0], link[1]))
    unique = (lambda e: e) if flag else (lambda e: (frozenset(e[:2]), e[2]))
    return temporal_graph(nodes, draw(st.lists(stamped, min_size=1, max_size=most_links, unique_by=unique)), flag)


def queries(graph: TemporalGraph, task: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any query that a person could put about the graph, solvable or not."""
    node = st.sampled_from(graph.nodes)
    several = st.permutations(graph.nodes)
    time = st.integers(-1, 4)
    pair = several.map(lambda order: order[:2])
    match task.partition("/")[2]:
        case "when_link" | "when_connect":
            return several.map(lambda order: {"u": order[0], "v": order[1]})
        case "when_tclosure" | "check_tclosure":
            return several.map(lambda order: {"nodes": order[:3]})
        case "check_tpath":
            return several.map(lambda order: {"path": order[:3]})
        case "neighbor_at_time" | "neighbor_in_periods":
            return st.fixed_dictionaries({"node": node, "time": time})
        case "find_tpath":
            return st.fixed_dictionaries({"start": node, "length": st.integers(2, 4)})
        case "link_prediction":
            labelled = st.lists(st.tuples(pair, st.sampled_from([0, 1])), min_size=1, max_size=3)
            return labelled.map(
                lambda asked: {"pairs": [p for p, _ in asked], "labels": [y for _, y in asked], "time": 9}
            )
    return st.just({})


def guesses(problem: Problem) -> list[Any]:
    """All answers that a guess may be."""
    graph, query = problem.graph, problem.query
    times = range(problem.params["t"])
    match problem.task.partition("/")[2]:
        case "when_link":
            return list(subsets(times))[1:]
        case "when_connect" | "when_tclosure":
            return list(times)
        case "neighbor_at_time" | "neighbor_in_periods":
            return list(subsets(graph.nodes))[1:]
        case "check_tclosure" | "check_tpath":
            return ["yes", "no"]
        case "find_tpath":
            exact = [path for path in sequences(graph) if len(path) == query["length"]]
            return [path for path in exact if path[0] == query["start"]]
        case "sort_edge":
            return [[list(edge) for edge in order] for order in permutations(graph.edges)]
        case "link_prediction":
            return [list(labels) for labels in product((0, 1), repeat=len(query["pairs"]))]
    raise AssertionError(f"say here what a guess at {problem.task} may be")


_SORTED = "llm4dyg/sort_edge"
for _name in (
    "when_link", "when_connect", "when_tclosure", "neighbor_at_time", "neighbor_in_periods", "check_tclosure",
    "check_tpath", "find_tpath", "sort_edge", "link_prediction",
):  # fmt: skip
    _task = f"llm4dyg/{_name}"
    MEANINGS[_task] = Meaning(
        graphs(most_links=4 if _task == _SORTED else 8),
        partial(queries, task=_task),
        answers,
        outcome,
        guesses,
        most_edges=5 if _task == _SORTED else 99,
    )
