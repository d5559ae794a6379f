"""Edgewise: see where language models get graphs wrong, and why. Start with `streamlit run app.py`."""

import streamlit as st

from components.navigation import ABOUT_RUNS, navigate
from components.page_style import tighten, without_sidebar
from components.problem_bar import problem_bar
from components.static_files import ensure_vis_network
from graphcore.errors import EdgewiseError

page = navigate()
st.logo("data/logo.png", size="large")
tighten()
try:
    ensure_vis_network()
except EdgewiseError as error:
    st.warning(str(error))
if page.title in ABOUT_RUNS:
    without_sidebar()
else:
    problem_bar()
page.run()
