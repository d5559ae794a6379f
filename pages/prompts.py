"""Prompts: the same problem under several styles side by side, and templates of one's own."""

import streamlit as st

from components.problem_bar import current_problem, current_writing, exemplar_count
from components.prompt_view import difference_legend, parts_legend, prompt_card
from components.safe_text import plain
from components.templates_view import templates_view
from components.url_state import hold
from components.usual_styles import offered_styles, usual_style
from graphcore.errors import EdgewiseError
from graphcore.prompts import build_prompt

problem = current_problem()

st.title("One question, many prompts")
choice, count, marked = st.columns([4, 1, 2], vertical_alignment="bottom")
hold("styles", ["zero-shot", "few-shot", usual_style(problem.task)])
styles = choice.multiselect(
    "Styles, up to four",
    offered_styles(problem.task),
    max_selections=4,
    accept_new_options=True,
    help="Join parts with +, such as cot+dst2-v4.",
    key="styles",
    wrap=True,
    persist_state="session",
)
with count:
    k = exemplar_count()
if not styles:
    st.info("Choose a style above to see its prompt, or write a template of your own below.")
against = marked.selectbox(
    "Mark what differs from", styles, index=None, placeholder="Choose a style", key="against", persist_state="session"
)

prompts = {}
for style in styles:
    try:
        prompts[style] = build_prompt(problem, style, k=k, **current_writing())
    except EdgewiseError as error:
        st.error(plain(str(error)))
if prompts:
    base = prompts.get(against or "")
    parts_legend(prompts.values() if base is None else [base])
    if against and base is not None and len(prompts) > 1:
        difference_legend(against)
    for column, prompt in zip(st.columns(len(prompts)), prompts.values(), strict=True):
        with column:
            prompt_card(prompt, base if prompt is not base else None)

st.subheader("Your own template")
templates_view(problem, k, current_writing())
