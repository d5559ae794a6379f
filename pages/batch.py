"""Batch: plan a run of many calls, see what it will cost, start it and watch it."""

import streamlit as st

from components.batch_form import batch_form
from components.navigation import RUN, through_app
from components.plan_estimate import before_start, say_start_fault
from components.plan_upload import plan_upload
from components.run_list import run_list
from components.run_view import run_view
from components.runs_store import runs_store
from components.safe_text import plain
from graphcore.errors import EdgewiseError

through_app()
st.title("Batch")
say_start_fault()
shown = st.query_params.get(RUN, "")
left, right = st.columns([5, 3], gap="large")
plan, lacks = None, ""
with left:
    try:
        if shown:
            run_view(runs_store(), shown)
        else:
            plan_upload()
            plan = batch_form()
    except EdgewiseError as error:
        lacks = plain(str(error))
# What a form lacks stands where its Start button would, and is in sight however long the form is.
if lacks:
    (left if shown else right).error(lacks)
with right:
    try:
        if plan is not None:
            before_start(runs_store(), plan)
        run_list(runs_store(), shown)
    except EdgewiseError as error:
        st.error(plain(str(error)))
