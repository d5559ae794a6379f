"""How each model of a plan is called: the declared settings, and the address where a model needs one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import streamlit as st

from components.safe_text import plain
from graphcore.parameters import Parameter
from graphcore.runs.plan import SETTINGS, Plan, Settings

ADDRESSED = "compatible/"
"""Models whose address a plan names."""

FIELD = 150
"""The width of a field for a number, in pixels: two stand beside each other on a phone."""

_BY = {"temperature": "by strategy", "concurrency": "by model"}
"""On what a setting depends where none is given."""

_KEPT: dict[str, Any] = {"persist_state": "session"}


def number_field(parameter: Parameter, key: str, placeholder: str = "") -> Any:
    """A field for a declared number; returns its value, None where it is empty and the default holds."""
    number = int if parameter.kind == "int" else float
    return st.number_input(
        parameter.title,
        number(parameter.low or 0),
        number(parameter.high or 0),
        value=None,
        step=number(parameter.step),
        key=key,
        help=parameter.help,
        width=FIELD,
        placeholder=placeholder or f"{parameter.default:g}",
        **_KEPT,
    )


def model_settings(models: Sequence[str]) -> dict[str, Settings]:
    """Draw the settings of each model, folded away; returns those that differ from the usual ones."""
    if not models:
        return {}
    with st.expander("Settings of the models"):
        drawn = {model: _settings(model) for model in models}
    return {model: settings for model, settings in drawn.items() if settings != Settings()}


def fill_settings(plan: Plan) -> None:
    """Have the fields hold what `plan` says when they are drawn next."""
    for model, settings in plan.model.items():
        for field in fields(Settings):
            st.session_state[_key(model, field.name)] = getattr(settings, field.name)


def _settings(model: str) -> Settings:
    st.markdown(f"**{plain(model)}**")
    base_url = _address(model) if model.startswith(ADDRESSED) else ""
    with st.container(horizontal=True):
        given = {item.name: number_field(item, _key(model, item.name), _usual(item)) for item in SETTINGS}
    return Settings(base_url, **{name: value for name, value in given.items() if value is not None})


def _address(model: str) -> str:
    address: str = st.text_input(
        "Base URL", key=_key(model, "base_url"), placeholder="http://127.0.0.1:8000/v1", max_chars=500, **_KEPT
    )
    return address.strip()


def _usual(parameter: Parameter) -> str:
    return _BY.get(parameter.name) or f"{getattr(Settings(), parameter.name):g}"


def _key(model: str, name: str) -> str:
    return f"plan_set_{model}_{name}"
