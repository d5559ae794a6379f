"""The frame of a picture, the same in every view of a problem, so that nothing jumps from one view to the other.

Positions lie in [-1, 1] x [-1, 1]. Beside the picture there is room in pixels, for rings and names at the edge of
narrow pictures; above and below it in layout units, since the height is always the same.
"""

from __future__ import annotations

import math

from components.highlight import short
from graphcore.graphs import Graph, TemporalGraph

HEIGHT, TOP = 520, 33
"""Pixels of the whole, and of a row of legend above the graph."""
CONTROLS, EDGE = 76, 4
"""Pixels of a timeline's controls below the graph, and below a graph that has none."""
HALF_WIDTH = 1.02
"""From the middle to the left or right end, in layout units."""

FAULT_RING = ((0.09, 0.0), (-0.09, 0.0), (0.0, 0.09), (0.0, -0.09))
"""From the middle of a node to what only the ring around a fault covers, in layout units."""

WIDEST_LINK, THINNEST_LINK, FULL_WIDTH_UP_TO = 3.5, 0.6, 40


def foot(graph: Graph) -> int:
    """Pixels below the graph: room for controls, whether there are any or not; a static graph never has any."""
    return CONTROLS if isinstance(graph, TemporalGraph) else EDGE


def half_height(graph: Graph) -> float:
    """From the middle to the upper or lower end, in layout units."""
    return 1.18 if names_inside(graph) else 1.25


def names_inside(graph: Graph) -> bool:
    """Whether all names are short enough to stand inside their nodes."""
    return all(len(short(node)) <= 3 for node in graph.nodes)


def node_size(graph: Graph) -> float:
    """The diameter of a node in pixels."""
    inside = max(15.0, 34 - 0.3 * max(0, len(graph.nodes) - 12))
    return inside if names_inside(graph) else min(20.0, inside)


def room(graph: Graph) -> int:
    """Pixels at either side for half a node with its rings, and half a name where these stand outside."""
    widest = max((len(short(node)) for node in graph.nodes), default=0)
    ring = node_size(graph) / 2 + 14
    return round(ring if names_inside(graph) else max(ring, 4 * widest))


def link_width(pairs: int) -> float:
    """The width in pixels of a link where that many pairs are ever linked: the more, the thinner."""
    return round(max(THINNEST_LINK, WIDEST_LINK * math.sqrt(min(1.0, FULL_WIDTH_UP_TO / max(1, pairs)))), 1)
