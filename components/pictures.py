"""The graph on a page: the draggable view and the timeline from one layout, with marks for what is said about it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.drag_view import drag_view, standalone_html
from components.figure_timeline import PLOTLY_CONFIG, timeline_figure
from components.highlight import Mark
from graphcore.graphs import Node
from graphcore.layouts import Position, layout
from graphcore.records import Problem

VIEWS = {"timeline": "Timeline", "drag": "Drag"}
MODES = {"up to now": "Up to now", "instant": "This instant"}


def is_dark() -> bool:
    """Whether the person's browser shows the dark theme."""
    return bool(st.context.theme.type == "dark")


@st.cache_resource(max_entries=256, show_spinner=False)
def positions_of(problem_id: str, _problem: Problem) -> dict[Node, Position]:
    """The one layout of a problem, for every view of it."""
    return layout(_problem.graph, problem_id)


def graph_views(problem: Problem, marks: Sequence[Mark] = (), time: int | None = None) -> None:
    """The graph as a timeline or to drag, as the person chooses; opened at `time` if one is given."""
    with st.container(horizontal=True):
        view = pick("View", "view", VIEWS)
        mode = pick("Links shown", "mode", MODES) if view == "timeline" else ""
    if view == "timeline":
        timeline(problem, marks, mode, key="timeline", time=time)
        return
    places = positions_of(problem.id, problem)
    drag_view(problem.graph, places, marks, key="drag", dark=is_dark())
    page = standalone_html(problem.graph, places, marks, f"Edgewise: {problem.task}")
    st.download_button("Save as a web page", page, "graph.html", "text/html", on_click="ignore")


def pick(label: str, key: str, titles: dict[str, str]) -> str:
    """One of a few named choices; the first one to begin with."""
    chosen: str = st.segmented_control(
        label,
        list(titles),
        format_func=titles.__getitem__,
        default=next(iter(titles)),
        key=key,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    return chosen


def timeline(problem: Problem, marks: Sequence[Mark], mode: str, key: str, time: int | None = None) -> None:
    """The graph over time."""
    figure = timeline_figure(problem.graph, positions_of(problem.id, problem), marks, mode, is_dark(), time)
    figure.update_layout(meta={"problem": problem.id})
    st.plotly_chart(figure, theme=None, config=PLOTLY_CONFIG, key=key)
