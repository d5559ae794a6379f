"""What the Results page shows of its runs, one view at a time."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.heat_map import heat_map_figure
from components.pictures import is_dark
from components.results_data import Seen
from components.results_items import items_view
from components.results_tables import seeds_table, show_leaderboard, show_table
from components.safe_text import plain
from graphcore.reports.metrics import grid, leaderboard

ALL_TASKS = "all tasks together"
MAPS = 8
"""How many models' heat maps are drawn."""


def leaders_view(seen: Seen) -> None:
    """The leaderboard and the rates over seeds, by model and whatever else the person chooses."""
    others = list(seen.varied)
    more = st.pills(
        "By model and",
        others,
        selection_mode="multi",
        format_func=_named,
        key="results_by",
        persist_state="session",
        help="Each combination gets a row of its own.",
    )
    by = ["model", *(name for name in more or [] if name in others)]
    show_leaderboard(leaderboard(seen.records, by), by)
    show_table(seeds_table(seen.records, by))


def papers_view(seen: Seen) -> None:
    """The papers' tables; those in which nothing of ours stands are lines at the end."""
    for table in sorted(seen.paper_tables, key=lambda table: not table.rows):
        show_table(table)


def heat_view(seen: Seen) -> None:
    """Accuracy over two conditions, a map for each model."""
    choices = dict(seen.varied)
    if seen.records["model"].nunique() > 1:
        choices["model"] = sorted(seen.records["model"].unique())
    if len(choices) < 2:
        st.info("A heat map needs two things that vary, such as difficulty and style; give a plan lists of them.")
        return
    task, x, y = _axes(list(choices), choices.get("task", []))
    records = seen.records if task == ALL_TASKS else seen.records[seen.records["task"] == task]
    by = [] if "model" in (x, y) else ["model"]
    cells = grid(records, x, y, by)
    groups = list(cells.groupby("model", sort=False)) if by else [("All models", cells)]
    columns = st.columns(2 if len(groups) > 1 else 1)
    for number, (model, part) in enumerate(groups[:MAPS]):
        with columns[number % len(columns)]:
            _heat_map(str(model), task, part, x, y)
    st.caption("Correct / answered in per cent; n counts answers, ! failed calls. Empty: not run.")
    if len(groups) > MAPS:
        st.caption(f"These are the first {MAPS} of {len(groups)} models.")


def _axes(names: list[str], tasks: list[str]) -> tuple[str, str, str]:
    """The task, and what stands along and up the maps; never the same twice."""
    where = st.columns(3)
    task = where[0].selectbox("Task", [ALL_TASKS, *tasks], key="heat_task", persist_state="session")
    free = [name for name in names if name != "task" or task == ALL_TASKS]
    x = where[1].selectbox("Along", free, format_func=_named, key="heat_x", persist_state="session")
    rest = [name for name in free if name != x]
    y = where[2].selectbox("Up", rest, format_func=_named, key="heat_y", persist_state="session")
    return str(task), str(x), str(y)


def _heat_map(model: str, task: str, cells: pd.DataFrame, x: str, y: str) -> None:
    st.markdown(f"**{plain(model)}** · {plain(task)}")
    figure = heat_map_figure(cells, x, y, is_dark())
    st.plotly_chart(figure, theme=None, config={"displayModeBar": False}, key=f"heat-{model}")


def _named(name: str) -> str:
    return plain(name.replace("_", " "))


VIEWS = {
    "leaders": ("Leaderboard", leaders_view),
    "papers": ("Paper's tables", papers_view),
    "heat": ("Heat map", heat_view),
    "items": ("Items", items_view),
}
