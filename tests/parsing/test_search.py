"""Answers with exceptions, retractions, refutations and struck text around them, in lists, tables and tails."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import Labels, NodePath, NodeSet, Reader, TemporalEdges, Time, TimeSet, YesNo
from tests.test_parsing import CHRONOLOGICAL, LINKED, NEIGHBOURS, TRIAD, WHEN, outcome

PAIRS = "Which of the 3 pairs [(0, 1), (2, 5), (3, 4)] will be linked at time 8?"
PATH = "Which chronological path of at least 4 nodes starts at node 8? Any such path will do."
ORDER = "What are all the links, sorted by time from the earliest to the latest?"


@pytest.mark.parametrize("tail", ["minus 4", "without 4", ", excluding time 3", ", except 3", ", 5", ", [7]"])
def test_a_list_with_an_exception_or_a_further_entry_is_not_read_without_it(tail: str) -> None:
    assert outcome(TimeSet(), f"Answer: [1, 3, 4] {tail}", question=LINKED) != [1, 3, 4]


@pytest.mark.parametrize("tail", ["without stepping back in time.", "with times [1, 2, 4]", "at times 1, 2 and 4."])
def test_a_remark_behind_a_path_is_none_of_its_nodes(tail: str) -> None:
    assert outcome(NodePath(), f"Answer: [8, 7, 3, 4] {tail}", question=PATH) == [8, 7, 3, 4]
    assert outcome(NodePath(), f"Answer: 8, 7, 3, 4 {tail}", question=PATH) == [8, 7, 3, 4]


@pytest.mark.parametrize(
    "second",
    [
        "Edit: [1, 3]",
        "Update: it should be [1, 3].",
        "Strike that. [1, 3]",
        "Let me reconsider. The final list is [1, 3].",
        "On second thought, [1, 3].",
        "Rather: [1, 3].",
        "I mean [1, 3].",
    ],
)
def test_what_is_said_instead_counts(second: str) -> None:
    assert outcome(TimeSet(), f"Answer: [1, 3, 4]. {second}", question=LINKED) == [1, 3]


def test_an_answer_that_is_taken_back_is_none() -> None:
    assert outcome(TimeSet(), "Answer: [1, 3, 4]. I take that back.", question=LINKED) == "no_answer"
    assert outcome(YesNo(), "Answer: no. Well, actually yes.", question=TRIAD) == "yes"


@pytest.mark.parametrize(
    ("reader", "question", "text"),
    [
        (TimeSet(), LINKED, "Answer: 1, 3, 4 are not the times"),
        (TimeSet(), LINKED, "One might think the answer is [1, 3, 4], which is false."),
        (Time(), WHEN, "Answer: 4 is too early"),
        (Time(), WHEN, "Answer: ≠ 4"),
        (Time(), WHEN, "Answer: at time 4 they are still disconnected"),
        (Time(), WHEN, "Answer: none before 4"),
        (Time(), WHEN, "It is false that node 0 and node 2 are first connected at time 4."),
        (Time(), WHEN, "Node 0 and node 2 fail to be connected at time 4."),
        (NodeSet(), NEIGHBOURS, "Answer: all nodes but [1, 4]"),
        (NodeSet(), NEIGHBOURS, "Answer: all except [1, 4]"),
        (NodeSet(), NEIGHBOURS, "Answer:\n- 1 ✗\n- 4 ✓"),
        (NodeSet(), NEIGHBOURS, "Answer:\n- 1 (not linked)\n- 4 (linked)"),
        (NodeSet(), NEIGHBOURS, "Answer: 3 (nodes 1, 4 and 5)"),
        (NodePath(), PATH, "[8, 7, 3, 4] is not chronological."),
        (NodePath(), PATH, "Answer: not [8, 7, 3, 4]"),
        (NodePath(), PATH, "The path is 8 → 7 → 3 → 4? No, time goes back."),
        (Labels(), PAIRS, "Answer: not [1, 0, 1]"),
        (TemporalEdges(), ORDER, "Answer: [(1, 2, 0), (0, 1, 1)] reversed"),
        (TemporalEdges(), ORDER, "Answer: [(1, 2, 0), (0, 1, 1)], (0, 3, 6)"),
        (TemporalEdges(), ORDER, "Answer: [(1, 2, 0), (0, 1, 1)], [(0, 3, 6)]"),
        (YesNo(), TRIAD, "Answer: yes → no"),
    ],
)
def test_a_value_that_is_refuted_or_excepted_is_no_answer(reader: Reader, question: str, text: str) -> None:
    assert outcome(reader, text, question=question) == "no_answer"


@pytest.mark.parametrize(
    ("reader", "question", "text", "value"),
    [
        (NodePath(), PATH, "Answer: [8, 7, 3, 4] is not the only path.", [8, 7, 3, 4]),
        (NodePath(), PATH, "Answer: [8, 7, 3, 4]\n\nThis path never goes back in time.", [8, 7, 3, 4]),
        (NodePath(), PATH, "Beginning with node 8, we visit node 7, node 3 and node 1.", [8, 7, 3, 1]),
        (Time(), WHEN, "Answer: 4, which is the first time.", 4),
        (Time(), WHEN, "Final answer → 4", 4),
        (TimeSet(), LINKED, "Answer: ~~[1, 3, 4]~~ [1, 3]", [1, 3]),
        (TimeSet(), LINKED, "Answer: <del>[1, 3, 4]</del> [1, 3]", [1, 3]),
        (TimeSet(), LINKED, "At times 1, 3, and 4, but not at time 2.", [1, 3, 4]),
        (TimeSet(), LINKED, "Respuesta: [1, 3]", [1, 3]),
        (TimeSet(), LINKED, "答案：[1, 3]", [1, 3]),
        (NodeSet(), NEIGHBOURS, "1 and 4, but not 5.", [1, 4]),
        (NodeSet(), NEIGHBOURS, "Node 2 is linked to 1 and 4 at time 3.", [1, 4]),
        (NodeSet(), NEIGHBOURS, "Answer: [1, 4], 2 nodes in total.", [1, 4]),
        (TemporalEdges(), ORDER, "(1,2,0) < (0,1,1) < (2,3,5)", [[1, 2, 0], [0, 1, 1], [2, 3, 5]]),
        (
            TemporalEdges(),
            ORDER,
            "Sorted:\n\n| u | v | t |\n|---|---|---|\n| 1 | 2 | 0 |\n| 0 | 1 | 1 |",
            [[1, 2, 0], [0, 1, 1]],
        ),
        (YesNo(), TRIAD, "1-2 ✓\n2-3 ✗\n\nNot closed.", "no"),
        (YesNo(), CHRONOLOGICAL, "No problem here: the path is chronological.", "yes"),
        (YesNo(), CHRONOLOGICAL, "Nothing is wrong with the path.", "yes"),
    ],
)
def test_what_is_said_beside_an_answer_does_not_hide_it(reader: Reader, question: str, text: str, value: Any) -> None:
    assert outcome(reader, text, question=question) == value


@pytest.mark.parametrize(
    "text",
    [
        "(2, 5): 0\n(1, 0): 1\n(3, 4): 1",
        "Answer: (2, 5): 0, (0, 1): 1, (3, 4): 1",
        "| pair | prediction |\n|---|---|\n| (4, 3) | 1 |\n| (2, 5) | 0 |\n| (0, 1) | 1 |",
    ],
)
def test_labels_belong_to_the_pairs_that_they_stand_beside(text: str) -> None:
    assert outcome(Labels(), text, question=PAIRS, size=3) == [1, 0, 1]


def test_links_that_break_off_in_a_bracket_are_truncated() -> None:
    cut = "Answer: (1, 2, 0), (0, 1, 1), (2,"
    assert outcome(TemporalEdges(), cut, question=ORDER, finish="length") == "truncated"
    assert outcome(TemporalEdges(), cut, question=ORDER) == "truncated"
