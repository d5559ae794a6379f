"""Where the nodes of a picture, its edges and their labels stand.

A layout is computed once for a problem and used by every view of it, so that nothing jumps. A task says which form
suits its graphs. By default up to 12 nodes stand on a circle, clockwise from the top. More are placed by springs
(Fruchterman and Reingold 1991), with a weak spring between all pairs besides: without it, isolated nodes and small
components fly off and the rest shrinks to a dot.
All coordinates are plain floats in a frame of [-1, 1] x [-1, 1], y upwards, drawn at the same scale on both axes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Literal, NamedTuple, TypeVar

import networkx as nx
import numpy as np
import numpy.typing as npt

from graphcore.graphs import Graph, Node, Pair
from graphcore.layers import Position, columns, layers

Form = Literal["springs", "layers", "columns"]
Segment = tuple[float, float, float, float]
Array = npt.NDArray[np.float64]
Key = TypeVar("Key", bound=Hashable)

CIRCLE_UP_TO = 12
SPRINGS_UP_TO = 400
WEAK_SPRING = 0.1
TWO_WAY_SHIFT = 0.022
FRACTIONS = (0.5, 0.4, 0.6, 0.3, 0.7)
CAREFUL_UP_TO = 250
CHARACTER, LINE_HEIGHT = 0.047, 0.09


def layout(graph: Graph, seed: str, form: Form = "springs", left: Collection[Node] = ()) -> dict[Node, Position]:
    """A position for every node; the same graph and seed give the same positions.

    "layers" is for directed graphs without cycles, "columns" for those whose edges join the nodes of `left` with
    others; where there is a cycle, or nothing is to the left, springs place the nodes. From 401 nodes on all stand on
    a circle, since springs would need sparse matrices.
    """
    if form == "columns" and left:
        return columns(graph, left)
    if form == "layers" and (placed := layers(graph)) is not None:
        return placed
    if len(graph.nodes) <= CIRCLE_UP_TO or len(graph.nodes) > SPRINGS_UP_TO:
        return _circle(graph.nodes)
    return _springs(graph, int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4]))


def pair_key(graph: Graph, u: Node, v: Node) -> Pair:
    """The form under which a pair is found in `segments` and `label_spots`."""
    return (u, v) if graph.directed or graph.rank[u] <= graph.rank[v] else (v, u)


def segments(graph: Graph, positions: Mapping[Node, Position], more: Iterable[Pair] = ()) -> dict[Pair, Segment]:
    """The line (x0, y0, x1, y1) of every pair that an edge joins, and of `more` pairs.

    Two opposite directions run side by side.
    """
    pairs = dict.fromkeys(pair_key(graph, u, v) for u, v in (*(edge[:2] for edge in graph.edges), *more))
    return {(u, v): _line(positions[u], positions[v], (v, u) in pairs) for u, v in pairs}


def label_spots(
    lines: Mapping[Key, Segment], obstacles: Iterable[Position], lengths: Mapping[Key, int]
) -> dict[Key, Position]:
    """The centre of a label beside each line, clear of it, and of obstacles, other labels and lines where it can be.

    Obstacles are the centres of nodes, and points in their names where these stand outside. `lengths` gives each
    label's number of characters; a line that is not in it has no label. Labels are placed in the order given; of more
    than 250 lines labels stand at the middle, since looking for better places takes time that grows with the square.
    """
    points = np.array(list(obstacles), dtype=float).reshape(-1, 2)
    ends = np.array(list(lines.values()), dtype=float).reshape(-1, 4)
    placed = np.full((len(lines), 3), np.inf)
    for index, (key, line) in enumerate(lines.items()):
        if key not in lengths:
            continue
        half = CHARACTER / 2 * lengths[key] + 0.01
        spots = _candidates(line, half)
        best = 0
        if len(lines) <= CAREFUL_UP_TO:
            best = int((_crowding(spots, half, points, placed[:index]) + _crossings(spots, half, ends, index)).argmin())
        placed[index] = (*spots[best], half)
    found = {key: place for key, place in zip(lines, placed, strict=True) if key in lengths}
    return {key: (round(float(x), 3), round(float(y), 3)) for key, (x, y, _) in found.items()}


class Note(NamedTuple):
    """The size of a note at a node: characters, lines of text, and how far from the node's middle it begins."""

    characters: int
    rows: int
    clear: float


def note_spots(
    lines: Iterable[Segment],
    positions: Mapping[Node, Position],
    obstacles: Iterable[Position],
    notes: Mapping[Node, Note],
    within: Position,
) -> dict[Node, Position]:
    """The centre of each note beside its node, clear of lines, obstacles and other notes where it can be.

    It rather stands outwards. Its middle keeps to `within` of the picture's middle on either axis, and so do its lines.
    """
    points = np.array(list(obstacles), dtype=float).reshape(-1, 2)
    ends = np.array(list(lines), dtype=float).reshape(-1, 4)
    placed = np.full((len(notes), 3), np.inf)
    for index, (node, note) in enumerate(notes.items()):
        half = CHARACTER / 2 * note.characters + 0.01
        spots = _around(positions[node], half, note)
        outwards = spots @ np.array(positions[node]) / 10
        reach = np.abs(spots) + np.array([0, note.rows * LINE_HEIGHT / 2])
        outside = 100.0 * (reach > np.array(within)).any(axis=1)
        cost = _crowding(spots, half, points, placed[:index]) + _crossings(spots, half, ends, []) + outside - outwards
        placed[index] = (*spots[int(cost.argmin())], half)
    return {node: (round(float(x), 3), round(float(y), 3)) for node, (x, y, _) in zip(notes, placed, strict=True)}


def _circle(nodes: tuple[Node, ...]) -> dict[Node, Position]:
    if len(nodes) == 1:
        return {nodes[0]: (0.0, 0.0)}
    turns = [2 * math.pi * index / len(nodes) for index in range(len(nodes))]
    return {node: (round(math.sin(turn), 4), round(math.cos(turn), 4)) for node, turn in zip(nodes, turns, strict=True)}


def _springs(graph: Graph, seed: int) -> dict[Node, Position]:
    springs = nx.complete_graph(len(graph.nodes))
    nx.set_edge_attributes(springs, WEAK_SPRING, "weight")
    for u, v, *_ in graph.edges:
        springs[graph.rank[u]][graph.rank[v]]["weight"] = 1.0
    found = nx.spring_layout(springs, seed=seed, iterations=60)
    placed = _spread(np.array([found[index] for index in range(len(graph.nodes))], dtype=float))
    return {node: (round(float(x), 4), round(float(y), 4)) for node, (x, y) in zip(graph.nodes, placed, strict=True)}


def _spread(points: Array) -> Array:
    """The points stretched to fill the frame, and those that nearly touch pushed apart."""
    least = 1.1 / math.sqrt(len(points))
    for _ in range(60):
        points = (points - points.min(axis=0)) / np.ptp(points, axis=0) * 2 - 1
        gaps = points[:, None, :] - points[None, :, :]
        distances = np.hypot(gaps[..., 0], gaps[..., 1])
        np.fill_diagonal(distances, np.inf)
        if distances.min() >= least:
            break
        push = np.clip(least - distances, 0, None) / np.maximum(distances, 1e-9) / 2
        points = points + (gaps * push[..., None]).sum(axis=1)
    return points.clip(-1, 1)


def _line(start: Position, end: Position, two_way: bool) -> Segment:
    shift = TWO_WAY_SHIFT if two_way else 0.0
    x, y = _normal((*start, *end))
    ends = (start[0] + shift * x, start[1] + shift * y, end[0] + shift * x, end[1] + shift * y)
    return round(ends[0], 3), round(ends[1], 3), round(ends[2], 3), round(ends[3], 3)


def _normal(line: Segment) -> Position:
    """The unit vector to the left of a line, (0, 1) where it has no length."""
    dx, dy = line[2] - line[0], line[3] - line[1]
    length = math.hypot(dx, dy)
    return (-dy / length, dx / length) if length else (0.0, 1.0)


def _candidates(line: Segment, half: float) -> Array:
    """Label centres on both sides of a line, so far from it that the label's box does not touch it."""
    x0, y0, x1, y1 = line
    nx_, ny_ = _normal(line)
    away = 0.02 + abs(nx_) * half + abs(ny_) * LINE_HEIGHT / 2
    return np.array(
        [(x0 + f * (x1 - x0) + s * away * nx_, y0 + f * (y1 - y0) + s * away * ny_) for f in FRACTIONS for s in (1, -1)]
    )


def _around(centre: Position, half: float, note: Note) -> Array:
    """Sixteen centres of a box that just clears a circle."""
    turns = np.linspace(0, 2 * math.pi, 16, endpoint=False)
    across, down = np.cos(turns), np.sin(turns)
    reach = note.clear + np.abs(across) * half + np.abs(down) * note.rows * LINE_HEIGHT / 2
    return np.column_stack([centre[0] + across * reach, centre[1] + down * reach])


def _crowding(spots: Array, half: float, points: Array, placed: Array) -> Array:
    """For each spot, how many obstacles (weight 4) and labels placed before (weight 6) its box would touch."""
    x, y = spots[:, :1], spots[:, 1:]
    on_points = (np.abs(x - points[:, 0]) < half + 0.1) & (np.abs(y - points[:, 1]) < LINE_HEIGHT / 2 + 0.1)
    on_labels = (np.abs(x - placed[:, 0]) < half + placed[:, 2]) & (np.abs(y - placed[:, 1]) < LINE_HEIGHT)
    crowding: Array = 4.0 * on_points.sum(axis=1) + 6.0 * on_labels.sum(axis=1)
    return crowding


def _crossings(spots: Array, half: float, ends: Array, own: int | list[int]) -> Array:
    """For each spot, how many other lines pass through the label there: by its middle, or near either end."""
    reach = max(0.0, half - LINE_HEIGHT / 2)
    x, y = spots[:, :1] + np.array([-reach, 0.0, reach]), spots[:, 1:]
    near = np.any(_near(x[..., None], y[..., None], ends), axis=1)
    near[:, own] = False
    crossings: Array = near.sum(axis=1).astype(float)
    return crossings


def _near(x: Array, y: Array, ends: Array) -> npt.NDArray[np.bool_]:
    """Whether each line, along the last axis, passes within half a line's height of each point.

    Abscissae and ordinates are kept apart, since NumPy is slow over an axis of two.
    """
    x0, y0, x1, y1 = ends.T
    dx, dy = x1 - x0, y1 - y0
    a, b = x - x0, y - y0
    shares = ((a * dx + b * dy) / np.maximum(dx**2 + dy**2, 1e-9)).clip(0, 1)
    near: npt.NDArray[np.bool_] = (a - shares * dx) ** 2 + (b - shares * dy) ** 2 < (LINE_HEIGHT / 2) ** 2
    return near
