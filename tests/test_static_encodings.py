"""Encodings of static graphs: each must be readable back into the same graph, in every wording's nouns."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS, encode, reading_instruction
from graphcore.errors import InputError
from graphcore.graphs import StaticGraph, static_graph, temporal_graph
from tests.test_encodings import HOSTILE

SHAPES = [encoding.name for encoding in ENCODINGS if "static" in encoding.forms]
ALL = pytest.mark.parametrize("shape", SHAPES)
NAME = r'("(?:[^"\\]|\\.)*"|[\w]+)'
NUMBER = r"(\d+(?:\.\d+)?)"
MEASURES = ("weight", "capacity", None)
STRANGE = (*HOSTILE, "Nodes without edges: 0.", "none", "-", "no edges")


@st.composite
def graphs(draw: st.DrawFn) -> StaticGraph:
    names = draw(st.sampled_from([tuple(range(9)), STRANGE, (10, "x", 3, "Ann B", -4, "b", "中", "d", "é")]))
    nodes = draw(st.permutations(names))[: draw(st.integers(2, 9))]
    flag, measure = draw(st.booleans()), draw(st.sampled_from(MEASURES))
    ends = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)).filter(lambda pair: pair[0] != pair[1])
    pairs = draw(st.lists(ends, max_size=12, unique_by=(lambda pair: pair) if flag else frozenset))
    values = st.sampled_from([0, 1, 4, 12, 2.5])
    edges = [(*pair, {measure: draw(values)}) if measure else pair for pair in pairs]
    return static_graph(nodes, edges, flag)


def plain(name: str) -> str:
    return str(json.loads(name)) if name.startswith('"') else name


def names_in(text: str) -> list[str]:
    return [plain(name) for name in re.findall(NAME, text)]


def value(text: str | None) -> float | None:
    return float(text) if text else None


Read = tuple[list[str], list[tuple[str, str, float | None]]]


def read(text: str, shape: str) -> Read:
    """Names of all nodes and all edges with what they carry, as a patient person reads them."""
    lines = text.split("\n")
    alone: list[str] = []
    if lines[-1].startswith("Nodes without edges: "):
        alone = names_in(lines.pop()[len("Nodes without edges: ") : -1])
    reading = {
        "edge-list": read_list, "sentences": read_sentences, "adjacency-list": read_rows,
        "adjacency-matrix": read_matrix,
    }  # fmt: skip
    nodes, edges = reading[shape](lines)
    return alone + nodes, edges


def with_ends(edges: list[tuple[str, str, float | None]]) -> Read:
    return [name for edge in edges for name in edge[:2]], edges


def read_list(lines: list[str]) -> Read:
    (line,) = lines
    found = re.findall(rf"\({NAME}, {NAME}(?:, {NUMBER})?\)", line)
    return with_ends([(plain(u), plain(v), value(w)) for u, v, w in found])


def read_sentences(lines: list[str]) -> Read:
    joins = rf"An edge (?:leads from|joins) node {NAME} (?:to|and) node {NAME}(?: with \w+ {NUMBER})?\."
    found = [re.fullmatch(joins, line) for line in lines if line != "There are no edges."]
    return with_ends([(plain(edge[1]), plain(edge[2]), value(edge[3])) for edge in found if edge])


def read_rows(lines: list[str]) -> Read:
    nodes, edges = [], []
    for line in lines:
        head = re.match(rf"Node {NAME}: ", line)
        assert head
        nodes.append(plain(head[1]))
        if (rest := line[head.end() :]) != "no edges":
            near = re.findall(rf"{NAME}(?: \({NUMBER}\))?(?:, |$)", rest)
            edges += [(nodes[-1], plain(other), value(w)) for other, w in near]
    return nodes, edges


def read_matrix(lines: list[str]) -> Read:
    nodes = names_in(lines[0].removeprefix("Nodes in order: "))
    edges = []
    weighted = not re.fullmatch(r"[\[\]01, \n]*", "\n".join(lines[1:])) or "-" in "\n".join(lines[1:])
    for u, line in zip(nodes, lines[1:], strict=True):
        for v, entry in zip(nodes, line.strip("[]").split(", "), strict=True):
            if entry != ("-" if weighted else "0"):
                edges.append((u, v, float(entry) if weighted else None))
    return nodes, edges


def expected(graph: StaticGraph, twice: bool) -> dict[tuple[str, str], float | None]:
    """What each edge carries, by the texts of its ends; whichever way round if `twice`."""
    found: dict[tuple[str, str], float | None] = {}
    for u, v in graph.pairs:
        carried = graph.attributes(u, v).get(graph.measure or "")
        found[str(u), str(v)] = carried
        if twice:
            found[str(v), str(u)] = carried
    return found


@ALL
@pytest.mark.parametrize("order", ORDERS)
@given(graph=graphs(), seed=st.text(max_size=3))
def test_every_encoding_reads_back_into_the_same_graph(shape: str, order: str, graph: StaticGraph, seed: str) -> None:
    nodes, edges = read(encode(graph, shape, order, seed=seed), shape)
    twice = shape in ("adjacency-list", "adjacency-matrix") and not graph.directed
    assert set(nodes) == {str(node) for node in graph.nodes}
    assert len(edges) == len(graph.edges) * (2 if twice else 1)
    assert {(u, v): carried for u, v, carried in edges} == expected(graph, twice)


PLAIN = static_graph(range(5), [(3, 1), (0, 3), (1, 0)])
WEIGHTED = static_graph("abc", [("b", "c", {"weight": 2.5}), ("a", "b", {"weight": 4})])
PIPES = static_graph(["s", "the end", "t"], [("s", "t", {"capacity": 3}), ("t", "the end", {"capacity": 0})], True)
PARTLY = static_graph("abc", [("b", "c"), ("a", "b", {"weight": 4})])
LIKED = static_graph("ab", [("a", "b", {"relation": "likes"})], True)


@pytest.mark.parametrize(
    ("graph", "shape", "text"),
    [
        (PLAIN, "edge-list", "[(1, 0), (0, 3), (3, 1)]\nNodes without edges: 2, 4."),
        (WEIGHTED, "edge-list", "[(a, b, 4), (b, c, 2.5)]"),
        (PIPES, "edge-list", '[(s, t, 3), (t, "the end", 0)]'),
        (LIKED, "edge-list", "[(a, b, likes)]"),
        (PARTLY, "edge-list", "[(a, b, 4), (b, c, 1)]"),
        (PARTLY, "sentences", "An edge joins node a and node b with weight 4.\n"
         "An edge joins node b and node c with weight 1."),
        (PARTLY, "adjacency-list", "Node a: b (4)\nNode b: a (4), c (1)\nNode c: b (1)"),
        (PARTLY, "adjacency-matrix", "Nodes in order: a, b, c\n[-, 4, -]\n[4, -, 1]\n[-, 1, -]"),
        (PLAIN, "sentences", "An edge joins node 1 and node 0.\nAn edge joins node 0 and node 3.\n"
         "An edge joins node 3 and node 1.\nNodes without edges: 2, 4."),
        (WEIGHTED, "sentences", "An edge joins node a and node b with weight 4.\n"
         "An edge joins node b and node c with weight 2.5."),
        (PIPES, "sentences", "An edge leads from node s to node t with capacity 3.\n"
         'An edge leads from node t to node "the end" with capacity 0.'),
        (PLAIN, "adjacency-list", "Node 0: 1, 3\nNode 1: 0, 3\nNode 2: no edges\nNode 3: 0, 1\nNode 4: no edges"),
        (WEIGHTED, "adjacency-list", "Node a: b (4)\nNode b: a (4), c (2.5)\nNode c: b (2.5)"),
        (PIPES, "adjacency-list", 'Node s: t (3)\nNode "the end": no edges\nNode t: "the end" (0)'),
        (WEIGHTED, "adjacency-matrix", "Nodes in order: a, b, c\n[-, 4, -]\n[4, -, 2.5]\n[-, 2.5, -]"),
        (PIPES, "adjacency-matrix", 'Nodes in order: s, "the end", t\n[-, -, 3]\n[-, -, -]\n[-, 0, -]'),
    ],
)  # fmt: skip
def test_texts(graph: StaticGraph, shape: str, text: str) -> None:
    assert encode(graph, shape, seed="") == text


def test_a_matrix_without_weights_has_ones_and_zeros() -> None:
    lines = encode(PLAIN, "adjacency-matrix", seed="").split("\n")
    assert lines[1:3] == ["[0, 1, 0, 1, 0]", "[1, 0, 0, 1, 0]"]


@ALL
def test_no_edges_at_all(shape: str) -> None:
    text = encode(static_graph(["a", "b c"], []), shape, seed="")
    assert "a" in text and '"b c"' in text


@ALL
@pytest.mark.parametrize("order", ORDERS)
def test_the_seed_decides_and_only_over_shuffles(shape: str, order: str) -> None:
    graph = static_graph(range(12), [(u, v) for u in range(12) for v in range(u)])
    texts = {encode(graph, shape, order, seed=str(seed)) for seed in range(5)}
    assert len(texts) == (5 if order == "shuffled" else 1)


@ALL
@pytest.mark.parametrize("measure", MEASURES)
def test_every_shape_says_how_to_read_it(shape: str, measure: str | None) -> None:
    edges = [("a", "b", {measure: 2}) if measure else ("a", "b")]
    undirected, directed = (reading_instruction(shape, static_graph("ab", edges, flag)) for flag in (False, True))
    assert "an undirected graph" in undirected and "a directed graph" in directed
    for text in (undirected, directed):
        assert text.endswith(".") and "dynamic" not in text
        assert [name for name in ("weight", "capacity") if name in text] == ([measure] if measure else [])


@pytest.mark.parametrize("shape", [name for name in ENCODINGS.names if len(ENCODINGS[name].forms) == 1])
def test_a_shape_for_other_graphs_is_refused_with_those_that_suit(shape: str) -> None:
    graphs: dict[str, Any] = {"static": PLAIN, "temporal": temporal_graph([0, 1], [(0, 1, 2)])}
    (kind,) = ENCODINGS[shape].forms
    assert encode(graphs.pop(kind), shape, seed="")
    (other,) = graphs.values()
    with pytest.raises(InputError, match=rf"^The encoding '{shape}' is for {kind} graphs; choose edge-list, .*\.$"):
        encode(other, shape, seed="")
    with pytest.raises(InputError, match=shape):
        reading_instruction(shape, other)


def test_a_large_graph_is_written_at_once() -> None:
    graph = static_graph(range(100), [(u, v, {"weight": u}) for u in range(100) for v in range(u)])
    for shape in SHAPES:
        assert len(encode(graph, shape, "shuffled", seed="")) > 10_000


# Wordings


@pytest.mark.parametrize(
    ("text", "worded"),
    [
        ("An edge joins node 3 and Node 4.", "A road joins city 3 and City 4."),
        ("the nodes, edges and weights", "the cities, roads and distances"),
        ("an edge of weight 4", "a road of distance 4"),
        ("nodeset, edged and unweighted", "nodeset, edged and unweighted"),
    ],
)
def test_roads_put_other_nouns_in_their_place(text: str, worded: str) -> None:
    assert WORDINGS["roads"].worded(text, range(9)) == worded
    assert WORDINGS["abstract"].worded(text, range(9)) == text


@pytest.mark.parametrize("name", ["edge", "Node", "WEIGHTS", "an edge", "Edge Hill", "the node"])
def test_a_node_called_by_a_noun_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(InputError, match=rf"^A node is called '{name}', .*; choose abstract\.$"):
        WORDINGS["roads"].worded("a node", [1, name])
    assert WORDINGS["abstract"].worded("a node", [1, name]) == "a node"
