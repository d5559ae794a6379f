"""The pages and their order."""

from __future__ import annotations

import streamlit as st
from streamlit.navigation.page import Page

RUN = "run"
"""The name under which an address says which run is looked at."""

BATCH, RESULTS = "pages/batch.py", "pages/results.py"
ABOUT_RUNS = ("Batch", "Results")
"""The titles of the pages whose address names a run, and not the problem that the others look at."""

_RAN = "_app_ran"


def navigate() -> Page:
    """The page that was asked for; app.py calls this before it draws what all pages share."""
    # Without an icon of ours the browser is sent to another host for that of the page.
    st.set_page_config(page_title="Edgewise", page_icon="data/icon.png", layout="wide")
    st.session_state[_RAN] = True
    return st.navigation(
        [
            st.Page("pages/explore.py", title="Explore", icon=":material/hub:", default=True),
            st.Page("pages/prompts.py", title="Prompts", icon=":material/article:"),
            st.Page("pages/ask.py", title="Ask", icon=":material/forum:"),
            st.Page(BATCH, title="Batch", icon=":material/playlist_play:"),
            st.Page(RESULTS, title="Results", icon=":material/leaderboard:"),
            st.Page("pages/models.py", title="Models", icon=":material/memory:"),
        ],
        position="top",
    )


def through_app() -> None:
    """Begin again with app.py if it was passed over.

    Where a folder "pages" exists, Streamlit runs its scripts by themselves until st.navigation was called once, so the
    first visitor of a fresh server would find a link to a page without the sidebar.
    """
    if _RAN not in st.session_state:
        navigate()
        st.rerun()
