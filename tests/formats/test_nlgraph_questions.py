"""The questions of NLGraph: each problem is told so that it is read back, and what contradicts itself is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import InputError
from graphcore.formats.nlgraph_questions import MAX_NODES, QUESTIONS, read_question, write_question
from graphcore.graphs import static_graph
from graphcore.problems import generate, load_problem
from graphcore.records import Problem
from graphcore.tasks import TASKS
from tests.formats.sample import TASKS_ASKED, problems

CYCLE = (
    "In an undirected graph, (i,j) means that node i and node j are connected with an undirected edge.\n"
    "The nodes are numbered from 0 to {last}, and the edges are:{edges}\nQ: Is there a cycle in this graph?\nA:"
)
ORDER = (
    "In a directed graph with {count} nodes numbered from 0 to {last}:\nnode 0 should be visited before node 1\n"
    "Q: Can all the nodes be visited? Give the solution.\nA:"
)


def read(written: dict[str, Any]) -> Problem:
    return read_question(written["question"], {}, written.get("nodes"))


def test_all_tasks_of_nlgraph_have_their_question() -> None:
    assert set(TASKS_ASKED) == {task.name for task in TASKS if task.suite == "nlgraph"}
    assert len(QUESTIONS) == 8


@pytest.mark.parametrize("task", TASKS_ASKED)
@given(data=st.data())
def test_a_question_is_read_as_the_same_problem(task: str, data: st.DataObject) -> None:
    problem = data.draw(problems(task))
    assert read(write_question(problem)).to_json() == problem.to_json()


@pytest.mark.parametrize("task", TASKS_ASKED)
def test_generated_problems_can_be_told(task: str) -> None:
    for seed in range(20):
        problem = generate(task, seed=seed)
        assert read(write_question(problem)).id == problem.id


def test_the_number_of_nodes_is_added_only_where_it_is_needed() -> None:
    graph = static_graph(range(4), [(0, 1)])
    told = Problem("nlgraph/connectivity", graph, {"u": 1, "v": 3})
    untold = Problem("nlgraph/connectivity", graph, {"u": 1, "v": 2})
    assert write_question(told).keys() == {"question"}
    assert write_question(untold)["nodes"] == 4
    assert len(read_question(write_question(untold)["question"], {}).graph.nodes) == 3


@pytest.mark.parametrize(
    ("nodes", "edge", "directed"),
    [
        (["a", "b"], ["a", "b"], False),
        ([1, 0], [0, 1], False),
        (["0", "1"], ["0", "1"], False),
        ([0, 1], [0, 1], True),
        ([0, 1], [0, 1, {"weight": 3}], False),
    ],
)
def test_what_the_words_cannot_tell_is_refused(nodes: list[Any], edge: list[Any], directed: bool) -> None:
    graph = {"kind": "static", "directed": directed, "nodes": nodes, "edges": [edge]}
    query = {"u": edge[0], "v": edge[1]}
    with pytest.raises(InputError, match="cannot tell all of the problem"):
        write_question(load_problem({"task": "nlgraph/connectivity", "graph": graph, "query": query}))


def test_tasks_of_others_are_refused() -> None:
    with pytest.raises(InputError, match="does not ask llm4dyg/when_link"):
        write_question(generate("llm4dyg/when_link"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CYCLE.format(last=2, edges=" (0,1) (1,5)"), "5"),
        (CYCLE.format(last=2, edges=" (0,1) (1,0)"), "given twice"),
        (CYCLE.format(last=2, edges=" (1,1)"), "itself"),
        (CYCLE.format(last=2, edges=" (0,1) (1;2)"), r"' \(1;2\)"),
        (CYCLE.format(last=MAX_NODES, edges=""), "1,001 nodes"),
        (CYCLE.format(last=999_999_999, edges=""), "1,000,000,000 nodes"),
        (ORDER.format(count=9, last=2), "contradict"),
        ("What is the capital of France?", "none of NLGraph's eight; from 'What is"),
        ("", "none of NLGraph's eight"),
        (CYCLE.format(last=9, edges=" (0,1)" * 200_000), r"1,200,\d+ characters; give at most 1,000,000"),
    ],
)
def test_questions_that_cannot_be_used_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_question(text, {})


def test_space_at_the_end_does_not_matter() -> None:
    text = CYCLE.format(last=2, edges=" (0,1)")
    assert read_question(f"{text} \n", {}).id == read_question(text, {}).id
