"""NLGraph's bare graphs: the repository's own files are read, each by the folder that it lies in."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphcore.errors import InputError
from graphcore.formats.nlgraph_graphs import read_graph_file
from graphcore.records import Problem
from graphcore.tasks import TASKS
from tests.formats.sample import GRAPH_FILES


def read(folder: str, text: str) -> list[Problem]:
    return list(read_graph_file(text, f"NLGraph/{folder}/graph0.txt"))


def optimum(problem: Problem) -> object:
    return TASKS[problem.task].reference(problem).optimum


@pytest.mark.parametrize(
    ("folder", "answers"),
    [
        ("connectivity/graph/easy/full", ["yes"] * 5 + ["no"] * 5),
        ("cycle/graph/easy/standard", [None]),
        ("topology/graph/easy/full", [None]),
        ("shortest_path/graph/easy/standard", [None]),
        ("flow/graph/easy/standard", [7]),
        ("matching/graph/easy/full", [2]),
        ("hamilton/graph/easy/standard", [None]),
        (
            "GNN/graph/easy/standard",
            [[[1, 0], [1, 1], [0, 0], [2, 2], [0, 0]], [[3, 3], [1, 0], [2, 2], [1, 0], [2, 2]]],
        ),
    ],
)
def test_each_file_is_read_with_its_answers(folder: str, answers: list[object]) -> None:
    found = read(folder, GRAPH_FILES[folder])
    assert [problem.origin and problem.origin.get("answer") for problem in found] == answers
    assert {len(problem.graph.nodes) for problem in found} == {6 if folder.startswith("matching") else 5}
    for key, (problem, answer) in enumerate(zip(found, answers, strict=True)):
        assert problem.origin and problem.origin["key"] == str(key)
        assert problem.params == {"difficulty": "easy"} and problem.origin["difficulty"] == "easy"
        assert answer in (None, optimum(problem))


def test_the_numbers_stand_where_they_belong() -> None:
    path = read("shortest_path", "3 2\n0 2 4\n2 1 5\n0 1\n")[0]
    assert path.graph.edges == ((0, 2, {"weight": 4}), (2, 1, {"weight": 5}))
    assert (path.query, path.params) == ({"source": 0, "target": 1}, {})
    flow = read("flow", "2 1\n1 0 9\n1 0\n9")[0]
    assert flow.graph.directed and flow.graph.capacity(1, 0) == 9
    matching = read("matching", "2 1 1\n1 2\n1\n")[0]
    assert matching.graph.pairs == (("a1", "j0"),)
    assert read("topology", "2 1\n1 0\n")[0].graph.directed
    isolated = read("connectivity", "4 1 1\n0 1\n0 1\n1 2\n")
    assert [(one.query, len(one.graph.nodes)) for one in isolated] == [({"u": 0, "v": 1}, 4), ({"u": 1, "v": 2}, 4)]


@pytest.mark.parametrize(
    ("folder", "text", "said"),
    [
        ("graphs", "2 1\n0 1\n", "must lie in a folder that names its task: connectivity, cycle"),
        ("cycle", "", "It ends too early"),
        ("cycle", "3 2\n0 1\n", "It ends too early"),
        ("cycle", "3 1\n0 1\n\n1 2\n", "Line 4 is one too many"),
        ("cycle", "3 1\n0 x\n", "Line 2 does not hold 2 whole numbers"),
        ("cycle", "3 1\n0 ١\n", "Line 2 does not hold"),
        ("cycle", "3 1\n0 1 2\n", "Line 2 does not hold"),
        ("cycle", "3 1\n0 7\n", "7"),
        ("cycle", "999999999 1\n0 1\n", "999,999,999 nodes"),
        ("GNN", "999999999 1 2\n0 1\n", "999,999,999 nodes"),
        ("connectivity", "2 1 999999999\n0 1\n0 1\n", "It ends too early"),
        ("cycle", "2 400000\n" + "0 1\n" * 400_000, "1,600,009 characters"),
        ("matching", "999999999 1 1\n0 1\n1", "999,999,999 nodes"),
        ("flow", "2 1\n0 1 3\n1 1\n3", "twice"),
    ],
)
def test_files_that_cannot_be_used_are_refused(folder: str, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(folder, text)


def test_the_nearest_folder_tells_the_task(tmp_path: Path) -> None:
    folder = tmp_path / "flow" / "cycle" / "mine"
    (problem,) = read_graph_file("2 1\n0 1\n", str(folder / "graph0.txt"))
    assert problem.task == "nlgraph/cycle"
