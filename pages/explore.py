"""Explore: see a problem's graph, over time if it has times, its question, and how the reference solves it."""

import streamlit as st

from components.facts import facts, graph_file
from components.pictures import graph_views
from components.problem_bar import current_problem, current_words
from components.replay import replay, shown_part
from components.safe_text import plain
from graphcore.tasks import TASKS

problem = current_problem()

st.title(TASKS[problem.task].title)
question, instruction = current_words(problem)
st.markdown(f"**{plain(question)}**")
picture, words = st.columns([3, 2], gap="large")
with picture:
    graph_views(problem, shown_part(problem))
    graph_file(problem)
with words:
    st.caption(plain(instruction))
    facts(problem)
    replay(problem)
    if st.button("Ask a model", type="primary", icon=":material/arrow_forward:"):
        st.switch_page("pages/ask.py")
