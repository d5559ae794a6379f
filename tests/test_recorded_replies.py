"""Recorded replies of real models are judged as they should be."""

from __future__ import annotations

from pathlib import Path

from tests.load.replies import DISPUTED, judged, report

DISAGREE_AT_MOST = 2


def test_recorded_replies_end_in_the_right_outcome(cases: Path) -> None:
    found = list(judged(cases / "nlgraph_replies.jsonl"))
    wrong = [one for one in found if not one.agrees and one.case["id"] not in DISPUTED]
    assert len(found) > 400
    assert len(wrong) <= DISAGREE_AT_MOST, report(found)
