"""Facts about a problem's graph, and how often a guess would be right."""

from __future__ import annotations

import streamlit as st

from graphcore.graph_files import write_csv
from graphcore.records import Problem
from graphcore.tasks import TASKS


def facts(problem: Problem) -> None:
    """A row of figures."""
    graph = problem.graph
    pairs = len(graph.static().edges)
    possible = len(graph.nodes) * (len(graph.nodes) - 1) // (1 if graph.directed else 2)
    figures = {
        "Nodes": f"{len(graph.nodes)}",
        "Links": f"{len(graph.edges)}",
        "Density": f"{pairs / possible:.2f}" if possible else "–",
        "Time stamps": "–".join(map(str, dict.fromkeys((graph.times[0], graph.times[-1])))) if graph.times else "–",
        "Random guess": _percent(TASKS[problem.task].chance(problem)),
    }
    cells = "".join(_cell(name, value) for name, value in figures.items())
    st.html(f'<div style="display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: .25rem 0;">{cells}</div>')


def graph_file(problem: Problem) -> None:
    """The graph to take away; a graph of one's own can be filled with it."""
    st.download_button("Save the graph as CSV", write_csv(problem.graph), "graph.csv", "text/csv", on_click="ignore")


_HELP = {
    "Nodes": "How many nodes the graph has.",
    "Links": "How many links (u, v, t) it has.",
    "Density": "The share of all pairs of nodes that are ever linked.",
    "Time stamps": "The first and the last time at which there is a link.",
    "Random guess": "How often an answer drawn at random from all possible ones is correct.",
}


def _cell(name: str, value: str) -> str:
    label = f'<div style="font-size: .8rem; opacity: .75;">{name}</div>'
    return f'<div title="{_HELP[name]}">{label}<div style="font-size: 1.25rem;">{value}</div></div>'


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.001 or share == 0 else "< 0.1 %"
