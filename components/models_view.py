"""Which models can be used, why the others cannot, and other model files."""

from __future__ import annotations

import streamlit as st

from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.models import Model, get_model, list_models

_EXTRA = "_extra_models"


def models_now() -> list[Model]:
    """All models that can be named, those that this session added among them."""
    return [*list_models(), *(get_model(name) for name in st.session_state.get(_EXTRA, []))]


def models_list() -> None:
    """A card a model."""
    for model in models_now():
        status = model.status()
        sign, colour = ("✓", "green") if status.usable else ("✕", "orange")
        with st.container(border=True):
            st.markdown(f":{colour}[{sign}] **{plain(model.name)}**  \n{plain(status.reason)}")


def add_model() -> None:
    """A model file or recorded replies on the machine that runs the app."""
    with st.form("add_model", border=False):
        kind = st.segmented_control(
            "Kind", ["local", "scripted"], format_func=_KINDS.get, default="local", required=True, key="add_kind"
        )
        path = st.text_input("Path on the machine that runs Edgewise", key="add_path", placeholder=_EXAMPLE)
        if st.form_submit_button("Add", type="primary"):
            _add(f"{kind}/{path.strip()}")


_KINDS = {"local": "A GGUF model file", "scripted": "A file of recorded replies"}
_EXAMPLE = "/home/me/models/qwen3-1.7b-q4.gguf"


def _add(name: str) -> None:
    try:
        status = get_model(name).status()
    except EdgewiseError as error:
        st.error(plain(str(error)))
        return
    if not status.usable:
        st.error(plain(status.reason))
        return
    kept = st.session_state.setdefault(_EXTRA, [])
    if name not in kept:
        kept.append(name)
    st.session_state._model_added = name
    st.rerun()


def say_added() -> None:
    """Say once which model was just added."""
    if name := st.session_state.pop("_model_added", ""):
        st.success(f"{plain(name)} can now be chosen on the Ask page.")
