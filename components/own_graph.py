"""A graph of one's own: uploaded, pasted or typed into a table. The table is what counts; the others fill it.

Each kind of graph has a table of its own, which waits while the task is about the other kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import streamlit as st

from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.graph_files import (
    TIMES,
    columns_of,
    graph_from_rows,
    pack_graph,
    read_graph,
    rows_of,
    unpack_graph,
    write_json,
)
from graphcore.graphs import Graph, static_graph, temporal_graph
from graphcore.tasks import Task

TABLE = ["u", "v", "number"]
WIDTHS = {"u": 44, "v": 44, "number": 82}
"""Pixels of the columns: all are in sight in the sidebar, however long the names are."""
LONGEST_LINK = 3_000
_EXAMPLES: tuple[Graph, ...] = (
    temporal_graph(range(4), [(0, 1, 0), (1, 2, 1), (0, 2, 2), (2, 3, 2), (1, 3, 4)]),
    static_graph(
        range(5),
        [(u, v, {"weight": w}) for u, v, w in ((0, 1, 2), (1, 2, 1), (2, 3, 3), (0, 3, 7), (3, 4, 1))],
    ),
)
EXAMPLES = {graph.kind: graph for graph in _EXAMPLES}


@dataclass
class _Draft:
    """A table as it stands in `rows`, and as it was in `base` when it was drawn anew, which changes its `version`.

    `shape` is the third column that it was drawn with, None if it is to be drawn anew; `file` was read last.
    """

    rows: pd.DataFrame
    base: pd.DataFrame
    notes: list[str] = field(default_factory=list)
    version: int = 0
    shape: str | None = None
    file: str = ""
    packed: str = ""


@dataclass(frozen=True)
class _Words:
    """What the editor calls things where the task is about these graphs; `third` is "" for edges that carry nothing."""

    kind: str
    third: str

    @property
    def noun(self) -> str:
        """What a row is."""
        return columns_of(self.kind).noun

    @property
    def row(self) -> str:
        """What to type into a row."""
        third = {"": "", TIMES.title: ", whole-numbered time"}.get(self.third, f", {self.third} (1 if left out)")
        return f"One {self.noun} a row: node, node{third}. A node alone needs no more than its name."

    @property
    def pasted(self) -> tuple[str, str]:
        """What can be pasted, and an example of it."""
        if not self.third:
            return "CSV lines u,v or JSON", "0,1\n1,2\n0,2"
        return f"CSV lines u,v,{self.third[0]} or JSON", "0,1,0\n1,2,1\n0,2,2"


def own_graph(packed: str, task: Task[Any]) -> tuple[Graph | None, str]:
    """Draw the editor of graphs for `task` and return the graph, or None and a sentence on why there is none.

    `packed` is the graph of a link that was just followed, "" if there is none.
    """
    kind = task.graph_kind
    words = _Words(kind, TIMES.title if kind == TIMES.kind else task.measure or "")
    if packed:
        _follow(packed, kind)
    draft = _draft(kind)
    with st.expander("Your graph", expanded=True):
        filled = st.segmented_control(
            "Fill the table", ["Type", "Paste", "Upload"], default="Type", key="own_way", required=True
        )
        {"Type": _type, "Paste": _paste, "Upload": _upload}[filled](words)
        _tell(draft.notes)
        directed = _direction(task, words)
        rows = _table(draft, words)
        graph, fault = _from_table(draft, rows, directed, words)
        if graph is not None:
            st.download_button("Save as JSON", write_json(graph), "graph.json", "application/json", on_click="ignore")
    return graph, fault


def packed_graph(kind: str) -> str:
    """The graph of one's own of that kind as the address carries it; "" if it is too large."""
    return _draft(kind).packed


def _draft(kind: str) -> _Draft:
    drafts: dict[str, _Draft] = st.session_state.setdefault("_own", {})
    if kind not in drafts:
        table = _as_table(rows_of(EXAMPLES[kind]), kind)
        drafts[kind] = _Draft(table, table)
        st.session_state[_directed_key(kind)] = False
    return drafts[kind]


def _directed_key(kind: str) -> str:
    return f"own_directed_{kind}"


def _follow(packed: str, kind: str) -> None:
    """Take the graph of a link; of the wrong kind, it waits for a task that is about such graphs."""
    _take(EXAMPLES[kind], [])
    try:
        graph = unpack_graph(packed)
    except EdgewiseError as error:
        _draft(kind).notes = [f"From the link: {error}"]
        return
    _take(graph, [])
    if graph.kind != kind:
        _draft(kind).notes = [f"From the link: its graph is {graph.kind} and waits for a task about such graphs."]


def _direction(task: Task[Any], words: _Words) -> bool:
    """Whether the rows have a direction: as the task wants it, else as is chosen."""
    if task.directed is None:
        return st.toggle(
            f"{words.noun.capitalize()}s have a direction", key=_directed_key(words.kind), persist_state="session"
        )
    st.caption(f"{words.noun.capitalize()}s {'lead from u to v' if task.directed else 'have no direction'} here.")
    return task.directed


def _type(words: _Words) -> None:
    st.caption(words.row)


def _paste(words: _Words) -> None:
    label, example = words.pasted
    text = st.text_area(label, key="own_text", height=120, placeholder=example, max_chars=1_000_000)
    if st.button("Fill the table", key="own_fill", disabled=not text.strip()):
        _read(text, "", words)


def _upload(words: _Words) -> None:
    file = st.file_uploader(
        "A CSV or JSON file", type=["csv", "tsv", "txt", "json", "jsonl"], key="own_file", max_upload_size=2
    )
    if file is not None and file.file_id != _draft(words.kind).file:
        _draft(words.kind).file = file.file_id
        _read(file.getvalue(), file.name, words)


def _read(content: str | bytes, name: str, words: _Words) -> None:
    try:
        graph, notes = read_graph(content, name, columns=columns_of(words.kind, words.third))
    except EdgewiseError as error:
        _draft(words.kind).notes = [str(error)]
        return
    _take(graph, notes)


def _take(graph: Graph, notes: list[str]) -> None:
    """Have the table of the graph's kind hold it."""
    draft = _draft(graph.kind)
    draft.rows, draft.notes, draft.shape = _as_table(rows_of(graph), graph.kind), notes, None
    st.session_state[_directed_key(graph.kind)] = graph.directed


def _as_table(rows: Iterable[tuple[Any, ...]], kind: str) -> pd.DataFrame:
    """Cells as they are typed: all of them texts, but for times, which the table keeps whole."""
    table = pd.DataFrame(list(rows), columns=TABLE, dtype=object)
    texts = table.map(lambda cell: None if cell is None else str(cell)).astype("string")
    return texts.astype({"number": "Int64"}) if kind == TIMES.kind else texts


def _table(draft: _Draft, words: _Words) -> pd.DataFrame:
    """The table to type into. What was typed stays when it is drawn anew, for another task or after a while."""
    key = f"own_table_{words.kind}_{draft.version}"
    if draft.shape != words.third or key not in st.session_state:
        draft.shape, draft.version = words.third, draft.version + 1
        draft.base = draft.rows
        key = f"own_table_{words.kind}_{draft.version}"
    return st.data_editor(
        draft.base,
        key=key,
        num_rows="dynamic",
        hide_index=True,
        height=240,
        column_order=TABLE if words.third else TABLE[:2],
        column_config={
            "u": st.column_config.Column(width=WIDTHS["u"]),
            "v": st.column_config.Column(width=WIDTHS["v"]),
            "number": st.column_config.Column(words.third, width=WIDTHS["number"], alignment="right"),
        },
    )


def _from_table(draft: _Draft, rows: pd.DataFrame, directed: bool, words: _Words) -> tuple[Graph | None, str]:
    draft.rows, draft.packed = rows.reset_index(drop=True), ""
    columns = columns_of(words.kind, words.third)
    try:
        graph, notes = graph_from_rows(_used(rows, words).itertuples(index=False, name=None), directed, columns)
    except EdgewiseError as error:
        _tell([str(error)])
        return None, str(error)
    _tell(notes)
    packed = pack_graph(graph)
    if len(packed) <= LONGEST_LINK:
        draft.packed = packed
    else:
        st.caption("This graph is too large to stand in a link; save it as JSON to share it.")
    return graph, ""


def _used(rows: pd.DataFrame, words: _Words) -> pd.DataFrame:
    """The rows as the task takes them: without numbers that it is not about, and with 1 for those left out."""
    used = rows[TABLE].copy()
    if not words.third:
        used["number"] = None
    elif words.third != TIMES.title:
        is_blank = used.isna() | used.eq("")
        used.loc[is_blank["number"] & ~is_blank["u"] & ~is_blank["v"], "number"] = "1"
    return used


def _tell(notes: list[str]) -> None:
    """What could not be used, beside what it speaks of."""
    for note in notes:
        st.caption(f":orange[{plain(note)}]")
