"""Templates of one's own: written with a live preview, named and kept."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.prompt_view import prompt_card
from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.prompts import fill_template
from graphcore.records import Problem
from graphcore.templates import (
    PLACEHOLDERS,
    check_template,
    delete_template,
    load_template,
    save_template,
    template_names,
)

START = "{exemplars}\n\n{graph}\n\n{question}\n\n{answer_form}"
NEW = "New template"


def templates_view(problem: Problem, k: int, writing: dict[str, str]) -> None:
    """The editor on the left, what it makes of the current problem on the right."""
    edit, preview = st.columns(2, gap="large")
    with edit:
        kept: dict[str, Any] = {"persist_state": "session"}
        chosen = st.selectbox("Template", [NEW, *template_names()], key="template_chosen", on_change=_open, **kept)
        name = st.text_input("Name", key="template_name", placeholder="my-template", max_chars=40, **kept)
        st.session_state.setdefault("template_text", START)
        text = st.text_area("Text", height=260, key="template_text", max_chars=20_000, **kept)
        st.caption("Filled in: " + ", ".join(f"`{{{place}}}`" for place in PLACEHOLDERS))
        keep, drop = st.columns(2)
        keep.button(
            "Save", type="primary", on_click=_save, args=(name.strip(), text), width="stretch", key="template_save"
        )
        drop.button(
            "Delete", on_click=_delete, args=(chosen,), disabled=chosen == NEW, width="stretch", key="template_drop"
        )
        kind, said = st.session_state.pop("_template_said", ("", ""))
        if kind:
            (st.error if kind == "error" else st.success)(plain(said))
    with preview:
        try:
            check_template(text)
            prompt_card(fill_template(problem, text, k=k, **writing))
        except EdgewiseError as error:
            st.error(plain(str(error)))


def _open() -> None:
    chosen = st.session_state.template_chosen
    st.session_state.template_name = "" if chosen == NEW else chosen
    try:
        st.session_state.template_text = START if chosen == NEW else load_template(chosen)
    except EdgewiseError as error:
        st.session_state._template_said = ("error", str(error))


def _save(name: str, text: str) -> None:
    try:
        save_template(name, text)
    except EdgewiseError as error:
        st.session_state._template_said = ("error", str(error))
        return
    st.session_state.template_chosen = name
    st.session_state._template_said = (
        "success",
        f"Kept. It is the style own/{name} now, here and on the command line.",
    )


def _delete(name: str) -> None:
    delete_template(name)
    st.session_state.template_chosen = NEW
    _open()
    st.session_state._template_said = ("success", f"The template {name} is gone.")
