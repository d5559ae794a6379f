"""Which of several stated answers counts: retractions, marks of many kinds, and when a reply breaks off."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import NodePath, NodeSet, Reader, Scope, TemporalEdges, Time, TimeSet, Unreadable, YesNo
from graphcore.records import Reply
from tests.test_parsing import CHRONOLOGICAL, DIGITS, LINKED, NEIGHBOURS, TRIAD, WHEN, outcome


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: 3. Wait, actually 2.", 2),
        ("Answer: 3\n\nWait, that's wrong. It's 2.", 2),
        ("Answer: 3 — no wait, 2.", 2),
        ("Answer: 3\n\nCorrection: 2", 2),
        ("Answer: 3\n\nCorrection: the nodes are first connected at time 2.", 2),
        ("Correction: 3", 3),
        ("Answer: 3. Sorry, I meant 2.", 2),
        ("Answer: 3. Hmm, no, it should be 2.", 2),
        ("Answer: 3. Oops, it is 2. Sorry for the confusion.", 2),
        ("Answer: 3. Scratch that, it is time 2.", 2),
        ("So the first time is 3. Wait, actually 2.", 2),
        ("Answer: not 2, but 3", 3),
        ("The answer is not 2, but 3.", 3),
        ("The first time is not 2 but 3.", 3),
        ("Answer: 3, not 2.", 3),
        ("Answer: 3. Actually, this is the first link of node 0 at all.", 3),
        ("Answer: 3. Wait, let me check: (0, 2, 3) is there. Yes, 3 is right.", 3),
        ("Answer: 3. Wait, that is wrong.", "no_answer"),
        ("Answer: 3. Actually, that is not correct.", "no_answer"),
        ("Answer: no idea", "no_answer"),
        ("Answer: not sure", "no_answer"),
        ("Answer: no time", None),
        ("Answer: not connected", None),
        ("Answer: no such time exists", None),
    ],
)
def test_what_is_taken_back_does_not_count(text: str, value: Any) -> None:
    assert outcome(Time(), text, question=WHEN) == value


@pytest.mark.parametrize(
    ("reader", "question", "text", "value"),
    [
        (YesNo(), CHRONOLOGICAL, "Answer: yes. Actually no.", "no"),
        (YesNo(), CHRONOLOGICAL, "Yes. Wait, actually no.", "no"),
        (YesNo(), CHRONOLOGICAL, "Answer: no. Sorry, I meant yes.", "yes"),
        (YesNo(), TRIAD, "**Yes**\n\nWait, node 1 and node 3 never meet. So no.", "no"),
        (TimeSet(), LINKED, "Answer: [2]\n\nActually, it should be [2, 4].", [2, 4]),
        (TimeSet(), LINKED, "Answer: [2]\n\nActually, the correct list is [2, 4].", [2, 4]),
        (TimeSet(), LINKED, "Answer: no idea", "no_answer"),
        (NodeSet(), NEIGHBOURS, "Answer: [1]. Correction: [1, 4].", [1, 4]),
        (NodeSet(), NEIGHBOURS, "Answer: [1]. Oops, I forgot node 4, so it is [1, 4].", [1, 4]),
        (NodeSet(), NEIGHBOURS, "Answer: no idea", "no_answer"),
        (NodeSet(), NEIGHBOURS, "Answer: no neighbours", []),
        (NodePath(), "", "Answer: 2 -> 3 -> 5. Actually, 2 -> 4 -> 5.", [2, 4, 5]),
        (NodePath(), "", "Answer: no idea", "no_answer"),
        (NodePath(), "", "Answer: no valid path", []),
        (TemporalEdges(), "", "Answer: [(1, 2, 3)]\nActually: [(0, 1, 0), (1, 2, 3)]", [[0, 1, 0], [1, 2, 3]]),
    ],
)
def test_every_form_can_be_taken_back(reader: Reader, question: str, text: str, value: Any) -> None:
    assert outcome(reader, text, question=question) == value


@pytest.mark.parametrize(
    ("reader", "question", "text", "value"),
    [
        (NodeSet(), NEIGHBOURS, '{"neighbors": [1, 5]}', [1, 5]),
        (NodeSet(), NEIGHBOURS, '```json\n{"node": 2, "time": 3, "neighbors": [1, 5]}\n```', [1, 5]),
        (NodeSet(), NEIGHBOURS, '{"neighbors": [1, 5], "time": 3}', [1, 5]),
        (NodeSet(), NEIGHBOURS, '{"linked_nodes": [], "explanation": "no links at time 3"}', []),
        (Time(), WHEN, '{"time": 3}', 3),
        (Time(), WHEN, '{"first_time": 3, "confidence": 1}', 3),
        (Time(), WHEN, '{"answer": 3, "confidence": 1}', 3),
        (Time(), WHEN, '{"reasoning": "linked at time 2", "result": 3}', 3),
        (TimeSet(), LINKED, '{"times": [2, 4]}', [2, 4]),
        (NodePath(), "", '{"path": [2, 3, 5], "length": 3}', [2, 3, 5]),
        (TemporalEdges(), "", '{"sorted_edges": [[0, 1, 0], [1, 2, 3]]}', [[0, 1, 0], [1, 2, 3]]),
        (YesNo(), TRIAD, '{"closed": false}', "no"),
        (YesNo(), CHRONOLOGICAL, '{"is_chronological": true}', "yes"),
        (YesNo(), CHRONOLOGICAL, '{"chronological": "no"}', "no"),
        (Time(), WHEN, "<answer>3</answer>", 3),
        (Time(), WHEN, "<b>3</b>", 3),
        (Time(), WHEN, "Answer: <b>3</b>", 3),
        (Time(), WHEN, "<p>The answer is <strong>3</strong>.</p>", 3),
        (Time(), WHEN, "<result>3</result>", 3),
        (TimeSet(), LINKED, "<ul><li>2</li><li>4</li></ul>", [2, 4]),
        (NodeSet(), NEIGHBOURS, "Answer:\n\n| Node |\n|------|\n| 1 |\n| 5 |", [1, 5]),
        (NodeSet(), NEIGHBOURS, "Answer:\n\n| 1 | 5 |", [1, 5]),
        (NodeSet(), NEIGHBOURS, "Answer:\n\n| Node | Time |\n|---|---|\n| 1 | 4 |", "no_answer"),
        (TimeSet(), LINKED, "Answer:\n\n| Time |\n|:----:|\n| 2 |\n| 4 |", [2, 4]),
        (Time(), WHEN, "Solution: 3", 3),
        (Time(), WHEN, "**Conclusion:** 3", 3),
        (Time(), WHEN, "Conclusion: node 0 and node 2 are first connected at time 3.", 3),
        (Time(), WHEN, "### Solution\n\n1. (0, 1, 1)\n2. (1, 2, 3)\n\nAnswer: 3", 3),
        (Time(), WHEN, "It is 3.", 3),
        (Time(), WHEN, "It's time 3.", 3),
        (Time(), WHEN, "Answer: 3.0", 3),
        (Time(), WHEN, "Answer: 3.5", "no_answer"),
        (TimeSet(), LINKED, "They are 2 and 4.", [2, 4]),
        (TimeSet(), LINKED, "Solution: 1 and 3 are linked at time 4.", [4]),
        (TimeSet(), LINKED, "Answer: [2.0, 4.0]", [2, 4]),
    ],
)
def test_answers_in_json_html_tables_and_under_other_headings(
    reader: Reader, question: str, text: str, value: Any
) -> None:
    assert outcome(reader, text, question=question) == value


@pytest.mark.parametrize("text", ["Answer: [0, 2", "<think>Answer: 2", "[0, 2, 3"])
def test_only_a_reply_that_ran_out_of_tokens_is_to_be_allowed_more(text: str) -> None:
    for finish, more in (("stop", False), ("length", True)):
        with pytest.raises(Unreadable) as missing:
            TimeSet().read(Reply(text, finish_reason=finish), Scope(DIGITS))
        assert missing.value.finding.code == "truncated"
        assert ("more tokens" in missing.value.finding.text) == more
