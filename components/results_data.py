"""The records that the Results page looks at, read once for each change of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from graphcore.reports import files
from graphcore.reports.metrics import column, differs
from graphcore.reports.order import place
from graphcore.reports.tables import Table
from graphcore.runs.store import Run, Store

_SEEN = "_results_seen"
KEPT = 4
"""How many selections of runs are kept in memory."""

CONDITIONS = ("task", "style", "generator", "encoding", "order", "wording", "naming", "strategy", "k", "repeat")
"""The columns by which records may be grouped beside their model and parameters."""


@dataclass(frozen=True)
class Seen:
    """Some runs as they are looked at: their ids, and the mark of the state in which their records are."""

    store: Store
    ids: tuple[str, ...]
    mark: tuple[Any, ...]

    @property
    def records(self) -> pd.DataFrame:
        """The columns of all records; shared by all sessions, so never to be changed."""
        return _records(self.store.url, self.ids, self.mark, self.store)

    @property
    def differing(self) -> pd.Series:
        """For each record, whether models differ on what it was asked."""
        return _differing(self.store.url, self.ids, self.mark, self.store)

    @property
    def varied(self) -> dict[str, list[Any]]:
        """The conditions and parameters that have two values or more, their values in order, the telling first."""
        return _varied(self.store.url, self.ids, self.mark, self.store)

    @property
    def telling(self) -> list[str]:
        """Those of the varied that a task's name alone does not say: they have several values within one task."""
        return _telling(self.store.url, self.ids, self.mark, self.store)

    @property
    def paper_tables(self) -> list[Table]:
        """The tables in the papers' shapes."""
        return _paper_tables(self.store.url, self.ids, self.mark, self.store)


def seen(store: Store, runs: Sequence[Run]) -> Seen:
    """The runs as they are now; while one of them works, as they were when it was last refreshed."""
    ids = tuple(run.id for run in runs)
    kept: Seen | None = st.session_state.get(_SEEN)
    works = any(run.state == "running" for run in runs)
    if not works or kept is None or (kept.ids, kept.store.url) != (ids, store.url):
        kept = st.session_state[_SEEN] = Seen(store, ids, store.fingerprint(ids))
    return kept


def refresh() -> None:
    """Look at the records as they are now."""
    st.session_state.pop(_SEEN, None)


def forget() -> None:
    """Read everything anew: verdicts were changed in a way that a mark may not tell."""
    refresh()
    for cached in (_records, _differing, _varied, _telling, _paper_tables):
        cached.clear()


def rows_of(records: pd.DataFrame) -> list[dict[str, Any]]:
    """The records one by one, None where they have nothing."""
    rows: list[dict[str, Any]] = records.astype(object).where(records.notna(), None).to_dict("records")
    return rows


@st.cache_resource(max_entries=KEPT, show_spinner="Reading the records …")
def _records(url: str, ids: tuple[str, ...], mark: tuple[Any, ...], _store: Store) -> pd.DataFrame:
    return files.load(_store, ids)


@st.cache_resource(max_entries=KEPT, show_spinner="Comparing the models …")
def _differing(url: str, ids: tuple[str, ...], mark: tuple[Any, ...], _store: Store) -> pd.Series:
    return differs(_records(url, ids, mark, _store))


@st.cache_resource(max_entries=KEPT, show_spinner="Making the paper's tables …")
def _paper_tables(url: str, ids: tuple[str, ...], mark: tuple[Any, ...], _store: Store) -> list[Table]:
    return files.paper_tables(_store, _records(url, ids, mark, _store))


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _varied(url: str, ids: tuple[str, ...], mark: tuple[Any, ...], _store: Store) -> dict[str, list[Any]]:
    records = _records(url, ids, mark, _store)
    sets = records["params"].map(repr).drop_duplicates().index
    params = dict.fromkeys(name for given in records.loc[sets, "params"] for name in given or {})
    found = {name: column(records, name).dropna().unique().tolist() for name in (*params, *CONDITIONS)}
    several = {name: sorted(values, key=place) for name, values in found.items() if len(values) > 1}
    return {name: several[name] for name in sorted(several, key=lambda name: not _tells(records, name))}


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _telling(url: str, ids: tuple[str, ...], mark: tuple[Any, ...], _store: Store) -> list[str]:
    records = _records(url, ids, mark, _store)
    return [name for name in _varied(url, ids, mark, _store) if _tells(records, name)]


def _tells(records: pd.DataFrame, name: str) -> bool:
    """Whether there are several values of `name` within one task; the task itself tells always."""
    return name == "task" or bool((column(records, name).groupby(records["task"]).nunique() > 1).any())
