"""A verdict on the graph: what is drawn of both answers, and the case file that `verify` judges again."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.attempts import Attempt
from components.highlight import Mark
from components.node_notes import answer_notes
from components.pictures import positions_of
from components.verdict_card import case_file
from components.verdict_marks import verdict_marks
from graphcore.problems import generate, load_problem
from graphcore.records import Finding, Problem, Reply, Verdict
from graphcore.strategies import strategy
from graphcore.tasks import TASKS
from tests.conftest import ROOT

REPLIES = ["", "Answer: [0, 1]", "Answer: yes", "I cannot tell.", "Answer: [999]", "The answer is 3", "<b>x</b>\r\n$1$"]


def attempted(problem: Problem, text: str, finish_reason: str = "stop") -> Attempt:
    reply = Reply(text, finish_reason=finish_reason)
    decision = strategy("single").decide(problem, [reply])
    return Attempt(1, 1, problem, "paste", "zero-shot", "a prompt", decision=decision)


def marks_of(problem: Problem, text: str) -> dict[str, list[Mark]]:
    verdict = attempted(problem, text).verdict
    assert verdict is not None
    found: dict[str, list[Mark]] = {"reference": [], "asked": [], "answer": [], "fault": []}
    for mark in verdict_marks(problem, verdict):
        found[mark.role].append(mark)
    return found


def problem_on(task: str, edges: list[list[Any]], query: dict[str, Any]) -> Problem:
    nodes = sorted({node for u, v, _ in edges for node in (u, v)})
    graph = {"kind": "temporal", "directed": False, "nodes": nodes, "edges": edges}
    return load_problem({"task": task, "graph": graph, "query": query})


def test_the_case_files_are_judged_by_verify_as_on_the_page() -> None:
    problems = [generate(task, seed=seed) for task in TASKS.names for seed in (1, 2)]
    cases = [attempted(p, text) for p in problems for text in (TASKS[p.task].exact_text(p), *REPLIES)]
    cases += [attempted(problem, "Answer: [", "stopped") for problem in problems]
    lines = [case_file(case, "correct", "It says so: <b>\n\u2028 é") for case in cases]
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    run = subprocess.run(
        [sys.executable, "-m", "graphcore", "verify"],
        input="".join(lines).encode(),
        cwd=ROOT,
        capture_output=True,
        check=True,
        timeout=120,
    )
    judged = [json.loads(line) for line in run.stdout.decode().splitlines()]
    assert judged == [case.verdict.to_json() for case in cases if case.verdict]
    assert {row["outcome"] for row in judged} >= {"correct", "hallucinatory", "missing"}
    first = json.loads(lines[0])
    assert (first["expected"], first["note"]) == ("correct", "It says so: <b>\n\u2028 é")
    assert first["verdict"] == judged[0]


def test_the_start_that_was_asked_for_is_no_fault() -> None:
    problem = problem_on("llm4dyg/find_tpath", [[0, 1, 0], [1, 2, 1], [2, 3, 2]], {"start": 0, "length": 3})
    marks = marks_of(problem, "Answer: [1, 2, 3]")
    assert [mark.nodes for mark in marks["fault"]] == [(1,)]
    assert [mark.nodes for mark in marks["asked"]] == [(0,)]


def test_an_edge_taken_back_in_time_is_a_fault_with_its_times() -> None:
    problem = problem_on("llm4dyg/find_tpath", [[0, 1, 5], [1, 2, 3], [0, 2, 1], [2, 3, 4]], {"start": 0, "length": 3})
    marks = marks_of(problem, "Answer: [0, 1, 2]")
    faults = [(edge, mark.label) for mark in marks["fault"] for edge in mark.edges]
    assert {frozenset(edge[:2]) for edge, _ in faults} <= {frozenset({0, 1}), frozenset({1, 2})}
    assert any(label.startswith("t = ") for _, label in faults)
    held = {frozenset(edge[:2]) for mark in marks["answer"] for edge in mark.edges}
    assert not held & {frozenset(edge[:2]) for edge, _ in faults}


def test_what_holds_of_a_wrong_answer_is_shown_as_holding() -> None:
    problem = problem_on("llm4dyg/find_tpath", [[0, 1, 1], [1, 2, 2], [2, 3, 3]], {"start": 0, "length": 3})
    marks = marks_of(problem, "Answer: [0, 1, 3]")
    assert [frozenset(edge[:2]) for mark in marks["answer"] for edge in mark.edges] == [frozenset({0, 1})]
    assert [frozenset(edge[:2]) for mark in marks["fault"] for edge in mark.edges] == [frozenset({1, 3})]


def test_what_an_answer_lacks_is_no_fault_in_the_graph() -> None:
    problem = problem_on("llm4dyg/when_link", [[0, 1, 1], [0, 1, 4], [1, 2, 2]], {"u": 0, "v": 1})
    marks = marks_of(problem, "Answer: [1]")
    assert not marks["fault"]
    assert marks["reference"]


CHAIN = [[0, 1, 1], [1, 2, 2], [0, 2, 4], [2, 3, 5]]


@pytest.mark.parametrize(
    ("task", "query", "text", "faults"),
    [
        ("when_connect", {"u": 0, "v": 2}, "Answer: 1", []),
        ("when_connect", {"u": 0, "v": 2}, "Answer: 5", []),
        ("when_tclosure", {"nodes": [0, 1, 2]}, "Answer: 2", [((0, 2), "✕ not yet at 2")]),
        ("when_tclosure", {"nodes": [0, 1, 2]}, "Answer: 5", []),
        ("check_tclosure", {"nodes": [0, 1, 2]}, "Answer: no", []),
        ("check_tclosure", {"nodes": [0, 1, 3]}, "Answer: yes", [((0, 3), ""), ((1, 3), "")]),
        ("check_tpath", {"path": [0, 1, 2]}, "Answer: no", []),
        ("find_tpath", {"start": 0, "length": 3}, "Answer: []", []),
    ],
)
def test_nothing_holds_of_a_wrong_time_or_word_and_what_shows_that_is_no_fault(
    task: str, query: dict[str, Any], text: str, faults: list[Any]
) -> None:
    marks = marks_of(problem_on(f"llm4dyg/{task}", CHAIN, query), text)
    assert not [mark for mark in marks["answer"] if mark.edges]
    assert [(edge, mark.label) for mark in marks["fault"] for edge in mark.edges] == faults


def test_a_link_that_was_there_too_early_says_when() -> None:
    marks = marks_of(problem_on("llm4dyg/neighbor_in_periods", CHAIN, {"node": 0, "time": 2}), "Answer: [1, 2]")
    assert [(edge, mark.label) for mark in marks["fault"] for edge in mark.edges] == [((0, 1, 1), "✕ at 1 already")]
    assert {edge for mark in marks["answer"] for edge in mark.edges} == {(0, 2, 4)}


def test_a_prediction_holds_or_fails_by_the_links_that_came() -> None:
    query = {"pairs": [[0, 3], [1, 3], [0, 1]], "labels": [1, 0, 1], "time": 7}
    problem = problem_on("llm4dyg/link_prediction", CHAIN, query)
    marks = marks_of(problem, "Answer: [1, 1, 0]")
    assert [edge for mark in marks["answer"] for edge in mark.edges] == [(0, 3)]
    faults = [(edge, mark.label) for mark in marks["fault"] for edge in mark.edges]
    assert faults == [((1, 3, 7), ""), ((0, 1, 7), "✕ linked at 7")]


@pytest.mark.parametrize("task", TASKS.names)
@pytest.mark.parametrize("text", REPLIES)
def test_marks_can_be_made_of_every_verdict(task: str, text: str) -> None:
    problem = generate(task, seed=1)
    marks = marks_of(problem, text)
    assert marks["reference"] or marks["asked"]
    known = set(problem.graph.nodes)
    assert all(set(mark.nodes) <= known for mark in marks["answer"])


@pytest.mark.parametrize("task", TASKS.names)
def test_a_right_answer_has_no_fault(task: str) -> None:
    problem = generate(task, seed=0)
    marks = marks_of(problem, TASKS[task].exact_text(problem))
    assert not marks["fault"]


@pytest.mark.parametrize("task", ["llm4dyg/check_tpath", "llm4dyg/check_tclosure"])
def test_a_right_no_shows_what_was_asked_and_what_refutes_it(task: str) -> None:
    problem = generate(task, seed=1)
    marks = marks_of(problem, "Answer: no")
    assert marks["asked"] and any(mark.edges for mark in marks["fault"])
    assert not marks["reference"] and not marks["answer"]


def still(task: str, edges: list[list[Any]], query: dict[str, Any], directed: bool = False) -> Problem:
    nodes = sorted({node for edge in edges for node in edge[:2]})
    graph = {"kind": "static", "directed": directed, "nodes": nodes, "edges": edges}
    return load_problem({"task": f"nlgraph/{task}", "graph": graph, "query": query})


SQUARE = [[0, 1, {"weight": 1}], [1, 2, {"weight": 2}], [2, 3, {"weight": 1}], [0, 3, {"weight": 9}]]
DAG = [[0, 1], [1, 2], [0, 3], [3, 2]]


def drawn(problem: Problem, text: str) -> tuple[set[Any], set[Any], set[Any]]:
    """The edges of the answer that hold, the edges of faults and the nodes of faults."""
    marks = marks_of(problem, text)
    held = {edge for mark in marks["answer"] for edge in mark.edges}
    faults = {edge for mark in marks["fault"] for edge in mark.edges}
    return held, faults, {node for mark in marks["fault"] for node in mark.nodes}


def test_a_longer_path_holds_beside_the_shortest() -> None:
    problem = still("shortest_path", SQUARE, {"source": 0, "target": 3})
    assert drawn(problem, "Answer: [0, 3]") == ({(0, 3)}, set(), set())
    (reference,) = marks_of(problem, "Answer: [0, 3]")["reference"]
    assert reference.edges == ((0, 1), (1, 2), (2, 3))


def test_a_missing_edge_is_the_fault_and_the_rest_of_the_path_holds() -> None:
    problem = still("shortest_path", SQUARE, {"source": 0, "target": 3})
    assert drawn(problem, "Answer: [0, 1, 3]") == ({(0, 1)}, {(1, 3)}, set())


def test_that_there_is_no_path_is_answered_by_the_path() -> None:
    problem = still("shortest_path", SQUARE, {"source": 0, "target": 3})
    assert drawn(problem, "Answer: []") == (set(), set(), set())
    assert marks_of(problem, "Answer: []")["reference"][0].edges


@pytest.mark.parametrize(("start", "asked"), [(1, 0), (2, 0)])
def test_of_a_wrong_start_only_the_wrong_node_is_a_fault(start: int, asked: int) -> None:
    problem = still("shortest_path", SQUARE, {"source": 0, "target": 3})
    marks = marks_of(problem, f"Answer: [{', '.join(map(str, range(start, 4)))}]")
    assert [mark.nodes for mark in marks["fault"] if mark.nodes] == [(start,)]
    assert [mark.nodes for mark in marks["asked"]] == [(asked,)]


def test_edges_that_an_order_goes_against_are_the_faults() -> None:
    problem = still("topological_sort", DAG, {}, directed=True)
    assert drawn(problem, "Answer: [1, 0, 3, 2]") == (set(), {(0, 1)}, set())


def test_nodes_that_an_order_repeats_or_leaves_out_are_ringed() -> None:
    problem = still("topological_sort", DAG, {}, directed=True)
    assert drawn(problem, "Answer: [0, 1, 1, 2]") == (set(), set(), {1, 3})


def test_nodes_that_a_path_over_all_leaves_out_are_ringed() -> None:
    problem = still("hamilton_path", [[0, 1], [1, 2], [2, 3]], {})
    assert drawn(problem, "Answer: [0, 1, 2]") == ({(0, 1), (1, 2)}, set(), {3})
    assert drawn(problem, "Answer: no") == (set(), set(), set())


def test_a_wrong_yes_rings_what_is_not_reached_and_shows_what_is() -> None:
    problem = still("connectivity", [[0, 1], [1, 2], [3, 4]], {"u": 0, "v": 4})
    marks = marks_of(problem, "Answer: yes")
    assert drawn(problem, "Answer: yes") == (set(), set(), {4})
    assert [mark.edges for mark in marks["reference"]] == [((0, 1), (1, 2))]
    assert [mark.nodes for mark in marks["asked"]] == [(0, 4)]


def test_a_wrong_no_is_answered_by_the_path_and_has_no_fault() -> None:
    problem = still("connectivity", [[0, 1], [1, 2], [3, 4]], {"u": 0, "v": 2})
    assert drawn(problem, "Answer: no") == (set(), set(), set())
    assert marks_of(problem, "Answer: no")["reference"][0].edges == ((0, 1), (1, 2))


@pytest.mark.parametrize(("edges", "text"), [([[0, 1], [1, 2]], "yes"), ([[0, 1], [1, 2], [2, 0]], "no")])
def test_nothing_is_wrong_with_a_graph_whose_cycles_were_judged_wrongly(edges: list[list[int]], text: str) -> None:
    problem = still("cycle", edges, {})
    assert drawn(problem, f"Answer: {text}") == (set(), set(), set())
    cycle = [edge for mark in marks_of(problem, f"Answer: {text}")["reference"] for edge in mark.edges]
    assert len(cycle) == (3 if text == "no" else 0)


def test_a_score_is_told_in_words() -> None:
    def page() -> None:
        from components.attempts import Attempt
        from components.verdict_card import verdict_card
        from graphcore.problems import load_problem
        from graphcore.records import Reply
        from graphcore.strategies import strategy

        edges = [[0, 1, {"weight": 1}], [1, 2, {"weight": 1}], [0, 2, {"weight": 5}]]
        graph = {"kind": "static", "nodes": [0, 1, 2], "edges": edges}
        query = {"source": 0, "target": 2}
        problem = load_problem({"task": "nlgraph/shortest_path", "graph": graph, "query": query})
        decision = strategy("single").decide(problem, [Reply("The path is [0, 2] with a total weight of 3.")])
        verdict_card(Attempt(1, 1, problem, "paste", "zero-shot", "a prompt", decision=decision))

    app = AppTest.from_function(page).run()
    assert not app.exception
    assert "Partial credit (0 to 1): 0.50" in [caption.value for caption in app.caption]
    told = " ".join(element.value for element in app.markdown)
    assert "longer_than_optimum" in told.replace("\\", "") and "stated_total_wrong" in told.replace("\\", "")


FLOW = [[0, 1, {"capacity": 5}], [1, 2, {"capacity": 3}], [0, 2, {"capacity": 1}]]


def test_the_flow_is_told_at_each_edge_and_where_no_more_can_pass() -> None:
    problem = still("max_flow", FLOW, {"source": 0, "target": 2}, directed=True)
    marks = marks_of(problem, "Answer: 9")
    told = {edge: mark.label for mark in marks["reference"] if mark.label for edge in mark.edges}
    assert told == {(0, 1): "3 of 5", (1, 2): "3 of 3", (0, 2): "1 of 1"}
    full = {edge: mark.label for mark in marks["fault"] for edge in mark.edges}
    assert full == {(1, 2): "✕ no more", (0, 2): "✕ no more"}
    assert not [mark for mark in marks["fault"] if mark.nodes]


def test_of_a_flow_that_is_less_than_the_most_nothing_is_a_fault() -> None:
    problem = still("max_flow", FLOW, {"source": 0, "target": 2}, directed=True)
    assert drawn(problem, "Answer: 3") == (set(), set(), set())


def test_a_plan_that_asks_too_much_of_an_edge_is_a_fault_there() -> None:
    problem = still("max_flow", FLOW, {"source": 0, "target": 2}, directed=True)
    verdict = Verdict("correct", 4, (0, 1), (Finding("over_capacity", "Too much.", (1, 2), ((1, 2),)),))
    labels = [mark.label for mark in verdict_marks(problem, verdict) if mark.role == "fault" and mark.edges]
    assert labels == ["✕ too much"]


def test_embeddings_that_are_wrong_are_ringed_at_their_nodes() -> None:
    problem = still("gnn", [[0, 1], [1, 2]], {"layers": 1, "embeddings": [[1, 0], [0, 1], [1, 1]]})
    assert drawn(problem, "Answer: [[0, 1], [2, 2], [0, 1]]") == (set(), set(), {1})
    assert answer_notes(problem, [[0, 1], [2, 2]]) == {0: "[1, 0]\n→ [0, 1]", 1: "[0, 1]\n→ [2, 2]", 2: "[1, 1]"}


def test_pairs_that_hold_are_drawn_beside_those_without_interest() -> None:
    query = {"left": ["a0", "a1"], "right": ["j0", "j1"]}
    problem = still("bipartite_matching", [["a0", "j0"], ["a1", "j0"], ["a1", "j1"]], query)
    assert drawn(problem, "Answer: [(a0, j1), (a1, j0)]") == ({("a1", "j0")}, {("a0", "j1")}, set())
    places = positions_of(problem.id, problem)
    assert max(places[node][0] for node in query["left"]) < min(places[node][0] for node in query["right"])
