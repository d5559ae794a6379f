"""Solutions in NLGraph's words: our own readers take each for the right answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.formats.nlgraph_answers import write_answer
from graphcore.problems import load_problem
from graphcore.records import Reply
from graphcore.tasks import TASKS
from tests.formats.sample import TASKS_ASKED, problems


@pytest.mark.parametrize("task", TASKS_ASKED)
@given(data=st.data())
def test_the_answer_is_judged_correct(task: str, data: st.DataObject) -> None:
    problem = data.draw(problems(task))
    verdict = TASKS[task].judge(problem, Reply(write_answer(problem)))
    assert (verdict.outcome, verdict.findings) == ("correct", ()), write_answer(problem)


@pytest.mark.parametrize(
    ("task", "directed", "edges", "query", "answer"),
    [
        ("connectivity", False, [[0, 1]], {"u": 0, "v": 1}, "The answer is yes."),
        ("connectivity", False, [[0, 1]], {"u": 0, "v": 2}, "The answer is no."),
        ("cycle", False, [[0, 1]], {}, "No, there is no cycle in this graph."),
        ("cycle", False, [[0, 1], [1, 2], [0, 2]], {}, "Yes, there is a cycle in this graph."),
        ("topological_sort", True, [[2, 1], [1, 0]], {}, "The solution is: 2,1,0."),
        ("hamilton_path", False, [[0, 1]], {}, None),
        (
            "shortest_path", False, [[0, 1, {"weight": 2}], [1, 2, {"weight": 1.5}]], {"source": 0, "target": 2},
            "The shortest path from node 0 to node 2 is 0,1,2 with a total weight of 3.5",
        ),
        (
            "max_flow", True, [[0, 1, {"capacity": 4}], [1, 2, {"capacity": 3}]], {"source": 0, "target": 2},
            "The maximum flow from node 0 to node 2 is 3.",
        ),
        (
            "gnn", False, [[0, 1]], {"layers": 1, "embeddings": [[1, 0], [2, 3], [1, 1]]},
            "The answer is:\nnode 0: [2,3]\nnode 1: [1,0]\nnode 2: [0,0]\n",
        ),
    ],
)  # fmt: skip
def test_the_words_are_the_published_ones(
    task: str, directed: bool, edges: list[object], query: dict[str, object], answer: str | None
) -> None:
    graph = {"kind": "static", "directed": directed, "nodes": [0, 1, 2], "edges": edges}
    written = write_answer(load_problem({"task": f"nlgraph/{task}", "graph": graph, "query": query}))
    assert written == (answer or "No, there is no path in this graph that visits every node exactly once.")


def test_a_matching_lists_its_pairs() -> None:
    sides = {"left": ["a0", "a1"], "right": ["j0"]}
    graph = {"kind": "static", "nodes": ["a0", "a1", "j0"], "edges": [["a1", "j0"]]}
    problem = load_problem({"task": "nlgraph/bipartite_matching", "graph": graph, "query": sides})
    assert write_answer(problem) == "applicant 1: job 0\n1 applicants can find the job they are interested in."
