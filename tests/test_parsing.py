"""Readers of replies: what counts as the answer, what is missing and why, and that what is written is read back."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.parsing import (
    Embeddings,
    FlowValue,
    Labels,
    NodeOrder,
    NodePairs,
    NodePath,
    NodeSet,
    PathOrNo,
    Reader,
    Scope,
    TemporalEdges,
    Time,
    TimeSet,
    Unreadable,
    WeightedPath,
    YesNo,
    written,
)
from graphcore.records import Reply

DIGITS = tuple(range(10))
LETTERS = tuple("ABCDEFGHI")
PEOPLE = ("Anna", "Anna 2", "Björn", "José", "Zoe")
HOSTILE = ("Smith, John (II)", "[x]", "O'Brien", "中村", "Answer: 3", 'say "hi"', "a\\b")
READERS = (
    YesNo(),
    Time(),
    TimeSet(),
    NodeSet(),
    NodePath(),
    TemporalEdges(),
    Labels(),
    PathOrNo(),
    WeightedPath(),
    NodeOrder(),
    FlowValue(),
    NodePairs(),
    Embeddings(),
)

WHEN = "When are node 0 and node 2 first connected?"
LINKED = "When are node 1 and node 3 linked?"
NEIGHBOURS = "Which nodes are linked with node 2 at time 3?"
CHRONOLOGICAL = "Is the path [2, 3, 5] chronological?"
TRIAD = "Do nodes 1, 2 and 3 form a closed triad?"


def outcome(
    reader: Reader,
    text: str,
    nodes: tuple[Any, ...] = DIGITS,
    question: str = "",
    size: int | None = None,
    finish: str = "stop",
    reasoning: str = "",
) -> Any:
    """The value that is read, or the code of the finding that says why none is."""
    try:
        answer = reader.read(Reply(text, reasoning, finish), Scope(nodes, question, size))
    except Unreadable as missing:
        assert missing.finding.text.endswith(".")
        return missing.finding.code
    start, end = answer.span
    assert 0 <= start < end <= len(text)
    return answer.value


@pytest.mark.parametrize(
    "text",
    [
        "3",
        " 3. ",
        "**3**",
        "Answer: 3",
        "ANSWER: 3",
        "**Answer:** 3",
        "**Answer: 3**",
        "`Answer: 3`",
        "Answer：3",
        "Answer:\n3",
        "Answer:\n\n**3**",
        "Answer: time 3",
        "Answer: **Time 3**",
        "Answer: t = 3",
        "Answer: [3]",
        'Answer: "3"',
        "'Answer:' 3",
        "answer = 3",
        "The answer is 3.",
        "The correct answer would be 3",
        "The final answer is: $3$",
        "The final answer is $\\boxed{3}$.",
        "Final answer: 3.",
        "### Final Answer\n\n3",
        "**Final Answer**\n3",
        "<answer>3</answer>",
        "So \\boxed{3}.",
        "$$\n\\boxed{3}\n$$",
        "\\[ \\boxed{\\text{3}} \\]",
        "\\[\n\\boxed{t = 3}\n\\]",
        '{"answer": 3}',
        '```json\n{"answer": 3}\n```',
        "We look at the links.\n\n```\n3\n```",
        "#### 3",
        "#### Step 1\nWe look.\n#### 3",
        "Answer: 3 because (0, 1, 3) comes last",
        "Answer: The nodes are first connected at time 3.",
        "**Answer:** The first time is **3**.",
        "So the first time is 3.",
        "Therefore, node 0 and node 2 are first connected at time 3.",
        "Node 0 and node 2 are first connected at time 3, because (1, 2) appears at time 3 and (0, 1) at time 1.",
        "Since (1, 2) appears at time 3 and (0, 1) at time 1, node 0 and node 2 are first connected at time 3.",
    ],
)
def test_a_time_is_read_however_it_is_marked(text: str) -> None:
    assert outcome(Time(), text, question=WHEN) == 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: 2\nAnswer: 5", 5),
        ("First, the answer could be 2. Final answer: 5", 5),
        ("The answer is not 3. The answer is 4.", 4),
        ("My first guess is that the answer is 2. But so they are first connected at time 3.", 3),
        ("The answer is 2. Wait, that is wrong. Therefore they are first connected at time 3.", 3),
        ("I will give it after 'Answer:'.\n\nAnswer: 4", 4),
        ("The answer is 3.\n\nAnswer:", 3),
        ("Answer: -2", -2),
        ("Answer: never", None),
        ("Answer: []", None),
        ("Therefore node 0 and node 2 are never connected.", None),
        ("Node 0 and node 2 first become connected at **time 3**, via the path 0 → 5 → 2.", 3),
        ("So node 0 and node 5 are connected at time 1.\nSo node 0 and node 2 are connected at time 3.", 3),
        ("1\n\nIn this example, node 0 and node 2 are connected at time 4.", 1),
    ],
)
def test_the_last_stated_time_wins(text: str, value: int | None) -> None:
    assert outcome(Time(), text, question=WHEN) == value


@pytest.mark.parametrize(
    ("text", "finish", "code"),
    [
        ("", "stop", "no_answer"),
        ("", "length", "truncated"),
        ("Answer:", "stop", "no_answer"),
        ("I will give the answer after 'Answer:'.", "stop", "no_answer"),
        ("Answer: cannot be determined", "stop", "no_answer"),
        ("The answer is 2. No.\nAnswer: unknown", "stop", "no_answer"),
        ("Answer: node 3", "stop", "no_answer"),
        ("Answer: [1, 2]", "stop", "no_answer"),
        ("Answer: 1, 2", "stop", "no_answer"),
        ("Answer: We need to check whether they are linked at time 3.", "stop", "no_answer"),
        ("When are node 0 and node 2 first connected?", "stop", "no_answer"),
        (
            "So node 0 is connected to node 5 at time 1. So node 5 is connected to node 4 at time 3.",
            "stop",
            "no_answer",
        ),
        ("The edges are (0, 1, 3), (1, 2, 4). Node 0 is linked to node 1 at time 3.", "stop", "no_answer"),
        ("- node 0 is linked at 3\n- node 2 is linked\n- 4", "stop", "no_answer"),
        ("Answer: 3", "length", "truncated"),
        ("At time 3 the nodes are linked. So the", "max_tokens", "truncated"),
        ("Therefore they are connected at time 3. I will now", "length", "truncated"),
        ("The nodes are connected at time 3,", "stop", "truncated"),
        ("<think>Answer: 2", "stop", "truncated"),
        ("<think>one <think>two</think> Answer: 2", "stop", "truncated"),
        ("I'm sorry, but I can't help with that.", "stop", "refused"),
        ("I’m sorry, but I can’t help with that.", "stop", "refused"),
        ("As an AI language model, I do not see graphs.", "stop", "refused"),
        ("I cannot answer this question.", "stop", "refused"),
    ],
)
def test_what_states_no_time_is_missing_for_a_reason(text: str, finish: str, code: str) -> None:
    assert outcome(Time(), text, question=WHEN, finish=finish) == code


@pytest.mark.parametrize(
    ("reader", "text", "value"),
    [
        (Time(), "Answer: 3\n", 3),
        (Time(), "Answer: 3\nThis is because", 3),
        (Time(), "Answer: 3\n\nQuestion: When are node 4 and node 5 first connected?\nAnswer:", 3),
        (YesNo(), "Answer: yes", "truncated"),
        (YesNo(), "Answer: yes, because node", "yes"),
        (TimeSet(), "Answer: [1, 2]", [1, 2]),
        (TimeSet(), "Answer: [1, 2]\nExplanation: I looked at (1,", [1, 2]),
        (TimeSet(), "Answer: [1, 2", "truncated"),
        (TimeSet(), "Answer: 1, 2,", "truncated"),
        (NodePath(), "Answer: 2 -> 3 ->", "truncated"),
        (TemporalEdges(), "Answer: [(0, 1, 0), (1, 2", "truncated"),
        (TimeSet(), "[1, 2]", "truncated"),
    ],
)
def test_only_a_complete_marked_answer_survives_the_cut(reader: Reader, text: str, value: Any) -> None:
    assert outcome(reader, text, question=WHEN, finish="length") == value


@pytest.mark.parametrize(
    "text", ["Answer: [0, 2", "Answer: 0, 2,", "Answer: 0 and", "So the times are [0,", "[0, 2, 3", "It is 0, then"]
)
def test_a_reply_that_breaks_off_is_truncated_whatever_its_finish_reason(text: str) -> None:
    assert outcome(TimeSet(), text) == "truncated"


def test_reasoning_is_no_answer() -> None:
    reply = "<think>Answer: 2</think>Answer: 3"
    assert outcome(Time(), reply) == 3
    assert outcome(Time(), "<thinking>a <think>Answer: 2</think> b</thinking>\nAnswer: 3") == 3
    assert outcome(Time(), "so the answer is 2</think>\n\n3") == 3
    assert outcome(Time(), "<think>Answer: 3</think>") == "no_answer"
    with pytest.raises(Unreadable, match="Only reasoning came") as missing:
        Time().read(Reply("  ", reasoning="Answer: 3"), Scope(DIGITS))
    assert missing.value.finding.code == "no_answer"


FOREIGN = "Question: When are node 1 and node 5 first connected?\nAnswer: 7"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"Answer: 3\n\n{FOREIGN}", 3),
        (f"{FOREIGN}\n\nQuestion: {WHEN}\nAnswer: 3", 3),
        (f"{FOREIGN}\n\nQ: {WHEN}\nA: 3", 3),
        (FOREIGN, "no_answer"),
        (f"Question: The links are [(0, 1, 3)].\n\n{WHEN}\n\nAnswer: 3", 3),
        (f"Here is an example: {FOREIGN}\nQuestion: {WHEN} Answer: 3", 3),
        (f"Here is an example:\nQuestion: {WHEN}\nAnswer: 7\n\nQuestion: [(0, 1, 3)]\n\n\n\n{WHEN}\nAnswer: 3", 3),
        (f"Here is an example:\nQuestion: {WHEN}\nAnswer: 7", "no_answer"),
        (f"{WHEN}\n\n3", 3),
        ("3\n\nHere is another example:\nAnswer: 9", 3),
        ("Answer: 3\n\nExample 2: Answer: 5", 3),
        ("Answer: 3\n### Problem: another\nAnswer: 5", 3),
        ("Answer: 3\n\nUser: and now?\nAssistant: Answer: 5", 3),
        ("Answer: 3\nHuman: more\nAnswer: 5", 3),
        ("Answer: 3\n\nIn an undirected graph, (i, j) means that i and j are linked.\nAnswer: 5", 3),
        ("Problem: find the first time.\n\nSolution: we look.\n\nAnswer: 3", 3),
    ],
)
def test_only_the_answer_to_the_asked_question_counts(text: str, value: Any) -> None:
    assert outcome(Time(), text, question=WHEN) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[0, 2]", [0, 2]),
        ("Answer: 0 and 2.", [0, 2]),
        ("Answer: {2, 0}", [2, 0]),
        ("Answer: times 0, 2 and 4", [0, 2, 4]),
        ("Answer: at time 0 and at time 2", [0, 2]),
        ("Answer: [t=0, t=2]", [0, 2]),
        ('Answer: ["0", "2"]', [0, 2]),
        ("Answer: 3", [3]),
        ("Answer: [2, 2]", [2, 2]),
        ("\\boxed{[0, 2]}", [0, 2]),
        ("\\boxed{\\{0, 2\\}}", [0, 2]),
        ("\\boxed{0, 2}", [0, 2]),
        ('{"answer": [0, 2]}', [0, 2]),
        ("The times are:\n- 0\n- 2", [0, 2]),
        ("Answer:\n- time 0\n- time 2", [0, 2]),
        ("1. (0, 1, 3): no\n2. (1, 3, 0): yes\n\nSo the times are [0, 2].", [0, 2]),
        ("Therefore, node 1 and node 3 are linked at times 0 and 2.", [0, 2]),
        ("Node 1 and node 3 are linked at time 0 and time 2.", [0, 2]),
        ("Answer: [0, 2]. Explanation: the edges [(1, 3, 0), (1, 3, 2)]", [0, 2]),
        ("Answer: Node 1 and node 3 are linked at time 0. Node 1 and node 3 are linked at time 2.", [0, 2]),
        ("Node 1 and node 3 are linked at time 0.\nNode 1 and node 3 are linked at time 2.", "no_answer"),
        ("They are linked at time 0 and at time 2.", [0, 2]),
        ("The edges with both nodes are:\n- (1, 3, 0)\n- (1, 3, 2)\n\nTherefore, the times are **0 and 2**.", [0, 2]),
        ("We look at the rows:\n(0, 4, 0)\n(1, 3, 2)", "no_answer"),
        ("[]", []),
        ("Answer: none", []),
        ("Answer: They are never linked.", []),
        ("Answer: [(1, 3, 0), (1, 3, 2)]", "no_answer"),
        ("The edges are [(0, 1, 2), (1, 2, 3)]. We look for them.", "no_answer"),
    ],
)
def test_sets_of_times(text: str, value: Any) -> None:
    assert outcome(TimeSet(), text, question=LINKED) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: [1, 4]", [1, 4]),
        ("Answer: node 1 and node 4", [1, 4]),
        ("Answer: nodes 1, 4 and 5.", [1, 4, 5]),
        ("Answer: [node 1, node 4]", [1, 4]),
        ('Answer: ["1", "4"]', [1, 4]),
        ("Answer:\n1. Node 1\n2. Node 4", [1, 4]),
        ("Answer:\n- 1\n- 4", [1, 4]),
        ("Answer:\n1\n4", [1, 4]),
        ("Answer: [99, 1]", [99, 1]),
        ("Answer: [1, 1]", [1, 1]),
        ("Answer: [13, 3.5]", [13, "3.5"]),
        ("Answer: Node 2 is linked with nodes 1 and 4 at time 3.", [1, 4]),
        ("Therefore nodes 1 and 4 are linked with node 2 at time 3.", [1, 4]),
        ("The nodes linked with node 2 at time 3 are [1, 4].", [1, 4]),
        ("Node 2 appears in (2, 1, 3) and (2, 4, 3), so its neighbours at time 3 are 1 and 4.", [1, 4]),
        ("The nodes linked with node 2 at time 3 are **1** and **4**.", [1, 4]),
        ("At time 3, node 2 is not linked to any node.\n\n**Answer:** None", []),
        ("Node 2 is first linked with node 7 at time 3.\nNode 2 is first linked with node 8 at time 3.", "no_answer"),
        ("The links at time 3 are: (1, 4, 3) and (2, 5, 3).\nOf these, node 2 is in: (2, 5, 3).", "no_answer"),
        ("Therefore, no nodes are linked with node 2 at time 3.", []),
        ("Answer: no nodes", []),
        ("Answer: There are no such nodes.", []),
        ("Answer: {}", []),
        ("Answer: the empty set", []),
        ("Answer: ∅", []),
        ("\\boxed{\\emptyset}", []),
        ("Answer: yes", "no_answer"),
        ("Answer: 3.5", "no_answer"),
        ("Answer: [(0, 5, 2), (1, 4, 3)]", "no_answer"),
    ],
)
def test_sets_of_nodes(text: str, value: Any) -> None:
    assert outcome(NodeSet(), text, question=NEIGHBOURS) == value


@pytest.mark.parametrize(
    ("nodes", "text", "value"),
    [
        (PEOPLE, "Answer: [Anna, Zoe]", ["Anna", "Zoe"]),
        (PEOPLE, "Answer: anna and ZOE", ["Anna", "Zoe"]),
        (PEOPLE, "Answer: [Anna 2, Anna]", ["Anna 2", "Anna"]),
        (PEOPLE, "Answer: [bjorn, JOSÉ]", ["Björn", "José"]),
        (PEOPLE, "Answer: [\"Anna\", 'Zoe']", ["Anna", "Zoe"]),
        (PEOPLE, 'Answer: ["Bj\\u00f6rn"]', ["Björn"]),
        (PEOPLE, "Answer: Bjo\u0308rn", ["Björn"]),
        (PEOPLE, "Answer: [Anna, Tom]", ["Anna", "Tom"]),
        (PEOPLE, "Answer: Anna, Tom", ["Anna", "Tom"]),
        (PEOPLE, "Answer: [Mary Ann Tom, Anna]", ["Mary Ann Tom", "Anna"]),
        (LETTERS, "answer: a, b", ["A", "B"]),
        (LETTERS, "Therefore, a node I is linked with node A: [I, A]", ["I", "A"]),
        (HOSTILE, "Answer: [Smith, John (II), [x], O'Brien, 中村]", ["Smith, John (II)", "[x]", "O'Brien", "中村"]),
        (HOSTILE, "Answer: Smith, John (II) and O’Brien", ["Smith, John (II)", "O'Brien"]),
        (HOSTILE, 'Answer: ["Answer: 3", "say \\"hi\\""]', ["Answer: 3", 'say "hi"']),
        ((3, "3x", "13 b"), "Answer: [13, 3x, 3]", [13, "3x", 3]),
        (("3", "7"), "Answer: [7, 3]", ["7", "3"]),
        (("node", "none", "and"), "Answer: [none, and, node]", ["none", "and", "node"]),
    ],
)
def test_names_are_matched_against_the_problems_own(nodes: tuple[Any, ...], text: str, value: Any) -> None:
    assert outcome(NodeSet(), text, nodes) == value


@pytest.mark.parametrize(
    "text",
    [
        "2 -> 3 -> 5",
        "Answer: [2, 3, 5]",
        "Answer: (2, 3, 5)",
        "Answer: 2, 3, 5",
        "Answer: 2 → 3 → 5.",
        "Answer: 2-3-5",
        "Answer: 2 --> 3 ==> 5",
        "Answer: [2 -> 3 -> 5]",
        "Answer: 2 -> 3 (t=1) -> 5 (t=2)",
        "Answer: 2 -> 3 at time 1 -> 5 at time 2",
        "Answer: [(2, 3, 1), (3, 5, 2)]",
        "Answer: [2, 3, 5] is a path of 3 nodes",
        "Answer: from node 2 to node 3, from node 3 to node 5",
        "Answer: node 2, then node 3, and finally node 5",
        "Answer: Start at node 2, then node 3, and finally node 5.",
        "Answer:\n1. Node 2\n2. Node 3\n3. Node 5",
        "Answer:\n2 -> 3\n3 -> 5",
        "Answer:\n2\n3\n5",
        "\\boxed{2 \\to 3 \\to 5}",
        "\\boxed{2 \\rightarrow 3 \\rightarrow 5}",
        "```\n[2, 3, 5]\n```",
        "The path is 2 -> 3 -> 5",
        "A chronological path is [2, 3, 5].",
        "The path from node 2 to node 5 is node 2 to node 3 with weight 1, followed by node 3 to node 5 with weight 3.",
        "Step 1: go from node 2 to node 3.\nStep 2: go from node 3 to node 5.\n\nAnswer: [2, 3, 5]",
        "from node 2 to node 3 at time 1\nfrom node 3 to node 5 at time 2",
        "1. from node 2 to node 3: 4\n2. from node 3 to node 5: 1\n\nThe path from node 2 to node 5 is 5.",
        "Start at node 2: 2 -> 3 -> 5\n\nThis path goes on in time.",
        "We start at node 2, then go to node 3, and finally node 5. So the path is valid.",
        "Answer: 2 --(t=1)--> 3 --(t=4)--> 5",
        "Answer: Node 2 (time 1) → Node 3 (time 4) → Node 5",
        "One such path: [2, 3, 5]",
        "For example, [7, 8, 9] is a path. Here the path is [2, 3, 5].",
        "2 -> 3 -> 5, with a total weight of 7.",
    ],
)
def test_a_path_is_read_however_it_is_told(text: str) -> None:
    assert outcome(NodePath(), text) == [2, 3, 5]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: [2, 2, 3]", [2, 2, 3]),
        ("Answer: 2 -> 99", [2, 99]),
        ("Answer: 2 -> 3, 4 -> 5", "no_answer"),
        ("Answer: 4 + 4 + 2 = 10", "no_answer"),
        ("Answer: no path exists", []),
        ("There is no such path.", []),
        ("Answer: []", []),
        ("The links (2, 3, 1) and (3, 5, 2) are in the graph. Node 2 is linked with node 3.", "no_answer"),
        ("Is the path [2, 3, 5] right? We must check the path [2, 3, 5].", "no_answer"),
    ],
)
def test_paths_that_are_odd_or_absent(text: str, value: Any) -> None:
    assert outcome(NodePath(), text) == value


@pytest.mark.parametrize(
    "text",
    [
        "Answer: [(0, 1, 0), (1, 2, 3)]",
        "Answer: [[0, 1, 0], [1, 2, 3]]",
        "Answer: (0, 1, 0), (1, 2, 3)",
        "Answer: (0, 1, 0) -> (1, 2, 3)",
        "Answer: 0 - 1 (t=0), 1 - 2 (t=3)",
        "Answer:\n(0, 1, 0)\n(1, 2, 3)",
        "Answer:\n1. (0, 1, 0)\n2. (1, 2, 3)",
        "Answer:\n```\n(0, 1, 0)\n(1, 2, 3)\n```",
        "Answer:\nnode 0 and node 1 at time 0\nnode 1 and node 2 at time 3",
        "Answer:\n1. Node 0 and node 1 at time 0.\n2. Node 1 and node 2 at time 3.\n",
        "Answer:\nTime 0: (0, 1)\nTime 3: (1, 2)",
        '{"answer": [{"u": 0, "v": 1, "t": 0}, {"u": 1, "v": 2, "t": 3}]}',
        "Here is the sorted list:\n\n[(0, 1, 0), (1, 2, 3)]",
        "The edges are [(1, 2, 3), (0, 1, 0)]. We sort them.\n\nTherefore: [(0, 1, 0), (1, 2, 3)]",
        "Here is the list of links sorted by time:\n\n1. (0, 1, 0)\n2. (1, 2, 3)",
        "The list is [(1, 2, 3), (0, 1, 0)].\n\nAfter sorting by time:\n\n[(0, 1, 0), (1, 2, 3)]\n\nLet me know!",
        "0 1 0\n1 2 3",
    ],
)
def test_links_are_read_however_they_are_listed(text: str) -> None:
    assert outcome(TemporalEdges(), text) == [[0, 1, 0], [1, 2, 3]]


@pytest.mark.parametrize(
    ("nodes", "text", "value"),
    [
        (DIGITS, "Answer: [(0, 1, 0)]", [[0, 1, 0]]),
        (DIGITS, "Answer: []", []),
        (DIGITS, "[4, 1, 2, 5, 3, 1]", "no_answer"),
        (DIGITS, "| u | v | t |\n|---|---|---|\n| 0 | 4 | 0 |\n| 1 | 5 | 1 |", "no_answer"),
        (DIGITS, "Given the edges [(1, 2, 3), (0, 1, 0)], we need to sort them by time.", "no_answer"),
        (PEOPLE, "Answer: [(Anna, Tom, 3)]", [["Anna", "Tom", 3]]),
        (HOSTILE, 'Answer: [("Smith, John (II)", "[x]", 3)]', [["Smith, John (II)", "[x]", 3]]),
    ],
)
def test_links_that_are_odd_or_absent(nodes: tuple[Any, ...], text: str, value: Any) -> None:
    assert outcome(TemporalEdges(), text, nodes) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: [0, 1, 1]", [0, 1, 1]),
        ("Answer: 0, 1, 1", [0, 1, 1]),
        ("Answer: 0 1 1", [0, 1, 1]),
        ("Answer: [0 1 1]", [0, 1, 1]),
        ("Answer: [no, yes, yes]", [0, 1, 1]),
        ("Answer: No, yes, yes", [0, 1, 1]),
        ("Answer:\n(1, 2): 0\n(2, 3): 1\n(1, 3): 1", [0, 1, 1]),
        ("Answer:\n1. (1, 2): 0\n2. (2, 3): 1\n3. (1, 3): 1", [0, 1, 1]),
        ("Answer:\n- Node 1 and node 2: no\n- Node 2 and node 3: yes\n- Node 1 and node 3: yes", [0, 1, 1]),
        ('Answer: {"(1, 2)": 0, "(2, 3)": 1, "(1, 3)": 1}', [0, 1, 1]),
        ("Answer: [0, 1]", [0, 1]),
        ("Answer: []", []),
        ("Answer: [0, 1, 2]", [0, 1, 2]),
        ("Answer: 1", "no_answer"),
    ],
)
def test_labels(text: str, value: Any) -> None:
    assert outcome(Labels(), text, size=3) == value


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        ("", "Yes.", "yes"),
        ("", "NO", "no"),
        ("", "Answer: Yes, it is.", "yes"),
        ("", "Answer: **No**", "no"),
        ("", "Answer: [yes]", "yes"),
        ("", "Answer: true", "yes"),
        ("", "#### no", "no"),
        ("", "\\boxed{\\text{yes}}", "yes"),
        ("", '{"answer": "no"}', "no"),
        ("", "Final Answer: The answer is **Yes**.", "yes"),
        ("", "There is no link at time 2. Then there is one. No nodes are alone. Answer: yes", "yes"),
        ("", "Yes, at first. But time goes back. No, it is not chronological.", "no"),
        (CHRONOLOGICAL, "Therefore the path is not chronological.", "no"),
        (CHRONOLOGICAL, "Therefore, the path is chronological.", "yes"),
        (CHRONOLOGICAL, "No, the path [2, 3, 5] is not chronological.", "no"),
        (CHRONOLOGICAL, "- 2→3 at time 4\n- 3→5 at time 1\n\nSince 4 > 1, the path is not chronological.", "no"),
        (CHRONOLOGICAL, "Is there a link (2, 3)? Yes, at 1. Is there a link (3, 5)? Yes, at 3. So yes.", "yes"),
        (TRIAD, "Answer: The nodes do not form a closed triad.", "no"),
        (CHRONOLOGICAL, "Is the path [2, 3, 5] chronological?\nYes.", "yes"),
        (CHRONOLOGICAL, "Is (2, 3) a link? Yes. Is (3, 5) a link? No.", "no_answer"),
        (CHRONOLOGICAL, "We check whether it is chronological. The time of (2, 3) is 1.", "no_answer"),
        (CHRONOLOGICAL, f"yes\n\nQ: {CHRONOLOGICAL}\nA: no", "yes"),
        ("", "Answer: yes or no", "no_answer"),
        ("", "I will answer with 'yes' or 'no'.", "no_answer"),
        ("", "No nodes are linked at time 3.", "no_answer"),
    ],
)
def test_yes_and_no(question: str, text: str, value: str) -> None:
    assert outcome(YesNo(), text, question=question) == value


@pytest.mark.parametrize(
    ("reader", "text", "spanned"),
    [
        (Time(), "So: **Answer:** 42.", "42"),
        (Time(), "é" * 70_000 + "\nAnswer: 42 it is", "42"),
        (Time(), "<think>Answer: 1</think>\nAnswer: 42", "42"),
        (TimeSet(), "Answer: [0, 2] and no more", "[0, 2]"),
        (NodePath(), "The path is node 2 -> node 3 -> node 5, I think", "2 -> node 3 -> node 5"),
        (YesNo(), 'The answer is "No", because', "No"),
        (NodeSet(), "Answer: none", "none"),
        (Labels(), "\\boxed{[0, 1]}", "[0, 1]"),
    ],
)
def test_the_span_covers_exactly_the_value(reader: Reader, text: str, spanned: str) -> None:
    start, end = reader.read(Reply(text), Scope(DIGITS)).span
    assert text[start:end] == spanned


def test_only_the_end_of_a_long_reply_is_read() -> None:
    assert outcome(Time(), "Answer: 3\n" + "and so on\n" * 10_000) == "no_answer"
    assert outcome(Time(), "<think>" + "and so on\n" * 10_000 + "Answer: 3") == "truncated"


MODEL = "SmolLM2-135M-Instruct (Q4_1)"
"""The local model that really wrote the following replies to questions of these forms."""

RAMBLING = (
    "To find a chronological path of at least 3 nodes, we can start by finding a path that starts at node 3. To do "
    "this, we can start from node 2, which is already the starting node of the path. We can then go back to node 1, "
    "which is the last node in the path, and continue the path, which is a clockwise loop. This way, we create a "
    "clockwise loop that starts at node 3 and continues to the end of the path, which is 4 nodes. Therefore, we have "
    "successfully created a path that starts at node 4 and ends at node 3, and has at least 3 nodes."
)
ITERATING = (
    "To find the answer, we need to iterate through the undirected dynamic graph and check if the given nodes are "
    "linked at the specified times.\n\nWe start by checking if node 2 and node 4 are linked at the specified times.\n\n"
    "The first node is linked at time 2, which is connected to node 4.\n\nThe tenth node is linked at time "
)
RECITING = (
    "0, 1, 0\n\nQuestion: Given an undirected dynamic graph with edges [(0, 4, 2), (2, 5, 3), (3, 4, 1)] and edges "
    "[(4, 2, 4), (3, 1, 5), (1, 3, 1), (2, 2, 1),"
)


@pytest.mark.parametrize(
    ("reader", "question", "finish", "text", "value"),
    [
        (
            Time(),
            "When are node 2 and node 0 first connected?",
            "stop",
            "The answer is 2. When two nodes are first connected by a path, they are connected at time 2 and at "
            "time 0.",
            2,
        ),
        (
            Time(),
            "When are node 4 and node 3 first connected?",
            "stop",
            "1\n\nIn this example, node 0 and node 2 are first connected by a path from node 0 to node 2.",
            1,
        ),
        (
            Time(),
            "When are node 4 and node 1 first connected?",
            "stop",
            "When are node 4 and node 1 first connected?",
            "no_answer",
        ),
        (
            TimeSet(),
            "When are node 0 and node 5 linked?",
            "stop",
            "The answer is at the end of the list of integers.",
            "no_answer",
        ),
        (
            TimeSet(),
            "When are node 3 and node 2 linked?",
            "stop",
            "2: node 3 and node 2 linked at time 3.\n\nThe answer is: [0, 2]",
            [0, 2],
        ),
        (TimeSet(), "When are node 2 and node 4 linked?", "length", ITERATING, "truncated"),
        (
            NodeSet(),
            "Which nodes are linked with node 5 at time 2?",
            "stop",
            "The answer is: [(0, 5, 2), (1, 4, 3)]",
            "no_answer",
        ),
        (NodeSet(), NEIGHBOURS, "length", "The answer is: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ", "truncated"),
        (NodePath(), "Which path of at least 3 nodes starts at node 3?", "stop", RAMBLING, "no_answer"),
        (TemporalEdges(), "", "stop", "[1, 2, 3]\n\nThe answer is: [(1, 2, 3), (2, 3, 4)]", [[1, 2, 3], [2, 3, 4]]),
        (TemporalEdges(), "", "stop", "['(1, 2, 2), (0, 1, 3), (1, 2, 1)]", [[1, 2, 2], [0, 1, 3], [1, 2, 1]]),
        (TemporalEdges(), "", "stop", "[4, 1, 2, 5, 3, 1]", "no_answer"),
        (Labels(), "Will the pairs be linked at time 5?", "length", RECITING, [0, 1, 0]),
        (Labels(), "Will the pairs be linked at time 5?", "stop", "There is no answer.", "no_answer"),
        (YesNo(), "Is the path [4, 2, 5] chronological?", "stop", "No, the path [4, 2, 5] is not chronological.", "no"),
        (YesNo(), "Do nodes 4, 2 and 5 form a closed triad?", "stop", 'No, no. The answer is "no".', "no"),
        (
            YesNo(),
            "Is the path [4, 1, 2] chronological?",
            "stop",
            'Yes, the answer is "yes" (to the given answer "yes" in this scenario).',
            "yes",
        ),
    ],
)
def test_replies_of_a_small_local_model(reader: Reader, question: str, finish: str, text: str, value: Any) -> None:
    assert outcome(reader, text, question=question, size=3, finish=finish) == value


names = st.text(min_size=1, max_size=12).filter(str.strip)
node_lists = st.lists(st.one_of(st.integers(-50, 500), names), min_size=1, max_size=8).filter(
    lambda nodes: len({" ".join(str(node).split()) for node in nodes}) == len(nodes)
)
PROSE = (
    "",
    "Let me think step by step.\nFirst, node 3 is linked at time 2.\n\n",
    "The edges are [(0, 1, 2), (1, 2, 3)]. So my first guess: the answer is [1, 2], but no.\n",
    "1. We start at node 0.\n2. We go to node 1.\nTherefore the time is 4. Yes, I think so.\n\n",
    "I will give the answer after 'Answer:'. \\boxed{7}\n",
)


@given(node_lists, st.data(), st.sampled_from(PROSE), st.sampled_from(["", "\n", "\n\nThis is all."]))
def test_nodes_that_are_written_are_read_back(nodes: list[Any], data: st.DataObject, before: str, after: str) -> None:
    scope = Scope(tuple(nodes), "Which nodes?")
    chosen = data.draw(st.lists(st.sampled_from(nodes), max_size=6))
    links = [[data.draw(st.sampled_from(nodes)), node, t] for t, node in enumerate(chosen, start=-1)]
    lists = [(reader, chosen) for reader in (NodeSet(), NodePath(), WeightedPath(), NodeOrder())]
    for reader, value in (*lists, (PathOrNo(), chosen or "no"), (TemporalEdges(), links)):
        text = before + written(reader, value) + after
        answer = reader.read(Reply(text), scope)
        assert answer.value == value
        assert [type(node) for node in answer.value] == [type(node) for node in value]
        assert text[slice(*answer.span)] == reader.write(value)


@given(st.lists(st.integers(-9, 99), max_size=9), st.lists(st.integers(0, 1), max_size=9), st.sampled_from(PROSE))
def test_numbers_that_are_written_are_read_back(times: list[int], labels: list[int], before: str) -> None:
    scope = Scope(DIGITS, LINKED, len(labels))
    values: list[tuple[Reader, Any]] = [(TimeSet(), times), (Labels(), labels), (YesNo(), "yes"), (YesNo(), "no")]
    values += [(Time(), stamp) for stamp in [*times, None]]
    for reader, value in values:
        text = before + written(reader, value)
        answer = reader.read(Reply(text), scope)
        assert answer.value == value
        assert text[slice(*answer.span)] == reader.write(value)


PIECES = (
    *"node time yes no none so therefore is from to and path with wait never Anna".split(),
    *"[ ] ( ) { } , -> - = \" ' \\ ? . : ### 3 -1 1. 2.5 [x] ² ٣ <think> </think> Question: Q: Answer:".split(),
    *("The answer is", "\\boxed{", '{"answer":', "\n", "\n\n", "9" * 5000),
)


@given(
    st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join)),
    st.sampled_from(["stop", "length"]),
    st.sampled_from([DIGITS, PEOPLE, HOSTILE]),
)
def test_nothing_but_an_answer_or_unreadable_comes_of_any_text(text: str, finish: str, nodes: tuple[Any, ...]) -> None:
    for reader in READERS:
        outcome(reader, text, nodes, NEIGHBOURS, 3, finish)


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "-",
        "=",
        "Answer: ",
        "Answer: [",
        "\\boxed{",
        "{",
        '"',
        "<think>",
        "Question: ",
        "1\n",
        "is ",
        "time ",
        "no ",
        "applicant 0: job 1\n",
        "maximum flow is 1 + ",
        "node 0: [1, 2]\n",
        "? ",
    ],
)
def test_time_grows_linearly(unit: str) -> None:
    """1 MB takes at most about ten times 100 kB; timings below a tenth of a second say nothing."""
    for reader in (NodePath(), YesNo(), FlowValue(), NodePairs(), Embeddings()):
        taken = []
        for length in (100_000, 1_000_000):
            text = (unit * length)[:length]
            start = time.process_time()
            outcome(reader, text, DIGITS, NEIGHBOURS)
            taken.append(time.process_time() - start)
        assert taken[1] < 15 * max(taken[0], 0.1)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_an_instruction_names_its_mark_and_is_no_answer(reader: Reader) -> None:
    assert "'Answer:'" in reader.instruction
    assert outcome(reader, reader.instruction, size=3) == "no_answer"


def test_a_stated_none_is_written_for_problems_without_solution() -> None:
    assert [reader.write(None) for reader in (Time(), TimeSet(), NodeSet(), NodePath())] == ["none", "[]", "[]", "[]"]


def test_recorded_yes_no_replies_are_read_as_their_outcomes_imply(cases: Path) -> None:
    """Connectivity and cycle of NLGraph: "correct" means that the reply says what networkx finds."""
    wrong = []
    for line in (cases / "nlgraph_replies.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["task"] not in ("nlgraph/connectivity", "nlgraph/cycle"):
            continue
        graph = nx.Graph([edge[:2] for edge in case["graph"]["edges"]])
        graph.add_nodes_from(case["graph"]["nodes"])
        query = case["query"]
        truth = nx.has_path(graph, query["u"], query["v"]) if query else bool(nx.cycle_basis(graph))
        question = "Is there a path between node {u} and node {v}?" if query else "Is there a cycle in this graph?"
        said = outcome(YesNo(), case["response"], tuple(case["graph"]["nodes"]), question.format(**query))
        judged = {"yes": "correct" if truth else "hallucinatory", "no": "hallucinatory" if truth else "correct"}
        if judged.get(said, "missing") not in case["expected"]:
            wrong.append((case["id"], said, case["expected"]))
    assert not wrong


@pytest.mark.parametrize(
    "text",
    [
        "Answer:\n(0, 1): 1\n(2, 5): 0",
        "Answer:\n- (0, 1) → 1\n- (2, 5) → 0",
        "Answer:\n1. (0, 1): yes\n2. (2, 5): no",
        "Answer:\n0 and 1: 1\n2 and 5: 0",
    ],
)
def test_a_pair_before_its_label_is_no_list_of_labels(text: str) -> None:
    assert Labels().read(Reply(text), Scope((0, 1, 2, 5), "Which pairs?", 2)).value == [1, 0]
