"""What NLGraph's tasks ask, and what they find in an answer (NLGraph; where it is silent, the contract)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import networkx as nx
import pytest

from graphcore.errors import GenerationError, InputError
from graphcore.graphs import static_graph
from graphcore.models import get_model
from graphcore.problems import generate, pose_on
from graphcore.records import Finding, Problem, Reply, Verdict
from graphcore.tasks import TASKS
from graphcore.tasks.static import StaticTask
from tests.tasks import meaning_static as meaning

SEEDS = range(60)
BALANCED = pytest.mark.parametrize("task", ["connectivity", "cycle"])


def problem(task: str, edges: Iterable[tuple[Any, ...]], nodes: int = 0, **query: Any) -> Problem:
    """A problem whose nodes are 0.. as far as its edges go, or `nodes` of them."""
    edges = list(edges)
    name = f"nlgraph/{task}"
    size = max(nodes, *(node + 1 for edge in edges for node in edge[:2]))
    graph = static_graph(range(size), edges, bool(TASKS[name].directed))
    return Problem(name, graph, TASKS[name].checked_query(graph, query))


def weighted(*edges: tuple[int, int, float]) -> list[tuple[Any, ...]]:
    return [(u, v, {"weight": weight}) for u, v, weight in edges]


def verdict(asked: Problem, answer: str) -> Verdict:
    return TASKS[asked.task].judge(asked, Reply(f"Answer: {answer}"))


def only_finding(asked: Problem, answer: str, code: str) -> Finding:
    (finding,) = verdict(asked, answer).findings
    assert finding.code == code
    assert finding.text.endswith(".")
    return finding


def texts(asked: Problem) -> list[str]:
    return [step.text for step in TASKS[asked.task].trace(asked)]


def many(task: str, generator: str | None = None, **params: Any) -> list[Problem]:
    return [generate(f"nlgraph/{task}", generator, params, seed) for seed in SEEDS]


# Are two nodes connected?

APART = [(0, 1), (1, 2), (3, 4)]


def test_connectivity_findings_show_the_path_or_how_far_one_comes() -> None:
    joined = problem("connectivity", APART, u=0, v=2)
    assert verdict(joined, "yes").outcome == "correct"
    shown = only_finding(joined, "no", "wrong_value")
    assert (shown.nodes, shown.edges) == ((0, 1, 2), ((0, 1), (1, 2)))
    apart = problem("connectivity", APART, u=0, v=4)
    assert verdict(apart, "no").outcome == "correct"
    far = only_finding(apart, "yes", "wrong_value")
    assert (far.nodes, far.edges) == ((0, 4), ((0, 1), (1, 2)))
    assert far.text == "From node 0, edges lead to nodes 1 and 2, but not node 4."
    alone = problem("connectivity", APART, 6, u=5, v=0)
    assert only_finding(alone, "yes", "wrong_value").text == "From node 5, edges lead to no other node."


def test_connectivity_is_traced_breadth_first() -> None:
    assert texts(problem("connectivity", APART, u=0, v=2)) == [
        "We start at node 0.",
        "From node 0 we come to node 1.",
        "From node 1 we come to node 2.",
        "So we have come to node 2.",
        "So the answer is yes.",
    ]
    assert texts(problem("connectivity", APART, u=3, v=0))[-2:] == [
        "No edge leads on, and we have not come to node 0.",
        "So the answer is no.",
    ]


def test_connectivity_follows_direction_on_a_graph_of_ones_own() -> None:
    graph = static_graph(range(4), [(0, 1), (1, 2), (3, 2)], directed=True)
    for seed in range(20):
        asked = pose_on(graph, "nlgraph/connectivity", seed=seed)
        u, v = asked.query["u"], asked.query["v"]
        assert bool(meaning.simple_paths(graph, u, v)) == (seed % 2 == 0)
        assert TASKS[asked.task].question(graph, asked.query) == f"Is there a path from node {u} to node {v}?"


@pytest.mark.parametrize("answer", [True, False], ids=["yes", "no"])
def test_the_ends_of_chains_are_asked(answer: bool) -> None:
    for asked in many("connectivity", "chain", answer="yes" if answer else "no", n=12, parts=3):
        graph = asked.graph.static()
        ends = [asked.query["u"], asked.query["v"]]
        assert all(graph.degree[end] == 1 for end in ends)
        assert nx.has_path(graph, *ends) == answer
        assert not answer or not graph.has_edge(*ends) or len(nx.node_connected_component(graph, ends[0])) == 2


def test_nodes_of_different_cliques_are_asked_for_a_no() -> None:
    for asked in many("connectivity", "clique", answer="no"):
        graph = asked.graph.static()
        u, v = asked.query["u"], asked.query["v"]
        assert not nx.has_path(graph, u, v)
        assert all(graph.degree[node] >= 1 for node in (u, v))


def test_a_connected_base_is_cut_whatever_the_answer() -> None:
    for asked in many("connectivity", p=1):
        assert nx.number_connected_components(asked.graph.static()) == 2


# Does the graph have a cycle?

KITE = [(0, 1), (1, 2), (2, 0), (2, 3)]


def test_cycle_findings_show_the_cycle() -> None:
    shown = only_finding(problem("cycle", KITE), "no", "wrong_value")
    assert (set(shown.nodes), len(shown.edges)) == ({0, 1, 2}, 3)
    assert shown.text == "There is a cycle: 0 → 1 → 2 → 0."
    assert only_finding(problem("cycle", APART), "yes", "wrong_value").nodes == ()
    assert texts(problem("cycle", KITE))[:2] == [
        "We remove node 3, with at most one edge each; nodes 0, 1 and 2 remain.",
        "All that remain have two edges or more, so there is a cycle.",
    ]
    assert texts(problem("cycle", APART))[-2:] == ["Nothing remains, so there is no cycle.", "So the answer is no."]


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_the_number_of_edges_does_not_tell_the_answer(difficulty: str) -> None:
    counts: dict[int, Counter[str]] = {}
    for seed in range(400):
        asked = generate("nlgraph/cycle", given={"difficulty": difficulty}, seed=seed)
        graph = asked.graph.static()
        closed = graph.number_of_edges() - len(graph) + nx.number_connected_components(graph)
        solution = TASKS[asked.task].reference(asked).solution
        assert (closed > 0) == (solution == "yes")
        assert closed <= 3
        counts.setdefault(len(graph) - graph.number_of_edges(), Counter())[solution] += 1
    assert sum(counter.total() for counter in counts.values() if len(counter) == 2) > 400 / 2
    assert sum(max(counter.values()) for counter in counts.values()) < 0.85 * 400


@BALANCED
def test_yes_and_no_alternate_and_can_be_chosen(task: str) -> None:
    for seed in SEEDS:
        for answer, wanted in (("balanced", "no" if seed % 2 else "yes"), ("yes", "yes"), ("no", "no")):
            asked = generate(f"nlgraph/{task}", given={"answer": answer}, seed=seed)
            assert TASKS[asked.task].reference(asked).solution == wanted


@BALANCED
def test_exemplars_do_not_share_a_chosen_answer(task: str) -> None:
    name = f"nlgraph/{task}"
    assert "answer" not in TASKS[name].params_for_exemplars(generate(name, given={"answer": "no"}))


# In which order can all nodes be visited?

FORK = [(0, 1), (0, 2), (2, 1)]


@pytest.mark.parametrize(
    ("answer", "outcome", "codes"),
    [
        ("[0, 2, 1]", "correct", []),
        ("[0, 1, 2]", "hallucinatory", ["wrong_order"]),
        ("[0, 2]", "hallucinatory", ["incomplete"]),
        ("[0, 2, 1, 1]", "hallucinatory", ["repeated_node"]),
        ("[0, 9, 1]", "hallucinatory", ["unknown_node", "incomplete"]),
        ("[]", "hallucinatory", ["wrong_value"]),
    ],
)
def test_topological_sort(answer: str, outcome: str, codes: list[str]) -> None:
    judged = verdict(problem("topological_sort", FORK), answer)
    assert (judged.outcome, [finding.code for finding in judged.findings]) == (outcome, codes)


def test_topological_findings_name_the_edges_that_are_gone_against() -> None:
    back = only_finding(problem("topological_sort", FORK), "[1, 2, 0]", "wrong_order")
    assert (set(back.edges), set(back.nodes)) == ({(0, 1), (0, 2), (2, 1)}, {0, 1, 2})
    many_back = problem("topological_sort", combinations(range(8), 2))
    text = only_finding(many_back, "[7, 6, 5, 4, 3, 2, 1, 0]", "wrong_order").text
    assert text.count("(") == 6 and "and 22 more" in text


def test_other_orders_than_the_reference_are_right() -> None:
    asked = problem("topological_sort", [(0, 3), (1, 3), (2, 3)])
    assert verdict(asked, "[2, 0, 1, 3]").outcome == verdict(asked, "[1, 2, 0, 3]").outcome == "correct"


def test_topological_sort_is_traced_from_the_sources() -> None:
    assert texts(problem("topological_sort", [(0, 2), (1, 2)])) == [
        "No edge leads any more to nodes 0 and 1, so we visit them now.",
        "No edge leads any more to node 2, so we visit it now.",
        "So the answer is [0, 1, 2].",
    ]
    circle = problem("topological_sort", [(0, 1), (1, 2), (2, 1)])
    assert verdict(circle, "none").outcome == "correct"
    assert "a cycle" in texts(circle)[-2]


# Which path is shortest?

ROADS = weighted((0, 1, 1), (1, 2, 1), (0, 2, 5), (2, 3, 2), (0, 3, 9))


@pytest.mark.parametrize(
    ("answer", "outcome", "code", "pc"),
    [
        ("[0, 1, 2, 3]", "correct", "", 1),
        ("[0, 2, 3]", "suboptimal", "longer_than_optimum", 1 / 2),
        ("[0, 3]", "suboptimal", "longer_than_optimum", 1 / 3),
        ("[0, 1, 3]", "hallucinatory", "no_such_edge", 0),
        ("[1, 2, 3]", "hallucinatory", "wrong_start", 0),
        ("[0, 1, 2]", "hallucinatory", "wrong_end", 0),
        ("[0, 1, 0, 2, 3]", "hallucinatory", "repeated_node", 0),
        ("[0, 8, 3]", "hallucinatory", "unknown_node", 0),
        ("none", "hallucinatory", "wrong_value", 0),
    ],
)
def test_shortest_path(answer: str, outcome: str, code: str, pc: float) -> None:
    judged = verdict(problem("shortest_path", ROADS, source=0, target=3), answer)
    assert (judged.outcome, judged.score) == (outcome, {"pc": pytest.approx(pc)})
    assert [finding.code for finding in judged.findings] == ([code] if code else [])


def test_shortest_path_findings_show_where() -> None:
    asked = problem("shortest_path", ROADS, source=0, target=3)
    longer = only_finding(asked, "[0, 3]", "longer_than_optimum")
    assert (longer.nodes, longer.edges) == ((0, 1, 2, 3), ((0, 1), (1, 2), (2, 3)))
    assert longer.text == "The path has weight 9; 0 → 1 → 2 → 3 has only 4."
    assert only_finding(asked, "[0, 1, 3]", "no_such_edge").edges == ((1, 3),)
    assert only_finding(asked, "[1, 2, 3]", "wrong_start").nodes == (1, 0)
    assert only_finding(asked, "none", "wrong_value").edges == ((0, 1), (1, 2), (2, 3))


def test_a_missing_path_scores_nothing_and_a_stated_none_where_there_is_none_all() -> None:
    asked = problem("shortest_path", ROADS, 5, source=0, target=4)
    assert (verdict(asked, "none").outcome, verdict(asked, "none").score) == ("correct", {"pc": 1})
    assert (verdict(asked, "").outcome, verdict(asked, "").score) == ("missing", {"pc": 0})
    assert verdict(asked, "[0, 4]").outcome == "hallucinatory"


def test_a_wrong_stated_total_is_a_finding_and_decides_nothing() -> None:
    asked = problem("shortest_path", ROADS, source=0, target=3)
    right, wrong = (verdict(asked, f"[0, 1, 2, 3] with a total weight of {total}") for total in (4, 7))
    assert (right.outcome, right.findings) == ("correct", ())
    assert (wrong.outcome, wrong.score) == ("correct", {"pc": 1})
    (finding,) = wrong.findings
    assert (finding.code, finding.nodes) == ("stated_total_wrong", (0, 1, 2, 3))
    assert "7" in finding.text and "4" in finding.text
    both = verdict(asked, "[0, 3] with a total weight of 3").findings
    assert [finding.code for finding in both] == ["longer_than_optimum", "stated_total_wrong"]


def test_equally_short_paths_are_all_right_and_ranks_count_strictly_shorter_ones() -> None:
    square = weighted((0, 1, 2), (1, 3, 2), (0, 2, 2), (2, 3, 2), (0, 4, 4), (4, 3, 1))
    asked = problem("shortest_path", square, source=0, target=3)
    for answer in ("[0, 1, 3]", "[0, 2, 3]"):
        assert (verdict(asked, answer).outcome, verdict(asked, answer).score) == ("correct", {"pc": 1})
    assert verdict(asked, "[0, 4, 3]").score == {"pc": pytest.approx(1 / 3)}


def test_a_rank_that_is_not_counted_to_the_end_says_so() -> None:
    edges = [(*pair, {"weight": 1}) for pair in combinations(range(14), 2)]
    asked = problem("shortest_path", edges, source=0, target=13)
    judged = verdict(asked, str([0, *range(1, 13), 13]))
    assert [finding.code for finding in judged.findings] == ["longer_than_optimum", "rank_not_counted"]
    assert 0 < judged.score["pc"] < 0.001


@pytest.mark.parametrize("least", [2, 3, 5])
def test_the_shortest_path_has_as_many_nodes_as_are_asked_for(least: int) -> None:
    for seed in range(20):
        asked = generate("nlgraph/shortest_path", given={"least_nodes": least, "n": 12, "p": 0.2}, seed=seed)
        graph, (source, target) = asked.graph.static(), asked.query.values()
        shortest = list(nx.all_shortest_paths(graph, source, target, weight="weight"))
        assert min(map(len, shortest)) >= least


def test_weights_are_as_large_as_is_said() -> None:
    weights = [edge[2]["weight"] for asked in many("shortest_path", max_weight=4) for edge in asked.graph.edges]
    assert set(weights) == {1, 2, 3, 4}


def test_shortest_path_is_traced_by_settling_the_nearest() -> None:
    assert texts(problem("shortest_path", ROADS, source=0, target=2)) == [
        "We start at node 0, at weight 0.",
        "Node 1 is reached from node 0 at weight 0 + 1 = 1.",
        "Node 2 is reached from node 1 at weight 1 + 1 = 2.",
        "Going back, the path is 0 → 1 → 2.",
        "So the answer is [0, 1, 2] with a total weight of 2.",
    ]


# Which path visits every node once?

LINE = [(0, 1), (1, 2), (2, 3)]
STAR = [(0, 1), (0, 2), (0, 3)]


@pytest.mark.parametrize(
    ("answer", "outcome", "code"),
    [
        ("[3, 2, 1, 0]", "correct", ""),
        ("[0, 1, 2]", "hallucinatory", "not_covering"),
        ("[0, 1, 2, 3, 3]", "hallucinatory", "repeated_node"),
        ("[0, 2, 1, 3]", "hallucinatory", "no_such_edge"),
        ("no", "hallucinatory", "wrong_value"),
    ],
)
def test_hamilton_path(answer: str, outcome: str, code: str) -> None:
    judged = verdict(problem("hamilton_path", LINE), answer)
    assert judged.outcome == outcome
    assert [finding.code for finding in judged.findings] == ([code] if code else [])


def test_hamilton_findings_show_where() -> None:
    asked = problem("hamilton_path", LINE)
    assert only_finding(asked, "[0, 2, 1, 3]", "no_such_edge").edges == ((0, 2), (1, 3))
    assert only_finding(asked, "[0, 1, 2]", "not_covering").nodes == (3,)
    assert only_finding(asked, "no", "wrong_value").edges == ((0, 1), (1, 2), (2, 3))
    assert verdict(problem("hamilton_path", STAR), "no").outcome == "correct"
    assert verdict(problem("hamilton_path", STAR), "[1, 0, 2, 3]").outcome == "hallucinatory"


def test_hamilton_path_is_traced_as_it_is_searched() -> None:
    assert texts(problem("hamilton_path", LINE)) == [
        "We start at node 0.",
        "From node 0 we go to node 1.",
        "From node 1 we go to node 2.",
        "From node 2 we go to node 3.",
        "The path 0 → 1 → 2 → 3 visits every node once.",
        "So the answer is [0, 1, 2, 3].",
    ]
    assert texts(problem("hamilton_path", STAR))[-1] == "So the answer is no."
    assert "we start anew" in " ".join(texts(problem("hamilton_path", STAR)))


@pytest.mark.parametrize(("answer", "exists"), [("yes", True), ("no", False)])
@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_hamilton_paths_exist_where_they_are_to(answer: str, exists: bool, difficulty: str) -> None:
    for seed in range(10):
        asked = generate("nlgraph/hamilton_path", given={"answer": answer, "difficulty": difficulty}, seed=seed)
        assert (TASKS[asked.task].reference(asked).solution != "no") == exists
        if len(asked.graph.nodes) <= 6:
            assert bool(meaning.hamilton_paths(asked.graph)) == exists


def test_hamilton_paths_exist_by_default_as_in_the_paper() -> None:
    assert all(TASKS[asked.task].reference(asked).solution != "no" for asked in many("hamilton_path"))
    balanced = many("hamilton_path", answer="balanced", n=8)
    assert [TASKS[a.task].reference(a).solution == "no" for a in balanced] == [seed % 2 == 1 for seed in SEEDS]


# All of them

SIZES = {
    "connectivity": {"easy": (5, 10), "medium": (11, 25), "hard": (26, 35)},
    "cycle": {"easy": (5, 10), "medium": (11, 25), "hard": (26, 35)},
    "topological_sort": {"easy": (5, 10), "medium": (11, 25), "hard": (26, 34)},
    "shortest_path": {"easy": (5, 10), "hard": (11, 20)},
    "hamilton_path": {"easy": (5, 10), "hard": (11, 20)},
}


@pytest.mark.parametrize("task", SIZES)
def test_the_sizes_are_the_published_ones(task: str) -> None:
    presets = TASKS[f"nlgraph/{task}"].presets
    assert {name: preset["n"] for name, preset in presets.items()} == SIZES[task]
    for difficulty, (low, high) in SIZES[task].items():
        sizes = {len(asked.graph.nodes) for asked in many(task, difficulty=difficulty)}
        assert low <= min(sizes) and max(sizes) <= high and len(sizes) > 3


@pytest.mark.parametrize("task", SIZES)
def test_two_nodes_without_edges_are_posed_or_given_up_in_one_sentence(task: str) -> None:
    try:
        asked = generate(f"nlgraph/{task}", given={"n": 2, "p": 0}, seed=0)
    except GenerationError as error:
        assert str(error).endswith(".") and "\n" not in str(error)
    else:
        assert verdict(asked, str(TASKS[asked.task].reference(asked).solution)).outcome == "correct"


@pytest.mark.parametrize("task", [task.name for task in TASKS if task.graph_kind == "static"])
def test_no_nodes_are_refused_in_one_sentence(task: str) -> None:
    empty = static_graph([], [], directed=bool(TASKS[task].directed))
    with pytest.raises(InputError, match=r"is asked about a graph with nodes, and this one has none\.$"):
        TASKS[task].checked_query(empty, {})


def test_the_random_baseline_answers_as_the_paper_s() -> None:
    model = get_model("baseline/random")
    for name in ("connectivity", "cycle"):
        assert {model.answer(asked, 0) for asked in many(name)} == {"Answer: yes", "Answer: no"}
    outcomes = Counter()
    for asked in many("shortest_path"):
        judged = TASKS[asked.task].judge(asked, Reply(model.answer(asked, 0)))
        outcomes[judged.outcome] += 1
        assert judged.score["pc"] > 0
    assert set(outcomes) == {"correct", "suboptimal"}
    for name in ("topological_sort", "hamilton_path"):
        for asked in many(name):
            guess = TASKS[asked.task].guess(asked, random.Random(1))
            assert sorted(guess) == list(asked.graph.nodes)


def test_every_task_on_static_graphs_is_asked_in_roads_too() -> None:
    assert all("roads" in TASKS[f"nlgraph/{task}"].wordings for task in SIZES)
    assert all(isinstance(TASKS[f"nlgraph/{task}"], StaticTask) for task in SIZES)
