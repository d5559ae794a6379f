"""The facts about a graph: what is told of it, and the file that it is saved in."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import facts as module
from graphcore.graph_files import read_graph
from graphcore.graphs import TemporalGraph, graph_from_json
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
def test_a_saved_record_of_the_graph_is_the_graph(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []
    monkeypatch.setattr(module.st, "download_button", lambda label, data, *rest, **flags: kept.append(data))
    graph = generate(task).graph
    module.graph_file(generate(task))
    table, record = kept
    assert graph_from_json(json.loads(record)) == graph
    nodes, joined = graph.nodes, {node for edge in graph.edges for node in edge[:2]}
    assert len(table.splitlines()) == 1 + len(graph.edges) + len([node for node in nodes if node not in joined])


@pytest.mark.parametrize("task", TASKS.names)
def test_every_figure_is_told(task: str) -> None:
    def page(task: str) -> None:
        from components.facts import facts
        from graphcore.problems import generate

        facts(generate(task))

    app = AppTest.from_function(page, args=(task,)).run()
    assert not app.exception
    (told,) = [element.proto.body for element in app.get("html")]
    problem = generate(task)
    graph, chance = problem.graph, TASKS[task].chance(problem)
    assert f">{len(graph.nodes)}<" in told
    assert ("Random guess" in told) == (chance is not None)
    if isinstance(graph, TemporalGraph):
        assert f">{len(graph.edges)}<" in told and f">{graph.times[0]}–{graph.times[-1]}<" in told
    else:
        assert f">{len(graph.edges)}{' directed' if graph.directed else ''}<" in told
        assert ("Total weight" in told) == (graph.measure == "weight")
        assert not re.search(r"link|time", told.replace("in a graph with times at any time", ""), re.IGNORECASE)


def test_the_total_weight_is_the_sum_of_all() -> None:
    def page() -> None:
        from components.facts import facts
        from graphcore.problems import load_problem

        graph = {"kind": "static", "nodes": [0, 1, 2], "edges": [[0, 1, {"weight": 1.5}], [1, 2, {"weight": 0.7}]]}
        facts(load_problem({"task": "nlgraph/shortest_path", "graph": graph, "query": {"source": 0, "target": 2}}))

    (told,) = [element.proto.body for element in AppTest.from_function(page).run().get("html")]
    assert ">2.2<" in told
