"""Yes/no in words, times in ranges and sums, labels beside their pairs."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import Labels, Time, TimeSet, YesNo
from tests.test_parsing import CHRONOLOGICAL, LINKED, TRIAD, WHEN, outcome


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        (CHRONOLOGICAL, "The path is non-chronological.", "no"),
        (CHRONOLOGICAL, "Therefore, the path fails to be chronological.", "no"),
        (CHRONOLOGICAL, "Answer: The path violates the chronological order.", "no"),
        (CHRONOLOGICAL, "Therefore the path is invalid.", "no"),
        (CHRONOLOGICAL, "Answer: invalid", "no"),
        (CHRONOLOGICAL, "It is false that the path is chronological.", "no"),
        (CHRONOLOGICAL, "It is not true that the path is chronological.", "no"),
        (CHRONOLOGICAL, "It is true that the path is chronological.", "yes"),
        (CHRONOLOGICAL, "Yes, the links exist. However, the path is not chronological.", "no"),
        (CHRONOLOGICAL, "Answer: Yes, the links exist. However, the path is not chronological.", "no"),
        (CHRONOLOGICAL, "Yes, the links exist, but the path is not chronological.", "no"),
        (CHRONOLOGICAL, "Therefore the path goes back in time.", "no"),
        (CHRONOLOGICAL, "Therefore the path does not go back in time.", "yes"),
        (CHRONOLOGICAL, "Therefore, the times along the path never decrease.", "yes"),
        (CHRONOLOGICAL, "So the path is valid.", "yes"),
        (CHRONOLOGICAL, "So the path uses the links (2, 3, 4) and (3, 5, 1).", "no_answer"),
        (CHRONOLOGICAL, "The path might be chronological.", "no_answer"),
        (CHRONOLOGICAL, "Therefore the path could be chronological.", "no_answer"),
        (CHRONOLOGICAL, "Answer: it may be chronological", "no_answer"),
        (CHRONOLOGICAL, "Answer: maybe", "no_answer"),
        (CHRONOLOGICAL, "Answer: The path is not invalid.", "yes"),
        (CHRONOLOGICAL, "Answer: Yes, the path is chronological, as the times do not decrease.", "yes"),
        (CHRONOLOGICAL, "No, because the times decrease: the path is not chronological.", "no"),
        (CHRONOLOGICAL, "Yes (not strictly increasing, but never decreasing).", "yes"),
        (CHRONOLOGICAL, "The path is unchronological.", "no"),
        (CHRONOLOGICAL, "The path is far from chronological.", "no"),
        (CHRONOLOGICAL, "Answer: Yes and no.", "no_answer"),
        (CHRONOLOGICAL, "The path is almost chronological.", "no_answer"),
        (CHRONOLOGICAL, "Answer: yes\n\nHmm, actually the path is not chronological.", "no"),
        (TRIAD, "No doubt the triad is closed.", "yes"),
        (TRIAD, "There is no closed triad among nodes 1, 2 and 3.", "no"),
        (TRIAD, "Answer: Yes, it is closed, and no further link is needed.", "yes"),
        (TRIAD, "A closed triad does not exist.", "no"),
        (TRIAD, "The triad is open.", "no"),
        (TRIAD, "Yes, they form a closed triad, even though they never meet at the same time.", "yes"),
        (TRIAD, "Yes. However, this is not the only closed triad.", "yes"),
        (TRIAD, "Yes, but not at the same time.", "yes"),
        (TRIAD, "Answer: not closed", "no"),
        (TRIAD, "Therefore they form an open triad.", "no"),
        (TRIAD, "So the triad remains incomplete.", "no"),
        (TRIAD, "The three nodes fail to form a closed triad.", "no"),
        (TRIAD, "Since all three pairs are linked, the triad is closed.", "yes"),
        (TRIAD, "Since node 1 and node 3 are never linked, the triad is not closed.", "no"),
        (TRIAD, "Answer: The nodes form a closed triad, with no link missing.", "yes"),
    ],
)
def test_yes_and_no_in_words(question: str, text: str, value: str) -> None:
    assert outcome(YesNo(), text, question=question) == value


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 2-4",
        "Answer: [2-4]",
        "Answer: 2 to 4",
        "Answer: from 2 to 4",
        "Answer: 2 through 4",
        "Answer: 2..4",
        "Answer: [2..4]",
        "Answer: 2–4",
        "Answer: times 2 to 4",
        "Answer: [2, 3-4]",
        "2-4",
        "Therefore, node 1 and node 3 are linked at times 2-4.",
        "Therefore, node 1 and node 3 are linked from time 2 to time 4.",
        "Answer: t = 2 to t = 4",
        "They are linked at times 2 through 4.",
        "They're linked at t=2, t=3 and t=4.",
        "The times at which node 1 and node 3 are linked are **2, 3 and 4**.",
        "Answer: [2, 3, 4] (not [1, 2])",
        "Answer: [2, 3, 4]",
        "Answer: t = 2, t = 3 and t = 4",
        "Answer: 2, 3 & 4",
        "Answer: 2, 3, as well as 4",
        "Answer: 2, 3, plus 4",
        "Answer: 3 times: 2, 3 and 4",
    ],
)
def test_a_range_of_times_is_read_whole(text: str) -> None:
    assert outcome(TimeSet(), text, question=LINKED) == [2, 3, 4]


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 2+4",
        "Answer: 4-2",
        "Answer: 1-2-3",
        "Answer: 0-99999999",
        "Answer: 2 or 4",
        "Answer: 2, 3 and maybe 4",
        "Answer: 2, 3, and possibly 4",
        "Therefore node 1 and node 3 are linked between times 2 and 4.",
        "Answer: 3 times",
        "Answer: [2, 3, ..., 6]",
        "The times are 1, 2, 3, ..., 6.",
        "Node 1 and node 3 are linked from time 2 on.",
        "Therefore node 1 is linked at time 2 to 3.",
    ],
)
def test_times_that_are_no_clear_set_are_missing(text: str) -> None:
    assert outcome(TimeSet(), text, question=LINKED) == "no_answer"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: 2-4", "no_answer"),
        ("Answer: [2-4]", "no_answer"),
        ("Answer: 2 to 4", "no_answer"),
        ("Answer: 2..4", "no_answer"),
        ("Answer: 2 through 4", "no_answer"),
        ("Answer: 2 or 3", "no_answer"),
        ("Answer: 3+6", "no_answer"),
        ("Answer: 3 + 6", "no_answer"),
        ("Answer: 3/6", "no_answer"),
        ("Therefore, they are first connected at times 2-4.", "no_answer"),
        ("Answer: 2 + 1 = 3", 3),
        ("Answer: max(1, 3) = 3", 3),
        ("Answer: t = 2 + 1 = 3", 3),
        ("Answer: 5 - 2 = 3", 3),
        ("Answer: 3 (not 2)", 3),
        ("Answer: after time 3", "no_answer"),
        ("They are connected from time 3 on.", 3),
        ("Answer: between 2 and 3", "no_answer"),
        ("Node 0 and node 2 are first connected at time 3 (not at time 2).", 3),
        ("They are connected by u=0, v=2, t=3 and t=4.", "no_answer"),
        ("Answer: 3 - the link (1, 2, 3) closes it", 3),
        ("Answer: 0 and 2 are first connected at time 3", 3),
    ],
)
def test_a_single_time_is_no_range_and_no_sum(text: str, value: Any) -> None:
    assert outcome(Time(), text, question=WHEN) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Answer: (0, 1) = 1, (2, 5) = 0", [1, 0]),
        ("Answer: (0,1): yes, (2,5): no", [1, 0]),
        ("Answer: (0, 1) -> 1, (2, 5) -> 0", [1, 0]),
        ("Answer: (0, 1) = 1; (2, 5) = 0.", [1, 0]),
        ("(0, 1): 1\n(2, 5): 0", [1, 0]),
        ("Predictions: [1, 0]", [1, 0]),
        ("Prediction:\n\n[1, 0]", [1, 0]),
        ('{"predictions": [1, 0]}', [1, 0]),
        ("- (0, 1): 1 (they share node 4)\n- (2, 5): 0", [1, 0]),
        ("Answer: [1, 0].\n\nActually, they share neighbours too, so [1, 1].", [1, 1]),
        ("Answer: [0.9, 0.1]", "no_answer"),
        ("Answer: [1, 2]", [1, 2]),
        ("Answer: [(0, 1), (2, 5)]", "no_answer"),
        ("Answer: (0, 1) and (2, 5)", "no_answer"),
        ("Answer: (2, 5)", "no_answer"),
    ],
)
def test_labels_beside_their_pairs(text: str, value: Any) -> None:
    assert outcome(Labels(), text, question="Which of the 2 pairs [(0, 1), (2, 5)] will be linked?", size=2) == value
