"""A plan file that fills the form."""

from __future__ import annotations

import streamlit as st

from components.batch_form import fill_form
from components.safe_text import plain
from graphcore.errors import EdgewiseError, InputError
from graphcore.runs.plan_files import read_plan

_SAID = "_plan_said"


def plan_upload() -> None:
    """A place for a file; what it says stands in the form on the page's next turn."""
    with st.expander("Start from a plan file"):
        st.file_uploader(
            "A plan as TOML", type=["toml"], max_upload_size=1, key="plan_file", on_change=_take, help=_HELP
        )
    kind, text = st.session_state.pop(_SAID, ("", ""))
    if kind:
        (st.error if kind == "error" else st.success)(plain(text))


_HELP = "The same file that `python -m graphcore run` takes."


def _take() -> None:
    file = st.session_state.plan_file
    if file is None:
        return
    try:
        plan = read_plan(_text(file.getvalue()))
    except EdgewiseError as error:
        st.session_state[_SAID] = ("error", f"{file.name}: {error}")
        return
    fill_form(plan)
    st.session_state[_SAID] = ("success", f"{file.name} stands in the form below.")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("It is not written in UTF-8; save it so.") from None
