"""Ask: put the problem to a model, watch its reply come, and see what the verifier says, drawn on the graph."""

import streamlit as st

from components.ask_form import ask_form
from components.attempts import attempts, latest_round, news, pending, run
from components.live_reply import live_reply, waiting
from components.pictures import picture
from components.problem_bar import current_problem, current_words
from components.replay import unsolved
from components.reveal import reveal
from components.safe_text import plain
from components.verdict_card import earlier_row, verdict_card

problem = current_problem()

st.title("Ask a model")
ask = pending()
latest = latest_round(problem)
beside = len(latest) + (len(ask.models) if ask else 0) > 1
form, *columns = st.columns([5, 4, 4] if beside else 2, gap="medium")
with form:
    st.markdown(f"**{plain(current_words(problem)[0])}**")
    ask_form(problem)

# One place a card: what comes into it takes the place of all that stood there.
cards = [column.container(key=f"card-{number}").empty() for number, column in enumerate(columns)]
for card, attempt in zip(cards, latest, strict=False):
    with card.container():
        verdict_card(attempt)
if not latest and ask is None:
    with cards[0].container():
        st.caption("Ask a model, or paste a reply: its verdict appears here, and what is wrong is drawn on the graph.")
        picture(problem, unsolved(problem), "up to now", key="unasked")

earlier = [attempt for attempt in attempts(problem) if attempt not in latest]
if earlier:
    st.subheader("Earlier replies to this problem")
for attempt in earlier:
    earlier_row(attempt)

reveal("card-0", news())
if ask is not None:
    first, *others = zip(ask.models, cards[len(latest) :], strict=True)
    for model, card in others:
        waiting(card, model, first[0])
    run(ask, lambda came: live_reply(first[1], came))
