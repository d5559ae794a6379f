"""A temporal graph of one's own: read from a file, a pasted text or a table, and written back.

Formats: CSV with the columns u, v, t (separated by commas, semicolons, tabs or spaces), the contract's JSON (a graph,
a problem, or a bare list of [u, v, t]), and the tuples in which LLM4DyG writes its graphs. In a CSV file or table
a row with a first cell alone is a node without links; among links a word needs no separators after it. Files are
other people's: nothing in them is run, sizes are bounded, and every line that cannot be used is named while the
others are read.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import numbers
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphcore.errors import GraphError
from graphcore.graphs import Link, Node, TemporalGraph, graph_from_json, is_node, temporal_graph

MAX_BYTES = 1_000_000
MAX_NODES = 100
MAX_EDGES = 5_000

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}")
_TIME = re.compile(r"([+-]?[0-9]{1,15})(?:\.0*)?")
_WORD = re.compile(r"[^\s,;\"]+")
_NOTHING = {"None", "nan", "NaT", "<NA>"}
_SEPARATORS = (",", ";", "\t", " ")
_HEADERS = ({"u", "source", "from", "src"}, {"v", "target", "to", "dst"}, {"t", "time", "timestamp"})
_FIELD = r"""\s*+("(?:[^"\\]|\\.)*+"\s*+|'(?:[^'\\]|\\.)*+'\s*+|[^,()"'\s][^,()]*+)"""
_TUPLE = re.compile(rf"\({_FIELD},{_FIELD},{_FIELD}\)", re.DOTALL)
_TUPLES_BEGIN = re.compile(r"\s*(?:\[\s*)?\(")

Row = tuple[str, Sequence[object]]
"""Where something stands ("Line 3") and its cells u, v, t."""


def read_graph(text: str | bytes, filename: str = "", directed: bool = False) -> tuple[TemporalGraph, list[str]]:
    """The graph in `text`, and a sentence on each thing that was left out, naming its line.

    `filename` helps to tell the format; `directed` holds for formats that do not say. Ids that all look like
    integers become integers, but JSON keeps its types. Raises GraphError if there is no usable graph.
    """
    content = _decoded(text)
    notes: list[str] = []
    suffix = filename.lower().rpartition(".")[2]
    if suffix not in ("csv", "tsv") and _TUPLES_BEGIN.match(content):
        graph = _from_rows(_tuple_rows(content, notes), directed, notes)
    elif suffix == "json" or (suffix not in ("csv", "tsv") and content.lstrip().startswith(("{", "["))):
        graph = _from_json(content, directed, notes)
    else:
        graph = _from_rows(_csv_rows(content, notes), directed, notes)
    return graph, notes


def graph_from_rows(
    rows: Iterable[tuple[object, object, object]], directed: bool = False
) -> tuple[TemporalGraph, list[str]]:
    """The graph of a table with the columns u, v, t, and what was left out of it; blank rows are skipped.

    Raises GraphError if no row is usable.
    """
    notes: list[str] = []
    return _from_rows(((f"Row {i}", row) for i, row in enumerate(rows, 1)), directed, notes), notes


def write_csv(graph: TemporalGraph) -> str:
    """`graph` as CSV with a header; a node without links has a row of its own. Whether it is directed is not told."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(("u", "v", "t"))
    writer.writerows(graph.edges)
    linked = {node for u, v, _ in graph.edges for node in (u, v)}
    writer.writerows((node, "", "") for node in graph.nodes if node not in linked)
    return stream.getvalue()


def write_json(graph: TemporalGraph) -> str:
    """`graph` as the contract's record on one line."""
    return json.dumps(graph.to_json(), ensure_ascii=False)


def pack_graph(graph: TemporalGraph) -> str:
    """`graph` as a short text of letters, digits, "-" and "_" that an address can carry."""
    record = {name: value for name, value in graph.to_json().items() if name != "kind"}
    packed = zlib.compress(json.dumps(record, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack_graph(text: str) -> TemporalGraph:
    """The graph that `pack_graph` packed; raises GraphError for anything else and beyond the limits."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
        unpacker = zlib.decompressobj()
        record = unpacker.decompress(packed, MAX_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError
        graph = _temporal(json.loads(record))
    except (GraphError, ValueError, zlib.error, RecursionError):
        raise GraphError("The graph in this address cannot be read; copy the whole address again.") from None
    return _checked(graph)


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


@dataclass
class _Links:
    """The links of a file as they come in, without loops and repetitions, which are noted."""

    directed: bool
    notes: list[str]
    kept: list[Link] = field(default_factory=list)
    seen: set[Link] = field(default_factory=set)

    def add(self, place: str, u: Node, v: Node, t: int) -> bool:
        """Keep the link, or note why not."""
        if u == v:
            self.notes.append(f"{place} joins {u!r} with itself and is left out.")
        elif (u, v, t) in self.seen:
            self.notes.append(f"{place} repeats the link of {u!r} and {v!r} at time {t} and is left out.")
        else:
            self.seen |= {(u, v, t)} if self.directed else {(u, v, t), (v, u, t)}
            self.kept.append((u, v, t))
            return True
        return False


def _from_rows(rows: Iterable[Row], directed: bool, notes: list[str]) -> TemporalGraph:
    """The graph of rows whose ids have no types of their own."""
    links = _Links(directed, notes)
    found: dict[str, None] = {}
    for place, cells in rows:
        try:
            u, v, t = (_cell(value) for value in cells)
        except (ValueError, OverflowError):
            notes.append(f"{place} holds a number that is too long and is left out; shorten it.")
            continue
        time = _TIME.fullmatch(t)
        if u and not v and not t:
            found[u] = None
        elif u and v and time:
            if links.add(place, u, v, int(time[1])):
                found |= {u: None, v: None}
        elif u or v or t:
            missing = next((name for name, text in zip("uvt", (u, v, t), strict=True) if not text), "")
            fault = f"has no {missing}" if missing else f"has the time {_short(t)}"
            notes.append(f"{place} {fault} and is left out; give two nodes and a whole number.")
    names = _typed(found)
    edges = ((names[str(u)], names[str(v)], t) for u, v, t in links.kept)
    return _checked(temporal_graph(_in_order(names.values()), edges, directed))


def _cell(value: object) -> str:
    """A cell as text: "" for nothing, whole floats as integers. Raises ValueError or OverflowError for huge numbers."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral) and float(value).is_integer():
        return str(int(float(value)))
    text = str(value)
    return "" if text in _NOTHING else text


def _typed(names: Iterable[str]) -> dict[str, Node]:
    """The ids that the names stand for: integers if all of them look like integers."""
    names = list(names)
    integers = all(_INTEGER.fullmatch(name) for name in names)
    return {name: int(name) if integers else name for name in names}


def _in_order(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Integers ascending; anything else in the order given."""
    listed = list(nodes)
    integers = [node for node in listed if isinstance(node, int)]
    return tuple(sorted(integers)) if len(integers) == len(listed) else tuple(listed)


def _checked(graph: TemporalGraph) -> TemporalGraph:
    if not graph.nodes:
        raise GraphError("No line can be used; give two nodes and a whole number on each, such as 0,1,3.")
    if len(graph.nodes) > MAX_NODES:
        raise GraphError(f"The graph has {len(graph.nodes):,} nodes; give at most {MAX_NODES}.")
    if len(graph.edges) > MAX_EDGES:
        raise GraphError(f"The graph has {len(graph.edges):,} links; give at most {MAX_EDGES:,}.")
    for node in graph.nodes:
        if any("\ud800" <= character <= "\udfff" for character in str(node)):
            raise GraphError(f"The node {node!a} holds half a character; rename it.")
    return graph


def _csv_rows(content: str, notes: list[str]) -> Iterator[Row]:
    separator, columns = _layout(content)
    rows = [(line, cells) for line, cells in _split(content, separator) if any(cells)]
    width = 3
    if columns:
        header = rows.pop(0)[1]
        width = len(header)
        others = [name for index, name in enumerate(header) if index not in columns and name]
        if others:
            notes.append(f"The columns {', '.join(others)} are left out.")
    elif rows and len(rows[0][1]) >= 3 and rows[0][1][2] and not _TIME.fullmatch(rows[0][1][2]):
        line, cells = rows.pop(0)
        notes.append(f"Line {line} ({_short(', '.join(cells))}) is taken for the header.")
    node_first = columns[0] == 0 if columns else any(len(cells) >= width for _, cells in rows)
    for line, cells in rows:
        if node_first and len(cells) == 1 and _WORD.fullmatch(cells[0]):
            yield f"Line {line}", [cells[0], "", ""]
        elif len(cells) <= max(columns or (2,)) or any(cells[width:]):
            notes.append(f"Line {line} does not have {width} cells and is left out; give two nodes and a whole number.")
        else:
            yield f"Line {line}", [cells[index] for index in columns or (0, 1, 2)]


def _layout(content: str) -> tuple[str, list[int] | None]:
    """The separator, and where the header has u, v and t (None if it does not name them), from the first lines."""
    head = "\n".join(re.split(r"\r\n|\r|\n", content.strip("\r\n"), maxsplit=50)[:50])
    for separator in _SEPARATORS:
        columns = _columns(next((cells for _, cells in _split(head, separator) if any(cells)), []))
        if columns:
            return separator, columns
    return max(_SEPARATORS, key=lambda separator: _fit(head, separator)), None


def _columns(header: list[str]) -> list[int] | None:
    names = [name.lower() for name in header]
    found = [[index for index, name in enumerate(names) if name in known] for known in _HEADERS]
    return [places[0] for places in found] if all(found) else None


def _fit(head: str, separator: str) -> tuple[int, int]:
    """How many lines the separator makes links of, and how many it makes three cells of."""
    rows = [cells for _, cells in _split(head, separator)]
    links = [cells for cells in rows if len(cells) >= 3 and _TIME.fullmatch(cells[2]) and not any(cells[3:])]
    return len(links), sum(len(cells) == 3 for cells in rows)


def _split(content: str, separator: str) -> list[tuple[int, list[str]]]:
    """The first line number and the stripped cells of each row that is not blank.

    Where quotes do not match, each line is taken by itself, so that a stray quote costs no more than its line.
    """
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        reader = csv.reader(
            io.StringIO(content, newline=""), delimiter=separator, skipinitialspace=separator != " ", strict=True
        )
        for cells in reader:
            if cells:
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        lines = enumerate(re.split(r"\r\n|\r|\n", content), 1)
        rows = [(number, _split_line(text, separator)) for number, text in lines if text.strip()]
    if separator == " ":
        rows = [(line, [cell for cell in cells if cell]) for line, cells in rows]
    return [(line, [cell.strip() for cell in cells]) for line, cells in rows]


def _split_line(text: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([text], delimiter=separator, skipinitialspace=separator != " "), [])
    except csv.Error:
        return [text]


def _tuple_rows(content: str, notes: list[str]) -> Iterator[Row]:
    end = 0
    for number, match in enumerate(_TUPLE.finditer(content), 1):
        _note_gap(content[end : match.start()], f"before link {number}", notes)
        yield f"Link {number}", [_unquoted(cell.strip()) for cell in match.groups()]
        end = match.end()
    _note_gap(content[end:], "at the end", notes)


def _note_gap(text: str, where: str, notes: list[str]) -> None:
    rest = text.strip(" \t\r\n,;.[]")
    if rest:
        notes.append(f"The text {_short(rest)} {where} is left out; give links as (u, v, t).")


def _unquoted(cell: str) -> str:
    if cell[0] not in "\"'":
        return cell
    try:
        return str(json.loads(cell))
    except ValueError:
        return re.sub(r"\\(.)", r"\1", cell[1:-1])


def _from_json(content: str, directed: bool, notes: list[str]) -> TemporalGraph:
    try:
        return _checked(_json_graph(json.loads(content), directed, notes))
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            raise GraphError("The JSON holds more than one record; give a single one.") from None
        raise GraphError(f"The JSON breaks at line {error.lineno}, column {error.colno}; mend it there.") from None
    except ValueError:
        raise GraphError("The JSON holds a number that is too long; shorten it.") from None
    except RecursionError:
        raise GraphError("The JSON is nested too deeply; give a list of [u, v, t].") from None


def _json_graph(data: Any, directed: bool, notes: list[str]) -> TemporalGraph:
    if isinstance(data, Mapping) and "graph" in data:
        data = data["graph"]
    record: Any = {"edges": data} if isinstance(data, list) else data
    if not isinstance(record, Mapping) or not isinstance(record.get("edges"), list):
        return _temporal(record)
    record = {"directed": directed, **record}
    links = _Links(record["directed"] is True, notes)
    for number, edge in enumerate(record["edges"], 1):
        link = _json_link(edge)
        if link is None:
            notes.append(f"Edge {number} is not [u, v, t] and is left out; give two nodes and a whole number.")
        else:
            links.add(f"Edge {number}", *link)
    ends = _in_order(dict.fromkeys(node for u, v, _ in links.kept for node in (u, v)))
    return _temporal({"nodes": list(ends), **record, "edges": links.kept})


def _temporal(record: object) -> TemporalGraph:
    graph = graph_from_json(record)
    if not isinstance(graph, TemporalGraph):
        raise GraphError(f"The graph is {graph.kind}; give a temporal one, with edges [u, v, t].")
    return graph


def _json_link(edge: object) -> Link | None:
    if not isinstance(edge, list) or len(edge) != 3 or not is_node(edge[0]) or not is_node(edge[1]):
        return None
    time = edge[2]
    if isinstance(time, str) or not _TIME.fullmatch(_cell(time)):
        return None
    return edge[0], edge[1], int(time)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
