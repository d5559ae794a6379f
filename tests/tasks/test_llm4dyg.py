"""What each dynamic-graph task asks, and what it finds in an answer (LLM4DyG; where it is silent, the contract)."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.encodings import ENCODINGS, ORDERS
from graphcore.errors import GenerationError, InputError
from graphcore.generators import GENERATORS
from graphcore.graphs import TemporalGraph, temporal_graph
from graphcore.problems import generate
from graphcore.prompts import build_prompt
from graphcore.records import Finding, Problem, Reply, Verdict
from graphcore.tasks import TASKS
from tests.tasks import meaning_dynamic as meaning

SEEDS = range(60)
DYNAMIC = [task.name for task in TASKS if task.suite == "llm4dyg"]
DIRECTED = pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])


def problem(task: str, edges: list[tuple[Any, ...]], directed: bool = False, **query: Any) -> Problem:
    """A problem whose nodes are those of its links and query."""
    nodes = {node for u, v, _ in edges for node in (u, v)}
    graph = temporal_graph(sorted(nodes), edges, directed)
    name = f"llm4dyg/{task}"
    return Problem(name, graph, TASKS[name].checked_query(graph, query))


def verdict(asked: Problem, answer: str) -> Verdict:
    return TASKS[asked.task].judge(asked, Reply(f"Answer: {answer}"))


def outcome(asked: Problem, answer: str) -> str:
    return verdict(asked, answer).outcome


def only_finding(asked: Problem, answer: str, code: str) -> Finding:
    (finding,) = verdict(asked, answer).findings
    assert finding.code == code
    assert finding.text.endswith(".")
    return finding


def many(task: str, **params: Any) -> list[Problem]:
    return [generate(f"llm4dyg/{task}", given=params, seed=seed) for seed in SEEDS]


# When are two nodes linked?

MEETINGS = [(0, 1, 3), (1, 2, 1), (0, 1, 0)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("[0, 3]", "correct"),
        ("[3, 0]", "correct"),
        ("[3]", "suboptimal"),
        ("[0, 1, 3]", "hallucinatory"),
        ("[0, 3, 3]", "hallucinatory"),
        ("[]", "hallucinatory"),
        ("[9]", "hallucinatory"),
    ],
)
def test_when_link(answer: str, expected: str) -> None:
    assert outcome(problem("when_link", MEETINGS, u=0, v=1), answer) == expected


def test_when_link_names_what_is_untrue_and_what_is_missing() -> None:
    asked = problem("when_link", MEETINGS, u=0, v=1)
    untrue, missing = verdict(asked, "[0, 2]").findings
    assert (untrue.code, untrue.nodes, untrue.edges, untrue.times) == ("no_such_edge", (0, 1), ((0, 1, 2),), (2,))
    assert (missing.code, missing.edges, missing.times) == ("incomplete", ((0, 1, 3),), (3,))
    assert only_finding(asked, "[3]", "incomplete").times == (0,)
    assert verdict(asked, "[0, 0, 3]").findings[0].times == (0,)


def test_when_link_is_bound_by_direction() -> None:
    links = [(0, 1, 0), (1, 0, 2)]
    assert outcome(problem("when_link", links, u=0, v=1), "[0, 2]") == "correct"
    assert outcome(problem("when_link", links, True, u=0, v=1), "[0]") == "correct"
    assert outcome(problem("when_link", links, True, u=1, v=0), "[0, 2]") == "hallucinatory"


@DIRECTED
def test_when_link_asks_of_a_link(directed: bool) -> None:
    for asked in many("when_link", directed=directed):
        assert meaning.links(asked.graph, asked.query["u"], asked.query["v"])


# When are two nodes connected, when is a triad closed?

CHAIN = [(1, 2, 0), (0, 1, 2), (2, 3, 5), (0, 3, 7)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("2", "correct"), ("3", "suboptimal"), ("7", "suboptimal"), ("8", "hallucinatory"), ("1", "hallucinatory")],
)
def test_connection_accumulates_and_later_is_suboptimal_up_to_the_last_time(answer: str, expected: str) -> None:
    assert outcome(problem("when_connect", CHAIN, u=0, v=2), answer) == expected


def test_connection_findings_show_the_path_and_how_far_one_comes() -> None:
    asked = problem("when_connect", CHAIN, u=0, v=2)
    late = only_finding(asked, "5", "later_than_first")
    assert (set(late.edges), late.times) == ({(0, 1, 2), (1, 2, 0)}, (2,))
    early = only_finding(asked, "1", "wrong_value")
    assert (early.nodes, early.edges, early.times) == ((0, 2), (), (1,))
    assert early.text == "Up to time 1, node 0 reaches no other node."
    asked = problem("when_connect", CHAIN, u=0, v=3)
    assert only_finding(asked, "2", "wrong_value").text == "Up to time 2, node 0 reaches nodes 1 and 2, but not node 3."
    asked = problem("when_connect", CHAIN, u=0, v=2)
    assert only_finding(asked, "8", "unknown_time").times == (8,)
    assert only_finding(asked, "none", "later_than_first").edges == late.edges


def test_connection_follows_direction() -> None:
    assert outcome(problem("when_connect", CHAIN, True, u=0, v=2), "2") == "correct"
    asked = problem("when_connect", CHAIN, True, u=2, v=0)
    assert outcome(asked, "none") == "correct"
    assert outcome(asked, "2") == "hallucinatory"
    assert outcome(problem("when_connect", CHAIN, u=2, v=0), "2") == "correct"


TRIAD = [(0, 1, 4), (1, 2, 2), (0, 2, 3), (0, 3, 6), (0, 1, 5)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("4", "correct"), ("5", "suboptimal"), ("6", "suboptimal"), ("7", "hallucinatory"), ("3", "hallucinatory")],
)
def test_closure_accumulates_and_does_not_mind_direction(answer: str, expected: str) -> None:
    for directed in (False, True):
        assert outcome(problem("when_tclosure", TRIAD, directed, nodes=[2, 0, 1]), answer) == expected


def test_closure_findings_show_the_pairs() -> None:
    asked = problem("when_tclosure", TRIAD, nodes=[0, 1, 2])
    assert only_finding(asked, "2", "wrong_value").edges == ((0, 1), (0, 2))
    late = only_finding(asked, "6", "later_than_first")
    assert (set(late.edges), late.times) == ({(0, 1, 4), (0, 2, 3), (1, 2, 2)}, (4,))
    assert outcome(problem("when_tclosure", TRIAD, nodes=[0, 1, 3]), "none") == "correct"


@DIRECTED
def test_first_times_are_asked_where_there_is_one(directed: bool) -> None:
    for asked in many("when_connect", directed=directed) + many("when_tclosure", directed=directed):
        last = meaning.all_times(asked.graph)[-1]
        nodes = asked.query.get("nodes")
        if nodes:
            assert meaning.closed(asked.graph, nodes, last)
        assert asked.reference is not None and asked.reference.optimum is not None


# Neighbours

FRIENDS = [(0, 1, 2), (2, 0, 2), (0, 3, 4), (0, 4, 1), (0, 4, 4)]


@DIRECTED
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("[1, 2]", "correct"),
        ("[2, 1]", "correct"),
        ("[2]", "suboptimal"),
        ("[1, 2, 3]", "hallucinatory"),
        ("[1, 1, 2]", "hallucinatory"),
        ("[1, 2, 17]", "hallucinatory"),
        ("[]", "hallucinatory"),
    ],
)
def test_neighbours_at_a_time_whatever_the_direction(answer: str, expected: str, directed: bool) -> None:
    assert outcome(problem("neighbor_at_time", FRIENDS, directed, node=0, time=2), answer) == expected


@DIRECTED
@pytest.mark.parametrize(
    ("answer", "expected"),
    [("[1, 2, 3]", "correct"), ("[1]", "suboptimal"), ("[1, 2, 3, 4]", "hallucinatory"), ("[3, 4]", "hallucinatory")],
)
def test_new_neighbours_from_a_time_on_that_time_included(answer: str, expected: str, directed: bool) -> None:
    assert outcome(problem("neighbor_in_periods", FRIENDS, directed, node=0, time=2), answer) == expected


def test_neighbour_findings_name_nodes_and_times() -> None:
    asked = problem("neighbor_at_time", FRIENDS, node=0, time=2)
    untrue, missing = verdict(asked, "[1, 3]").findings
    assert (untrue.code, untrue.nodes, untrue.edges, untrue.times) == ("no_such_edge", (3,), ((0, 3, 2),), (2,))
    assert (missing.code, missing.nodes, missing.edges) == ("incomplete", (2,), ((0, 2, 2),))
    assert only_finding(asked, "[17]", "unknown_node").nodes == (17,)
    assert only_finding(asked, "[1, 1]", "repeated_node").nodes == (1,)
    codes = [finding.code for finding in verdict(asked, "[3, 17, 1, 3, 17]").findings]
    assert codes == ["unknown_node", "repeated_node", "no_such_edge", "incomplete"]
    asked = problem("neighbor_in_periods", FRIENDS, node=0, time=2)
    early = only_finding(asked, "[1, 2, 3, 4]", "linked_before")
    assert (early.nodes, early.edges) == ((4,), ((0, 4, 1),))
    assert only_finding(
        problem("neighbor_in_periods", [*FRIENDS, (5, 1, 0)], node=0, time=2), "[1, 2, 3, 5]", "no_such_edge"
    )


@DIRECTED
@pytest.mark.parametrize("generator", TASKS["llm4dyg/when_link"].generators)
def test_neighbours_are_never_asked_where_there_is_none(generator: str, directed: bool) -> None:
    for seed in SEEDS:
        for task in ("neighbor_in_periods", "neighbor_at_time"):
            asked = generate(f"llm4dyg/{task}", generator, {"directed": directed}, seed)
            assert meaning.true_set(asked)


def test_new_neighbours_are_asked_of_nodes_with_earlier_ones() -> None:
    for asked in many("neighbor_in_periods"):
        node, start = asked.query["node"], asked.query["time"]
        assert any(t < start for v in asked.graph.nodes for t in meaning.meetings(asked.graph, node, v))


# Closed triads and chronological paths, yes or no


@pytest.mark.parametrize("task", ["check_tclosure", "check_tpath"])
@pytest.mark.parametrize("generator", TASKS["llm4dyg/when_link"].generators)
@DIRECTED
def test_yes_and_no_are_balanced_by_the_parity_of_the_seed(task: str, generator: str, directed: bool) -> None:
    for seed in range(20):
        asked = generate(f"llm4dyg/{task}", generator, {"directed": directed}, seed)
        expected = "yes" if seed % 2 == 0 else "no"
        assert meaning.outcome(asked, expected) == "correct"
        assert asked.reference is not None and asked.reference.solution == expected


@DIRECTED
def test_an_open_triad_has_exactly_two_of_the_three_pairs(directed: bool) -> None:
    for asked in many("check_tclosure", directed=directed)[1::2]:
        met = [bool(meaning.meetings(asked.graph, u, v)) for u, v in combinations(asked.query["nodes"], 2)]
        assert met.count(True) == 2


@DIRECTED
def test_a_path_that_is_not_chronological_is_linked(directed: bool) -> None:
    for asked in many("check_tpath", directed=directed)[1::2]:
        a, b, c = asked.query["path"]
        assert min(meaning.links(asked.graph, a, b)) > max(meaning.links(asked.graph, b, c))


def test_triad_findings_show_what_is_there_and_what_is_not() -> None:
    assert outcome(problem("check_tclosure", TRIAD, True, nodes=[2, 1, 0]), "yes") == "correct"
    assert set(only_finding(problem("check_tclosure", TRIAD, nodes=[0, 1, 2]), "no", "wrong_value").edges) == {
        (0, 1, 4), (1, 2, 2), (0, 2, 3),
    }  # fmt: skip
    asked = problem("check_tclosure", TRIAD, nodes=[0, 1, 3])
    assert only_finding(asked, "yes", "no_such_edge").edges == ((1, 3),)


STEPS = [(0, 1, 2), (1, 2, 2), (2, 3, 1), (0, 1, 4)]


@pytest.mark.parametrize(
    ("path", "answer"),
    [([0, 1, 2], "yes"), ([1, 2, 3], "no"), ([3, 2, 1], "yes"), ([2, 1, 0], "yes"), ([0, 2, 1], "no")],
)
def test_equal_times_may_follow_each_other(path: list[int], answer: str) -> None:
    asked = problem("check_tpath", STEPS, path=path)
    assert outcome(asked, answer) == "correct"
    assert outcome(asked, "no" if answer == "yes" else "yes") == "hallucinatory"


def test_path_questions_follow_direction() -> None:
    assert outcome(problem("check_tpath", STEPS, True, path=[0, 1, 2]), "yes") == "correct"
    asked = problem("check_tpath", STEPS, True, path=[2, 1, 0])
    assert outcome(asked, "no") == "correct"
    assert only_finding(asked, "yes", "no_such_edge").edges == ((2, 1), (1, 0))


def test_a_step_back_in_time_is_named() -> None:
    back = only_finding(problem("check_tpath", STEPS, path=[1, 2, 3]), "yes", "time_goes_back")
    assert "at step 2" in back.text
    assert (back.edges, back.times) == (((1, 2, 2), (2, 3, 1)), (2, 1))


# Paths to be found


@pytest.mark.parametrize(
    ("answer", "expected", "codes"),
    [
        ("[0, 1, 2]", "correct", []),
        ("[0, 1, 2, 3]", "hallucinatory", ["time_goes_back"]),
        ("[0, 1]", "hallucinatory", ["too_short"]),
        ("[1, 2, 3]", "hallucinatory", ["wrong_start", "time_goes_back"]),
        ("[0, 1, 3, 17, 2]", "hallucinatory", ["unknown_node", "no_such_edge"]),
        ("[17, 0, 2]", "hallucinatory", ["unknown_node", "wrong_start", "no_such_edge"]),
        ("[0, 1, 2, 3, 17]", "hallucinatory", ["unknown_node", "time_goes_back"]),
        ("[0, 2, 3]", "hallucinatory", ["no_such_edge"]),
        ("[0, 1, 0]", "hallucinatory", ["repeated_node"]),
        ("[0, 1, 17]", "hallucinatory", ["unknown_node"]),
        ("[1, 3]", "hallucinatory", ["wrong_start", "too_short", "no_such_edge"]),
        ("[]", "hallucinatory", ["wrong_value"]),
        ("none", "hallucinatory", ["wrong_value"]),
    ],
)
def test_find_tpath_names_every_fault(answer: str, expected: str, codes: list[str]) -> None:
    found = verdict(problem("find_tpath", STEPS, start=0), answer)
    assert (found.outcome, [finding.code for finding in found.findings]) == (expected, codes)


def test_find_tpath_says_at_which_step_time_goes_back() -> None:
    back = only_finding(problem("find_tpath", STEPS, start=0), "[0, 1, 2, 3]", "time_goes_back")
    assert "at step 3" in back.text
    assert (back.edges, back.times) == (((1, 2, 2), (2, 3, 1)), (2, 1))


def test_longer_paths_count_and_the_asked_length_binds() -> None:
    rising = [(0, 1, 0), (1, 2, 1), (2, 3, 2)]
    assert outcome(problem("find_tpath", rising, start=0), "[0, 1, 2, 3]") == "correct"
    assert outcome(problem("find_tpath", rising, start=0, length=4), "[0, 1, 2]") == "hallucinatory"
    assert outcome(problem("find_tpath", rising, start=0, length=2), "[0, 1]") == "correct"
    assert outcome(problem("find_tpath", rising, True, start=3), "none") == "correct"


@DIRECTED
@pytest.mark.parametrize("length", [2, 3, 4])
def test_a_path_can_be_found_from_the_start_that_is_asked(directed: bool, length: int) -> None:
    for seed in range(15):
        given = {"n": 6, "p": 0.6, "directed": directed, "length": length}
        asked = generate("llm4dyg/find_tpath", given=given, seed=seed)
        assert asked.query["length"] == length
        assert any(meaning.is_path(asked, path) for path in meaning.sequences(asked.graph))


# Sorting


def test_sort_edge_findings() -> None:
    links = [(0, 1, 2), (1, 2, 0), (2, 3, 2)]
    asked = problem("sort_edge", links)
    assert outcome(asked, "[(1, 2, 0), (0, 1, 2), (2, 3, 2)]") == "correct"
    assert outcome(asked, "[(2, 1, 0), (3, 2, 2), (0, 1, 2)]") == "correct"
    back = only_finding(asked, "[(0, 1, 2), (2, 3, 2), (1, 2, 0)]", "time_goes_back")
    assert (back.edges, back.times, "step 2" in back.text) == (((2, 3, 2), (1, 2, 0)), (2, 0), True)
    absent, missing = verdict(asked, "[(1, 2, 0), (0, 1, 2), (0, 3, 2)]").findings
    assert (absent.code, absent.edges) == ("no_such_edge", ((0, 3, 2),))
    assert (missing.code, missing.edges) == ("incomplete", ((2, 3, 2),))
    again = only_finding(asked, "[(1, 2, 0), (2, 1, 0), (0, 1, 2), (2, 3, 2)]", "repeated_edge")
    assert again.edges == ((1, 2, 0),)
    strange, missing = verdict(asked, "[(1, 2, 0), (0, 17, 2)]").findings
    assert (strange.code, strange.nodes) == ("unknown_node", (17,))
    assert (missing.code, missing.edges) == ("incomplete", ((0, 1, 2), (2, 3, 2)))
    absent, missing, back = verdict(asked, "[(0, 1, 2), (0, 3, 1), (2, 3, 2)]").findings
    assert (absent.edges, missing.edges, back.code) == (((0, 3, 1),), ((1, 2, 0),), "time_goes_back")


def test_sort_edge_turns_links_round_only_if_undirected() -> None:
    asked = problem("sort_edge", [(0, 1, 2), (1, 2, 0)], True)
    assert outcome(asked, "[(1, 2, 0), (0, 1, 2)]") == "correct"
    assert outcome(asked, "[(2, 1, 0), (0, 1, 2)]") == "hallucinatory"


SORTING = TASKS["llm4dyg/sort_edge"]


def mentioned(text: str, encoding: str) -> list[int]:
    """The times of the links in the order in which `text` first mentions them."""
    found: list[tuple[str, str, str]] = []
    if encoding == "adjacency-by-time":
        for node, line in re.findall(r"Node (\d+): (.*)", text):
            for t, others in re.findall(r"at time (\d+) with ([\d, ]+)", line):
                found += [(node, other, t) for other in re.findall(r"\d+", others)]
    else:
        found = re.findall(r"\((\d+), (\d+), (\d+)\)|Node (\d+) and node (\d+) are linked at time (\d+)", text)
        found = [tuple(piece for piece in match if piece) for match in found]
    return [int(t) for _, t in dict.fromkeys((frozenset((u, v)), t) for u, v, t in found)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("encoding", [name for name in ENCODINGS.names if not SORTING.why_not(name)])
def test_sort_edge_is_never_asked_in_time_order(encoding: str, order: str) -> None:
    for asked in (*many("sort_edge", n=4, p=0.4), *many("sort_edge")[:10]):
        (part,) = (part for part in build_prompt(asked, encoding=encoding, order=order).parts if part.role == "graph")
        times = mentioned(part.text, encoding)
        assert len(times) == len(asked.graph.edges)
        assert times != sorted(times), part.text


def test_sort_edge_refuses_snapshots() -> None:
    with pytest.raises(InputError, match="give away the time order"):
        build_prompt(generate("llm4dyg/sort_edge"), encoding="snapshots")


# Prediction


@DIRECTED
@pytest.mark.parametrize("pairs", [2, 6, 20])
def test_the_held_back_links_are_in_no_prompt(directed: bool, pairs: int) -> None:
    for seed in range(25):
        given = {"directed": directed, "pairs": pairs}
        asked = generate("llm4dyg/link_prediction", given=given, seed=seed)
        query = asked.query
        assert max(meaning.all_times(asked.graph)) < query["time"]
        assert Counter(query["labels"])[0] == Counter(query["labels"])[1] <= pairs // 2
        assert len({frozenset(pair) for pair in query["pairs"]}) == len(query["pairs"])
        # Without the labels nothing of the prompt changes, so it cannot tell them.
        other = Problem(asked.task, asked.graph, {**query, "labels": [1 - label for label in query["labels"]]})
        for style in ("zero-shot", "0-cot"):
            assert build_prompt(asked, style).text == build_prompt(other, style).text
        assert str(query["labels"]) not in build_prompt(asked).text


def test_labels_tell_who_is_linked_in_the_held_back_snapshot() -> None:
    full = generate("llm4dyg/sort_edge", given={"p": 0.5}, seed=8).graph
    posed = TASKS["llm4dyg/link_prediction"].pose(full, random.Random(1), {"pairs": 6}, positive=True)
    assert posed is not None
    last = max(meaning.all_times(full))
    for (u, v), label in zip(posed.query["pairs"], posed.query["labels"], strict=True):
        assert (last in meaning.meetings(full, u, v)) == bool(label)
    assert posed.query["time"] == last


PAIRS = {"pairs": [[0, 1], [1, 2], [0, 2], [2, 3]], "labels": [1, 1, 0, 0], "time": 5}


@pytest.mark.parametrize(
    ("answer", "expected", "score"),
    [
        ("[1, 1, 0, 0]", "correct", {"f1": 1.0, "recall": 1.0}),
        ("[1, 0, 0, 0]", "hallucinatory", {"f1": 2 / 3, "recall": 0.5}),
        ("[1, 1, 1, 1]", "hallucinatory", {"f1": 2 / 3, "recall": 1.0}),
        ("[0, 0, 0, 0]", "hallucinatory", {"f1": 0.0, "recall": 0.0}),
        ("[1, 1, 0]", "hallucinatory", {"f1": 0.0, "recall": 0.0}),
    ],
)
def test_predictions_are_scored(answer: str, expected: str, score: dict[str, float]) -> None:
    found = verdict(problem("link_prediction", CHAIN, **PAIRS), answer)
    assert (found.outcome, found.score) == (expected, pytest.approx(score))


def test_scores_are_null_where_no_pair_is_linked() -> None:
    asked = problem("link_prediction", CHAIN, **PAIRS | {"labels": [0, 0, 0, 0]})
    assert verdict(asked, "[0, 0, 0, 0]").score == {"f1": None, "recall": None}
    assert verdict(asked, "[0, 0, 1, 0]").score == {"f1": None, "recall": None}


def test_a_wrong_prediction_names_its_pair() -> None:
    finding = only_finding(problem("link_prediction", CHAIN, **PAIRS), "[1, 1, 0, 1]", "wrong_value")
    assert (finding.nodes, finding.edges, finding.times) == ((2, 3), ((2, 3, 5),), (5,))


def test_pairs_and_labels_go_together() -> None:
    with pytest.raises(InputError, match="4 pairs but 3 labels"):
        problem("link_prediction", CHAIN, **PAIRS | {"labels": [1, 1, 0]})


# Generation


@pytest.mark.parametrize("task", DYNAMIC)
@pytest.mark.parametrize("generator", TASKS["llm4dyg/when_link"].generators)
def test_two_nodes_without_links_are_given_up_in_one_sentence(task: str, generator: str) -> None:
    odds = [p.name for p in GENERATORS[generator].parameters if p.kind == "float"]
    given: dict[str, object] = {"n": 2, "t": 1} | dict.fromkeys(odds, 0)
    start = time.process_time()
    try:
        asked = generate(task, generator, given)
    except GenerationError as error:
        assert re.fullmatch(r"None of \d+ graphs \(.*\) has .*; take more nodes, .*\.", str(error))
    else:
        assert generator == "forest_fire" and asked.graph.edges
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    "task", ["check_tclosure", "check_tpath", "when_tclosure", "find_tpath", "neighbor_in_periods"]
)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_complete_graph_of_a_hundred_nodes_ends(task: str, seed: int) -> None:
    start = time.process_time()
    try:
        asked = generate(f"llm4dyg/{task}", given={"n": 100, "p": 1}, seed=seed)
    except GenerationError as error:
        # A complete graph has no open triad.
        assert (task, seed) == ("check_tclosure", 1) and "an open one" in str(error)
    else:
        assert TASKS[asked.task].judge(asked, Reply(TASKS[asked.task].exact_text(asked))).outcome == "correct"
    assert time.process_time() - start < 30


@given(data=st.data())
def test_posing_on_any_graph_is_solvable_or_none(data: st.DataObject) -> None:
    graph: TemporalGraph = data.draw(meaning.graphs())
    task = TASKS[data.draw(st.sampled_from(DYNAMIC))]
    posed = task.pose(graph, random.Random(data.draw(st.integers(0, 9))), {}, data.draw(st.booleans()))
    if posed is not None:
        assert task.checked_query(posed.graph, posed.query) == posed.query
        assert task.solve(posed.graph, posed.query).solution not in (None, [])
