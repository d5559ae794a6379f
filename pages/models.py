"""Models: what can be used now, why the rest cannot, and how to add more."""

import streamlit as st

from components.models_view import add_model, models_list, say_added
from components.navigation import through_app

through_app()
st.title("Models")
st.caption("Everything here runs on this machine and needs no key.")
models_list()
st.subheader("Add a model file or recorded replies")
st.caption(
    "Any GGUF file becomes `local/PATH`. Recorded replies are JSON Lines with `problem_id` and `text`; "
    "the file becomes `scripted/PATH`."
)
add_model()
say_added()
