"""Facts about a problem's graph, and how often a guess would be right."""

from __future__ import annotations

import streamlit as st

from graphcore.records import Problem
from graphcore.tasks import TASKS


def facts(problem: Problem) -> None:
    """A row of figures, and the problem's own record to take away."""
    graph = problem.graph
    pairs = len(graph.static().edges)
    possible = len(graph.nodes) * (len(graph.nodes) - 1) // (1 if graph.directed else 2)
    figures = {
        "Nodes": f"{len(graph.nodes)}",
        "Links": f"{len(graph.edges)}",
        "Density": f"{pairs / possible:.2f}" if possible else "–",
        "Times": f"{graph.times[0]}–{graph.times[-1]}" if graph.times else "–",
        "Guess": _percent(TASKS[problem.task].chance(problem)),
    }
    for column, (name, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(name, value, help=_HELP[name])


_HELP = {
    "Nodes": "How many nodes the graph has.",
    "Links": "How many links (u, v, t) it has.",
    "Density": "The share of all pairs of nodes that are ever linked.",
    "Times": "The first and the last time at which there is a link.",
    "Guess": "How often an answer drawn at random from all possible ones is correct.",
}


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.001 or share == 0 else "< 0.1 %"
