"""Paths that may not exist and paths with a total weight, as models write them."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import PathOrNo, Scope, WeightedPath
from graphcore.records import Reply
from tests.test_parsing import outcome

SIX = tuple(range(6))
EVERY = "Is there a path that visits every node exactly once? If so, give it."
SHORTEST = "What is the shortest path from node 1 to node 0?"
SEQUEL = (
    "\n\nIn an undirected graph, (i,j) means that node i and node j are linked.\nThe nodes are numbered from 0 to 3, "
    "and the edges are: (0,1) (1,2) (2,3)\nQ: Is there a path that visits every node exactly once?\nA: "
)


@pytest.mark.parametrize(
    "text",
    [
        "0,3,1,5,2,4",
        "0 -> 3 -> 1 -> 5 -> 2 -> 4",
        "Yes, 0 -> 3 -> 1 -> 5 -> 2 -> 4",
        "yes: 0 → 3 → 1 → 5 → 2 → 4",
        "yes\n\n0 -> 3 -> 1 -> 5 -> 2 -> 4",
        "Yes; 0 3 1 5 2 4",
        "yes (0,3,1,5,2,4)",
        "Yes. The path can be: 0, 3, 1, 5, 2, 4",
        "yes, the path is 0-3-1-5-2-4.",
        "The path is: ndoe 0, ndoe 3, ndoe 1, ndoe 5, ndoe 2, ndoe 4.",
        "one possible path is 0-3-1-5-2-4",
        "A possible path could be 0-3-1-5-2-4.",
        "the path should be: 0 -> 3 -> 1 -> 5 -> 2 -> 4",
        "The path must be: 0,3,1,5,2,4",
        "Answer: yes, [0, 3, 1, 5, 2, 4]",
        "Answer: Yes. [0, 3, 1, 5, 2, 4]",
        "The answer is yes. The path is: 0,3,1,5,2,4",
        "The path is 0 -> 3 -> 1 -> 5 -> 2 -> 4. It meets every node once, so the answer is yes.",
        "Yes, there is such a path. It is 0 -> 3 -> 1 -> 5 -> 2 -> 4.",
        "yes, there is a path that visits every node exactly once: 0 -> 3 -> 1 -> 5 -> 2 -> 4.",
        "Begin at node 0: 0 -> 3 -> 1 -> 5 -> 2 -> 4\n\nThis path visits every node exactly once.",
        "We begin at node 0:\n0 -> 3 -> 1 -> 5 -> 2 -> 4\n\nYes, there is a path that visits every node exactly once.",
        "The path 0 -> 3 -> 1 -> 5 -> 2 -> 4 visits every node exactly once.",
        "0 -> 3 -> 1 -> 5 -> 2 -> 4 visits every node exactly once, so the answer is yes.",
        "Yes. We can follow the path 0,3,1,5,2,4.",
        "from node 0 to node 3 to node 1 to node 5 to node 2 to node 4",
        "Starting from node 0, we can go to node 3, then to node 1, then to node 5, then to node 2, and so on.\n\n"
        "So the path is 0 -> 3 -> 1 -> 5 -> 2 -> 4.",
        "From node 0 we can go to node 3, then to node 1, then to node 5, then to node 2, and finally to node 4.",
        "We see that all cities are met if we go from city 0 to city 3 to city 1 to city 5 to city 2 to city 4.",
        "The path is: city 0 → city 3 → city 1 → city 5 → city 2 → city 4",
        "the path is (0,3), (3,1), (1,5), (5,2), (2,4)",
        "The path is 0 -> 3 -> 1 -> 5 -> 2 -> 4. No edge is used twice.",
        "The path is 0 -> 3 -> 1 -> 5 -> 2 -> 4. There is no other path.",
        "0-3-1-5-2-4\n\nThis path visits every node exactly once, and no node is repeated.",
        "yes, the path is 0 -> 3 -> 1 -> 5 -> 2 -> 4\n\nNode 0 and node 4 are not linked, so no cycle exists.",
        "By following the edges, we get 0 -> 3 -> 1 -> 5 -> 2 -> 4.",
        "Yes, for example: 0 -> 3 -> 1 -> 5 -> 2 -> 4",
        "Yes, the following path visits every node exactly once:\n0 -> 3 -> 1 -> 5 -> 2 -> 4",
        "0 (start) -> 3 -> 1 -> 5 -> 2 -> 4 (end)",
        "One way is 0,3,1,5,2,4.",
        "**Yes**, one such path is:\n\n**0 → 3 → 1 → 5 → 2 → 4**\n\nCheck:\n- 0–3 is an edge\n- 3–1 is an edge",
        "Try 0 → 1 → 2 → 3: no way to 4.\nTry 0 → 3 → 1 → 5 → 2 → 4: this visits every node exactly once.",
        "$$0 \\to 3 \\to 1 \\to 5 \\to 2 \\to 4$$",
        "The path is 0,1,2,3,4,5. Wait, that is wrong. The path is 0,3,1,5,2,4.",
        "The path is: 0 -> 3 -> 1 -> 5 -> 2 -> 4.\n\nA program that finds it:\n\n```\nint links[6][6] = {{1, 2",
        "1. Start at node 0.\n2. Go to node 3.\n3. Go to node 1.\n4. Go to node 5.\n5. Go to node 2.\n6. Go to node 4."
        "\n\nYes, there is a path that visits every node exactly once.",
        "We start from node 0.\nWe go to node 3.\nWe go to node 1.\nWe go to node 5.\nWe go to node 2.\n"
        "We go to node 4.\n\nWe have visited all the nodes.",
        'The path is 0,3,1,5,2,4.\n\n"""\n\nfrom collections import deque\n\nclass Solver:\n    def find(self):\n'
        "        path = [0, 1, 2]\n        return path\n\nprint(Solver().find())\npath = [3, 4]\n",
        "Yes. The path can be: 0,3,1,5,2,4.\n\n```\n#include <vector>\nusing namespace std;\n\nint main() {\n"
        "    vector<vector<int>> links = {\n        {4, 2},\n        {0, 1",
        "Yes. The path can be: 0,3,1,5,2,4." + SEQUEL + "Yes. The path can be: 0,1,2,3.",
        "Yes. The path can be: 0,3,1,5,2,4." + SEQUEL + "No.",
    ],
)
def test_a_path_through_all_nodes_is_read(text: str) -> None:
    assert outcome(PathOrNo(), text, SIX, EVERY) == [0, 3, 1, 5, 2, 4]


@pytest.mark.parametrize(
    "text",
    [
        "No.",
        "Answer: no",
        "Answer: none",
        "Answer: []",
        "Answer: no such path",
        "The answer is no.",
        "a: no.",
        "Unfortunately, it is not possible.",
        "The graph is not Hamiltonian.",
        "**No**, there is no such path.\n\nReason: nodes 3, 4 and 5 all have degree 1, but a path has only two ends.",
        "Nodes 3, 4 and 5 have degree 1, so there can be no Hamiltonian path.",
        "Try 0 → 3 → 1: stuck.\nTry 0 → 5 → 2: stuck.\n\nHence, no such path exists.",
        "No, there is no such path.",
        "no, because node 3 has no edge.",
        "No - node 3 has no edges.",
        "no. node 3 and node 4 hang on node 1 alone.",
        "No, it is not possible to visit every node exactly once.",
        "There is no path that visits every node exactly once.",
        "There isn't a Hamiltonian path in this graph.",
        "no Hamiltonian path exists",
        "Such a path does not exist.",
        "There is no way to visit every city exactly once.",
        "We start at node 0 and can go to node 3.\n\nSo we can't visit every node exactly once.",
        "We get stuck at node 2.\n\nSo it is impossible to visit all nodes.",
        "Not all nodes can be visited exactly once.",
        "Since node 3 has no edge, there is no path that visits every node exactly once.",
        "No. We can begin at node 0 and then visit node 5. No node is left that we could go to. So the answer is no.",
        "The path could be 0,1,2,3. But node 4 and node 5 are left out, so there is no path that visits every node.",
        "No." + SEQUEL + "Yes. The path can be: 0,1,2,3.",
    ],
)
def test_a_stated_no_is_an_answer(text: str) -> None:
    assert outcome(PathOrNo(), text, SIX, EVERY) == "no"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Yes.", "no_answer"),
        ("Yes, there is a path that visits every node exactly once.", "no_answer"),
        ("The path is", "no_answer"),
        ("def find(links):\n    path = [0, 3, 1, 5, 2, 4]\n    return path\n", "no_answer"),
        ("~~0,3,1,5,2,4~~", "no_answer"),
        ("The edges are: (0,1) (1,2) (2,3) (3,4) (4,5)", "no_answer"),
        ("Is there a path that visits every node exactly once?", "no_answer"),
        ("Yes. The path can be: 0,3,1,", "truncated"),
        ("Start at node 0: 0 -> 3 -> 1 ->", "truncated"),
        ("From node 0: (0,1) (0,3)\n\nFrom node 1: (1,2) (1,5)\n\nFrom node 2: (2,4)", "no_answer"),
        ("We start at node 0. We can go to node 3 or node 1." + SEQUEL + "Yes. The path can be: 0,1,2,3.", "no_answer"),
    ],
)
def test_a_yes_without_its_path_is_no_answer(text: str, code: str) -> None:
    assert outcome(PathOrNo(), text, SIX, EVERY) == code


@pytest.mark.parametrize("path", [[0, 1, 2, 3], [0, 3, 1, 5, 2, 4, 0], [0, 3, 1, 5, 2, 9], [0, 1, 1, 2, 3, 4, 5]])
def test_a_path_is_read_with_its_faults(path: list[int]) -> None:
    for joint in (",", " -> ", "-"):
        text = f"Yes. The path is: {joint.join(map(str, path))}."
        assert outcome(PathOrNo(), text, SIX, EVERY) == path


HOPS = "1. from city 1 to city 2: 2\n2. from city 2 to city 0: 3\n\n"


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("1 -> 2 -> 0", None),
        ("Answer: [1, 2, 0]", None),
        ("Answer: [1, 2, 0], total weight 5", 5),
        ("Answer: [1, 2, 0] 5", 5),
        ("Answer: [1, 2, 0], 5", 5),
        ("Answer: [1, 2, 0]: 5", 5),
        ("Answer: [[1, 2, 0], 5]", 5),
        ("Answer: 1 → 2 → 0, 5", 5),
        ("Answer: 1 → 2 → 0 (2 + 3 = 5)", 5),
        ("**Shortest path:** 1 → 2 → 0\n**Total weight:** 2 + 3 = **5**", 5),
        ("The total weight is 5.\n\nAnswer: [1, 2, 0]", 5),
        ("- 1 → 3 → 0: 4 + 3 = 7\n- 1 → 2 → 0: 2 + 3 = 5\n\nThe shortest is 1 → 2 → 0 with weight 5.", 5),
        ('{"path": [1, 2, 0], "total_weight": 5}', 5),
        ('{"path": [1, 2, 0], "weight": 5}', 5),
        ("1 -> 2 -> 0 (total weight: 5)", 5),
        ("1 -> 2 -> 0 (weight = 5)", 5),
        ("1 → 2 → 0 = 5", 5),
        ("1,2,0 with a total weight of 5.", 5),
        ("1 -> 2 (2) -> 0 (3)", None),
        ("1 --2--> 2 --3--> 0, total weight 5", 5),
        ("The shortest path from node 1 to node 0 is 1,2,0 with a total weight of 2 + 3 = 5.", 5),
        ("The shortest path from city 1 to city 0 is city 1 to city 2 to city 0, with a total distance of 5.", 5),
        ("The shortest path is 1 -> 2 -> 0, which has a length of 5", 5),
        ("The shortest path is 1 -> 2 -> 0, and its total cost is 2.5 + 3.5.", 6.0),
        ("The shortest path from node 1 to node 0 is 1, 2, 0. The total weight of this path is 5.", 5),
        ("The shortest path could be: 1 -> 2 -> 0", None),
        ("The total weight of the shortest path 1 -> 2 -> 0 is 5.", 5),
        ("Total weight: 5\nPath: 1 -> 2 -> 0", 5),
        ("We can follow the path: 1->2->0, so the total weight is 5.", 5),
        (HOPS + "The shortest path from city 1 to city 0 is 5.", 5),
        (HOPS + "So the shortest path from city 1 to city 0 is 2 + 3 = 5.", 5),
        (HOPS + "Total: 5", 5),
        (HOPS, None),
        (HOPS + "The shortest path from city 1 to city 0 has a length of 5.", 5),
        ("1. Start at node 1.\n2. Move to node 2 (weight 2).\n3. Move to node 0 (weight 3).\n\nThe total is 5.", 5),
        ("The shortest path from node 1 to node 0 is through node 2, with a total weight of 5.", 5),
        ("an edge between node 1 and node 3 with weight 4,\nan edge with weight 2,\n\n1 -> 2 -> 0", None),
        ("1. From node 1, go to node 2 with weight 2.\n2. From node 2, go to node 0 with weight 3.\n\nTotal: 5.", 5),
        ("From city 1 to city 2 (2),\nfrom city 2 to city 0 (3).\n\nThe shortest path", None),
        ("1->2: 2, 2->0: 3, total: 5", 5),
        ("From node 1 to node 2 (2), from node 2 to node 0 (3). Total: 5.", 5),
        ("from node 1 to node 2 with weight 2\nfrom node 2 to node 0 with weight 3\n\nThe total weight is 5.", 5),
        ("1 -> 2 = 2\n2 -> 0 = 3\ntotal = 5", 5),
        ("(1,2): 2\n(2,0): 3\ntotal: 5", 5),
        ("The path from node 1 to node 0 with the smallest total weight is 1 -> 2 -> 0.", None),
        ("The shortest path from node 1 to node 0 is of length 5: 1 -> 2 -> 0.", 5),
        ("The shortest path has a total weight of 5 and is 1 -> 2 -> 0.", 5),
        ("node 1 -> node 2 (2)\nnode 2 -> node 0 (3)\nTotal: 2 + 3 = 5", 5),
        ("1-2: 2\n2-0: 3\ntotal: 5", 5),
        ("From node 1 to node 2 (length 2),\nfrom node 2 to node 0 (length 3).", None),
        ("It is node 1 to node 2 with weight 2, then node 2 to node 0 with weight 3, for a total of 5.", 5),
        (
            "All the paths from node 1 to node 0 are:\n1,3,0 with a total weight of 4 + 3 = 7,\n1,2,0 with a total "
            "weight of 2 + 3 = 5.\nPath 1,2,0 is the shortest, so the shortest path is 1,2,0 with a total weight of 5.",
            5,
        ),
        (
            "All the paths are:\n1,3,0 with weight 7,\n1,2,0 with weight 5.\nThe weight of path 1,2,0 is the smallest.",
            None,
        ),
        ("The shortest path is 1,3,0 with a total weight of 7. Wait, that is wrong. The shortest path is 1,2,0.", None),
        (
            "The shortest path from node 1 to node 0 is 1,2,0 with a total weight of 5.\n\nThe nodes are numbered from "
            "0 to 3, with\nan edge between node 0 and node 1 with weight 1,\nan edge between node 2 and",
            5,
        ),
        (
            "The shortest path from node 1 to node 0 is 1,2,0 with a total weight of 5.\n\n"
            "Q: What is the shortest path from node 1 to node 0?\nA: It is 1,3,0 with a total weight of 7.",
            5,
        ),
    ],
)
def test_a_path_is_read_with_the_total_beside_it(text: str, total: float | None) -> None:
    answer = WeightedPath().read(Reply(text), Scope(SIX, SHORTEST))
    assert (answer.value, answer.beside) == ([1, 2, 0], total)


@pytest.mark.parametrize(
    "text",
    [
        "The shortest path from node 1 to node 0 is the direct edge with weight 4.",
        "The shortest path from node 1 to node 0 is 1 -> 0 (weight 4).",
        "The shortest path from node 1 to node 0 is directly from node 1 to node 0, with a total weight of 4.",
        "The shortest path from node 1 to node 0 is node 1 to node 0 with a total weight of 4.",
        "from node 1 to node 0: 4\n\nSo the shortest path from node 1 to node 0 is 4.",
        "1. node 1 to node 0 (weight 4)\n\ntotal: 4",
    ],
)
def test_a_path_of_one_link_is_read(text: str) -> None:
    answer = WeightedPath().read(Reply(text), Scope(SIX, SHORTEST))
    assert (answer.value, answer.beside) == ([1, 0], 4)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("There is no path from node 1 to node 0.", []),
        ("The shortest path is 5.", "no_answer"),
        ("The shortest path from node 1 to node 0 is 5.", "no_answer"),
        ("The shortest path from node 1 to node 0 is", "no_answer"),
        ("The shortest path from node 1 to node 0 is 1,2,", "truncated"),
        (
            "All the paths are:\n1,3,0 with a total weight of 4 + 3 = 7,\n1,2,0 with a total weight of 2 + 3 = 5,\n1,4",
            "no_answer",
        ),
        ("from node 0 to node 2: 3\nfrom node 2 to node 4: 1", "no_answer"),
        ("from node 1 to node 0: 4\nfrom node 1 to node 2: 2\n\nThe shortest path is 4.", "no_answer"),
        (
            "an edge between node 0 and node 1 with weight 2,\nan edge between node 1 and node 2 with weight 3",
            "no_answer",
        ),
    ],
)
def test_a_length_or_a_list_of_paths_is_no_path(text: str, value: Any) -> None:
    assert outcome(WeightedPath(), text, SIX, SHORTEST) == value
