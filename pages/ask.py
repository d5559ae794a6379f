"""Ask: put the problem to a model, watch its reply come, and see what the verifier says, drawn on the graph."""

import streamlit as st

from components.ask_form import ask_form
from components.attempts import attempts, latest_round, run
from components.problem_bar import current_problem
from components.safe_text import plain, stream_box
from components.verdict_card import verdict_card
from graphcore.tasks import TASKS

problem = current_problem()
task = TASKS[problem.task]

st.title("Ask a model")
beside = max(len(st.session_state.get("models", [])), len(latest_round(problem))) > 1
form, *cards = st.columns([5, 4, 4] if beside else 2, gap="medium")
with form:
    st.markdown(f"**{plain(task.question(problem.graph, problem.query))}**")
    ask = ask_form(problem)
if ask is not None:
    live = {model: card.empty() for model, card in zip(ask.models, cards, strict=False)}
    run(ask, lambda model, reasoning, text: stream_box(live[model], model, reasoning, text))

latest = latest_round(problem)
for card, attempt in zip(cards, latest, strict=False):
    with card:
        verdict_card(attempt)
if not latest:
    cards[0].info("Ask a model, or paste a reply: the verdict appears here, and what is wrong is drawn on the graph.")

earlier = [attempt for attempt in attempts(problem) if attempt not in latest]
if earlier:
    st.subheader("Earlier replies to this problem")
for start in range(0, len(earlier), 2):
    for column, attempt in zip(st.columns(2, gap="large"), earlier[start : start + 2], strict=False):
        with column:
            verdict_card(attempt)
