"""The runs of the database, newest first; one is picked by its button and then stands in the address."""

from __future__ import annotations

import streamlit as st

from components.navigation import RUN
from components.run_view import STATES
from components.runs_store import show_run
from components.safe_text import cut, plain
from graphcore.errors import EdgewiseError
from graphcore.runs.store import Run, Store

SHOWN, OLDER = 8, 50
"""How many runs stand on the page, and how many more are folded away below them."""
NAME = 40
"""Characters of a run's name that are shown."""

POLL_S = 3.0
"""How often the list is drawn anew while a run works."""


def run_list(store: Store, shown: str) -> None:
    """Draw the list; `shown` is the id of the run that the page shows. Raises StoreError."""
    works = any(run.state == "running" for run in store.runs())
    st.subheader("Runs", anchor=False)
    st.fragment(_list, run_every=POLL_S if works else None)(store, shown, works)


def _list(store: Store, shown: str, works: bool) -> None:
    try:
        runs = store.runs()
        done = store.done(run.id for run in runs[: SHOWN + OLDER])
    except EdgewiseError as error:
        st.error(plain(str(error)))
        return
    if st.query_params.get(RUN, "") != shown or works != any(run.state == "running" for run in runs):
        st.rerun()  # The whole page.
    if shown:
        st.button("New run", icon=":material/add:", on_click=show_run, args=("",), key="new_run")
    if not runs:
        st.caption("None yet. Start one: it goes on when you close the browser, and stands here when you come back.")
    with st.container(gap="xsmall"):
        for run in runs[:SHOWN]:
            _entry(run, done.get(run.id, 0), shown)
    if older := runs[SHOWN : SHOWN + OLDER]:
        with st.expander("Older runs"):
            for run in older:
                _entry(run, done.get(run.id, 0), shown)
            if len(runs) > SHOWN + OLDER:
                st.caption("The command line lists all: `python -m graphcore runs`")


def _entry(run: Run, done: int, shown: str) -> None:
    label = f"{plain(cut(run.name, NAME) or run.id)} · {run.state} · {done:,}/{run.cells:,}"
    if run.id == shown:
        label = f"**{label}**"
    st.button(
        label, icon=STATES[run.state][0], type="tertiary", on_click=show_run, args=(run.id,), key=f"show_{run.id}"
    )
