"""The graph on a page: the figure and the draggable view from one layout, with marks for what is said about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st

from components.drag_view import drag_view, standalone_html
from components.edge_labels import labels_left_out
from components.figure_parts import PLOTLY_CONFIG
from components.figure_static import static_figure
from components.figure_timeline import Mode, timeline_figure
from components.highlight import Mark
from graphcore.graphs import Node, StaticGraph
from graphcore.layouts import Position, layout
from graphcore.records import Problem
from graphcore.tasks import TASKS

Name = TypeVar("Name", bound=str)

VIEWS = {"timeline": "Timeline", "drag": "Drag"}
STILL_VIEWS = {"timeline": "Picture", "drag": "Drag"}
MODES: dict[Mode, str] = {"up to now": "Up to now", "instant": "This instant"}


@dataclass(frozen=True)
class Shown:
    """What a picture points at: its marks, notes at nodes, and the time at which a timeline opens."""

    marks: Sequence[Mark] = ()
    notes: Mapping[Node, str] = field(default_factory=dict)
    time: int | None = None


def is_dark() -> bool:
    """Whether the person's browser shows the dark theme."""
    return bool(st.context.theme.type == "dark")


@st.cache_resource(max_entries=256, show_spinner=False)
def positions_of(problem_id: str, _problem: Problem) -> dict[Node, Position]:
    """The one layout of a problem, for every view of it."""
    form, left = TASKS[_problem.task].layout, _problem.query.get("left", ())
    return layout(_problem.graph, problem_id, form, left)


def graph_views(problem: Problem, shown: Shown) -> None:
    """The graph as a figure or to drag, as the person chooses."""
    still = isinstance(problem.graph, StaticGraph)
    with st.container(horizontal=True):
        view = pick("View", "view", STILL_VIEWS if still else VIEWS)
        mode = pick("Links shown", "mode", MODES) if view == "timeline" and not still else "up to now"
    if view == "timeline":
        picture(problem, shown, mode, key="timeline")
        return
    places = positions_of(problem.id, problem)
    drag_view(problem.graph, places, shown.marks, key="drag", dark=is_dark(), notes=shown.notes)
    _tell_labels_left_out(problem, shown)
    page = standalone_html(problem.graph, places, shown.marks, f"Edgewise: {problem.task}", shown.notes)
    st.download_button("Save as a web page", page, "graph.html", "text/html", on_click="ignore")


def pick(label: str, key: str, titles: dict[Name, str]) -> Name:
    """One of a few named choices; the first one to begin with."""
    chosen: Name = st.segmented_control(
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


def picture(problem: Problem, shown: Shown, mode: Mode, key: str) -> None:
    """The graph as a figure: over time if it has times."""
    places = positions_of(problem.id, problem)
    if isinstance(problem.graph, StaticGraph):
        figure = static_figure(problem.graph, places, shown.marks, shown.notes, is_dark())
    else:
        figure = timeline_figure(problem.graph, places, shown.marks, mode, is_dark(), shown.time)
    figure.update_layout(meta={"problem": problem.id})
    st.plotly_chart(figure, theme=None, config=PLOTLY_CONFIG, key=key)
    _tell_labels_left_out(problem, shown)


def _tell_labels_left_out(problem: Problem, shown: Shown) -> None:
    if told := labels_left_out(problem.graph, shown.marks):
        st.caption(told)
