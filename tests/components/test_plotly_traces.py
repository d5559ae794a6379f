"""Traces as data: what is escaped, what is rounded, and what a frame carries."""

from __future__ import annotations

from components.plotly_traces import changes, escape, lines, points


def test_escape() -> None:
    assert escape("<a & b>") == "&lt;a &amp; b&gt;"


def test_points_are_rounded() -> None:
    assert points([(0.12345, -1.0)])["x"] == [0.123]


def test_lines_are_separate_and_none_keep_a_place_in_the_legend() -> None:
    assert lines([(0, 0, 1, 1), (1, 1, 2, 0)], "#000000", 2)["x"] == [0, 1, None, 1, 2, None]
    assert lines([], "#000000", 2)["x"] == [None]


def test_a_frame_carries_what_moves_and_nothing_else() -> None:
    trace = points([(0, 0)]) | {"text": ["a"], "textfont": {"size": 12}, "marker": {"angle": [3], "size": 9}}
    assert changes(trace) == {"type": "scatter", "x": [0], "y": [0], "text": ["a"], "marker": {"angle": [3]}}
