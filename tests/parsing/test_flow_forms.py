"""A flow's value, said in whatever way, and the plan beside it."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import FlowValue, Scope, written
from graphcore.records import Reply
from tests.test_parsing import DIGITS, outcome

ASKED = "What is the maximum flow from node 2 to node 0?"
SAID = "The maximum flow from node 2 to node 0 is 12. "


@pytest.mark.parametrize(
    "text",
    [
        "12",
        " 12\n",
        "12 units",
        "12 units of flow",
        "12.",
        "**12**",
        "$12$",
        "\\boxed{12}",
        "Answer: 12",
        "answer: 12 units of flow.",
        "the answer is 12.",
        "The answer is: 12",
        "The maximum flow is 12.",
        "the maximum flow is equal to 12.",
        "the maximum flow from node 2 to node 0 is 12",
        "the max flow from 2 to 0 is 12.",
        "maximum flow: 12",
        "Maximum flow = 12",
        "The maximum flow value is 12.",
        "the value of the maximum flow is 12.",
        "The maximum flow from node 2 to node 0 is 12 units.",
        "So, the maximum flow that can be sent from node 2 to node 0 is 12 units.",
        "a maximum of 12 units can be sent from node 2 to node 0.",
        "12 units can be sent from node 2 to node 0.",
        "12 is the maximum flow from node 2 to node 0.",
        "therefore, we can send 12 units of flow from node 2 to node 0.",
        "we get a maximum flow of 12.",
        "this results in a maximum flow of 12 units.",
        "this gives a total flow of 12.",
        "the total flow from node 2 to node 0 is 5 + 7 = 12.",
        "the maximum flow from node 2 to node 0 is 5 + 7.",
        "max flow = 5 + 7 = 12",
        "the maximum flow is min(12, 15) = 12.",
        "the maximum flow is the minimum of 12 and 15, which is 12.",
        (
            "the maximum flow from node 2 to node 0 is limited by the capacity of the edge from "
            "node 4 to node 0, which is 12."
        ),
        "the maximum flow from node 2 to node 0 is 12, which is the sum of 5 and 7.",
        "the maximum flow from node 2 to node 0 is 12 (5 + 7).",
        "the maximum flow from node 2 to node 0 is 12, since the edge has a capacity of 5.",
        "the maximum flow from node 2 to node 0 is 12, limited by the edge from node 4 to node 0 whose capacity is 3.",
        (
            "1. send 5 units of flow from node 2 to node 4.\n2. send 7 units of flow from node "
            "2 to node 5.\n\ntherefore, the maximum flow from node 2 to node 0 is 5 + 7 = 12 units."
        ),
        "the maximum flow from node 2 to node 0 is 5.\nwait, that is wrong. the maximum flow is 12.",
        (
            "first, the maximum flow seems to be 5. after adding the other path, the maximum flow "
            "from node 2 to node 0 is 12."
        ),
        "the maximum flow from node 2 to node 0 is 12. the solution is to send 5 units of flow from node 2 to node 0.",
        (
            "the maximum flow from node 2 to node 0 is 12. the solution is to send 5 units of "
            "flow from node 2 to node 4 and 7 units of flow from node 2 to node 0, and 5 units "
            "from node 4 to node 0."
        ),
        (
            "the maximum flow from node 2 to node 0 is 12. the solution is as follows:\n\n"
            "flow from node 2 to node 4: 5\nflow from node 4 to node 0: 5\n"
            "flow from node 2 to node 0: 7"
        ),
        (
            "the maximum flow from node 2 to node 0 is as follows:\n\nfrom node 2 to node 4: 5,\n"
            "from node 4 to node 0: 5,\nfrom node 2 to node 0: 7.\n\nso the maximum flow is 12."
        ),
        "the maximum flow from node 2 to node 0 is 12.\nthe maximum flow from node 2 to node 4 is 5.",
        '{"max_flow": 12}',
        '```json\n{"maximum_flow": 12}\n```',
        '{"answer": 12}',
        "Answer: [12]",
        "answer: the maximum flow is 12",
        "the maximum flow from node 2 to node 0 is 1 + 1 + 10 = 12.",
        "the maximum flow from node 2 to node 0 is 5 (from node 2 to node 4) + 7 (from node 2 to node 5) = 12.",
        "therefore, it is 12.",
        "so the maximum flow is 12 units, with 5 units through node 4 and 7 units through node 5.",
        "the maximum flow from node 2 to node 0 is 12. no more flow can be sent from node 2 to node 0.",
        "there is no further augmenting path. therefore the maximum flow is 12.",
        "path 1: 2 -> 4 -> 0, flow 5\npath 2: 2 -> 5 -> 0, flow 7\ntotal flow: 12",
        (
            "path 1: 2 -> 4 -> 0 with flow 5\npath 2: 2 -> 5 -> 0 with flow 7\n"
            "the total flow is 5 + 7 = 12, so the maximum flow from node 2 to node 0 is 12."
        ),
        (
            "step 1: the maximum flow from node 2 to node 0 is 5.\nstep 2: add the flow of 7.\n"
            "step 3: the maximum flow from node 2 to node 0 is 12."
        ),
        "we can calculate the maximum flow from node 2 to node 0 by adding the capacities of the edges: 5 + 7 = 12.",
        "the maximum flow from node 2 to node 0 is calculated as 5 + 7 = 12.",
        (
            "the maximum flow from node 2 to node 0 can be determined by the capacities. in this "
            "case, the maximum flow is 12."
        ),
        "The maximum flow from node 2 to node 0 is determined by the smallest capacity, which is 12.",
        "the maximum amount of flow from node 2 to node 0 is 12.",
        "the maximum capacity from node 2 to node 0 is 12.",
        "thus the max-flow is 12",
        "the maximum flow from the source (node 2) to the sink (node 0) is 12.",
        "maximum flow from node 2 to node 0: 12",
        "from node 2 to node 0, the maximum flow is 12.",
        "The maximum flow from node 2 to node 0 is therefore 12.",
        "the maximum flow would be 12.",
        "the maximum flow between node 2 and node 0 is 12.",
        "The total unit of flow arrives at node 0 is 12. So the maximum flow from node 2 to node 0 is 12.",
        (
            "Q: what is the maximum flow from node 2 to node 0?\nA: the maximum flow from node "
            "2 to node 0 is 12.\n\nQ: what is the maximum flow from node 3 to node 1?\n"
            "A: the maximum flow from node 3 to node 1 is 4."
        ),
        (
            "the maximum flow from node 2 to node 0 is 12.\n\nIn a directed graph, the nodes are "
            "numbered from 0 to 4, and the edges are:\nan edge from node 0 to node 1 with capacity "
            "4.\nQ: What is the maximum flow from node 0 to node 1?\nA: the maximum flow from "
            "node 0 to node 1 is 4."
        ),
        "The maximum flow is **12**.",
        "The maximum flow from node 2 to node 0 is **12 units**.",
        "The maximum flow is $12$ units.",
        "Maximum flow: **12**",
        "**Answer:** 12",
        "**Answer: 12**",
        "### Answer\n12",
        "The maximum flow is 12 (5 via node 4, 7 via node 5).",
        "the maximum flow adds up to 12.",
        "the maximum flow equals 12.",
        "The max flow totals 12.",
        "the min cut is 12, so the maximum flow is 12.",
        "the minimum cut has capacity 12, therefore the max flow is also 12.",
        "So 12.",
        "therefore, 12 units.",
        "the maximum flow from node 2 to node 0 is 12\n\nexplanation: the edges from node 2 to node 4 has capacity 5.",
        "12\n\nexplanation: send 5 units from node 2 to node 4 and 7 units from node 2 to node 5.",
        "12 units\n\n5 units from node 2 to node 4, 7 units from node 2 to node 5",
        "5 + 7 = 12",
        "5+7=12 units",
        "the maximum flow from node 2 to node 0 is 3 + 4 = 5 + 7 = 12.",
        "since the edges into node 0 have total capacity 12, the maximum flow is 12.",
        "because the total capacity into node 0 is 12, 12 is the maximum flow.",
        "in total, 12 units of flow reach node 0.",
        "a total of 12 units of flow arrive at node 0.",
        "node 0 receives a total of 12 units of flow.",
        "the flow from node 2 to node 0 is 12.",
        "this means that a maximum flow of 12 can be sent from node 2 to node 0.",
        "the maximum flow is thus 5 + 7 = 12 units of flow",
        "so the maximum flow from node 2 to node 0 is 12. the minimum cut is {2, 4}.",
        (
            "the maximum flow from node 2 to node 0 is 12. this is because the edges into node "
            "0 have a capacity of 5 and 7."
        ),
        "the maximum flow from node 2 to node 0 is 12. therefore, the maximum flow through node 4 is 5.",
        (
            "the maximum flow from node 2 to node 0 is 12.\n\nthe maximum flow from node 2 to "
            "node 0 is found by adding the capacities of the paths."
        ),
        (
            "we start with the flow 0.\nthe initial maximum flow is 0.\nafter path 2 -> 4 -> 0 "
            "the flow is 5.\nafter path 2 -> 5 -> 0 the flow is 12.\nthe maximum flow from node "
            "2 to node 0 is 12."
        ),
        "the maximum flow from node 2 to node 0 is 12, but the maximum flow from node 4 to node 0 is 5.",
        "the maximum flow from node 2 to node 0 is not 5 but 12.",
        "the maximum flow is 12, not 5.",
        "the maximum flow is not 5, it is 12.",
        "<answer>12</answer>",
        "Final answer: 12",
        "Final Answer:\n12 units",
        "Final answer: maximum flow = 12",
        "#### 12",
        "Result: 12",
        "Max flow from 2 to 0: 12",
        "Max Flow(2→0) = 12",
        (
            "the maximum flow from node 2 to node 0 is 12 because there are two paths: 2 -> 4 "
            "-> 0 with capacity 5 and 2 -> 5 -> 0 with capacity 7."
        ),
        (
            "the maximum flow from node 2 to node 0 is achieved by sending 5 units along 2 -> "
            "4 -> 0 and 7 units along 2 -> 5 -> 0, for a total of 12 units."
        ),
        "the maximum flow from node 2 to node 0 is the sum of the flows: 5 + 7 = 12.",
        (
            "the maximum flow from node 2 to node 0 is the sum of the capacities of the edges "
            "from node 2, which is 5 + 7 = 12."
        ),
        "the maximum flow from node 2 to node 0 is 5 (node 2 to node 4) + 7 from node 2 to node 5 = 12.",
        (
            "the maximum flow from node 2 to node 0 is 12. the solution is as follows:\n\n"
            "flow from node 2 to node 4: 5\nflow from node 4 to"
        ),
        "the maximum flow from node 2 to node 0 is 12.\n\nthis is because the maximum flow from node",
        (
            "\n\n1. start by finding the edges from node 2 to any other node.\n"
            "2. node 2 to node 4: 5\n3. node 2 to node 5: 7\n4. add up the capacities of all the "
            "edges from node 2: 5 + 7 = 12\n5. the maximum flow from node 2 to node 0 is 12."
        ),
        "\n\n1. from node 2 to node 4: 5\n2. from node 4 to node 0: 7\n\ntotal flow from node 2 to node 0: 12",
        (
            "\n\nstep 1: find all the paths from node 2 to node 0.\n\npath 1: 2 -> 4 -> 0\n"
            "path 2: 2 -> 5 -> 0\n\nstep 2: find the minimum capacity of each path.\n\n"
            "path 1: min(5, 7) = 5\npath 2: min(7, 9) = 7\n\nstep 3: add up the minimum capacities "
            "of all the paths.\n\n5 + 7 = 12\n\ntherefore, the maximum flow from node 2 to node "
            "0 is 12."
        ),
        (
            "\n\nstep 1: find all the paths from node 2 to node 0.\n\npath 1: 2 -> 4 -> 0\n"
            "path 2: 2 -> 5 -> 0\n\nstep 2: the maximum flow is the sum of the minimum capacities "
            "of all the paths, which is 5 + 7 = 12."
        ),
        (
            "\n\nthe maximum flow from node 2 to node 0 is 12. this can be calculated by adding "
            "the capacities of all the edges that lead from node 2 to node 0: 5 + 7 = 12."
        ),
        (
            "\n\nthe maximum flow from node 2 to node 0 is the sum of the capacities of all the "
            "edges from node 2 to node 0.\n\n5 + 7 = 12\n\ntherefore, the maximum flow is 12."
        ),
        (
            "\n\nfirst, we can send 5 units of flow from node 2 to node 4. next, we can send 5 "
            "units of flow from node 4 to node 0. then, we can send 7 units of flow from node "
            "2 to node 0. so, the maximum flow from node 2 to node 0 is 5 + 7 = 12 units of flow."
        ),
        (
            " the maximum flow from node 2 to node 0 is 12. the flow can be divided into three "
            "paths: node 2 -> node 4 -> node 0 (5), node 2 -> node 5 -> node 0 (6) and node 2 "
            "-> node 0 (1)."
        ),
        (
            " the maximum flow from node 2 to node 0 is 12. \n\nexplanation: \n\n"
            "the maximum flow from node 2 to node 0 can be found by the ford-fulkerson algorithm. "
            "the residual graph has a path 2-4-0 with a bottleneck of 5, and a path 2-5-0 with "
            "a bottleneck of 7. the total flow is 5 + 7 = 12."
        ),
        (
            " 12\n\nexplanation: \n\nthe maximum flow from node 2 to node 0 is 12. this is because "
            "there are two paths: \n\n2 -> 4 -> 0 with capacity 5\n2 -> 5 -> 0 with capacity 7"
        ),
        (
            " from the source (node 2), we can send 5 units of flow to node 4, and 7 units of "
            "flow to node 5.\n5 units of flow arrive at node 4, then we can send 5 units of flow "
            "from node 4 to node 0.\n7 units of flow arrive at node 5, then we can send 7 units "
            "of flow from node 5 to node 0.\nthe total unit of flow arrives at node 0 is 5 + 7 "
            "= 12. so the maximum flow from node 2 to node 0 is 12."
        ),
        (
            "\n\nwe can find the maximum flow by finding the minimum cut. the minimum cut is the "
            "set of edges {(2,4), (2,5)}, with a total capacity of 12. therefore, the maximum "
            "flow from node 2 to node 0 is 12."
        ),
        "\n\nthe maximum flow from node 2 to node 0 is 12 (2 to 4: 5, 2 to 5: 7).",
        (
            "\n\n1. the maximum flow from node 2 to node 0 is 9 (from node 2 to node 4 to node "
            "0).\n\n2. the maximum flow from node 2 to node 0 is 12 (from node 2 to node 5 to "
            "node 0).\n\ntherefore, the maximum flow from node 2 to node 0 is 12."
        ),
        (
            "\n\n1. the maximum flow from node 2 to node 0 is equal to the sum of the capacities "
            "of the edges from node 2 to node 0, which is 12."
        ),
        (
            "\n\nthe maximum flow from node 2 to node 0 is 12 since the capacity of the edge from "
            "node 2 to node 4 is 5 and the capacity of the edge from node 2 to node 5 is 7."
        ),
        (
            "\n\nthe maximum flow from node 2 to node 0 is 5 units of flow through node 4 and "
            "7 units of flow through node 5, for a total of 12 units."
        ),
        (
            "\n\ntherefore, the maximum flow from node 2 to node 0 is 5 (from node 2 to node 4) "
            "+ 7 (from node 2 to node 5) = 12."
        ),
        "\n\nin conclusion, the maximum flow that can be achieved from node 2 to node 0 is 12 units.",
        "\n\nthe answer is that the maximum flow from node 2 to node 0 is 12.",
        (
            "\n\nthe maximum flow is 12, which is achieved by sending 5 units of flow from node "
            "2 to node 4 and 7 units of flow from node 2 to node 5."
        ),
        "\n\nso the flow is 12.",
        "\n\ntherefore, the maximum flow from node 2 to node 0 is 12 (the minimum of 12 and 15).",
        "\n\ntherefore, the maximum flow from node 2 to node 0 is 12 units/second.",
        "\n\nthe maximum flow from node 2 to node 0 is 12 as the capacity of the edge from node 2 to node 4 is 12.",
        "\n\nthe maximum flow of 12 from node 2 to node 0 is reached when all edges are used.",
        "\n\nthe maximum flow from node 2 to node 0 is not limited by the edges of node 2 and is 12.",
    ],
)
def test_a_flow_of_twelve_is_read(text: str) -> None:
    assert outcome(FlowValue(), text, question=ASKED) == 12


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: 12.5", 12.5),
        ("thus, the maximum flow is 0.", 0),
        ("there is no path from node 2 to node 0, so the maximum flow is 0.", 0),
        ("there is no flow from node 2 to node 0.", 0),
        ("no flow is possible from node 2 to node 0.", 0),
        ("the maximum flow from node 2 to node 0 is -2.", -2),
        ("the maximum flow is 10 - 6 - 1 - 5 = -2.", -2),
        ("the maximum flow from node 2 to node 0 is 12.0", 12.0),
        ("the maximum flow from node 2 to node 0 is 1,200.", 1200),
        ("the maximum flow is 3 units from node 2 to node 5 plus 4 units from node 2 to node 6, which is 7 units.", 7),
        ("\n\n1. from node 2 to node 4: capacity 5\n2. from node 4 to node 0: capacity 7\n\nmaximum flow: 5", 5),
        (
            (
                "\n\nthe maximum flow from node 2 to node 0 is limited by the edge with the smallest "
                "capacity, which is the edge from node 4 to node 0 with a capacity of 3. therefore, "
                "the maximum flow from node 2 to node 0 is 3."
            ),
            3,
        ),
        (
            (
                "\n\nthe maximum flow from node 2 to node 0 is the minimum of the capacities of the "
                "edges along the path, which is 3."
            ),
            3,
        ),
        (
            (
                "\n\n2. the flow from node 2 to node 4 is 5.\n3. the flow from node 4 to node 0 is "
                "7.\n\nthe maximum flow from node 2 to node 0 is therefore min(5,7) = 5."
            ),
            5,
        ),
        ("\n\nthe maximum flow from node 2 to node 0 is 5 + 7 + 3 + 2 (17).", 17),
        ("\n\ntherefore, the maximum flow from node 2 to node 0 is 18 (8 + 10).", 18),
        ("\n\ntherefore, the maximum flow from node 2 to node 0 is 8 + 10, which is 18.", 18),
        ("\n\ntherefore, the maximum flow from node 2 to node 0 is 8 units + 10 units = 18 units.", 18),
        ("\n\ntherefore, the maximum flow from node 2 to node 0 is the sum of the above: 8 + 10 = 18 units.", 18),
        ("\n\nso the maximum flow from node 2 to node 0 is 8 + 10 + 3\n= 21.", 21),
        (
            (
                "\n\nthe maximum flow from node 2 to node 0 is calculated by adding the flow of each "
                "edge:\n\n8 + 10 = 18\n\nso the answer is 18."
            ),
            18,
        ),
        (
            "\n\nthe maximum flow from node 2 to node 0 is calculated by adding the flow of each edge:\n\n8 + 10 = 18",
            18,
        ),
        (
            (
                "\n\nthe total flow from node 2 to node 0 is 12. however, the edge from node 4 to "
                "node 0 has a capacity of 3, so the maximum flow is 3."
            ),
            3,
        ),
        (
            (
                "\n\n1. edge from node 2 to node 4 with capacity 5\n2. edge from node 4 to node 0 "
                "with capacity 7\n\nthe maximum flow is 5"
            ),
            5,
        ),
        ("\n\nmaximum flow from node 2 to node 0 = 5 + 7 + 2 = 14", 14),
        ("\n\nthe maximum flow from node 2 to node 0 is thus limited to 3 units.", 3),
        ("\n\ntherefore, the maximum flow from node 2 to node 0 is limited to 3.", 3),
    ],
)
def test_other_amounts_are_read_as_they_are_written(text: str, value: float) -> None:
    found = outcome(FlowValue(), text, question=ASKED)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    "text",
    [
        (
            "the maximum flow from node 2 to node 0 is as follows:\n\nfrom node 2 to node 4: 5\n"
            "from node 4 to node 0: 5\nfrom node 2 to node 0: 7"
        ),
        "the maximum flow from node 2 to node 4 is 5.\nthe maximum flow from node 4 to node 0 is 7.",
        "the maximum flow from node 0 to node 2 is 5.",
        "the maximum flow cannot be determined.",
        "an edge from node 2 to node 4 with capacity 5,\nan edge from node 4 to node 0 with capacity 3.",
        "the maximum flow path is 2 -> 4 -> 0.",
        "is the maximum flow 12?",
        "If the maximum flow is 12, then the cut is 12.",
        "the maximum flow from node 2 to node 0 is between 5 and 12.",
        "the maximum flow is at least 5.",
        "the maximum flow is 5 or 12.",
        "we need the maximum flow from node 2 to node 0.",
        "the maximum flow from node 2 to node 0 is twelve.",
        "F = 12",
        "|f| = 12",
    ],
)
def test_what_states_no_maximum_of_the_asked_flow_is_no_answer(text: str) -> None:
    assert outcome(FlowValue(), text, question=ASKED) == "no_answer"


@pytest.mark.parametrize(
    "text",
    [
        (
            "1. the maximum flow from node 2 to node 0 is 5.\n\n2. the maximum flow from node "
            "2 to node 4 is limited by the edge from node 2 to"
        ),
        "the maximum flow from node 2 to node 0 is 5 +",
        (
            "1. the maximum flow from node 2 to node 0 is limited by the edge from node 2 to node "
            "4, which is 2.\n\n2. the maximum flow from node 2 to node 0 is also limited by the "
            "edge from node"
        ),
        "Step 1: send 5 units.\n1. send 5 units from node 2 to node 4.\n2.",
        "from node 2, we can send 5 units of flow to node 4.\n5 units of flow arrive at node 4, then 3 go on.\n7 units",
        "5 units of flow arrive at node 4, then we can send 3 units of flow from node 4 to node 0.\n7",
        (
            "1. the maximum flow from node 2 to node 0 is 5.\n\n2. the maximum flow from node 2 to node 0 is also "
            "limited by two edges. the least of these two capacities is 3, so the maximum flow from"
        ),
    ],
)
def test_steps_that_break_off_are_truncated(text: str) -> None:
    assert outcome(FlowValue(), text, question=ASKED) == "truncated"


EDGES = [[[2, 4], 5], [[4, 0], 5], [[2, 0], 7]]
PATHS = [[[2, 4, 0], 5], [[2, 0], 7]]


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        (
            SAID
            + (
                "the solution is to send 5 units of flow from node 2 to node 4, 5 units of flow from "
                "node 4 to node 0, and 7 units of flow from node 2 to node 0."
            ),
            EDGES,
        ),
        (
            SAID
            + (
                "the solution is as follows:\n\nflow from node 2 to node 4: 5\n"
                "flow from node 4 to node 0: 5\nflow from node 2 to node 0: 7\n"
                "total flow from node 2 to node 0: 12"
            ),
            EDGES,
        ),
        (
            (
                "we can arrange the flow as follows:\nfrom node 2 to node 4: 5,\n"
                "from node 4 to node 0: 5,\nfrom node 2 to node 0: 7,\ntotal flow from node 2 to node "
                "0: 5 + 7 = 12.\n"
            )
            + SAID,
            EDGES,
        ),
        (SAID + "the flow is as follows:\n2 -> 4: 5\n4 -> 0: 5\n2 -> 0: 7", EDGES),
        (SAID + "the routing:\n(2, 4): 5\n(4, 0): 5\n(2, 0): 7", EDGES),
        ("the solution is as follows:\n2 -> 4 -> 0: 5\n2 -> 0: 7\n" + SAID, PATHS),
        ("path 1: 2 -> 4 -> 0 with flow 5\npath 2: 2 -> 0 with flow 7\n" + SAID, PATHS),
        ("path 1: 2 -> 4 -> 0 (flow 5)\npath 2: 2 -> 0 (flow 7)\n" + SAID, PATHS),
        (
            "1. from node 2 to node 4: 5 (maximum capacity)\n2. from node 4 to node 0: 5 (maximum capacity)\n" + SAID,
            None,
        ),
        (SAID, None),
        ("12", None),
        (
            "an edge from node 2 to node 4 with capacity 5,\nan edge from node 4 to node 0 with capacity 5.\n" + SAID,
            None,
        ),
        (
            "1. the maximum flow from node 2 to node 4 is 5.\n2. the maximum flow from node 4 to node 0 is 5.\n" + SAID,
            None,
        ),
        ("from the source (node 2), we can send 5 units of flow to node 4.\nso the maximum flow is 12.", None),
    ],
)
def test_a_plan_counts_where_it_is_clearly_told(text: str, plan: Any) -> None:
    answer = FlowValue().read(Reply(text), Scope(DIGITS, ASKED))
    assert (answer.value, answer.beside) == (12, plan)


@pytest.mark.parametrize("value", [0, 12, 250, 2.5])
def test_a_value_that_is_written_is_read_back(value: float) -> None:
    assert outcome(FlowValue(), written(FlowValue(), value), question=ASKED) == value
