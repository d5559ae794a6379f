"""Graphs of one's own: what is read, what is refused and in which words, and round trips."""

from __future__ import annotations

import base64
import json
import time
import zlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import GraphError
from graphcore.graph_files import (
    graph_from_rows,
    pack_graph,
    read_graph,
    unpack_graph,
    write_csv,
    write_json,
)
from graphcore.graphs import TemporalGraph, temporal_graph

HOSTILE = [
    "Smith, John (II)",
    "[x]",
    "O'Brien",
    "中村",
    'say "hi"',
    "a;b;3",
    "a\tb",
    "line\nbreak",
    "=1+1",
    "nan",
    "u",
    "-0",
]
NAMES = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8)
    .map(str.strip)
    .filter(bool),
)


def reads_once(nodes: list[int | str]) -> bool:
    return len({" ".join(str(node).split()) for node in nodes}) == len(nodes)


@st.composite
def graphs(draw: st.DrawFn, names: st.SearchStrategy[int | str]) -> TemporalGraph:
    nodes = draw(st.lists(names, min_size=2, max_size=8).filter(reads_once))
    pairs = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes), st.integers(-3, 10**9)).filter(
        lambda e: e[0] != e[1]
    )
    directed = draw(st.booleans())
    edges = draw(st.lists(pairs, max_size=12, unique_by=lambda e: e if directed else (frozenset(e[:2]), e[2])))
    return temporal_graph(nodes, edges, directed)


ONE_TYPE = st.one_of(graphs(st.integers(-9, 10**9)), graphs(st.one_of(NAMES.map(lambda name: name + "x"))))
ANY_TYPE = graphs(st.one_of(st.integers(-9, 10**9), NAMES))


def same(a: TemporalGraph, b: TemporalGraph) -> bool:
    """Same nodes and links, whatever their order."""
    return (set(a.nodes), a.edges, a.directed) == (set(b.nodes), b.edges, b.directed)


# --- round trips


@given(ONE_TYPE)
def test_csv_round_trip(graph: TemporalGraph) -> None:
    for text in (write_csv(graph), write_csv(graph).encode(), "\ufeff" + write_csv(graph)):
        back, notes = read_graph(text, directed=graph.directed)
        assert same(back, graph)
        assert notes == []


@given(ANY_TYPE)
def test_json_round_trip(graph: TemporalGraph) -> None:
    back, notes = read_graph(write_json(graph))
    assert (back, notes) == (graph, [])


@given(ANY_TYPE)
def test_packed_round_trip(graph: TemporalGraph) -> None:
    packed = pack_graph(graph)
    assert packed.isascii() and packed.replace("-", "").replace("_", "").isalnum()
    assert unpack_graph(packed) == graph


def test_a_packed_graph_is_short() -> None:
    graph = temporal_graph(range(20), [(u, v, (u * v) % 5) for u in range(20) for v in range(u) if (u + v) % 3 == 0])
    assert len(pack_graph(graph)) < 600


@given(ONE_TYPE)
def test_table_round_trip(graph: TemporalGraph) -> None:
    linked = {node for u, v, _ in graph.edges for node in (u, v)}
    alone = [(node, None, float("nan")) for node in graph.nodes if node not in linked]
    back, notes = graph_from_rows([*graph.edges, *alone], graph.directed)
    assert same(back, graph)
    assert notes == []


# --- CSV

PLAIN = temporal_graph([0, 1, 9], [(0, 9, 0), (1, 9, 2)])


@pytest.mark.parametrize(
    "text",
    [
        "0,9,0\n1,9,2\n",
        "0,9,0\r\n1,9,2",
        "0,9,0\r1,9,2\r",
        "u,v,t\n0,9,0\n1,9,2\n",
        "\ufeffu;v;t\n0;9;0\n1;9;2\n",
        "0\t9\t0\n1\t9\t2\n",
        "0 9 0\n  1   9  2\n",
        '"0", "9", "0"\n"1", "9", "2"\n',
        "\n\nSource,Target,Time\n0,9,0\n\n1,9,2\n,,\n",
        "t,u,v\n0,0,9\n2,1,9\n",
        "0,9,0.0\n1,9,2.\n",
        "0,9,0,\n1,9,2,,\n",
        "[(0, 9, 0), (1, 9, 2)]",
        "(0,9,0),\n(1,9,2).",
        "[(\"0\", \"9\", 0), ('1', '9', 2)]",
        "[[0, 9, 0], [1, 9, 2]]",
        '{"kind": "temporal", "directed": false, "nodes": [0, 1, 9], "edges": [[0, 9, 0], [1, 9, 2.0]]}',
        '{"edges": [[0, 9, 0], [1, 9, 2]]}',
        '{"task": "x", "query": {}, "graph": {"kind": "temporal", "edges": [[0, 9, 0], [1, 9, 2]]}}',
    ],
)
def test_one_graph_in_many_forms(text: str) -> None:
    for given_text in (text, text.encode()):
        graph, notes = read_graph(given_text)
        assert graph == PLAIN
        assert notes == []


def test_names_stay_texts_if_one_is_no_integer() -> None:
    graph, _ = read_graph("10,x,0\n007,10,1\n")
    assert graph.nodes == ("10", "x", "007")
    assert read_graph("007,7,1\n")[0].nodes == ("007", "7")


def test_names_in_quotes() -> None:
    graph, notes = read_graph('"Smith, John (II)";O\'Brien;3\n"two\nlines";"say ""hi""";4\n')
    assert graph.edges == (("Smith, John (II)", "O'Brien", 3), ("two\nlines", 'say "hi"', 4))
    assert notes == []


def test_names_in_tuples() -> None:
    graph, notes = read_graph("[(\"Smith, John (II)\", O'Brien, 3), ('it\\'s', 中村, 4), (New York, \"a\\nb\", 5)]")
    assert graph.edges == (("Smith, John (II)", "O'Brien", 3), ("it's", "中村", 4), ("New York", "a\nb", 5))
    assert notes == []


def test_bad_lines_are_named_and_the_others_go_on() -> None:
    text = "u,v,t\n0,1,2\n0,1\n2,3,soon\n2,,4\n0,1,2.5\na b c\n1,2,3,4\n4,,\n1,2,3\n"
    graph, notes = read_graph(text)
    assert graph == temporal_graph([0, 1, 2, 4], [(0, 1, 2), (1, 2, 3)])
    assert [note.split(" ")[:2] for note in notes] == [["Line", str(line)] for line in (3, 4, 5, 6, 7, 8)]
    assert notes[1] == "Line 4 has the time 'soon' and is left out; give two nodes and a whole number."
    assert "has no v" in notes[2]


@pytest.mark.parametrize("text", ["0,1,2\n4\n", "u;v;t\n4\n0;1;2", "4\n0\t1\t2", "0 1 2\n4\n", "u,v,t\n0,1,2\n4"])
def test_a_lone_name_needs_no_separators(text: str) -> None:
    assert read_graph(text) == (temporal_graph([0, 1, 4], [(0, 1, 2)]), [])


def test_a_lone_name_is_one_word_where_nodes_come_first() -> None:
    assert read_graph("0,1,2\na b\n")[1][0].startswith("Line 2 does not have 3 cells")
    assert read_graph("t,u,v\n2,0,1\n4\n")[1][0].startswith("Line 3 does not have 3 cells")


def test_loops_and_repetitions_are_named() -> None:
    graph, notes = read_graph("0,1,2\n1,1,3\n1,0,2\n0,1,2\n0,1,3\n")
    assert graph.edges == ((0, 1, 2), (0, 1, 3))
    assert notes == [
        "Line 2 joins '1' with itself and is left out.",
        "Line 3 repeats the link of '1' and '0' at time 2 and is left out.",
        "Line 4 repeats the link of '0' and '1' at time 2 and is left out.",
    ]


def test_direction_tells_repetitions_apart() -> None:
    graph, notes = read_graph("0,1,2\n1,0,2\n0,1,2\n", directed=True)
    assert graph.directed
    assert graph.edges == ((0, 1, 2), (1, 0, 2))
    assert len(notes) == 1 and notes[0].startswith("Line 3")


def test_lines_are_counted_over_line_breaks_in_names() -> None:
    _, notes = read_graph('"a\nb",c,1\nd,e,later\n')
    assert notes[0].startswith("Line 3 ")


def test_a_stray_quote_costs_only_its_line() -> None:
    graph, notes = read_graph('0,1,2\n"1,2,3\n2,3,4\n')
    assert graph.edges == ((0, 1, 2), (2, 3, 4))
    assert len(notes) == 1 and notes[0].startswith("Line 2 ")


def test_a_header_that_is_not_known_is_said() -> None:
    graph, notes = read_graph("who;whom;when\nAnn;Bob;3\n")
    assert graph.edges == (("Ann", "Bob", 3),)
    assert notes == ["Line 1 ('who, whom, when') is taken for the header."]


def test_other_columns_are_said() -> None:
    graph, notes = read_graph("weight,time,from,to,note\n5,1,a,b,hm\n")
    assert graph.edges == (("a", "b", 1),)
    assert notes == ["The columns weight, note are left out."]


def test_the_file_name_decides_where_a_text_is_both() -> None:
    assert read_graph("[x],b,3\n", "mine.csv")[0].edges == (("[x]", "b", 3),)
    assert read_graph("(x),b,3\n", "MINE.CSV")[0].edges == (("(x)", "b", 3),)


# --- tuples and JSON


def test_text_between_tuples_is_named() -> None:
    graph, notes = read_graph("[(0, 1, 2), oops, (1, 2), (1, 2, 3), (2, 3, x)] and so on")
    assert graph.edges == ((0, 1, 2), (1, 2, 3))
    assert len(notes) == 3
    assert "'oops, (1, 2)' before link 2" in notes[0]
    assert notes[1].startswith("Link 3 has the time 'x'")
    assert "and so on" in notes[2]


def test_bad_edges_of_json_are_named() -> None:
    text = (
        '[[0, 1, 2], [0, 1], [0, 1, true], [0, 1, "2"], [0, 1, 2.5], [0, null, 1], 7, [1, 1, 1], [1, 0, 2], [1, 2, 3]]'
    )
    graph, notes = read_graph(text)
    assert graph.edges == ((0, 1, 2), (1, 2, 3))
    assert [note.split(" ")[1] for note in notes] == ["2", "3", "4", "5", "6", "7", "8", "9"]


def test_json_keeps_types_order_and_direction() -> None:
    text = '{"directed": true, "nodes": ["b", 2, "1", "lone"], "edges": [["b", 2, 5], [2, "b", 5], ["1", 2, 0]]}'
    graph, notes = read_graph(text, directed=False)
    assert graph == temporal_graph(["b", 2, "1", "lone"], [("b", 2, 5), (2, "b", 5), ("1", 2, 0)], directed=True)
    assert notes == []


def test_a_bare_list_takes_the_direction_given() -> None:
    assert read_graph("[[1, 0, 2], [0, 1, 2]]", directed=True)[0] == temporal_graph(
        [0, 1], [(1, 0, 2), (0, 1, 2)], True
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"edges": [[0, 1, 2}', r"line 1, column 20; mend it"),
        ('{"edges": [[0, 1, 2]]}\n{"edges": []}', "more than one record"),
        ("[" * 100_000, "nested too deeply"),
        ('{"edges": [' + "[" * 100_000 + "]" * 100_000 + "]}", "nested too deeply"),
        ('{"kind": "static", "edges": []}', r"give a temporal one, with edges \[u, v, t\]"),
        ('{"nodes": [0, 1]}', '"edges" is missing'),
        ('{"graph": 3}', "A graph is an object"),
        ('{"directed": 1, "edges": [[0, 1, 2]]}', "neither true nor false"),
        ('{"nodes": [0], "edges": [[0, 1, 2]]}', "not among the nodes"),
        ('{"nodes": [0, 0, 1], "edges": [[0, 1, 2]]}', "read the same"),
        ('{"nodes": [[0], 1], "edges": []}', "rename it"),
        ("[[0, 1, " + "9" * 5_000 + "]]", "too long"),
        ('[["\\ud800", 1, 2]]', "rename it"),
        ("[]", "No line can be used"),
        ("", "No line can be used"),
        ("\ufeff\n \n", "No line can be used"),
        ("u,v,t\n", "No line can be used"),
        ("once upon a time\nthere was a graph", "No line can be used"),
        ("hello", "No line can be used"),
        ("hello\nworld", "No line can be used"),
        ("0,1,x\n2,3,y\n", "No line can be used"),
        ("New York,new  york,1\nNew York,New  York,2\n", "read the same"),
        ("0,1,2\0", "NUL"),
        ("\ud800,1,2", "UTF-8"),
        ("0,1,2\n".encode("utf-16"), "UTF-16; save it as UTF-8"),
        ("0,1,2\n".encode("utf-16-le"), "NUL"),
        ("Zoë,1,2\n".encode("latin-1"), "save it as UTF-8"),
        ("0,1,2\n" * 200_000, "larger than 1 MB"),
        (b"0,1,2\n" * 200_000, "larger than 1 MB"),
        ("\n".join(f"{i},{i + 1},0" for i in range(100)), "101 nodes; give at most 100"),
        ("\n".join(f"0,1,{t}" for t in range(5_001)), "5,001 links; give at most 5,000"),
    ],
)
def test_unusable_texts_say_what_to_do(text: str | bytes, words: str) -> None:
    with pytest.raises(GraphError, match=words) as caught:
        read_graph(text)
    assert str(caught.value).count("\n") == 0
    assert str(caught.value).endswith(".")


def test_the_largest_graph_that_fits() -> None:
    edges = [(u, v, 3) for u in range(100) for v in range(u)] + [(0, 1, t) for t in range(4, 54)]
    text = "\n".join(f"{u},{v},{t}" for u, v, t in edges)
    graph, notes = read_graph(text)
    assert (len(graph.nodes), len(graph.edges), notes) == (100, 5_000, [])


@pytest.mark.parametrize(
    "piece", ["(", "('", '("', '(\\"', "( ", "(a,", '"', "a,b,3;", "[[", "{", "\n", "a b,", '"a"b', "(a,b,1)x"]
)
def test_time_grows_with_the_length_of_junk_and_no_faster(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * size)[:size]
        start = time.process_time()
        for name in ("", "x.csv", "x.json"):
            try:
                read_graph(text, name)
            except GraphError:
                continue
        return time.process_time() - start

    assert seconds(900_000) < 30 * seconds(90_000) + 1


@given(
    st.one_of(
        st.text(max_size=60), st.binary(max_size=60), st.text(st.sampled_from("[](){},;:\"'\\0a \n-."), max_size=40)
    )
)
def test_any_text_is_a_graph_or_an_error_of_ours(text: str | bytes) -> None:
    for name in ("", "x.csv", "x.tsv", "x.json"):
        try:
            graph, notes = read_graph(text, name)
        except GraphError:
            continue
        assert graph.nodes
        assert all(note.endswith(".") for note in notes)


# --- tables


def test_rows_of_a_table() -> None:
    rows = [
        ("0", 1.0, 2),
        (None, None, None),
        ("", " ", float("nan")),
        (1, "2", "3"),
        (2, 3, None),
        (None, 3, 1),
        (2, 3, 1.5),
        (1, 0, 2),
        (7, "", None),
        (2, 0, True),
    ]
    graph, notes = graph_from_rows(rows)
    assert graph == temporal_graph([0, 1, 2, 7], [(0, 1, 2), (1, 2, 3)])
    assert [note.split(" ")[1] for note in notes] == ["5", "6", "7", "8", "10"]


def test_rows_of_other_number_types() -> None:
    numpy = pytest.importorskip("numpy")
    rows = [(numpy.int64(0), numpy.float64(1), numpy.int32(2)), (numpy.float64("nan"), None, None)]
    assert graph_from_rows(rows)[0] == temporal_graph([0, 1], [(0, 1, 2)])


def test_rows_may_be_called_nan_or_none() -> None:
    assert graph_from_rows([("nan", "None", 1)])[0].edges == (("nan", "None", 1),)


def test_rows_with_huge_numbers() -> None:
    graph, notes = graph_from_rows([(0, 1, 10**400), (0, 1, 1e300), (0, 1, float("inf")), (0, 1, 1)])
    assert graph.edges == ((0, 1, 1),)
    assert len(notes) == 3
    huge = [(10**5_000, 1, 1), (0, 1, -(10**5_000)), (0, Fraction(10**400, 1), 1), (0, 1, 1)]
    graph, notes = graph_from_rows(huge)
    assert graph.edges == ((0, 1, 1),)
    assert notes == [f"Row {i} holds a number that is too long and is left out; shorten it." for i in (1, 2, 3)]


def test_an_empty_table() -> None:
    with pytest.raises(GraphError, match="No line can be used"):
        graph_from_rows([(None, None, None)])


# --- addresses


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "%%%",
        "ä",
        "abcd" * 100,
        pack_graph(PLAIN)[:-4],
        pack_graph(PLAIN) + "AAAA",
        packed(b"[" * 100_000),
        packed(b" " * 50_000_000 + b'{"nodes": [0, 1], "edges": [[0, 1, 2]]}'),
        packed(b"\xff\xfe"),
        packed(b"3"),
        packed(b"[[0, 1, 2]]"),
        packed(b'{"edges": [[[0], 1, 2]]}'),
        packed(b'{"nodes": [{}, 1], "edges": []}'),
        packed(b'{"nodes": [0, 1], "edges": [[0, 1, 2.5]]}'),
        packed(b'{"nodes": [0, 1], "edges": [[0, 1, ' + b"9" * 9_999 + b"]]}"),
    ],
)
def test_junk_in_an_address(text: str) -> None:
    with pytest.raises(GraphError, match="copy the whole address again"):
        unpack_graph(text)


def test_the_limits_hold_for_addresses_too() -> None:
    with pytest.raises(GraphError, match="give at most 100"):
        unpack_graph(packed(json.dumps({"nodes": list(range(101)), "edges": []}).encode()))
    with pytest.raises(GraphError):
        unpack_graph(packed(b'{"nodes": [], "edges": []}'))


@given(st.text(max_size=40))
def test_any_address_is_a_graph_or_an_error_of_ours(text: str) -> None:
    with pytest.raises(GraphError):
        unpack_graph(text)
