"""Orders of all nodes: lists, runs of arrows, plans of visits, and what comes before them in a chain of thought."""

from __future__ import annotations

import time
from typing import Any

import pytest

from graphcore.parsing import NodeOrder, PathOrNo, WeightedPath
from tests.test_parsing import outcome

SIX = tuple(range(6))
ORDER = "In which order can all nodes be visited so that each node comes after every node that must come before it?"
STEPS = "1. {}node 2\n2. {}node 3\n3. {}node 5\n4. {}node 4\n5. {}node 1\n6. {}node 0"
CHAIN = (
    "As nothing has to come before node 2 and node 3, node 2 and node 3 can be visited first. After node 2 is visited, "
    "node 5 and node 4 can be visited in that order. "
)


@pytest.mark.parametrize(
    "text",
    [
        "2,3,5,4,1,0",
        "2 -> 3 -> 5 -> 4 -> 1 -> 0",
        "Answer: [2, 3, 5, 4, 1, 0]",
        "The solution is: 2,3,5,4,1,0.",
        "the solution is {2, 3, 5, 4, 1, 0}",
        "The solution is as follows:\n\n2 -> 3 -> 5 -> 4 -> 1 -> 0",
        "The solution is:\n2\n3\n5\n4\n1\n0",
        "Yes, all the nodes can be visited. The solution is: 2-3-5-4-1-0.",
        "The answer is yes. The solution is 2,3,5,4,1,0",
        "A valid order is 2, 3, 5, 4, 1, and 0.",
        "One possible order could be: 2, 3, 5, 4, 1, 0",
        "The topological sort of the graph is: 2, 3, 5, 4, 1, 0.\n\nSo all the nodes can be visited.",
        "All nodes can be visited in the order 2, 3, 5, 4, 1, 0.",
        "The order of visiting the nodes should be:\n2 -> 3 -> 5 -> 4 -> 1 -> 0\n\nYes, all can be visited so.",
        "The nodes must be visited in the following order:\n\n2 -> 3 -> 5 -> 4 -> 1 -> 0\n\nSo yes.",
        "The path should look like this:\n\n2 -> 3 -> 5 -> 4 -> 1 -> 0\n\nYes, all the nodes can be visited.",
        "2, 3, 5, 4, 1, 0\n\nYes, all the nodes can be visited.",
        "Start at node 2:\n2 -> 3 -> 5 -> 4 -> 1 -> 0\n\nyes",
        "Start at node 2 and visit nodes 2, 3, 5, 4, 1, 0.\n\nYes, all the nodes can be visited.",
        "The solution is to start at node 2 and then visit nodes 3, 5, 4, 1, and 0 in that order.",
        "The solution is: visit city 2 first, then city 3, then city 5, then city 4, then city 1, and finally city 0.",
        "We can begin by visiting node 2, then node 3, then node 5, then node 4, then node 1, and then node 0.\n\nYes.",
        STEPS.format(*[""] * 6),
        STEPS.format(*["visit "] * 6) + "\n\nYes, all the nodes can be visited.",
        "The order is:\n" + STEPS.format(*[""] * 6) + "\n\nYes.",
        "Step 1: visit node 2, then node 3.\n\nStep 2: visit node 5, then node 4, then node 1, then node 0.\n\nYes.",
        "First, visit node 2. Next, visit node 3. Then node 5. Then, visit node 4. Next, node 1. Then node 0.",
        "We start at node 2.\nWe then visit node 3.\nWe then visit node 5.\nWe then visit node 4.\n"
        "We then visit node 1.\nWe then visit node 0.",
        "1. 2\n2. 3\n3. 5\n4. 4\n5. 1\n6. 0",
        "1. visit node 2 (free)\n2. visit node 3 (after node 2)\n3. visit node 5\n4. visit node 4\n5. visit node 1\n"
        "6. visit node 0",
        "2,3,5,4,1,0 is a valid order.",
        "One way to visit all the nodes is: 2, 3, 5, 4, 1, 0",
        "Queue: [2, 3]\nVisit 2, result: [2]\nVisit 3, result: [2, 3]\nFinal result: [2, 3, 5, 4, 1, 0]",
        "1. Start at node 2.\n2. Visit nodes 3, 5, 4.\n3. Visit nodes 1, 0.\n\nYes, all are visited.",
        "Step 1: visit nodes 0, 1, 2, 3, 4, 5.\n\nStep 2: visit nodes 2, 3, 5, 4, 1, 0.\n\nSo all can be visited.",
        "Node 2 comes before node 3:\nnode 2 -> node 3\n\nSo the solution is:\nnode 2 -> node 3 -> node 5 -> node 4 -> "
        "node 1 -> node 0\n\nYes.",
        CHAIN + "So the solution is: 2,3,5,4,1,0.",
        "1. Half of them: the solution is: 2,3,5.\n2. All of them: so the solution is: 2,3,5,4,1,0.",
        "The solution is: 0,1,2,3,4,5. Wait, that's wrong. The solution is: 2,3,5,4,1,0.",
        "The solution is: 2,3,5,4,1,0.\n\nIn a directed graph with 6 nodes numbered from 0 to 5:\nnode 0 should be "
        "visited before node 4.\nQ: In which order can all nodes be visited?\nA: The solution is: 0,1,2,3,4,5.",
    ],
)
def test_an_order_is_read(text: str) -> None:
    assert outcome(NodeOrder(), text, SIX, ORDER) == [2, 3, 5, 4, 1, 0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The solution is: 2,3,5,4,1.", [2, 3, 5, 4, 1]),
        ("The solution is: 2,3,5,4,1,0,6.", [2, 3, 5, 4, 1, 0, 6]),
        ("The solution is: 2,3,3,5,4,1,0.", [2, 3, 3, 5, 4, 1, 0]),
        ("The solution is to start at node 0, then visit nodes 1-3 in order, then node 5.", [0, 1, 2, 3, 5]),
        ("The solution is to visit nodes 0 through 5 in order.", [0, 1, 2, 3, 4, 5]),
        ("1. Visit node 0.\n2. Visit nodes 3, 2, 5.\n\nYes, all the nodes can be visited.", [0, 3, 2, 5]),
        ("First, visit node 2 and node 3. Then, visit node 5 and node 4.\n\nYes, all are visited.", [2, 3, 5, 4]),
        ("0 -> 2 -> 1 -> 0\n\nYes, all the nodes can be visited.", [0, 2, 1, 0]),
        ("No.", []),
        ("No, not all the nodes can be visited.", []),
        ("There is no valid order.", []),
        ("No solution exists.", []),
        ("The answer is no, since node 1 and node 2 wait for each other.", []),
    ],
)
def test_an_order_is_read_with_its_faults_and_a_stated_none_as_empty(text: str, value: list[int]) -> None:
    assert outcome(NodeOrder(), text, SIX, ORDER) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Yes, all the nodes can be visited in the correct order.", "no_answer"),
        ("The solution is:", "no_answer"),
        ("The solution is: 2,3,5,4,", "truncated"),
        ("Half of them: the solution is: 2,3,5.\n\nAll of them: the solution is: 2,3,5,4,", "truncated"),
        ("0 -> 4\n1 -> 3\n2 -> 5", "no_answer"),
        ("node 0 -> node 4\nnode 1 -> node 3\nnode 2 -> node 5\n\nYes, all the nodes can be visited.", "no_answer"),
        ("The graph looks like this:\n\n0 -> 3 -> 4\n1 -> 5 -> 4\n2 -> 0 -> 5", "no_answer"),
        ("1. node 1 should be visited before node 2.\n2. node 2 should be visited before node 5.", "no_answer"),
        ("The nodes are 0, 1, 2, 3, 4, 5. We have to visit all of them.", "no_answer"),
        ("nodes: 0, 1, 2, 3, 4, 5\nedges: (0,4), (1,3)\n\nYes, all the nodes can be visited.", "no_answer"),
        ("The graph has nodes 0 to 5.\n\nYes, all the nodes can be visited.", "no_answer"),
        (CHAIN, "no_answer"),
        (CHAIN + "After node 5, node 4, and node 3", "truncated"),
        (CHAIN + "Since visiting node 1 requires visiting node 2, node 3, node 5", "truncated"),
        ("Since no nodes are required to be visited before node 2, node 3, node 5, node 4", "truncated"),
        ("1. visit node 2\n2. visit node 3\n3. visit node 5\n4. visit node 4\n5.", "truncated"),
        ("1. visit node 2\n2. visit node 3\n3. visit node 5\n4. visit node 4\n5", "truncated"),
        (
            "1. Start at node 0.\n2. Visit all the nodes that can be reached.\n\nSo the solution is a search.",
            "no_answer",
        ),
        ("From node 0, we can visit nodes 2, 3.\n\nFrom node 2, we can visit nodes 4, 5.", "no_answer"),
    ],
)
def test_what_has_to_come_before_what_is_no_order(text: str, code: str) -> None:
    assert outcome(NodeOrder(), text, SIX, ORDER) == code


@pytest.mark.parametrize(
    "unit",
    [
        "no ",
        "not every ",
        "visit nodes 1-5 ",
        "1. visit node 3\n",
        "0 -> 1\n",
        "the path is 0,1,2. ",
        "total weight ",
        "= 2 + 3 ",
        "import a\n",
        "def a",
        "import a\na.",
        "def a:\n  b\n",
        " ",
    ],
)
def test_orders_and_paths_are_read_in_linear_time(unit: str) -> None:
    """64 kB take at most about ten times 6 kB; timings below a tenth of a second say nothing."""
    readers: tuple[Any, ...] = (NodeOrder(), PathOrNo(), WeightedPath())
    for reader in readers:
        taken = []
        for length in (6_400, 64_000):
            text = (unit * length)[:length]
            start = time.process_time()
            outcome(reader, text, SIX, "What is the shortest path from node 1 to node 0?")
            taken.append(time.process_time() - start)
        assert taken[1] < 15 * max(taken[0], 0.1)
