"""Facts about a problem's graph, and how often a guess would be right."""

from __future__ import annotations

import streamlit as st

from graphcore import words
from graphcore.graph_files import write_csv, write_json
from graphcore.graphs import StaticGraph, TemporalGraph
from graphcore.records import Problem
from graphcore.tasks import TASKS


def facts(problem: Problem) -> None:
    """A row of figures."""
    graph = problem.graph
    pairs = len(graph.static().edges)
    possible = len(graph.nodes) * (len(graph.nodes) - 1) // (1 if graph.directed else 2)
    figures = {"Nodes": f"{len(graph.nodes)}"} | (
        _still(graph) if isinstance(graph, StaticGraph) else _over_time(graph)
    )
    figures["Density"] = f"{pairs / possible:.2f}" if possible else "–"
    chance = TASKS[problem.task].chance(problem)
    if chance is not None:
        figures["Random guess"] = _percent(chance)
    cells = "".join(_cell(name, value) for name, value in figures.items())
    st.html(f'<div style="display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: .25rem 0;">{cells}</div>')


def graph_file(problem: Problem) -> None:
    """The graph to take away; a graph of one's own can be filled with it."""
    graph = problem.graph
    with st.container(horizontal=True):
        st.download_button("Save the graph as CSV", write_csv(graph), "graph.csv", "text/csv", on_click="ignore")
        st.download_button("as JSON", write_json(graph), "graph.json", "application/json", on_click="ignore")


_HELP = {
    "Nodes": "How many nodes the graph has.",
    "Links": "How many links (u, v, t) it has.",
    "Edges": "How many edges it has, and whether they have a direction.",
    "Total weight": "The sum of the weights of all edges.",
    "Total capacity": "The sum of the capacities of all edges.",
    "Density": "The share of all pairs of nodes that are joined, in a graph with times at any time.",
    "Time stamps": "The first and the last time at which there is a link.",
    "Random guess": "How often an answer drawn at random from all possible ones is correct.",
}


def _over_time(graph: TemporalGraph) -> dict[str, str]:
    span = dict.fromkeys((graph.times[0], graph.times[-1])) if graph.times else ["–"]
    return {"Links": f"{len(graph.edges)}", "Time stamps": "–".join(map(str, span))}


def _still(graph: StaticGraph) -> dict[str, str]:
    figures = {"Edges": f"{len(graph.edges)}{' directed' if graph.directed else ''}"}
    name = graph.measure
    if name:
        total = sum(graph.attributes(u, v).get(name, 1) for u, v in graph.pairs)
        figures[f"Total {name}"] = words.number(round(total, 6))
    return figures


def _cell(name: str, value: str) -> str:
    label = f'<div style="font-size: .8rem; opacity: .75;">{name}</div>'
    return f'<div title="{_HELP[name]}">{label}<div style="font-size: 1.25rem;">{value}</div></div>'


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.001 or share == 0 else "< 0.1 %"
