"""Mistakes that published evaluators make and that must not be ours.

LLM4DyG: found in the code that goes with the paper, of which each test names the rule that is broken there.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import pytest

from graphcore.graphs import temporal_graph
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
