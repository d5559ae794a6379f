"""Problems of NLGraph's tasks, drawn at random; and the repository's own small files."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

from hypothesis import strategies as st

from graphcore.formats.nlgraph_questions import QUESTIONS
from graphcore.problems import load_problem
from graphcore.records import Problem

TASKS_ASKED = [question.task for question in QUESTIONS]
MEASURES = {"nlgraph/shortest_path": "weight", "nlgraph/max_flow": "capacity"}
ENDS = {
    "nlgraph/connectivity": ("u", "v"),
    "nlgraph/shortest_path": ("source", "target"),
    "nlgraph/max_flow": ("source", "target"),
}
DIRECTED = {"nlgraph/topological_sort", "nlgraph/max_flow"}

# Files of the NLGraph repository (MIT licence), by the folder that they lie in.
GRAPH_FILES = {
    "connectivity/graph/easy/full": "5 3 5\n0 4\n1 4\n2 4\n0 2\n0 4\n1 0\n1 4\n4 2\n1 3\n0 3\n3 2\n3 0\n3 1\n",
    "cycle/graph/easy/standard": "5 4\n4 0\n3 1\n0 1\n4 2\n",
    "topology/graph/easy/full": "5 5\n0 2\n1 2\n3 2\n4 0\n4 2\n",
    "shortest_path/graph/easy/standard": "5 7\n0 4 4\n0 3 3\n0 1 3\n1 4 4\n4 2 2\n3 2 1\n4 3 1\n0 2\n",
    "flow/graph/easy/standard": "5 9\n0 1 3\n0 2 3\n0 4 3\n1 3 1\n2 0 10\n3 2 8\n3 4 2\n4 2 8\n4 0 10\n0 2\n7\n",
    "matching/graph/easy/full": "4 2 7\n0 5\n2 4\n0 4\n2 5\n3 5\n3 4\n1 4\n2\n",
    "hamilton/graph/easy/standard": "5 6\n1 3\n1 2\n4 3\n2 0\n0 4\n0 1\n",
    "GNN/graph/easy/standard": (
        "5 4 2\n0 1\n3 0\n2 3\n3 4\n1 1 \n1 0 \n1 1 \n0 0 \n0 0 \n"
        "1 0 \n1 1 \n0 0 \n2 2 \n0 0 \n3 3 \n1 0 \n2 2 \n1 0 \n2 2 \n"
    ),
}


@st.composite
def problems(draw: st.DrawFn, task: str) -> Problem:
    """A problem of `task` on a small graph, with a solution or without."""
    if task == "nlgraph/bipartite_matching":
        return _matching(draw)
    nodes = list(range(draw(st.integers(2, 7))))
    pairs = list((permutations if task in DIRECTED else combinations)(nodes, 2))
    edges: list[list[Any]] = [list(pair) for pair in draw(st.lists(st.sampled_from(pairs), unique=True))]
    if task in MEASURES:
        edges = [[*edge, {MEASURES[task]: draw(_amounts())}] for edge in edges]
    query = dict(zip(ENDS.get(task, ()), draw(st.permutations(nodes)), strict=False))
    if task == "nlgraph/gnn":
        query = {"layers": draw(st.integers(1, 2)), "embeddings": [[draw(_amounts()), draw(_amounts())] for _ in nodes]}
    return _posed(task, nodes, edges, query)


def _amounts() -> st.SearchStrategy[float]:
    return st.integers(0, 20) | st.sampled_from((0.5, 1.0, 2.25))


def _matching(draw: st.DrawFn) -> Problem:
    left = [f"a{i}" for i in range(draw(st.integers(1, 12)))]
    right = [f"j{i}" for i in range(draw(st.integers(1, 5)))]
    pairs = [[a, job] for a in left for job in right]
    edges = draw(st.lists(st.sampled_from(pairs), unique_by=tuple))
    return _posed("nlgraph/bipartite_matching", left + right, edges, {"left": left, "right": right})


def _posed(task: str, nodes: list[Any], edges: list[Any], query: dict[str, Any]) -> Problem:
    graph = {"kind": "static", "directed": task in DIRECTED, "nodes": nodes, "edges": edges}
    return load_problem({"task": task, "graph": graph, "query": query})
