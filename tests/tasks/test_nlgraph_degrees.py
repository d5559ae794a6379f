"""NLGraph's flows, matchings and embeddings: degrees, faults with their places, and what stands beside an answer."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.errors import InputError
from graphcore.graphs import StaticGraph, static_graph
from graphcore.problems import generate, pose_on
from graphcore.prompts import build_prompt
from graphcore.records import Problem, Reply, Verdict
from graphcore.tasks import TASKS

NETWORK = static_graph(
    range(4),
    [
        (0, 1, {"capacity": 4}),
        (0, 2, {"capacity": 2}),
        (1, 2, {"capacity": 3}),
        (1, 3, {"capacity": 3}),
        (2, 3, {"capacity": 4}),
    ],
    directed=True,
)
FLOW = Problem("nlgraph/max_flow", NETWORK, {"source": 0, "target": 3})
INTERESTS = static_graph(("a0", "a1", "a2", "j0", "j1"), [("a0", "j0"), ("a0", "j1"), ("a1", "j0"), ("j0", "a2")])
MATCHING = Problem("nlgraph/bipartite_matching", INTERESTS, {"left": ["a0", "a1", "a2"], "right": ["j0", "j1"]})
CHAIN = static_graph(range(3), [(0, 1), (1, 2)])
GNN = Problem("nlgraph/gnn", CHAIN, {"layers": 2, "embeddings": [[1, 0], [0, 1], [1, 1]]})


def verdict(problem: Problem, text: str) -> Verdict:
    return TASKS[problem.task].judge(problem, Reply(text))


def codes(found: Verdict) -> list[str]:
    return [finding.code for finding in found.findings]


@pytest.mark.parametrize(
    ("value", "outcome", "pc"),
    [
        ("6", "correct", 1),
        ("3", "suboptimal", 0.5),
        ("0", "suboptimal", 0),
        ("7", "hallucinatory", 0),
        ("-1", "hallucinatory", 0),
    ],
)
def test_a_flow_is_worth_its_share_of_the_maximum(value: str, outcome: str, pc: float) -> None:
    found = verdict(FLOW, f"The maximum flow from node 0 to node 3 is {value}.")
    assert (found.outcome, found.score) == (outcome, {"pc": pc})


def test_too_large_a_flow_is_told_by_the_edges_that_are_full() -> None:
    (finding,) = verdict(FLOW, "Answer: 9").findings
    assert set(finding.edges) == {(0, 1), (0, 2)}
    assert finding.text == "No more than 6 can flow, through (0, 1) and (0, 2)."


def test_a_missing_flow_scores_nothing() -> None:
    assert verdict(FLOW, "").score == {"pc": 0}


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ("flow from 0 to 1: 4\nflow from 0 to 2: 2\nflow from 1 to 3: 3\nflow from 1 to 2: 1\nflow from 2 to 3: 3", []),
        ("0 -> 1 -> 3: 3\n0 -> 1 -> 2 -> 3: 1\n0 -> 2 -> 3: 2", []),
        ("0 -> 1 -> 3: 4\n0 -> 2 -> 3: 2", ["over_capacity"]),
        ("0 -> 1 -> 3: 3\n0 -> 2 -> 3: 2", ["stated_total_wrong"]),
        ("0 -> 3: 6", ["no_such_edge"]),
        ("0 -> 9 -> 3: 6", ["unknown_node"]),
        (
            "flow from 0 to 1: 4\nflow from 0 to 2: 2\nflow from 2 to 3: 4",
            ["not_conserved", "not_conserved", "stated_total_wrong"],
        ),
    ],
)
def test_a_plan_beside_a_flow_is_checked_and_decides_nothing(plan: str, expected: list[str]) -> None:
    found = verdict(FLOW, f"The maximum flow is 6. The solution is as follows:\n{plan}")
    assert (found.outcome, codes(found)) == ("correct", expected)


@pytest.mark.parametrize(
    ("text", "outcome", "expected"),
    [
        ("applicant 0: job 1\napplicant 1: job 0", "correct", []),
        (
            "job 1: applicant 0\njob 0: applicant 2\n2 applicants can find the job they are interested in.",
            "correct",
            [],
        ),
        (
            "job 1: applicant 0\njob 0: applicant 2\n3 applicants can find the job they are interested in.",
            "correct",
            ["stated_total_wrong"],
        ),
        ("applicant 0: job 0", "suboptimal", ["smaller_than_optimum"]),
        ("Answer: []", "suboptimal", ["smaller_than_optimum"]),
        ("applicant 0: job 0\napplicant 1: job 1", "hallucinatory", ["no_such_edge"]),
        ("applicant 0: job 1\napplicant 1: job 0\napplicant 2: job 0", "hallucinatory", ["repeated_node"]),
        ("applicant 0: job 1\napplicant 0: job 0", "hallucinatory", ["repeated_node"]),
        ("applicant 0: job 1\napplicant 3: job 0", "hallucinatory", ["unknown_node"]),
        ("applicant 0: job 1\napplicant 1: job 0\napplicant 2: job 2", "hallucinatory", ["unknown_node"]),
    ],
)
def test_a_matching_gives_every_job_and_applicant_once_and_where_there_is_interest(
    text: str, outcome: str, expected: list[str]
) -> None:
    found = verdict(MATCHING, text)
    assert (found.outcome, codes(found)) == (outcome, expected)


def test_findings_on_a_matching_speak_of_applicants_and_jobs() -> None:
    found = verdict(MATCHING, "applicant 0: job 0\napplicant 1: job 1\napplicant 2: job 1")
    assert [finding.text for finding in found.findings] == [
        "Applicant 1 is not interested in job 1, nor applicant 2 in job 1.",
        "Job 1 is in more than one pair.",
    ]
    assert found.findings[0].edges == (("a1", "j1"), ("a2", "j1"))


def test_a_matching_is_asked_about_applicants_and_jobs() -> None:
    problem = generate("nlgraph/bipartite_matching", seed=1)
    text = build_prompt(problem, "cot", encoding="sentences").text
    assert "An edge joins applicant 0 and job " in text
    assert "node a" not in text and "(a0" not in text


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (["a0", "a1", "a2"], ["j0", "a0"], "both left and right"),
        (["a0", "j0", "a2"], ["a1", "j1"], "each edge leads across"),
        (["a0", "a1"], ["j0", "j1"], "each edge leads across"),
    ],
)
def test_sides_that_do_not_part_the_graph_are_refused(left: list[str], right: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        TASKS[MATCHING.task].checked_query(INTERESTS, {"left": left, "right": right})


@pytest.mark.parametrize(
    ("graph", "left"),
    [
        (static_graph(range(4), [(0, 3), (3, 2), (1, 2)]), [0, 2]),
        (static_graph(("j1", "a0", "j0"), [("a0", "j0")]), ["a0"]),
    ],
)
def test_the_sides_of_a_graph_of_ones_own_follow_from_it(graph: StaticGraph, left: list[Any]) -> None:
    assert pose_on(graph, "nlgraph/bipartite_matching").query["left"] == left


@pytest.mark.parametrize(
    ("text", "outcome", "pc", "re"),
    [
        ("[[2, 1], [0, 2], [2, 1]]", "correct", 1, 0),
        ("[[2, 1], [0, 2], [2, 2]]", "hallucinatory", 2 / 3, 0.5 / 6),
        ("[[2, 1], [0, 2]]", "hallucinatory", 2 / 3, 2 / 6),
        ("[[2, 1], [4, 2], [2, 1], [0, 0]]", "hallucinatory", 2 / 3, 1 / 6),
        ("[[1, 0], [0, 1], [1, 1]]", "hallucinatory", 0, (0.5 + 1 + 0 + 0.5 + 0.5 + 0) / 6),
    ],
)
def test_embeddings_have_a_share_of_right_nodes_and_an_error(text: str, outcome: str, pc: float, re: float) -> None:
    found = verdict(GNN, f"Answer: {text}")
    assert found.outcome == outcome
    assert found.score == pytest.approx({"pc": pc, "re": re})


def test_missing_embeddings_have_the_largest_error() -> None:
    assert verdict(GNN, "").score == {"pc": 0, "re": 1}


def test_wrong_and_left_out_embeddings_are_told_by_their_nodes() -> None:
    found = verdict(GNN, "The answer is:\nnode 0: [2, 1]\nnode 2: [9, 9]")
    assert [(finding.code, finding.nodes) for finding in found.findings] == [
        ("incomplete", (1,)),
        ("wrong_value", (2,)),
    ]
    assert found.findings[1].text == "Node 2 has [2, 1]."


def test_errors_of_negative_embeddings_stay_within_their_bounds() -> None:
    below = {"layers": 1, "embeddings": [[-1, -2], [-3, 4], [5, -6]]}
    found = verdict(Problem("nlgraph/gnn", CHAIN, below), "Answer: [[3, -4], [-4, 8], [3, -4]]")
    assert found.outcome == "hallucinatory" and found.score == {"pc": 0, "re": 1}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"layers": 0}, "must be a whole number from 1 to 20"),
        ({"layers": 10**9}, "must be a whole number from 1 to 20"),
        ({"embeddings": [[1, 0], [1, 0], [1, 1e308]]}, "must hold only numbers: 0 or a number from"),
        ({"embeddings": [[1, 0], [1, 0], [1, 10**400]]}, "must hold only numbers: 0 or a number from"),
    ],
)
def test_embeddings_without_end_are_refused(query: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        TASKS[GNN.task].checked_query(CHAIN, {**GNN.query, **query})


def test_whole_numbers_are_compared_to_their_last_digit() -> None:
    wide = static_graph("st", [("s", "t", {"capacity": 5_000_000_000})], directed=True)
    flow = Problem("nlgraph/max_flow", wide, {"source": "s", "target": "t"})
    assert verdict(flow, "Answer: 5000000001").outcome == "hallucinatory"
    long = static_graph(
        "sat", [("s", "t", {"weight": 5_000_000_001}), *((u, v, {"weight": 2_500_000_000}) for u, v in ("sa", "at"))]
    )
    path = Problem("nlgraph/shortest_path", long, {"source": "s", "target": "t"})
    assert verdict(path, "Answer: s -> t").score == {"pc": 1 / 2}


def test_flows_are_not_asked_where_edges_carry_weights() -> None:
    weighted = static_graph("st", [("s", "t", {"weight": 2, "capacity": 3})], directed=True)
    with pytest.raises(InputError, match=r"the capacity of edges, and these carry a weight; rename or remove it\.$"):
        TASKS[FLOW.task].checked_query(weighted, {"source": "s", "target": "t"})


@pytest.mark.parametrize("task", [task.name for task in TASKS if task.suite == "nlgraph"])
def test_a_reply_that_tells_the_steps_of_our_traces_has_no_findings(task: str) -> None:
    for seed in range(20):
        asked = generate(task, seed=seed)
        steps = "\n".join(step.text for step in TASKS[task].trace(asked)[:-1])
        found = verdict(asked, f"{steps}\n{TASKS[task].exact_text(asked)}")
        assert (found.outcome, codes(found)) == ("correct", [])


@pytest.mark.parametrize("encoding", ["edge-list", "sentences", "adjacency-list", "adjacency-matrix"])
def test_names_that_hold_an_id_are_left_as_they_are(encoding: str) -> None:
    names = ["a1", "x a1", "j1", 'a1, "j1"']
    query = {"left": ["a1", "x a1"], "right": ["j1", 'a1, "j1"']}
    asked = Problem("nlgraph/bipartite_matching", static_graph(names, [("a1", "j1"), ("x a1", "j1")]), query)
    text = build_prompt(asked, encoding=encoding).text
    assert '"x a1"' in text and r'"a1, \"j1\""' in text and "applicant 1" in text


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_exemplars_of_a_difficulty_are_found_whatever_is_asked_of_the_problem(difficulty: str) -> None:
    asked = generate("nlgraph/shortest_path", given={"n": 60, "p": 0.05, "least_nodes": 10})
    parts = build_prompt(asked, f"exemplars-{difficulty}", k=3).parts
    assert sum(part.role == "exemplar" for part in parts) == 3


def test_a_node_that_is_called_as_another_is_spoken_of_is_refused() -> None:
    graph = static_graph(["applicant 0", "a0", "j0"], [("a0", "j0")])
    query = {"left": ["a0", "applicant 0"], "right": ["j0"]}
    with pytest.raises(InputError, match=r"^The node 'applicant 0' is called as 'a0' is spoken of; rename"):
        TASKS[MATCHING.task].checked_query(graph, query)
