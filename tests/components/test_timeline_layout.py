"""The layout of the timeline: one scale, and words that fit into narrow pictures."""

from __future__ import annotations

import pytest

from components.timeline_layout import LONGEST_LINE, timeline_layout
from graphcore.graphs import temporal_graph

GRAPH = temporal_graph([0, 1], [(0, 1, 0)])


def test_both_axes_have_one_scale_and_ranges_that_stay() -> None:
    layout = timeline_layout(GRAPH, "", False, True)
    assert (layout["yaxis"]["scaleanchor"], layout["yaxis"]["scaleratio"]) == ("x", 1)
    assert {layout[axis]["constrain"] for axis in ("xaxis", "yaxis")} == {"domain"}
    assert layout["annotations"] == []


@pytest.mark.parametrize("dark", [False, True])
def test_long_words_are_wrapped_and_get_room_of_their_own(dark: bool) -> None:
    plain, long = (timeline_layout(GRAPH, words, dark, True) for words in ("", "not in the graph: " + "<b>, " * 30))
    lines = long["annotations"][0]["text"].split("<br>")
    assert len(lines) > 3
    assert max(len(line.replace("&lt;", "<").replace("&gt;", ">")) for line in lines) <= LONGEST_LINE
    assert long["yaxis"]["range"][0] < plain["yaxis"]["range"][0]
    assert long["yaxis"]["range"][1] == plain["yaxis"]["range"][1]


def test_without_controls_their_room_is_kept_free() -> None:
    playing, still = (timeline_layout(GRAPH, "", False, plays)["margin"]["b"] for plays in (True, False))
    assert still > playing
