"""Models: what can be used now, why the rest cannot, and how to add more."""

import streamlit as st

from components.connections import providers_form
from components.models_view import add_model, models_list
from components.navigation import through_app
from components.page_style import without_sidebar

through_app()
without_sidebar()
st.title("Models")
here, elsewhere = st.columns(2, gap="large")
with elsewhere:
    st.subheader("Models elsewhere", anchor=False)
    st.caption(
        "These leave this machine: when you ask one, the prompt and its settings are sent to the address shown, "
        "which may charge for it. A key goes to that address alone. It is kept in this session's memory and nowhere "
        "else, so a reload forgets it."
    )
    providers_form()
with here:
    cards = st.container()
    st.subheader("Add a file", anchor=False)
    st.caption(
        "Any GGUF file becomes `local/PATH`. Recorded replies are JSON Lines with `problem_id` and `text`; "
        "the file becomes `scripted/PATH`."
    )
    add_model()
with cards:
    st.subheader("Models here", anchor=False)
    st.caption("`local`, `baseline` and `scripted` models stay on the machine that runs Edgewise and need no key.")
    models_list()
