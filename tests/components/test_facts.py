"""The facts about a graph: what is told of it, and the file that it is saved in."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import facts as module
from graphcore.graph_files import read_graph
from graphcore.problems import generate
from graphcore.tasks import TASKS


@pytest.mark.parametrize("naming", ["integers", "people"])
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_the_saved_graph_is_read_back(naming: str, directed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []

    def keep(label: str, data: str, *rest: Any, **flags: Any) -> None:
        kept.append(data)

    monkeypatch.setattr(module.st, "download_button", keep)
    problem = generate("llm4dyg/when_link", given={"p": 0.1, "directed": directed}, naming=naming)
    module.graph_file(problem)
    graph, notes = read_graph(kept[0], "graph.csv", directed)
    assert notes == []
    assert set(graph.nodes) == set(problem.graph.nodes)
    assert (graph.edges, graph.directed) == (problem.graph.edges, directed)


@pytest.mark.parametrize("task", TASKS.names)
def test_every_figure_is_told(task: str) -> None:
    def page(task: str) -> None:
        from components.facts import facts
        from graphcore.problems import generate

        facts(generate(task))

    app = AppTest.from_function(page, args=(task,)).run()
    assert not app.exception
    (told,) = [element.proto.body for element in app.get("html")]
    graph = generate(task).graph
    for figure in (len(graph.nodes), len(graph.edges), f"{graph.times[0]}–{graph.times[-1]}"):
        assert f">{figure}<" in told
    assert told.count("title=") == 5
