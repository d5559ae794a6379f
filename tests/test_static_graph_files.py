"""Static graphs of one's own: edges with and without weights or capacities, in every format, there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import GraphError
from graphcore.graph_files import (
    CAPACITIES,
    WEIGHTS,
    columns_of,
    graph_from_rows,
    pack_graph,
    read_graph,
    rows_of,
    unpack_graph,
    write_csv,
    write_json,
)
from graphcore.graphs import StaticGraph, static_graph

PLAIN = static_graph([0, 1, 9], [(0, 9), (1, 9)])
WEIGHTED = static_graph([0, 1, 9], [(0, 9, {"weight": 4}), (1, 9, {"weight": 0.5})])
MIXED = static_graph([0, 1, 9], [(0, 9, {"weight": 4}), (1, 9)])


@st.composite
def graphs(draw: st.DrawFn) -> StaticGraph:
    nodes = draw(st.lists(st.integers(-9, 99) | st.text("ab(,\"' x", min_size=1, max_size=4), min_size=2, max_size=6))
    known = list({" ".join(str(node).split()): node for node in nodes if str(node).strip() == str(node)}.values())
    if len(known) < 2:
        known = [0, 1]
    directed, measure = draw(st.booleans()), draw(st.sampled_from(["weight", "capacity", ""]))
    pairs = draw(st.lists(st.tuples(st.sampled_from(known), st.sampled_from(known)), max_size=8))
    apart = {(frozenset(pair) if not directed else pair): pair for pair in pairs if pair[0] != pair[1]}.values()
    numbers = st.integers(0, 10**9) | st.floats(0, 10**6, allow_subnormal=False).map(lambda x: round(x, 6))
    return static_graph(known, [(*pair, *([{measure: draw(numbers)}] if measure else [])) for pair in apart], directed)


@given(graphs())
def test_json_and_addresses_change_nothing(graph: StaticGraph) -> None:
    assert read_graph(write_json(graph), columns=WEIGHTS) == (graph, [])
    assert unpack_graph(pack_graph(graph)) == graph


@given(graphs())
def test_csv_and_tables_keep_edges_and_numbers(graph: StaticGraph) -> None:
    columns = columns_of(graph.kind, graph.measure)
    named = graph.relabelled({node: f"{node}x" for node in graph.nodes})
    for back, notes in (
        read_graph(write_csv(named), "g.csv", graph.directed, columns),
        graph_from_rows(rows_of(named), graph.directed, columns),
    ):
        assert notes == []
        assert (set(back.nodes), back.edges, back.directed) == (set(named.nodes), named.edges, named.directed)


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("0,9\n1,9\n", PLAIN),
        ("0;9\r\n1;9", PLAIN),
        ("0 9\n1 9", PLAIN),
        ("u,v\n0,9\n1,9", PLAIN),
        ("[(0, 9), (1, 9)]", PLAIN),
        ("[[0, 9], [1, 9]]", PLAIN),
        ('{"edges": [[0, 9], [1, 9]]}', PLAIN),
        ('{"graph": {"kind": "static", "nodes": [0, 1, 9], "edges": [[0, 9], [1, 9]]}}', PLAIN),
        ("0,9,4\n1,9,.5", WEIGHTED),
        ("0\t9\t4.0\n1\t9\t5e-1", WEIGHTED),
        ("weight,to,from\n4,9,0\n0.5,9,1", static_graph([0, 1, 9], [(0, 9, {"weight": 4}), (1, 9, {"weight": 0.5})])),
        ("[(0, 9, 4), (1, 9, 0.5)]", WEIGHTED),
        ("[[0, 9, 4], [1, 9, 0.5]]", WEIGHTED),
        ('{"edges": [[0, 9, {"weight": 4}], [1, 9, {"weight": 0.5}]]}', WEIGHTED),
        ("0,9,4\n1,9", MIXED),
        ("u,v,w\n0,9,4\n1,9,", MIXED),
        ("[(0, 9, 4), (1, 9)]", MIXED),
    ],
)
def test_one_graph_in_many_forms(text: str, graph: StaticGraph) -> None:
    assert read_graph(text, columns=WEIGHTS) == (graph, [])


def test_numbers_are_what_the_columns_say() -> None:
    graph, _ = read_graph("0,1,7", directed=True, columns=CAPACITIES)
    assert graph == static_graph([0, 1], [(0, 1, {"capacity": 7})], directed=True)
    assert write_csv(graph) == "u,v,capacity\r\n0,1,7\r\n"
    assert write_csv(PLAIN) == "u,v\r\n0,9\r\n1,9\r\n"


def test_bad_lines_are_named_and_the_others_go_on() -> None:
    text = "u,v,w\n0,1,2\n1,1,3\n1,0,5\n2,,4\n0,2,-1\n0,3,many\n1,2,3,4\n4\n"
    graph, notes = read_graph(text, columns=WEIGHTS)
    assert graph == static_graph([0, 1, 4], [(0, 1, {"weight": 2})])
    assert [note.split(" ")[1] for note in notes] == ["8", "3", "4", "5", "6", "7"] or sorted(
        note.split(" ")[1] for note in notes
    ) == ["3", "4", "5", "6", "7", "8"]
    assert "Line 4 repeats the edge of '1' and '0' and is left out." in notes
    assert "has the weight 'many' and is left out; give two nodes, and a number" in "\n".join(notes)


def test_bad_edges_of_json_are_named() -> None:
    text = '[[0, 1], [0], [0, 1, "x"], [0, 2, -1], [0, 2, true], [0, null], 7, [1, 1], [1, 0, 5], [1, 2, NaN]]'
    graph, notes = read_graph(text, columns=WEIGHTS)
    assert graph == static_graph([0, 1], [(0, 1)])
    assert [note.split(" ")[1] for note in notes] == ["2", "3", "4", "5", "6", "7", "8", "9", "10"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "No line can be used; give two nodes on each"),
        ('{"kind": "temporal", "edges": [[0, 1, 2]]}', "The graph is temporal; give a static one"),
        ('{"edges": [[0, 1, {"weight": -1}]]}', "give 0 or a number from"),
        ('{"edges": [[0, 1, {"colour": "red"}]]}', "unknown 'colour'"),
        ('{"directed": true, "edges": [[0, 1], [1, 0]], "nodes": [0]}', "not among the nodes"),
        ("\n".join(f"{i},{i + 1}" for i in range(100)), "101 nodes; give at most 100"),
    ],
)
def test_unusable_texts_say_what_to_do(text: str, words: str) -> None:
    with pytest.raises(GraphError, match=words) as caught:
        read_graph(text, columns=WEIGHTS)
    assert str(caught.value).endswith(".")


@given(st.text(st.sampled_from("[](){},;:\"'\\0a \n-."), max_size=40) | st.text(max_size=60))
def test_any_text_is_a_graph_or_an_error_of_ours(text: str) -> None:
    for name in ("", "x.csv", "x.json"):
        try:
            graph, notes = read_graph(text, name, columns=WEIGHTS)
        except GraphError:
            continue
        assert graph.nodes
        assert all(note.endswith(".") for note in notes)
