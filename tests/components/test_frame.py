"""The frame of pictures: room for the widest ring and name, whatever the graph."""

from __future__ import annotations

import pytest

from components.frame import half_height, link_width, names_inside, node_size, room
from components.plotly_traces import RINGS
from graphcore.graphs import temporal_graph


@pytest.mark.parametrize("n", [0, 1, 12, 50, 100])
@pytest.mark.parametrize("stem", ["", "name "])
def test_there_is_room_for_half_of_the_widest_ring(n: int, stem: str) -> None:
    graph = temporal_graph([f"{stem}{index}" for index in range(n)], [])
    assert names_inside(graph) == (not stem or n == 0)
    widest = max(more + width for _, more, width in RINGS.values())
    assert room(graph) >= (node_size(graph) + widest) / 2
    assert half_height(graph) > 1


def test_long_names_get_more_room_and_longer_ones_than_are_shown_do_not() -> None:
    short, long, longer = (room(temporal_graph(["a" * length], [])) for length in (5, 12, 60))
    assert short < long == longer


def test_links_get_thinner_and_stay_visible() -> None:
    widths = [link_width(pairs) for pairs in (0, 1, 40, 100, 400, 1500, 5000)]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] == widths[2] > 2 * widths[4]
    assert widths[-1] >= 0.5
