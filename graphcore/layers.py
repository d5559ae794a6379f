"""Layouts that show which way edges lead: layers of a graph without cycles, and two columns.

In layers (Sugiyama, Tagawa and Toda 1981) every edge leads to the right: a node stands one layer behind the last of
those that edges come from. Edges are straight lines, so a node's place within its layer is searched for where few
lines pass under nodes. Both fill the frame of [-1, 1] x [-1, 1].
"""

from __future__ import annotations

from collections.abc import Collection

import networkx as nx
import numpy as np
import numpy.typing as npt

from graphcore.graphs import Graph, Node

Position = tuple[float, float]
Array = npt.NDArray[np.float64]

SEARCHED_UP_TO = 60
"""In graphs of more nodes the places within layers are not searched for, which would take seconds."""
ROUNDS = 6
CLEAR = 0.11
"""Lines pass a node at this distance or more, in layout units, where they can."""
WIDTH, ZIGZAG = 1.3, 0.2
"""Between the two columns, and from every other node of a long one to its neighbours, in layout units."""
PLAIN_UP_TO = 11


def layers(graph: Graph) -> dict[Node, Position] | None:
    """Positions by which every edge leads to the right, the same for the same graph; None if there is a cycle."""
    plain = graph.static()
    if not graph.directed or not nx.is_directed_acyclic_graph(plain):
        return None
    ranks = [[graph.rank[node] for node in layer] for layer in nx.topological_generations(plain)]
    points = np.zeros((len(graph.nodes), 2))
    for x, layer in zip(_evenly(len(ranks)), ranks, strict=True):
        points[layer, 0] = x
        points[layer, 1] = -_evenly(len(layer))
    if len(graph.nodes) <= SEARCHED_UP_TO:
        edges = np.array([(graph.rank[u], graph.rank[v]) for u, v, *_ in graph.edges], dtype=int).reshape(-1, 2)
        _search(points, edges, 2 * max(map(len, ranks), default=1) + 5)
        _stretch(points)
    return _placed(graph, points)


def columns(graph: Graph, left: Collection[Node]) -> dict[Node, Position]:
    """The nodes of `left` in one column and all others in another, in their order from the top.

    In long columns every other node stands aside, so that the nodes do not touch.
    """
    points = np.zeros((len(graph.nodes), 2))
    for side in (-1, 1):
        column = [graph.rank[node] for node in graph.nodes if (node in left) == (side < 0)]
        aside = ZIGZAG * (np.arange(len(column)) % 2) if len(column) > PLAIN_UP_TO else 0.0
        points[column, 0] = side * (WIDTH / 2 + aside)
        points[column, 1] = -_evenly(len(column))
    return _placed(graph, points)


def _search(points: Array, edges: npt.NDArray[np.int_], slots: int) -> None:
    """Move each node in turn to the best of the places in its layer, until none can be bettered."""
    heights = _evenly(slots)
    for _ in range(ROUNDS):
        moved = False
        for node in range(len(points)):
            spots = np.column_stack([np.full(slots, points[node, 0]), heights])
            # The place it has comes first, so that it stays where nothing is better.
            spots = np.vstack([points[node], spots])
            best = spots[int(_cost(spots, node, points, edges).argmin())]
            moved |= bool((best != points[node]).any())
            points[node] = best
        if not moved:
            return


def _stretch(points: Array) -> None:
    """Fill the frame from top to bottom; straight lines keep to the same sides of nodes."""
    low, high = points[:, 1].min(initial=0), points[:, 1].max(initial=0)
    if high > low:
        points[:, 1] = (points[:, 1] - low) / (high - low) * 2 - 1


def _cost(spots: Array, node: int, points: Array, edges: npt.NDArray[np.int_]) -> Array:
    """What speaks against each spot: other nodes near it, lines passing under nodes, and long lines."""
    own = (edges == node).any(axis=1)
    others = np.delete(points, node, axis=0)
    ends = np.where(edges[own][:, 0] == node, edges[own][:, 1], edges[own][:, 0])
    rest = points[edges[~own]]
    gaps = np.hypot(*(spots[:, None] - others[None]).transpose(2, 0, 1))
    near = np.clip(2 * CLEAR / np.maximum(gaps, 0.01) - 1, 0, None).sum(axis=1)
    under = np.clip(CLEAR - _distances(spots[:, None], rest[None, :, 0], rest[None, :, 1]), 0, None).sum(axis=1)
    passing = _distances(points[None, None], spots[:, None, None], points[ends][None, :, None])
    passing[:, :, node] = np.inf
    passing[:, np.arange(len(ends)), ends] = np.inf
    over = np.clip(CLEAR - passing, 0, None).sum(axis=(1, 2))
    length = np.abs(spots[:, 1:] - points[ends][None, :, 1]).sum(axis=1)
    cost: Array = 6 * near + 4 * (under + over) + 0.05 * length
    return cost


def _distances(points: Array, starts: Array, ends: Array) -> Array:
    """From points to segments; the last axis holds x and y, the others are broadcast."""
    spans, offsets = ends - starts, points - starts
    squares = np.maximum((spans**2).sum(axis=-1), 1e-9)
    shares = ((offsets * spans).sum(axis=-1) / squares).clip(0, 1)
    gaps = offsets - shares[..., None] * spans
    found: Array = np.hypot(gaps[..., 0], gaps[..., 1])
    return found


def _evenly(count: int) -> Array:
    """So many numbers from -1 to 1; a single one in the middle."""
    return np.linspace(-1, 1, count) if count > 1 else np.zeros(count)


def _placed(graph: Graph, points: Array) -> dict[Node, Position]:
    return {node: (round(float(x), 4), round(float(y), 4)) for node, (x, y) in zip(graph.nodes, points, strict=True)}
