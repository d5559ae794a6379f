"""A graph of one's own: uploaded, pasted or typed into a table. The table is what counts; the others fill it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.graph_files import graph_from_rows, pack_graph, read_graph, unpack_graph, write_json
from graphcore.graphs import TemporalGraph

COLUMNS = ["u", "v", "time"]
WIDTHS = {"u": 46, "v": 46, "time": 70}
"""Pixels of the columns: all are in sight in the sidebar, however long the names are."""
LONGEST_LINK = 3_000
EXAMPLE: list[tuple[str, str | None, int | None]] = [
    ("0", "1", 0),
    ("1", "2", 1),
    ("0", "2", 2),
    ("2", "3", 2),
    ("1", "3", 4),
]


def own_graph(packed: str) -> tuple[TemporalGraph | None, str]:
    """Draw the editor and return the graph, or None and a sentence on why there is none.

    `packed` is the graph of a link that was just followed, "" if there is none.
    """
    if packed or "_own_rows" not in st.session_state:
        _start(packed)
    with st.expander("Your graph", expanded=True):
        filled = st.segmented_control(
            "Fill the table", ["Type", "Paste", "Upload"], default="Type", key="own_way", required=True
        )
        {"Type": _type, "Paste": _paste, "Upload": _upload}[filled]()
        _tell(st.session_state._own_notes)
        directed = st.toggle("Links have a direction", key="own_directed")
        rows = st.data_editor(
            st.session_state._own_rows,
            key=f"own_table_{st.session_state._own_version}",
            num_rows="dynamic",
            hide_index=True,
            height=240,
            column_config={name: st.column_config.Column(width=width) for name, width in WIDTHS.items()},
        )
        graph, fault = _from_table(rows, directed)
        if graph is not None:
            st.download_button("Save as JSON", write_json(graph), "graph.json", "application/json", on_click="ignore")
    return graph, fault


def _start(packed: str) -> None:
    _fill(EXAMPLE, [])
    st.session_state.own_directed = False
    if packed:
        try:
            _take(unpack_graph(packed), [])
        except EdgewiseError as error:
            st.session_state._own_notes = [f"From the link: {error}"]


def _type() -> None:
    st.caption("One link a row: node, node, whole-numbered time. A node alone needs no more than its name.")


def _paste() -> None:
    text = st.text_area(
        "CSV lines u,v,t or JSON", key="own_text", height=120, placeholder="0,1,0\n1,2,1\n0,2,2", max_chars=1_000_000
    )
    if st.button("Fill the table", key="own_fill", disabled=not text.strip()):
        _read(text, "")


def _upload() -> None:
    file = st.file_uploader(
        "A CSV or JSON file", type=["csv", "tsv", "txt", "json", "jsonl"], key="own_file", max_upload_size=2
    )
    if file is not None and file.file_id != st.session_state.get("_own_file"):
        st.session_state._own_file = file.file_id
        _read(file.getvalue(), file.name)


def _read(content: str | bytes, name: str) -> None:
    try:
        graph, notes = read_graph(content, name)
    except EdgewiseError as error:
        st.session_state._own_notes = [str(error)]
        return
    _take(graph, notes)


def _take(graph: TemporalGraph, notes: list[str]) -> None:
    linked = {node for u, v, _ in graph.edges for node in (u, v)}
    lonely = [(str(node), None, None) for node in graph.nodes if node not in linked]
    _fill([*((str(u), str(v), t) for u, v, t in graph.edges), *lonely], notes)
    st.session_state.own_directed = graph.directed


def _fill(rows: list[tuple[str, str | None, int | None]], notes: list[str]) -> None:
    table = pd.DataFrame(rows, columns=COLUMNS).astype({"u": "string", "v": "string", "time": "Int64"})
    st.session_state._own_rows, st.session_state._own_notes = table, notes
    st.session_state._own_version = st.session_state.get("_own_version", 0) + 1


def _from_table(rows: pd.DataFrame, directed: bool) -> tuple[TemporalGraph | None, str]:
    try:
        graph, notes = graph_from_rows(rows[COLUMNS].itertuples(index=False, name=None), directed)
    except EdgewiseError as error:
        _tell([str(error)])
        return None, str(error)
    _tell(notes)
    packed = pack_graph(graph)
    short = len(packed) <= LONGEST_LINK
    st.session_state._own_packed = packed if short else ""
    if not short:
        st.caption("This graph is too large to stand in a link; save it as JSON to share it.")
    return graph, ""


def _tell(notes: list[str]) -> None:
    """What could not be used, beside what it speaks of."""
    for note in notes:
        st.caption(f":orange[{plain(note)}]")
