"""Checks: what passes silently, and what a failing one says."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.checks import (
    Fault,
    require_all,
    require_chronological,
    require_distinct_nodes,
    require_distinct_times,
    require_each_edge_once,
    require_known,
    require_linked,
    require_times_in_order,
)
from graphcore.graphs import Link, TemporalGraph
from graphcore.records import Finding
from tests.tasks import meaning_dynamic as meaning

LINKS: tuple[Link, ...] = ((0, 1, 2), (1, 2, 2), (2, 3, 1), (0, 1, 4))
GRAPH = TemporalGraph((0, 1, 2, 3), LINKS)
DIRECTED = TemporalGraph((0, 1, 2, 3), LINKS, True)


def findings(fault: pytest.ExceptionInfo[Fault]) -> list[Finding]:
    assert all(finding.text.endswith(".") for finding in fault.value.findings)
    assert str(fault.value) == " ".join(finding.text for finding in fault.value.findings)
    return list(fault.value.findings)


def test_known_nodes() -> None:
    require_known(GRAPH, [])
    require_known(GRAPH, [3, 0, 0])
    with pytest.raises(Fault) as fault:
        require_known(GRAPH, [0, "x y", 9, "x y"])
    (finding,) = findings(fault)
    assert (finding.code, finding.nodes) == ("unknown_node", ("x y", 9))
    assert finding.text == 'The graph has no nodes "x y" and 9.'


def test_distinct_nodes_and_times() -> None:
    require_distinct_nodes([])
    require_distinct_nodes([1, "1"])
    require_distinct_times([3, 1])
    with pytest.raises(Fault) as fault:
        require_distinct_nodes([1, 2, 2, 1, 3])
    assert [(f.code, f.nodes) for f in findings(fault)] == [("repeated_node", (1, 2))]
    with pytest.raises(Fault) as fault:
        require_distinct_times([0, 5, 0])
    assert [(f.code, f.times) for f in findings(fault)] == [("repeated_time", (0,))]


def test_linked() -> None:
    require_linked(GRAPH, [])
    require_linked(GRAPH, [0])
    require_linked(GRAPH, [3, 2, 1, 0])
    with pytest.raises(Fault) as fault:
        require_linked(GRAPH, [0, 2, 3, 1])
    (finding,) = findings(fault)
    assert (finding.code, finding.edges) == ("no_such_edge", ((0, 2), (3, 1)))
    assert "between node 0 and node 2 nor node 3 and node 1" in finding.text


def test_a_step_to_an_unknown_node_is_no_missing_link() -> None:
    require_linked(GRAPH, [0, 9, 1, "x y", 1])
    with pytest.raises(Fault) as fault:
        require_linked(GRAPH, [0, 9, 1, 3, 9])
    assert findings(fault)[0].edges == ((1, 3),)


def test_linked_follows_direction() -> None:
    require_linked(DIRECTED, [0, 1, 2, 3])
    with pytest.raises(Fault) as fault:
        require_linked(DIRECTED, [1, 0])
    assert findings(fault)[0].edges == ((1, 0),)
    assert "from node 1 to node 0" in findings(fault)[0].text


def test_chronological_gives_the_earliest_links() -> None:
    assert require_chronological(GRAPH, [0, 1, 2]) == ((0, 1, 2), (1, 2, 2))
    assert require_chronological(GRAPH, [2, 1, 0]) == ((2, 1, 2), (1, 0, 2))
    assert require_chronological(GRAPH, [3, 2, 1, 0]) == ((3, 2, 1), (2, 1, 2), (1, 0, 2))
    assert require_chronological(GRAPH, [3]) == ()


def test_chronological_says_which_step_goes_back_and_both_times() -> None:
    with pytest.raises(Fault) as fault:
        require_chronological(GRAPH, [0, 1, 2, 3])
    (finding,) = findings(fault)
    assert finding.code == "time_goes_back"
    assert (finding.nodes, finding.edges, finding.times) == ((2,), ((1, 2, 2), (2, 3, 1)), (2, 1))
    assert "step 3" in finding.text and "node 1 to node 2" in finding.text and "node 2 to node 3" in finding.text


def test_chronological_names_the_last_of_several_chances() -> None:
    graph = TemporalGraph((0, 1, 2), ((0, 1, 5), (1, 2, 1), (1, 2, 3)))
    with pytest.raises(Fault) as fault:
        require_chronological(graph, [0, 1, 2])
    assert findings(fault)[0].edges == ((0, 1, 5), (1, 2, 3))
    assert "at the latest at time 3" in findings(fault)[0].text


def test_chronological_passes_over_steps_without_a_link() -> None:
    require_chronological(GRAPH, [0, 1, 3, 2, 1])
    require_chronological(GRAPH, [1, 2, 9, 2, 3])
    with pytest.raises(Fault) as fault:
        require_chronological(GRAPH, [0, 9, 0, 1, 2, 3, 0])
    (finding,) = findings(fault)
    assert (finding.edges, finding.times) == (((1, 2, 2), (2, 3, 1)), (2, 1))
    assert "step 5" in finding.text


@given(data=st.data(), graph=meaning.graphs())
def test_chronological_agrees_with_trying_all_times(data: st.DataObject, graph: TemporalGraph) -> None:
    path = data.draw(st.permutations(graph.nodes))[: data.draw(st.integers(1, 5))]
    try:
        require_linked(graph, path)
        walked = require_chronological(graph, path)
    except Fault:
        assert not meaning.walkable(graph, path)
    else:
        assert meaning.walkable(graph, path)
        assert [t for _, _, t in walked] == sorted(t for _, _, t in walked)
        assert [(u, v) for u, v, _ in walked] == list(pairwise(path))
        assert all(t in meaning.links(graph, u, v) for u, v, t in walked)


def test_times_in_order() -> None:
    require_times_in_order([])
    require_times_in_order([(0, 1, 2), (1, 2, 2), (0, 1, 4)])
    with pytest.raises(Fault) as fault:
        require_times_in_order([(0, 1, 2), (0, 1, 4), (2, 3, 1), (5, 6, 0)])
    (finding,) = findings(fault)
    assert (finding.code, finding.edges, finding.times) == ("time_goes_back", ((0, 1, 4), (2, 3, 1)), (4, 1))
    assert "step 2" in finding.text


def test_each_edge_once() -> None:
    require_each_edge_once(GRAPH, LINKS[::-1])
    require_each_edge_once(GRAPH, [(1, 0, 2), (2, 1, 2), (3, 2, 1), (0, 1, 4)])
    with pytest.raises(Fault) as fault:
        require_each_edge_once(GRAPH, [(0, 1, 2), (1, 0, 2), (2, 3, 1), (2, 3, 7), (0, 3, 1), (8, 9, 1)])
    assert [(f.code, f.edges) for f in findings(fault)] == [
        ("no_such_edge", ((2, 3, 7), (0, 3, 1))),
        ("repeated_edge", ((0, 1, 2),)),
        ("incomplete", ((1, 2, 2), (0, 1, 4))),
    ]


def test_each_edge_once_minds_direction_if_directed() -> None:
    with pytest.raises(Fault) as fault:
        require_each_edge_once(DIRECTED, [(1, 0, 2), *LINKS[1:]])
    assert [f.code for f in findings(fault)] == ["no_such_edge", "incomplete"]


def test_long_lists_are_cut_in_the_sentence_only() -> None:
    graph = TemporalGraph(tuple(range(30)), tuple((n, n + 1, 0) for n in range(29)))
    with pytest.raises(Fault) as fault:
        require_each_edge_once(graph, [])
    (finding,) = findings(fault)
    assert len(finding.edges) == 29
    assert finding.text.endswith("(5, 6, 0) and 23 more.")


def test_all_faults_are_gathered_in_order() -> None:
    require_all()
    require_all(lambda: require_known(GRAPH, [1]))
    with pytest.raises(Fault) as fault:
        require_all(lambda: require_distinct_nodes([1, 1]), lambda: None, lambda: require_distinct_times([2, 2]))
    assert [finding.code for finding in findings(fault)] == ["repeated_node", "repeated_time"]
