"""Ask: put the problem to a model, watch its reply come, and see what the verifier says, drawn on the graph."""

import streamlit as st

from components.ask_form import ask_form
from components.attempts import attempts, run
from components.problem_bar import current_problem
from components.safe_text import plain, stream_box
from components.verdict_card import reply_box, verdict_card
from graphcore.tasks import TASKS

problem = current_problem()
task = TASKS[problem.task]

st.title("Ask a model")
form, verdict = st.columns(2, gap="large")
with form:
    st.markdown(f"**{plain(task.question(problem.graph, problem.query))}**")
    ask = ask_form(problem)
if ask is not None:
    with verdict:
        live = {model: st.empty() for model in ask.models}
    run(ask, lambda model, reasoning, text: stream_box(live[model], model, reasoning, text))

shown = attempts(problem)
with verdict:
    if not shown:
        st.info("Ask a model, or paste a reply: the verdict and what is wrong on the graph appear here.")
    else:
        verdict_card(shown[0])
        reply_box(shown[0])
if len(shown) > 1:
    st.subheader("Earlier replies to this problem")
    for start in range(1, len(shown), 2):
        for column, attempt in zip(st.columns(2, gap="large"), shown[start : start + 2], strict=False):
            with column:
                verdict_card(attempt)
                reply_box(attempt)
