"""Paths against their arrows and in hops, sets with remarks and tails, links under headings."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import NodePath, NodeSet, TemporalEdges
from tests.test_parsing import DIGITS, NEIGHBOURS, outcome


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 5 ← 3 ← 2",
        "5 <- 3 <-- 2",
        "Answer: [5 ← 3 ← 2]",
        "\\boxed{5 \\leftarrow 3 \\leftarrow 2}",
        "Answer: 2 ↔ 3 ↔ 5",
        "Answer: (2, 3, 1), (3, 5, 1)",
        "Answer: (2, 3, 1) -> (3, 5, 1)",
        "Answer: (2, 3), (3, 5)",
        "Answer:\n(2, 3, 1)\n(3, 5, 1)",
        "Answer:\n- (2, 3, 1)\n- (3, 5, 1)",
        "2 --1--> 3 --3--> 5",
        "Answer: 2 --1--> 3 --3--> 5",
        "Answer: 2 -(1)-> 3 -(3)-> 5",
        "Answer: 2 -[t=1]-> 3 -[t=3]-> 5",
        "Answer: 2 —1→ 3 —3→ 5",
        "\\boxed{2 \\xrightarrow{1} 3 \\xrightarrow{t=3} 5}",
        "Answer:\n2 -> 3 (t=1)\n3 -> 5 (t=3)",
        "2 -> 3 (t=1)\n3 -> 5 (t=3)",
        "Answer:\n2 -> 3 at time 1\n3 -> 5 at time 3",
        "Answer: 3 nodes: 2 → 3 → 5",
        "Answer: 2 (start) → 3 → 5 (end)",
        "Let me try 2 → 3 → 4: that is not chronological.\n\nSo the path is 2 → 3 → 5.",
        "The answer is 2 → 3 → 5, while 2 → 5 → 6 is not.",
        "A chronological path is 2 → 3 → 5, while 2 → 5 → 6 is not.",
    ],
)
def test_a_path_is_read_along_its_hops(text: str) -> None:
    assert outcome(NodePath(), text) == [2, 3, 5]


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 2 → 3 ← 5",
        "Answer: (2, 3, 1), (5, 6, 1)",
        "Answer: 2 -> 3 (t=1)\n5 -> 6 (t=3)",
        "The path 2 → 5 → 6 is not chronological.",
        "Answer: 2 → 3 → 5 or 2 → 5 → 6",
        "Answer: [2, 3, 5], or alternatively [2, 5, 6].",
        "Answer: 2 -> 3 -> 5 -> ...",
    ],
)
def test_hops_that_do_not_meet_are_no_path(text: str) -> None:
    assert outcome(NodePath(), text) == "no_answer"


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 1 & 5",
        "Answer: 1 as well as 5",
        "Answer: 1, plus 5",
        "Answer: both 1 and 5",
        "\\boxed{\\text{1}, \\text{5}}",
        "\\boxed{\\{\\text{1}, \\mathrm{5}\\}}",
        "Answer:\n- 1 (linked at 2)\n- 5 (linked at 4)",
        "Answer:\n* Node 1 (through (1, 2, 3))\n* Node 5 (through (2, 5, 3))",
        "Answer:\n- 1: linked at time 3\n- 5: linked at time 3",
        "Answer:\n- 1 at time 3\n- 5 at time 3",
        "Answer: 1 (t=3), 5 (t=3)",
        "Answer: 1 (linked at 3), 5 (linked at 3)",
        "Only nodes 1 and 5 are linked with node 2 at time 3, but not before.",
        "Answer: {1, 5, 6} - {6} = {1, 5}",
        "Answer: 2 nodes: 1 and 5",
        "Answer: There are 2 nodes: 1 and 5",
        "Answer: 2 nodes, namely 1 and 5",
        "Answer: neighbors(2) = {1, 5}",
        "Answer: N(2) = {1, 5}",
        "Answer: neighbors of node 2 at time 3: 1, 5",
        "neighbors(2) = {1, 5}",
        "Answer: 1, 5, and that is all.",
        "Answer: 1 and 5, and they are linked at time 3.",
    ],
)
def test_a_set_is_read_whole(text: str) -> None:
    assert outcome(NodeSet(), text, question=NEIGHBOURS) == [1, 5]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: 1, 5, and possibly 2", "no_answer"),
        ("Answer: 1, 5 and maybe node 4", "no_answer"),
        ("Answer: 1 or 5", "no_answer"),
        ("Answer: 2 nodes", "no_answer"),
        ("Answer: {1: 3, 5: 3}", "no_answer"),
        ("Answer: [1-5]", "no_answer"),
        ("Answer: nodes 1 through 5", "no_answer"),
        ("Answer: [1, 5, ...]", "no_answer"),
        ("Neighbors at time 3: {1, 5}. Neighbors before: {1, 6}. Only some of them are new.", "no_answer"),
        ("Answer:\n- 1: no\n- 5: yes", "no_answer"),
        ("Answer: {1} ∪ {5}", "no_answer"),
        ("Answer: 1 + 5", "no_answer"),
        ("Answer: 1, 5 and Maria", [1, 5, "Maria"]),
        ("Answer: 1, Maria and 5", [1, "Maria", 5]),
        ("Answer: [1, 5, Maria]", [1, 5, "Maria"]),
        ("Answer: [1, 5, -1]", [1, 5, -1]),
        ("Answer: [1,5,-1]", [1, 5, -1]),
        ("Answer: 1, 5, -1", [1, 5, -1]),
        ("Answer: [2,4,-1]", [2, 4, -1]),
        ("Answer: [1, 12345678901234567890]", [1, 12345678901234567890]),
        ("Answer: 1 and 12345678901234567890", [1, 12345678901234567890]),
        ("Answer: Unknown", "no_answer"),
    ],
)
def test_nothing_of_a_set_is_dropped(text: str, value: Any) -> None:
    assert outcome(NodeSet(), text, question=NEIGHBOURS) == value


def test_long_integers_are_nodes_too() -> None:
    nodes = (1234567890123456, 1234567890123457, 10**40)
    assert outcome(NodeSet(), f"Answer: [{nodes[1]}, {nodes[2]}]", nodes) == [nodes[1], nodes[2]]
    assert outcome(NodePath(), f"Answer: {nodes[0]} -> {nodes[1]} -> {nodes[2]}", nodes) == list(nodes)


@pytest.mark.parametrize("text", ["-" + "9" * 5000, "-²", "Answer: -²", "Answer: [-" + "9" * 5000 + "]"])
def test_digits_that_are_no_integer_raise_nothing(text: str) -> None:
    for reader in (NodeSet(), NodePath(), TemporalEdges()):
        outcome(reader, text)


@pytest.mark.parametrize(
    "text",
    [
        "Sorted by time: (0, 1, 0), (1, 2, 3)",
        "Answer: Sorted by time: (0, 1, 0), (1, 2, 3)",
        "Time 0: (0, 1, 0)\nTime 3: (1, 2, 3)",
        "Answer:\nTime 0: (0, 1, 0)\nTime 3: (1, 2, 3)",
        "Answer:\nt=0: (0, 1)\nt=3: (1, 2)",
        "Answer:\n- At time 0: (0, 1, 0)\n- At time 3: (1, 2, 3)",
        "Answer:\n**Time 0:**\n- (0, 1, 0)\n\n**Time 3:**\n- (1, 2, 3)",
        "The links sorted by time are:\nTime 0: (0, 1, 0)\nTime 3: (1, 2, 3)",
        "1. (0, 1, 0)\n2. (1, 2, 3)",
    ],
)
def test_links_are_read_under_headings(text: str) -> None:
    assert outcome(TemporalEdges(), text, DIGITS, "What are all the links, sorted by time?") == [[0, 1, 0], [1, 2, 3]]


def test_several_links_share_a_heading() -> None:
    text = "Answer:\nTime 0: (0, 1), (3, 4)\nTime 3: (1, 2)"
    assert outcome(TemporalEdges(), text) == [[0, 1, 0], [3, 4, 0], [1, 2, 3]]


@pytest.mark.parametrize(
    "text",
    [
        "The given links are [(1, 2, 3), (0, 1, 0)].",
        "The graph has the links [(0, 1, 0), (1, 2, 3)].",
        "The given links are:\n\n[(0, 1, 0), (1, 2, 3)]\n\nI will now sort them.",
        "Given is an undirected dynamic graph: [(0, 1, 0), (1, 2, 3)]",
        "Original links: (0, 1, 0), (1, 2, 3)",
        "To sort the links we look at the third entry of [(1, 2, 3), (0, 1, 0)].",
        "Answer: [(0, 1, 0), (1, 2, 3)] and so on",
    ],
)
def test_links_that_are_only_restated_are_no_answer(text: str) -> None:
    assert outcome(TemporalEdges(), text, DIGITS, "What are all the links, sorted by time?") == "no_answer"
