"""The database of runs, and which run is looked at, as the pages use them."""

from __future__ import annotations

import os

import streamlit as st

from components.connections import connections
from components.navigation import RUN
from graphcore.errors import EdgewiseError
from graphcore.models import get_model
from graphcore.runs.plan import Plan
from graphcore.runs.store import Store


def runs_store() -> Store:
    """The database of EDGEWISE_DB, else the usual one; raises EdgewiseError where it cannot be used."""
    return _opened(os.environ.get("EDGEWISE_DB", ""))


@st.cache_resource(show_spinner=False)
def _opened(url: str) -> Store:
    return Store(url)


def unusable(plan: Plan) -> dict[str, str]:
    """The models of a plan that this session cannot call now, each with the reason."""
    reasons = {}
    for name in plan.models:
        try:
            status = get_model(name, plan.connections(connections())).status()
        except EdgewiseError as error:
            reasons[name] = str(error)
        else:
            reasons[name] = "" if status.usable else status.reason
    return {name: reason for name, reason in reasons.items() if reason}


def show_run(run_id: str) -> None:
    """Put a run into the address, so that the page shows it on its next turn; "" for none."""
    if run_id:
        st.query_params[RUN] = run_id
    else:
        st.query_params.pop(RUN, None)
