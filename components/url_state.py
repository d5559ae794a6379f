"""The problem in the address: a link reproduces it, and the browser's back button brings earlier ones back.

Streamlit's own binding writes the label of a choice into the address, not its name, and drops values out of range
without a word; here names are written, and mended values are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from graphcore.parameters import Parameter

_ADDRESS = "_address"
_DEFAULTS = "_defaults"
_NOTES = "_address_notes"
_NOTES_FOR = "_address_notes_for"


def adopt(parameters: Iterable[Parameter]) -> bool:
    """Before any widget: take all values from the address on the first visit, and when the browser goes back or forth.

    Values are mended into their range; `mended_notes` says what was changed. The parameters are taken one by one, so
    that later ones may follow from the values of earlier ones. Returns whether anything was taken.
    """
    address = dict(st.query_params)
    # Any other address is none to follow: a click in the navigation brings an empty one, and a quick second change the
    # one before the first.
    if _ADDRESS in st.session_state and (not goes_back() or address in ({}, st.session_state[_ADDRESS])):
        return False
    notes = []
    for parameter in parameters:
        value, note = parameter.default, ""
        if parameter.name in address:
            value, note = parameter.mend(address[parameter.name])
        hold(parameter.name, parameter.default)
        st.session_state[parameter.name] = value
        notes.append(note)
    st.session_state[_NOTES], st.session_state[_NOTES_FOR] = [note for note in notes if note], None
    return True


def settle(parameter: Parameter) -> None:
    """Have the session hold a usable value of `parameter`, whose range and default may have changed with the task."""
    hold(parameter.name, parameter.default)
    value = st.session_state[parameter.name]
    if (near := parameter.clamp(value)) != value:
        st.session_state[parameter.name] = near


def hold(key: str, default: Any) -> None:
    """Have the session hold `default` under `key`, unless it holds what was not the default before."""
    defaults = st.session_state.setdefault(_DEFAULTS, {})
    if key not in st.session_state or (st.session_state[key] == defaults.get(key, default) != default):
        st.session_state[key] = default
    defaults[key] = default


def choose(key: str, value: Any) -> None:
    """Have the session hold `value` under `key`, as if a person had chosen it."""
    st.session_state[key] = value
    st.session_state.setdefault(_DEFAULTS, {}).pop(key, None)


def follow_next() -> None:
    """Have the next page with a problem take all values from its address, as on a first visit."""
    st.session_state.pop(_ADDRESS, None)


def goes_back() -> bool:
    """Whether the browser's back or forward button caused this run of the script."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def address_of(values: Mapping[str, object]) -> dict[str, str]:
    """Values as they stand in an address."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in values.items()}


def publish(values: Mapping[str, object]) -> None:
    """After the widgets: write `values` into the address."""
    address = address_of(values)
    if address != dict(st.query_params):
        st.query_params.from_dict(address)
    st.session_state[_ADDRESS] = address
    if st.session_state[_NOTES_FOR] is None:
        st.session_state[_NOTES_FOR] = address
    elif st.session_state[_NOTES_FOR] != address:
        st.session_state[_NOTES] = []


def mended_notes() -> list[str]:
    """What was changed in the address that this session came in by, until a person changes something."""
    return list(st.session_state.get(_NOTES, []))
