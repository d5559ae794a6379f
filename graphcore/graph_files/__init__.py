"""A graph of one's own: read from a file, a pasted text or a table, and written back.

Formats: CSV with the columns u, v and a time, weight or capacity (separated by commas, semicolons, tabs or spaces),
the contract's JSON (a graph, a problem, or a bare list of edges), and the tuples in which the papers write their
graphs. In a CSV file or table a row with a first cell alone is a node without links; among links a word needs no
separators after it. Files are other people's: nothing in them is run, sizes are bounded, and every line that cannot be
used is named while the others are read.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from graphcore.errors import GraphError
from graphcore.graph_files.columns import CAPACITIES, TIMES, WEIGHTS, Columns, columns_of
from graphcore.graph_files.csv_rows import csv_rows
from graphcore.graph_files.json_graphs import graph_from_text
from graphcore.graph_files.packing import pack_graph, unpack_graph
from graphcore.graph_files.rows import MAX_BYTES, graph_of
from graphcore.graph_files.tuples import begins_with_tuples, tuple_rows
from graphcore.graphs import Graph, Node

__all__ = [
    "CAPACITIES", "TIMES", "WEIGHTS", "Columns", "columns_of", "graph_from_rows", "pack_graph", "read_graph",
    "rows_of", "unpack_graph", "write_csv", "write_json",
]  # fmt: skip


def read_graph(
    text: str | bytes, filename: str = "", directed: bool = False, columns: Columns = TIMES
) -> tuple[Graph, list[str]]:
    """The graph in `text`, and a sentence on each thing that was left out, naming its line.

    `filename` helps to tell the format; `directed` holds for formats that do not say; `columns` say which kind of graph
    is wanted. Ids that all look like integers become integers, but JSON keeps its types. Raises GraphError if there is
    no usable graph.
    """
    content = _decoded(text)
    notes: list[str] = []
    suffix = filename.lower().rpartition(".")[2]
    if suffix not in ("csv", "tsv") and begins_with_tuples(content):
        graph = graph_of(tuple_rows(content, columns, notes), columns, directed, notes)
    elif suffix == "json" or (suffix not in ("csv", "tsv") and content.lstrip().startswith(("{", "["))):
        graph = graph_from_text(content, columns, directed, notes)
    else:
        graph = graph_of(csv_rows(content, columns, notes), columns, directed, notes)
    return graph, notes


def graph_from_rows(
    rows: Iterable[tuple[object, object, object]], directed: bool = False, columns: Columns = TIMES
) -> tuple[Graph, list[str]]:
    """The graph of a table with these columns, and what was left out of it; blank rows are skipped.

    Raises GraphError if no row is usable.
    """
    notes: list[str] = []
    return graph_of(((f"Row {i}", row) for i, row in enumerate(rows, 1)), columns, directed, notes), notes


def rows_of(graph: Graph) -> list[tuple[Node, Node | None, float | None]]:
    """The rows of a table of `graph`: its links, then the nodes without any."""
    columns = columns_of(graph.kind)
    linked = {node for edge in graph.edges for node in edge[:2]}
    alone = [(node, None, None) for node in graph.nodes if node not in linked]
    return [*((edge[0], edge[1], columns.number_of(edge)) for edge in graph.edges), *alone]


def write_csv(graph: Graph) -> str:
    """`graph` as CSV with a header; a node without links has a row of its own. Whether it is directed is not told."""
    columns = columns_of(graph.kind, getattr(graph, "measure", None))
    width = 3 if columns.needed or getattr(graph, "measure", None) else 2
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(("u", "v", columns.letter)[:width])
    writer.writerows(["" if cell is None else cell for cell in row[:width]] for row in rows_of(graph))
    return stream.getvalue()


def write_json(graph: Graph) -> str:
    """`graph` as the contract's record on one line."""
    return json.dumps(graph.to_json(), ensure_ascii=False)


def _decoded(text: str | bytes) -> str:
    if isinstance(text, bytes) and text.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise GraphError("The file is encoded as UTF-16; save it as UTF-8.")
    try:
        raw = text if isinstance(text, bytes) else text.encode()
        if len(raw) > MAX_BYTES:
            raise GraphError("The text is larger than 1 MB; give a smaller graph.")
        content = raw.decode("utf-8-sig")
    except UnicodeError:
        raise GraphError("The text is not encoded as UTF-8; save it as UTF-8.") from None
    if "\0" in content:
        raise GraphError("The text holds NUL characters; save it as plain text in UTF-8.")
    return content
