"""A graph of one's own: from a link, a pasted text, a file or the table; lines that cannot be used are named."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from graphcore.graph_files import pack_graph, unpack_graph
from graphcore.graphs import Graph, static_graph, temporal_graph
from graphcore.tasks import TASKS
from tests.pages.looking import app_names_the_pages, figures, problem_of, said, turn_to, visit

__all__ = ["app_names_the_pages"]

SMALL = temporal_graph(["a", "b", "c d"], [("a", "b", 0), ("b", "c d", 2), ("a", "c d", 5)])
HOSTILE = ["<img src=x onerror=alert(1)>", "<b>x</b>", "**bold**", "[a](http://x)", "$x$"]


def own(page: str = "explore", **address: str) -> AppTest:
    app = visit(page, **{"generator": "own", "naming": "as-given", "task": "llm4dyg/when_link"} | address)
    assert not app.exception
    return app


def paste(app: AppTest, text: str) -> AppTest:
    app.segmented_control(key="own_way").set_value("Paste").run()
    app.text_area(key="own_text").set_value(text).run()
    app.button(key="own_fill").click().run()
    assert not app.exception
    return app


def upload(app: AppTest, name: str, content: str | bytes) -> AppTest:
    app.segmented_control(key="own_way").set_value("Upload").run()
    data = content.encode() if isinstance(content, str) else content
    app.file_uploader(key="own_file").set_value((name, data, "application/octet-stream")).run()
    assert not app.exception
    return app


def graph_of(app: AppTest) -> Graph:
    return problem_of(app).graph


def packed_in(app: AppTest) -> str:
    """The graph in the address."""
    value = app.query_params["graph"]
    return value if isinstance(value, str) else value[0]


def test_it_begins_with_an_example_that_can_be_asked_about() -> None:
    app = own()
    assert len(graph_of(app).edges) == 5
    assert figures(app)[0]["layout"]["meta"]["problem"] == problem_of(app).id


@pytest.mark.parametrize("task", TASKS.names)
def test_every_task_can_be_asked_about_its_example(task: str) -> None:
    app = own("prompts", task=task)
    assert not app.error
    assert problem_of(app).task == task


def test_a_link_brings_the_graph_and_gives_it_on() -> None:
    app = own(graph=pack_graph(SMALL))
    assert graph_of(app) == SMALL
    again = own(graph=packed_in(app))
    assert problem_of(again) == problem_of(app)


def test_a_directed_graph_stays_directed_on_its_way_through_a_link() -> None:
    directed = temporal_graph([0, 1, 2], [(1, 0, 3), (2, 1, 4)], directed=True)
    app = own(graph=pack_graph(directed))
    assert graph_of(app) == directed
    app.toggle(key="own_directed_temporal").set_value(False).run()
    assert not graph_of(app).directed
    assert not unpack_graph(packed_in(app)).directed


@pytest.mark.parametrize("junk", ["junk", "%%%", "eJw", "A" * 4000, "<script>", "🙂", "../../etc/passwd"])
def test_a_broken_link_says_so_and_offers_the_example(junk: str) -> None:
    app = own(graph=junk)
    assert any("copy the whole address again" in text for text in said(app.caption))
    assert len(graph_of(app).edges) == 5


def test_a_pasted_text_fills_the_table_and_names_what_it_leaves_out() -> None:
    app = paste(own(), "u,v,t\nann,bob,1\nann,,2\nbob,cat,soon\ncat,ann,4\nzoe,,")
    assert set(graph_of(app).nodes) == {"ann", "bob", "cat", "zoe"}
    assert graph_of(app).edges == (("ann", "bob", 1), ("cat", "ann", 4))
    notes = "\n".join(said(app.caption))
    assert "Line 3" in notes
    assert "Line 4" in notes
    assert "soon" in notes


def test_a_text_without_a_graph_gets_one_sentence_and_changes_nothing() -> None:
    app = own(graph=pack_graph(SMALL))
    paste(app, "Dear all, the weather is fine.")
    assert graph_of(app) == SMALL
    assert any("give two nodes and a whole number" in text for text in said(app.caption))
    paste(app, '{"nodes": [')
    assert graph_of(app) == SMALL
    assert any("The JSON breaks at line 1" in text for text in said(app.caption))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("g.json", json.dumps(SMALL.to_json())),
        ("g.csv", "u,v,t\na,b,0\nb,c d,2\na,c d,5\n"),
        ("g.tsv", "a\tb\t0\nb\tc d\t2\na\tc d\t5\n"),
        ("g.txt", "[(a, b, 0), (b, c d, 2), (a, c d, 5)]"),
    ],
)
def test_a_file_is_read(name: str, content: str) -> None:
    assert graph_of(upload(own(), name, content)) == SMALL


@pytest.mark.parametrize("content", [b"\xff\xfea\x00", b"\0\0\0", b"", b"\x80\x81"])
def test_a_file_that_is_no_text_gets_one_sentence(content: bytes) -> None:
    app = upload(own(graph=pack_graph(SMALL)), "g.csv", content)
    assert graph_of(app) == SMALL
    assert [text for text in said(app.caption) if text.startswith(":orange[")]


def test_notes_stand_beside_what_they_speak_of() -> None:
    app = paste(own(), "u,v,t\nann,bob,1\nann,,2\nann,cat,3")
    order = [element.type for element in app.sidebar if element.type in ("button", "caption", "toggle")]
    assert order.index("caption") == order.index("button") + 1 < order.index("toggle")


def test_too_few_links_for_a_task_get_one_sentence() -> None:
    app = own(graph=pack_graph(temporal_graph([0, 1], [(0, 1, 0)])), task="llm4dyg/check_tclosure")
    (error,) = said(app.error)
    assert "it needs" in error or "only one answer" in error
    assert not figures(app)
    app.selectbox(key="task").set_value("llm4dyg/when_link").run()
    assert not app.error
    assert figures(app)


def test_hostile_names_are_told_as_they_stand_and_stay_with_the_problem() -> None:
    edges = [(name, HOSTILE[(n + 1) % 5], n) for n, name in enumerate(HOSTILE)]
    app = own(graph=pack_graph(temporal_graph(HOSTILE, edges)))
    assert graph_of(app).nodes == tuple(HOSTILE)
    raw = [element.value for element in (*app.markdown, *app.caption)]
    assert not [text for text in raw if any(name in text for name in HOSTILE)]
    for page in ("prompts", "ask"):
        assert not turn_to(app, page).exception
        bodies = [element.proto.body for element in app.get("html")]
        assert not [body for body in bodies if "<img" in body or "<b>" in body]
        assert problem_of(app).graph.nodes == tuple(HOSTILE)


def test_a_graph_too_large_for_an_address_says_so() -> None:
    lines = "\n".join(f"{u * 7919 % 100},{(u * 104729 + 1 + u // 97) % 100},{u * 31 % 977}" for u in range(3000))
    app = paste(own(), lines)
    assert "graph" not in app.query_params
    assert any("too large to stand in a link" in text for text in said(app.caption))


WEIGHTED = static_graph(["a", "b", "c d"], [("a", "b", {"weight": 2}), ("b", "c d", {"weight": 1.5})])
PATH = {"task": "nlgraph/shortest_path", "page": "prompts"}


def test_a_static_graph_is_pasted_and_carried_by_the_address() -> None:
    app = paste(own(**PATH), "u,v,weight\na,b,2\nb,c d,1.5\nb,b,1\nc d,a,-1")
    assert graph_of(app) == WEIGHTED
    notes = "\n".join(said(app.caption))
    assert "Line 4 joins 'b' with itself" in notes
    assert "Line 5 has the weight '-1'" in notes
    assert problem_of(own(**PATH, graph=packed_in(app))) == problem_of(app)


def test_an_edge_without_its_number_has_a_weight_of_one() -> None:
    app = paste(own(**PATH), "[(a, b), (b, c, 4)]")
    assert graph_of(app) == static_graph("abc", [("a", "b", {"weight": 1}), ("b", "c", {"weight": 4})])


def test_a_number_is_a_capacity_where_the_task_is_about_flows() -> None:
    app = own(**PATH, graph=pack_graph(WEIGHTED))
    app.selectbox(key="task").set_value("nlgraph/max_flow").run()
    edges = [("a", "b", {"capacity": 2}), ("b", "c d", {"capacity": 1.5})]
    assert graph_of(app) == static_graph(["a", "b", "c d"], edges, directed=True)


def test_numbers_wait_while_a_task_is_not_about_them() -> None:
    app = own(**PATH, graph=pack_graph(WEIGHTED))
    app.selectbox(key="task").set_value("nlgraph/connectivity").run()
    assert graph_of(app) == static_graph(["a", "b", "c d"], [("a", "b"), ("b", "c d")])
    app.selectbox(key="task").set_value("nlgraph/shortest_path").run()
    assert graph_of(app) == WEIGHTED


def test_each_kind_of_graph_waits_for_its_tasks() -> None:
    app = own(graph=pack_graph(SMALL), page="prompts")
    app.segmented_control(key="suite").set_value("nlgraph").run()
    assert not app.exception
    app.selectbox(key="task").set_value("nlgraph/topological_sort").run()
    static = graph_of(app)
    assert static.directed and unpack_graph(packed_in(app)) == static
    assert "own_directed_static" not in {toggle.key for toggle in app.toggle}
    app.segmented_control(key="suite").set_value("llm4dyg").run()
    assert graph_of(app) == SMALL and unpack_graph(packed_in(app)) == SMALL
    app.segmented_control(key="suite").set_value("nlgraph").run()
    assert graph_of(app) == static
    app.selectbox(key="task").set_value("nlgraph/connectivity").run()
    assert not graph_of(app).directed
    app.toggle(key="own_directed_static").set_value(True).run()
    assert graph_of(app) == static


def test_a_link_with_a_graph_of_the_other_kind_says_so_and_keeps_it() -> None:
    app = own(**PATH, graph=pack_graph(SMALL))
    assert any("its graph is temporal and waits" in text for text in said(app.caption))
    app.segmented_control(key="suite").set_value("llm4dyg").run()
    assert graph_of(app) == SMALL
    paste(app, json.dumps(WEIGHTED.to_json()))
    assert graph_of(app) == SMALL
    assert any("The graph is static; give a temporal one" in text for text in said(app.caption))
