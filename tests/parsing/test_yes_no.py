"""Yes or no on paths between two nodes and on cycles, in the many words in which it is said."""

from __future__ import annotations

import pytest

from graphcore.parsing import YesNo
from tests.test_parsing import outcome

SIX = tuple(range(6))
CONNECTED = "Is there a path between node 3 and node 4?"
CYCLE = "Does the graph have a cycle?"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: yes", "yes"),
        ("The path between node 3 and node 4 is 3-1-4.", "yes"),
        ("There is a path: 3 -> 1 -> 4.", "yes"),
        ("3 -> 1 -> 4 is a path between node 3 and node 4.", "yes"),
        ("Node 3 leads to node 1, and node 1 to node 4. We can follow 3->1->4, so the answer is yes.", "yes"),
        ("Node 3 and node 4 are connected.", "yes"),
        ("Node 4 can be reached from node 3.", "yes"),
        ("Node 4 is reachable from node 3, so yes.", "yes"),
        ("Node 3 and node 4 are in the same connected component.", "yes"),
        ("yes, you can travel from city 3 to city 4 through city 1", "yes"),
        ("There is no direct edge between node 3 and node 4, but there is a path through node 1.", "yes"),
        ("Node 3 and node 4 are not directly connected, but they are connected through node 1.", "yes"),
        ("Node 3 and node 4 are not directly connected. However, they are connected through node 1.", "yes"),
        ("Node 3 and node 4 are not connected.", "no"),
        ("We can't reach node 4 from node 3.", "no"),
        ("Node 4 is unreachable from node 3.", "no"),
        ("It is not possible to get from node 3 to node 4.", "no"),
        ("There does not exist a path between node 3 and node 4.", "no"),
        ("Node 3 and node 4 are in different connected components.", "no"),
        ("Node 3 and node 4 are in separate blocks, so there is no path between them.", "no"),
        (
            "Node 3 is connected to node 0. Node 0 has no other edge. Thus node 3 and node 4 are not connected.",
            "no",
        ),
        ("no.\n\ndetermine if there is a path between two nodes in the graph.\ngraph: (0,1) (1,2) (2,3) (3,4", "no"),
        ("No.\n\nIn an undirected graph, (i,", "no"),
        ("The answer is no.\n\nQ: Is there a path between node 3 and node 4?\nA: The answer is yes.", "no"),
        ("Node 3 is connected to node 1.", "no_answer"),
    ],
)
def test_a_path_between_two_nodes_is_affirmed_or_denied(text: str, value: str) -> None:
    assert outcome(YesNo(), text, SIX, CONNECTED) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The edges (1,3) (3,4) (4,1) form a cycle, so yes, there is a cycle in this graph.", "yes"),
        ("We come from node 0 to node 3 and back to node 0. This is a loop, so the answer is yes.", "yes"),
        ("The graph is cyclic.", "yes"),
        ("A cycle exists.", "yes"),
        ("There is at least one cycle: 0-1-2-0.", "yes"),
        ("There is a cycle in this graph. The cycle is 0 -> 1 -> 2 -> 0.", "yes"),
        ("There are 3 edges and 3 nodes. There is a cycle: (0,1) (1,2) (2,0)", "yes"),
        ("Solution:\nNo, there is no cycle in this graph.", "no"),
        ("Explanation:\nNo, there is no cycle in this graph.", "no"),
        ("Let's think step by step:\n\nNo, there is no cycle in this graph.", "no"),
        ("The graph is acyclic.", "no"),
        ("The edges (0,1), (1,2) do not form a cycle.", "no"),
        ("No edge leads back to its own node, so there is no loop in this graph.", "no"),
        ("No, the graph is a tree.", "no"),
        ("no\n\nq: does the graph have a cycle?\na: yes", "no"),
        (
            "No, there is no cycle in this graph.\n\nIn an undirected graph, (i,j) means that the nodes are linked.\n"
            "The edges are: (0,1) (1,2) (2,0)\nQ: Does the graph have a cycle?\nA: Yes, there is a cycle in it.",
            "no",
        ),
        ("The edges (0,1)", "no_answer"),
        ("Let me look.\n\nThe nodes are numbered from 0 to 2.\nQ: Does the graph have a cycle?\nA: yes", "no_answer"),
    ],
)
def test_a_cycle_is_affirmed_or_denied(text: str, value: str) -> None:
    assert outcome(YesNo(), text, SIX, CYCLE) == value
