"""Edgewise: see where language models get graphs wrong, and why. Start with `streamlit run app.py`."""

import streamlit as st

from components.page_style import tighten
from components.problem_bar import problem_bar
from components.static_files import ensure_vis_network
from graphcore.errors import EdgewiseError

st.set_page_config(page_title="Edgewise", page_icon="data/icon.png", layout="wide")
st.logo("data/logo.png", size="large", icon_image="data/icon.png")
tighten()
try:
    ensure_vis_network()
except EdgewiseError as error:
    st.warning(str(error))
page = st.navigation(
    [
        st.Page("pages/explore.py", title="Explore", icon=":material/hub:", default=True),
        st.Page("pages/prompts.py", title="Prompts", icon=":material/article:"),
        st.Page("pages/ask.py", title="Ask", icon=":material/forum:"),
        st.Page("pages/models.py", title="Models", icon=":material/memory:"),
    ],
    position="top",
)
problem_bar()
page.run()
