"""Results: what came of runs, beside the published figures, down to each reply."""

import streamlit as st

from components.navigation import through_app
from components.pictures import pick
from components.results_data import seen
from components.results_runs import choose_runs, run_rows, say_empty
from components.results_views import VIEWS
from components.runs_store import runs_store
from components.safe_text import plain
from graphcore.errors import EdgewiseError

through_app()
st.title("Results")
try:
    store = runs_store()
    runs = choose_runs(store)
    run_rows(store, runs)
    shown = seen(store, runs)
    if not runs:
        st.stop()
    if shown.records.empty:
        say_empty(runs)
        st.stop()
    view = pick("View", "results_view", {name: title for name, (title, _) in VIEWS.items()})
    VIEWS[view][1](shown)
except EdgewiseError as error:
    st.error(plain(str(error)))
