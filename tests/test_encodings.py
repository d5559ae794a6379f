"""Encodings of dynamic graphs: each must be readable back into the same graph."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.encodings import ENCODINGS, ORDERS, encode, name_text, reading_instruction
from graphcore.errors import InputError
from graphcore.graphs import Link, Node, TemporalGraph, temporal_graph

HOSTILE = (
    "Smith, John (II)",
    "[x]",
    "O'Brien",
    "中村",
    'say "hi"',
    "a\nb",
    "at time 3",
    "Nodes without links: 0.",
    "-1",
)
DYNAMIC = {encoding.name: encoding.forms["temporal"] for encoding in ENCODINGS if "temporal" in encoding.forms}
ALL = pytest.mark.parametrize("shape", list(DYNAMIC))
HIDING = [shape for shape, form in DYNAMIC.items() if not form.by_time]
NAME = r'("(?:[^"\\]|\\.)*"|\w+)'
SENTENCES = (
    rf"Node {NAME} and node {NAME} are linked at time (-?\d+)\.",
    rf"Node {NAME} is linked to node {NAME} at time (-?\d+)\.",
)


@st.composite
def graphs(draw: st.DrawFn, directed: bool | None = None) -> TemporalGraph:
    names = draw(st.sampled_from([tuple(range(9)), HOSTILE, (10, "x", 3, "Ann B", -4, "b", "中", "d", "é")]))
    nodes = draw(st.permutations(names))[: draw(st.integers(2, 9))]
    pairs = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes), st.integers(-1, 4)).filter(lambda e: e[0] != e[1])
    flag = draw(st.booleans()) if directed is None else directed
    edges = draw(st.lists(pairs, max_size=14, unique_by=lambda e: e if flag else (frozenset(e[:2]), e[2])))
    return temporal_graph(nodes, edges, flag)


def read(text: str, shape: str, directed: bool) -> tuple[list[str], list[tuple[str, str, int]]]:
    """Names of all nodes and links, as a patient person reads them, in the order of the text."""
    lines = text.split("\n")
    alone: list[str] = []
    if lines[-1].startswith("Nodes without links: "):
        alone = [plain(name) for name in re.findall(NAME, lines.pop()[21:-1])]
    links: list[tuple[str, str, int]] = []
    for line in lines:
        if shape == "edge-list":
            links += [(plain(u), plain(v), int(t)) for u, v, t in re.findall(rf"\({NAME}, {NAME}, (-?\d+)\)", line)]
        elif shape == "snapshots" and (head := re.match(r"Time (-?\d+): ", line)):
            links += [(plain(u), plain(v), int(head[1])) for u, v in re.findall(rf"\({NAME}, {NAME}\)", line)]
        elif shape == "sentences" and (found := re.fullmatch(SENTENCES[directed], line)):
            links.append((plain(found[1]), plain(found[2]), int(found[3])))
        elif shape == "adjacency-by-time":
            head = re.match(rf"Node {NAME}: ", line)
            assert head
            alone.append(plain(head[1]))
            for t, names in groups(line[head.end() :]):
                links += [(plain(head[1]), name, t) for name in names]
    return alone + [name for u, v, _ in links for name in (u, v)], links


def groups(line: str) -> list[tuple[int, list[str]]]:
    found = re.finditer(rf"at time (-?\d+) (?:with|to) ((?:{NAME}(?:, )?)+)", line)
    return [(int(group[1]), [plain(name) for name in re.findall(NAME, group[2])]) for group in found]


def plain(name: str) -> str:
    return str(json.loads(name)) if name.startswith('"') else name


def named(graph: TemporalGraph, links: list[tuple[str, str, int]]) -> list[Link]:
    node = {str(node): node for node in graph.nodes}
    return [graph.key((node[u], node[v], t)) for u, v, t in links]


def first_mentions(graph: TemporalGraph, text: str, shape: str) -> list[Link]:
    return list(dict.fromkeys(named(graph, read(text, shape, graph.directed)[1])))


def in_time_order(links: list[Link]) -> bool:
    times = [t for _, _, t in links]
    return len(set(times)) > 1 and all(a <= b for a, b in pairwise(times))


@ALL
@pytest.mark.parametrize("order", ORDERS)
@given(graph=graphs(), seed=st.text(max_size=3))
def test_every_encoding_reads_back_into_the_same_graph(shape: str, order: str, graph: TemporalGraph, seed: str) -> None:
    text = encode(graph, shape, order, seed=seed)
    nodes, links = read(text, shape, graph.directed)
    assert set(nodes) == {str(node) for node in graph.nodes}
    assert set(named(graph, links)) == graph.links
    twice = shape == "adjacency-by-time" and not graph.directed
    assert len(links) == len(graph.edges) * (2 if twice else 1)


@pytest.mark.parametrize("shape", HIDING)
@pytest.mark.parametrize("order", ORDERS)
@given(graph=graphs(), seed=st.text(max_size=3))
def test_hidden_time_order_is_never_time_order(shape: str, order: str, graph: TemporalGraph, seed: str) -> None:
    text = encode(graph, shape, order, seed=seed, hide_time_order=True)
    links = first_mentions(graph, text, shape)
    assert set(links) == graph.links
    assert not in_time_order(links)


def test_a_nested_graph_hides_its_time_order_in_every_order_of_lines() -> None:
    """Inner links later than outer ones: neither the lines forwards nor backwards hide it."""
    graph = temporal_graph(range(4), [(0, 3, 0), (1, 2, 1)])
    text = encode(graph, "adjacency-by-time", seed="", hide_time_order=True)
    assert text.split("\n")[0] == "Node 1: at time 1 with 2"


def test_lines_in_time_order_from_links_that_are_not() -> None:
    """A line of a later neighbour above the others can bring the links into time order."""
    graph = temporal_graph(range(5), [(0, 1, 1), (0, 4, 0)])
    for seed in range(100):
        text = encode(graph, "adjacency-by-time", "shuffled", seed=str(seed), hide_time_order=True)
        assert first_mentions(graph, text, "adjacency-by-time") == [(0, 1, 1), (0, 4, 0)]


def test_sorted_without_time_order_is_by_node() -> None:
    graph = temporal_graph(range(4), [(2, 3, 0), (0, 1, 1), (0, 2, 2), (0, 3, 0)])
    text = encode(graph, seed="", hide_time_order=True)
    assert text == "[(0, 1, 1), (0, 2, 2), (0, 3, 0), (2, 3, 0)]"


def test_the_listing_by_node_is_reversed_where_it_is_in_time_order() -> None:
    graph = temporal_graph(range(4), [(0, 1, 0), (1, 2, 1), (2, 3, 1)])
    assert encode(graph, seed="", hide_time_order=True) == "[(2, 3, 1), (1, 2, 1), (0, 1, 0)]"


GRAPH = temporal_graph(range(11), [(9, 1, 0), (0, 9, 0), (2, 5, 3), (0, 2, 3)])
ROUTES = temporal_graph(["A", "Smith, John (II)", "C"], [("C", "A", 2), ("A", "Smith, John (II)", 1)], directed=True)


def test_texts_undirected() -> None:
    rest = "\nNodes without links: 3, 4, 6, 7, 8, 10."
    assert encode(GRAPH, seed="") == "[(0, 9, 0), (9, 1, 0), (0, 2, 3), (2, 5, 3)]" + rest
    assert encode(GRAPH, "snapshots", seed="") == "Time 0: (0, 9), (9, 1)\nTime 3: (0, 2), (2, 5)" + rest
    assert encode(GRAPH, "sentences", seed="").split("\n")[1] == "Node 9 and node 1 are linked at time 0."
    lines = encode(GRAPH, "adjacency-by-time", seed="").split("\n")
    assert lines[0] == "Node 0: at time 0 with 9; at time 3 with 2"
    assert lines[3] == "Node 3: no links"
    assert lines[9] == "Node 9: at time 0 with 0, 1"


def test_texts_directed() -> None:
    assert encode(ROUTES, seed="") == '[(A, "Smith, John (II)", 1), (C, A, 2)]'
    assert encode(ROUTES, "sentences", seed="").split("\n")[1] == "Node C is linked to node A at time 2."
    assert encode(ROUTES, "adjacency-by-time", seed="").split("\n") == [
        'Node A: at time 1 to "Smith, John (II)"',
        'Node "Smith, John (II)": no outgoing links',
        "Node C: at time 2 to A",
    ]


@ALL
def test_no_links_at_all(shape: str) -> None:
    text = encode(temporal_graph(["a", "b c"], []), shape, seed="")
    assert "a" in text
    assert '"b c"' in text
    assert "no links" in text.lower() or "without links" in text


@ALL
@pytest.mark.parametrize("order", ORDERS)
def test_the_seed_decides_and_only_over_shuffles(shape: str, order: str) -> None:
    graph = temporal_graph(range(12), [(u, v, (u * v) % 4) for u in range(12) for v in range(u)])
    texts = {encode(graph, shape, order, seed=str(seed)) for seed in range(5)}
    assert len(texts) == (5 if order == "shuffled" else 1)
    assert encode(graph, shape, order, seed="3") in texts


def test_shuffled_differs_from_sorted_in_lines_of_nodes_too() -> None:
    lines = [encode(GRAPH, "adjacency-by-time", order, seed="7").split("\n") for order in ORDERS]
    assert [line.split(":")[0] for line in lines[0]] != [line.split(":")[0] for line in lines[1]]


def test_snapshots_cannot_hide_the_time_order() -> None:
    with pytest.raises(InputError, match="choose edge-list, adjacency-by-time, sentences"):
        encode(GRAPH, "snapshots", seed="", hide_time_order=True)


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [
        (("edge-lst",), "choose edge-list"),
        (("edge-list", "up"), ", ".join(ORDERS)),
    ],
)
def test_unknown_names(arguments: tuple[str, ...], choices: str) -> None:
    with pytest.raises(InputError, match=choices):
        encode(GRAPH, *arguments, seed="")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (3, "3"),
        ("3", "3"),
        ("Anna", "Anna"),
        ("中村", "中村"),
        ("Anna 2", '"Anna 2"'),
        ("O'Brien", '"O\'Brien"'),
        ("a\n", '"a\\n"'),
    ],
)
def test_names_are_quoted_unless_they_are_one_word(node: Node, text: str) -> None:
    assert name_text(node) == text


@ALL
def test_every_shape_says_how_to_read_it(shape: str) -> None:
    undirected, directed = (reading_instruction(shape, temporal_graph([], [], flag)) for flag in (False, True))
    assert undirected != directed
    assert "undirected" in undirected
    assert "undirected" not in directed and "directed" in directed
    assert all(text.endswith(".") for text in (undirected, directed, ENCODINGS[shape].help))


def test_a_large_graph_is_written_at_once() -> None:
    edges = [(u, v, u % 7) for u in range(100) for v in range(u)]
    for shape in DYNAMIC:
        assert len(encode(temporal_graph(range(100), edges), shape, "shuffled", seed="")) > 10_000
