"""Layouts: inside the frame, apart from each other, the same every time."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import time
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcore.graphs import StaticGraph, TemporalGraph, static_graph, temporal_graph
from graphcore.layouts import label_spots, layout, pair_key, segments


def random_graph(n: int, p: float, seed: int = 0, directed: bool = False) -> TemporalGraph:
    rng = random.Random(seed)
    edges = [(u, v, rng.randrange(5)) for u, v in combinations(range(n), 2) if rng.random() < p]
    return temporal_graph(range(n), edges, directed)


def smallest_gap(positions: dict[object, tuple[float, float]]) -> float:
    return min(math.dist(a, b) for a, b in combinations(positions.values(), 2))


@pytest.mark.parametrize("p", [0.0, 0.02, 0.1, 0.6])
@pytest.mark.parametrize("n", [2, 5, 12, 13, 20, 40, 100])
def test_nodes_stand_apart_within_the_frame(n: int, p: float) -> None:
    positions = layout(random_graph(n, p), "seed")
    assert list(positions) == list(range(n))
    assert all(-1 <= c <= 1 and type(c) is float for point in positions.values() for c in point)
    assert smallest_gap(positions) > (1.05 if n > 12 else 0.5) / math.sqrt(n)


@pytest.mark.parametrize("n", [13, 20, 40, 100])
def test_springs_fill_the_frame(n: int) -> None:
    for axis in zip(*layout(random_graph(n, 0.1), "seed").values(), strict=True):
        assert (min(axis), max(axis)) == (-1, 1)


@pytest.mark.parametrize(("n", "p"), [(13, 0.02), (13, 0.1), (20, 0.02), (20, 0.1)])
def test_small_components_stand_evenly(n: int, p: float) -> None:
    assert smallest_gap(layout(random_graph(n, p), "seed")) > 1.5 / math.sqrt(n)


def test_isolated_nodes_leave_room_for_the_others() -> None:
    graph = temporal_graph(range(30), [(u, v, 0) for u, v in combinations(range(20), 2) if (u + v) % 3 == 0])
    linked = [layout(graph, "x")[node] for node in range(20)]
    assert max(x for x, _ in linked) - min(x for x, _ in linked) > 0.8


@pytest.mark.parametrize(("n", "expected"), [(0, {}), (1, {0: (0.0, 0.0)}), (2, {0: (0.0, 1.0), 1: (0.0, -1.0)})])
def test_tiny_graphs(n: int, expected: dict[int, tuple[float, float]]) -> None:
    assert layout(temporal_graph(range(n), []), "s") == expected


def test_many_nodes_need_no_sparse_matrices() -> None:
    assert len(set(layout(temporal_graph(range(600), [(0, 1, 0)]), "s").values())) == 600


def test_seed_decides() -> None:
    graph = random_graph(20, 0.2)
    assert layout(graph, "a") == layout(graph, "a")
    assert layout(graph, "a") != layout(graph, "b")


def test_another_process_finds_the_same_positions() -> None:
    code = (
        "from graphcore.graphs import temporal_graph; from graphcore.layouts import layout;"
        "print(layout(temporal_graph(range(15), [(i, i + 1, i) for i in range(14)]), 'a'))"
    )
    here = layout(temporal_graph(range(15), [(i, i + 1, i) for i in range(14)]), "a")
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert there.stdout.strip() == str(here)


def test_opposite_directions_run_side_by_side() -> None:
    graph = temporal_graph([0, 1], [(0, 1, 0), (1, 0, 1)], directed=True)
    lines = segments(graph, {0: (0.0, 0.0), 1: (1.0, 0.0)})
    assert lines[0, 1][1] * lines[1, 0][1] < 0
    undirected = temporal_graph([0, 1], [(0, 1, 0), (1, 0, 1)])
    assert segments(undirected, {0: (0.0, 0.0), 1: (1.0, 0.0)}) == {(0, 1): (0.0, 0.0, 1.0, 0.0)}
    assert pair_key(undirected, 1, 0) == (0, 1)
    assert pair_key(graph, 1, 0) == (1, 0)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 25), st.floats(0.05, 0.6), st.integers(0, 999), st.integers(1, 8))
def test_labels_do_not_touch_their_own_line(n: int, p: float, seed: int, length: int) -> None:
    graph = random_graph(n, p, seed)
    positions = layout(graph, str(seed))
    lines = segments(graph, positions)
    spots = label_spots(lines, positions.values(), dict.fromkeys(lines, length))
    assert list(spots) == list(lines)
    for pair, (x, y) in spots.items():
        x0, y0, x1, y1 = lines[pair]
        size = math.hypot(x1 - x0, y1 - y0)
        away = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / size
        assert away > 0.02 + 0.02 * abs(x1 - x0) / size


def test_labels_of_crossing_lines_do_not_meet() -> None:
    graph = temporal_graph(range(12), [(u, u + 6, u) for u in range(6)])
    positions = layout(graph, "s")
    lines = segments(graph, positions)
    spots = label_spots(lines, positions.values(), dict.fromkeys(lines, 2))
    assert smallest_gap(dict(spots)) > 0.09


def test_a_long_label_lets_no_line_pass_under_its_ends() -> None:
    lines = {"level": (-1.0, 0.0, 1.0, 0.0), "steep": (0.3, 0.1, 0.3, 1.0)}
    x, y = label_spots(lines, (), {"level": 10, "steep": 1})["level"]
    assert y < 0 or abs(x - 0.3) > 0.25


def test_lines_without_a_label_are_kept_clear_of() -> None:
    lines = {"level": (-1.0, 0.0, 1.0, 0.0), "steep": (0.3, 0.1, 0.3, 1.0)}
    spots = label_spots(lines, (), {"level": 10})
    assert list(spots) == ["level"]
    assert spots["level"][1] < 0 or abs(spots["level"][0] - 0.3) > 0.25


def test_labels_of_thousands_of_lines_take_no_age() -> None:
    graph = random_graph(100, 0.6)
    positions = layout(graph, "s")
    lines = segments(graph, positions)
    before = time.process_time()
    assert len(label_spots(lines, positions.values(), dict.fromkeys(lines, 3))) == len(lines) > 2500
    assert time.process_time() - before < 5


def acyclic(n: int, p: float, seed: int = 0) -> StaticGraph:
    rng = random.Random(seed)
    order = rng.sample(range(n), n)
    return static_graph(range(n), [(u, v) for u, v in combinations(order, 2) if rng.random() < p], directed=True)


@pytest.mark.parametrize("p", [0.0, 0.1, 0.3, 0.6])
@pytest.mark.parametrize("n", [1, 2, 5, 12, 34])
def test_in_layers_every_edge_leads_to_the_right_and_nodes_stand_apart(n: int, p: float) -> None:
    graph = acyclic(n, p)
    positions = layout(graph, "seed", "layers")
    assert all(positions[u][0] < positions[v][0] for u, v in graph.pairs)
    assert all(-1 <= c <= 1 and type(c) is float for point in positions.values() for c in point)
    if n > 1:
        assert smallest_gap(positions) > (0.05 if p == 0 else 0.1)


@pytest.mark.parametrize("n", [6, 12, 20])
def test_in_layers_few_lines_pass_under_nodes(n: int) -> None:
    chain = static_graph(range(n), [(0, n - 1), *((i, i + 1) for i in range(n - 1))], directed=True)
    positions = layout(chain, "seed", "layers")
    (x0, y0), (x1, y1) = positions[0], positions[n - 1]
    for node in range(1, n - 1):
        x, y = positions[node]
        assert abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / math.dist((x0, y0), (x1, y1)) > 0.09


def test_layers_are_the_same_every_time_and_quickly_found() -> None:
    graph = acyclic(60, 0.2)
    before = time.process_time()
    assert layout(graph, "a", "layers") == layout(graph, "b", "layers")
    assert time.process_time() - before < 8


@pytest.mark.parametrize("directed", [False, True])
def test_where_there_are_no_layers_the_usual_layout_stands_in(directed: bool) -> None:
    cyclic = static_graph(range(3), [(0, 1), (1, 2), (2, 0)], directed)
    assert layout(cyclic, "s", "layers") == layout(cyclic, "s")


@pytest.mark.parametrize(("left", "right"), [(1, 1), (5, 5), (11, 3), (16, 17)])
def test_columns_part_the_nodes(left: int, right: int) -> None:
    ours, others = [f"a{n}" for n in range(left)], [f"j{n}" for n in range(right)]
    graph = static_graph([*others, *ours], [("a0", "j0")])
    positions = layout(graph, "s", "columns", ours)
    assert max(positions[node][0] for node in ours) < -0.5 < 0.5 < min(positions[node][0] for node in others)
    for column in (ours, others):
        heights = [positions[node][1] for node in column]
        assert heights == sorted(heights, reverse=True)
    assert smallest_gap(positions) > 0.19
    assert all(-1 <= c <= 1 for point in positions.values() for c in point)


def test_columns_need_a_left_side() -> None:
    graph = static_graph(range(4), [(0, 2)])
    assert layout(graph, "s", "columns") == layout(graph, "s")
