"""Templates of one's own: written with a live preview, named and kept."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.prompt_view import prompt_card
from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.prompts import OWN_PREFIX, fill_template, style_names, style_parts
from graphcore.records import Problem
from graphcore.templates import (
    MAX_CHARACTERS,
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
        text, fault = _editor()
    with preview:
        if fault:
            st.info("The preview appears here once the template can be filled in.")
            return
        try:
            prompt_card(fill_template(problem, text, k=k, **writing))
        except EdgewiseError as error:
            st.error(plain(str(error)))


def _editor() -> tuple[str, str]:
    """The text as it stands now, and in one sentence why it cannot be used."""
    kept: dict[str, Any] = {"persist_state": "session"}
    chosen = st.selectbox("Template", [NEW, *template_names()], key="template_chosen", on_change=_open, **kept)
    name = st.text_input("Name", key="template_name", placeholder="my-template", max_chars=40, **kept)
    st.session_state.setdefault("template_text", START)
    text = st.text_area("Text", height=260, key="template_text", max_chars=MAX_CHARACTERS, **kept)
    fault = _fault(text)
    if fault:
        st.error(plain(fault))
    st.caption("Filled in: " + plain(", ".join(f"{{{place}}}" for place in PLACEHOLDERS)))
    _buttons(chosen, name.strip(), text, bool(fault))
    kind, said = st.session_state.pop("_template_said", ("", ""))
    if kind:
        (st.error if kind == "error" else st.success)(plain(said))
    return text, fault


def _buttons(chosen: str, name: str, text: str, faulty: bool) -> None:
    keep, drop = st.columns(2)
    common: dict[str, Any] = {"width": "stretch"}
    keep.button(
        "Save", type="primary", on_click=_save, args=(name, text), disabled=faulty, key="template_save", **common
    )
    drop.button("Delete", on_click=_delete, args=(chosen,), disabled=chosen == NEW, key="template_drop", **common)


def _fault(text: str) -> str:
    try:
        check_template(text)
    except EdgewiseError as error:
        return str(error)
    return ""


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
    _unchoose(OWN_PREFIX + name)
    st.session_state.template_chosen = NEW
    _open()
    st.session_state._template_said = ("success", f"The template {name} is gone.")


def _unchoose(gone: str) -> None:
    """Choose another style wherever in this session one with the part `gone` was chosen."""
    others = [style for style in st.session_state.get("styles", []) if gone not in style_parts(style)]
    st.session_state.styles = others or [style_names()[0]]
    if gone in style_parts(st.session_state.get("style", "")):
        st.session_state.style = style_names()[0]
