"""Mistakes that published evaluators make and that must not be ours.

Found in the code that goes with each paper, of which each test names the rule that is broken there.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import pytest

from graphcore.graphs import static_graph, temporal_graph
from graphcore.records import Problem, Reply, Verdict
from graphcore.tasks import TASKS


def problem(name: str, edges: list[tuple[int, int, int]], **query: Any) -> Problem:
    nodes = sorted({node for u, v, _ in edges for node in (u, v)})
    graph = temporal_graph(nodes, edges)
    return Problem(name, graph, TASKS[name].checked_query(graph, query))


def verdict(asked: Problem, answer: str) -> Verdict:
    return TASKS[asked.task].judge(asked, Reply(f"Answer: {answer}"))


def codes(found: Verdict) -> list[str]:
    return [finding.code for finding in found.findings]


@pytest.mark.parametrize("edges", [[(1, 2, 0), (0, 1, 1)], [(2, 1, 0), (1, 0, 1)], [(2, 1, 0), (0, 1, 1)]])
def test_llm4dyg_time_order_holds_whichever_way_links_are_written(edges: list[tuple[int, int, int]]) -> None:
    found = verdict(problem("llm4dyg/find_tpath", edges, start=0), "[0, 1, 2]")
    assert (found.outcome, codes(found)) == ("hallucinatory", ["time_goes_back"])
    asked = problem("llm4dyg/check_tpath", edges, path=[0, 1, 2])
    assert verdict(asked, "no").outcome == "correct"
    assert codes(verdict(asked, "yes")) == ["time_goes_back"]
    assert verdict(problem("llm4dyg/find_tpath", edges, start=2), "[2, 1, 0]").outcome == "correct"


def test_llm4dyg_at_a_time_belongs_to_at_or_after_it() -> None:
    asked = problem("llm4dyg/neighbor_in_periods", [(0, 1, 2), (0, 3, 4)], node=0, time=2)
    assert TASKS[asked.task].solve(asked.graph, asked.query).solution == [1, 3]
    assert verdict(asked, "[1, 3]").outcome == "correct"
    assert verdict(asked, "[3]").outcome == "suboptimal"


SORTED = [(0, 1, 1), (1, 2, 0), (2, 3, 1)]


@pytest.mark.parametrize(
    ("answer", "outcome", "found"),
    [
        ("[(1, 2, 0), (0, 1, 1), (2, 3, 1)]", "correct", []),
        ("[(2, 1, 0), (1, 0, 1), (3, 2, 1)]", "correct", []),
        ("[(1, 2, 0), (2, 3, 1), (0, 1, 1)]", "correct", []),
        ("[(1, 2, 0), (1, 2, 0), (0, 1, 1), (2, 3, 1)]", "hallucinatory", ["repeated_edge"]),
        ("[(1, 2, 0), (0, 1, 1), (0, 1, 1)]", "hallucinatory", ["repeated_edge", "incomplete"]),
    ],
)
def test_llm4dyg_sorting_refuses_repeats_and_takes_turned_links(answer: str, outcome: str, found: list[str]) -> None:
    judged = verdict(problem("llm4dyg/sort_edge", SORTED), answer)
    assert (judged.outcome, codes(judged)) == (outcome, found)


@pytest.mark.parametrize(
    "answer",
    [
        "sorted([(0, 1, 1), (1, 2, 0), (2, 3, 1)], key=lambda e: e[2])",
        "[(1, 2, 0), (0, 1, 1)] + [(2, 3, 1)]",
        "[(1, 2, 1-1), (0, 1, 2-1), (2, 3, 1)]",
        "__import__('os').abort()",
        "[e for e in ((1, 2, 0), (0, 1, 1), (2, 3, 1))]",
    ],
)
def test_llm4dyg_replies_are_not_run(answer: str) -> None:
    assert verdict(problem("llm4dyg/sort_edge", SORTED), answer).outcome in ("hallucinatory", "missing")


def test_llm4dyg_tie_orders_multiply() -> None:
    asked = problem("llm4dyg/sort_edge", [(0, 1, 0), (1, 2, 0), (2, 3, 1), (0, 3, 1), (0, 2, 1)])
    assert TASKS[asked.task].chance(asked) == pytest.approx(2 * 6 / factorial(5))


def static_problem(name: str, edges: list[tuple[int, int]], directed: bool = False, **query: Any) -> Problem:
    nodes = sorted({node for edge in edges for node in edge})
    graph = static_graph(nodes, edges, directed)
    return Problem(name, graph, TASKS[name].checked_query(graph, query))


def said(asked: Problem, reply: str) -> Verdict:
    return TASKS[asked.task].judge(asked, Reply(reply))


@pytest.mark.parametrize(
    ("answer", "outcome", "found"),
    [
        ("[0, 1, 2, 3]", "correct", []),
        ("[0, 2, 1, 3]", "correct", []),
        ("[0, 1, 2]", "hallucinatory", ["incomplete"]),
        ("[0, 1, 2, 3, 3]", "hallucinatory", ["repeated_node"]),
        ("[0, 1, 0, 2, 3]", "hallucinatory", ["repeated_node", "wrong_order"]),
        ("[0, 1, 1, 2]", "hallucinatory", ["repeated_node", "incomplete"]),
    ],
)
def test_nlgraph_orders_name_every_node_once_the_sinks_included(answer: str, outcome: str, found: list[str]) -> None:
    asked = static_problem("nlgraph/topological_sort", [(0, 1), (0, 2), (1, 3), (2, 3)], directed=True)
    judged = verdict(asked, answer)
    assert (judged.outcome, codes(judged)) == (outcome, found)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("", "missing"),
        ("We look at the edges of node 0, one after the other.", "missing"),
        ("Let me think about this graph.", "missing"),
        ("no.", "correct"),
        ("No, there is no path between node 0 and node 3.", "correct"),
        ("yes.", "hallucinatory"),
    ],
)
def test_nlgraph_no_answer_is_no_right_one(reply: str, outcome: str) -> None:
    apart = static_problem("nlgraph/connectivity", [(0, 1), (2, 3)], u=0, v=3)
    assert said(apart, reply).outcome == outcome


@pytest.mark.parametrize("reply", ["yes.", "Yes", "yes", "**Yes**", "Answer: yes."])
def test_nlgraph_a_bare_yes_is_an_answer(reply: str) -> None:
    joined = static_problem("nlgraph/connectivity", [(0, 1), (1, 3)], u=0, v=3)
    assert said(joined, reply).outcome == "correct"
    assert said(static_problem("nlgraph/cycle", [(0, 1), (1, 2), (0, 2)]), reply).outcome == "correct"


@pytest.mark.parametrize("answer", ["[0, 1, 2, 3, 3]", "[0, 1, 2, 3, 0]", "[0, 1, 2, 3, 2]", "0,1,2,3,2"])
def test_nlgraph_the_last_node_of_a_hamilton_path_is_none_of_the_others(answer: str) -> None:
    asked = static_problem("nlgraph/hamilton_path", [(0, 1), (1, 2), (2, 3), (0, 3)])
    judged = verdict(asked, answer)
    assert (judged.outcome, codes(judged)[0]) == ("hallucinatory", "repeated_node")


@pytest.mark.parametrize(
    "reply",
    [
        "Yes. The path can be: 0,1,2,3.",
        "Yes, there is one: 0 -> 1 -> 2 -> 3.",
        "Yes. The path is 0-1-2-3.",
        "Answer: [0, 1, 2, 3]",
        "One such path is 0, 1, 2, 3.",
        "The Hamiltonian path is 0 → 1 → 2 → 3.",
    ],
)
def test_nlgraph_hamilton_paths_are_read_in_other_wordings_too(reply: str) -> None:
    judged = said(static_problem("nlgraph/hamilton_path", [(0, 1), (1, 2), (2, 3)]), reply)
    assert (judged.outcome, judged.answer) == ("correct", [0, 1, 2, 3])
