"""Which models can be used, why the others cannot, and other model files."""

from __future__ import annotations

import streamlit as st

from components.connections import chosen_models, connections
from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.models import Model, get_model, list_models

_EXTRA = "_extra_models"


def models_now() -> list[Model]:
    """All models that can be named, those that this session added or chose among them."""
    added = [*st.session_state.get(_EXTRA, []), *chosen_models()]
    return [*list_models(), *(get_model(name, connections()) for name in added)]


def models_list() -> None:
    """A card a model that can be called; replies are pasted on the Ask page."""
    for model in models_now():
        if model.name == "paste":
            continue
        status = model.status()
        sign, colour = ("✓", "green") if status.usable else ("✕", "orange")
        with st.container(border=True):
            st.markdown(f":{colour}[{sign}] **{plain(model.name)}**  \n{plain(status.reason)}")


def add_model() -> None:
    """A model file or recorded replies on the machine that runs the app."""
    kind = st.segmented_control(
        "Kind", ["local", "scripted"], format_func=_KINDS.get, default="local", required=True, key="add_kind"
    )
    path = st.text_input(
        "Path on the machine that runs Edgewise", key="add_path", live=True, placeholder=_EXAMPLES[kind]
    ).strip()
    if st.button("Add", type="primary", key="add", disabled=not path):
        _add(f"{kind}/{path}")


_KINDS = {"local": "A GGUF model file", "scripted": "A file of recorded replies"}
_EXAMPLES = {"local": "/home/me/models/qwen3-1.7b-q4.gguf", "scripted": "/home/me/replies.jsonl"}


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
    st.success(f"{plain(name)} can now be chosen on Ask and Batch.")
