"""The items of the Results page: filters, pages, and a line on each record that opens into all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.results_data import CONDITIONS, Seen, rows_of
from components.results_item import item
from components.safe_text import plain
from components.theme import OUTCOMES
from graphcore.errors import EdgewiseError
from graphcore.reports.metrics import column
from graphcore.reports.order import place

PAGE = 20
"""Lines on a page."""

COLOURS = {"correct": "green", "suboptimal": "orange", "hallucinatory": "red", "missing": "gray", "error": "violet"}
"""The names that Markdown has for the colours of outcomes."""

_LISTS = {"task": "Task", "model": "Model", "style": "Style", "difficulty": "Difficulty", "error": "Kind of error"}


def items_view(seen: Seen) -> None:
    """The filters, and a page of what they leave."""
    records = seen.records
    differing = st.toggle(
        "Only where models differ",
        key="only_differing",
        persist_state="session",
        help="Models that were asked the same and came to different outcomes.",
    )
    if differing:
        records = records[seen.differing]
    kept = records[_outcomes(records)]
    kept = kept[_chosen(kept, records)]
    st.markdown(f"{len(kept):,} of {len(seen.records):,} items", text_alignment="right")
    if kept.empty:
        st.info("No item fits these filters; take one of them away.")
        return
    count = -(-len(kept) // PAGE)
    page = st.pagination(count, key=f"items_page_{count}") if count > 1 else 1
    shown = kept.iloc[(page - 1) * PAGE : page * PAGE]
    named = [name for name in seen.telling if name not in ("task", "style")]
    with st.container(gap="xsmall"):
        for row in rows_of(shown):
            _line(seen, row, named, differing)


def sign_of(record: Mapping[str, Any]) -> str:
    """In Markdown: the sign of a record's outcome in its colour."""
    kind = record["outcome"] or "error"
    return f":{COLOURS[kind]}[**{OUTCOMES[kind].symbol}**]"


def line_of(record: Mapping[str, Any], named: list[str]) -> str:
    """In Markdown: what was asked of whom, and what came of it; `named` are the conditions to say."""
    said = [record["task"].split("/")[-1].replace("_", " "), record["model"], record["style"]]
    said += [f"{name} {_value(record, name)}" for name in named]
    said += [f"seed {record['seed']}"]
    came = record["answer"] if record["outcome"] else record["error"]
    codes = [f":small[:gray[{plain(code)}]]" for code in record["findings"]]
    return " · ".join(
        [f"{sign_of(record)} {plain(said[0])}", *map(plain, said[1:]), f"**{plain(came) or '–'}**", *codes]
    )


def _value(record: Mapping[str, Any], name: str) -> object:
    return record[name] if name in CONDITIONS else (record["params"] or {}).get(name, "–")


def _outcomes(records: pd.DataFrame) -> pd.Series:
    """Which records have one of the outcomes that the person chose; a failed call is of the outcome "error"."""
    kinds = records["outcome"].fillna("error")
    counts = kinds.value_counts()
    chosen = st.pills(
        "Outcome",
        list(OUTCOMES),
        selection_mode="multi",
        format_func=lambda name: f"{OUTCOMES[name].symbol} {OUTCOMES[name].word} {counts.get(name, 0):,}",
        key="filter_outcome",
        persist_state="session",
        label_visibility="collapsed",
    )
    return kinds.isin(chosen) if chosen else kinds.notna()


def _chosen(records: pd.DataFrame, offered: pd.DataFrame) -> pd.Series:
    """Which records fit the lists; there is a list of whatever `offered` has several values of."""
    offers = {"findings": sorted({code for found in offered["findings"] for code in found})}
    offers |= {name: _offered(_values(offered, name)) for name in _LISTS}
    offers = {name: values for name, values in offers.items() if len(values) > 1 or (name == "error" and values)}
    fits = pd.Series(True, index=records.index)
    for where, (name, values) in zip(st.columns(max(1, len(offers))), offers.items(), strict=False):
        wanted = _list(where, name, values)
        if wanted and name == "findings":
            fits &= records[name].map(lambda found, wanted=wanted: not wanted.isdisjoint(found)).astype(bool)
        elif wanted:
            fits &= _values(records, name).isin(wanted)
    return fits


def _offered(values: pd.Series) -> list[Any]:
    return sorted((value for value in values.dropna().unique() if value), key=place)


def _values(records: pd.DataFrame, name: str) -> pd.Series:
    """The kind of each record's error, or a condition or parameter of it."""
    return records[name] if name == "error" else column(records, name)


def _list(place: Any, name: str, values: list[str]) -> set[str]:
    key = f"filter_{name}"
    st.session_state[key] = [value for value in st.session_state.get(key, []) if value in values]
    title = _LISTS.get(name, "Finding")
    return set(place.multiselect(title, values, key=key, persist_state="session", placeholder="Any"))


@st.fragment
def _line(seen: Seen, record: dict[str, Any], named: list[str], differing: bool) -> None:
    """One line; what is behind it is read when it is opened."""
    line = st.expander(line_of(record, named), key=f"item-{record['run_id']}-{record['key']}", on_change="rerun")
    if line.open:
        with line:
            try:
                item(seen, record, differing)
            except EdgewiseError as error:
                st.error(plain(str(error)))
