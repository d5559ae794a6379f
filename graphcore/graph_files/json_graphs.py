"""Graphs in JSON: the contract's record, a problem that holds one, or a bare list of edges."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphcore.errors import GraphError
from graphcore.graph_files.columns import Columns
from graphcore.graph_files.rows import Links, checked, in_order
from graphcore.graphs import Graph, graph_from_json, is_node


def graph_from_text(content: str, columns: Columns, directed: bool, notes: list[str]) -> Graph:
    """The graph of a JSON text, of the columns' kind; raises GraphError."""
    try:
        return checked(_graph(json.loads(content), columns, directed, notes), columns)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            raise GraphError("The JSON holds more than one record; give a single one.") from None
        raise GraphError(f"The JSON breaks at line {error.lineno}, column {error.colno}; mend it there.") from None
    except ValueError:
        raise GraphError("The JSON holds a number that is too long; shorten it.") from None
    except RecursionError:
        raise GraphError(f"The JSON is nested too deeply; give a list of {columns.form}.") from None


def _graph(data: Any, columns: Columns, directed: bool, notes: list[str]) -> Graph:
    if isinstance(data, Mapping) and "graph" in data:
        data = data["graph"]
    record: Any = {"edges": data} if isinstance(data, list) else data
    if not isinstance(record, Mapping):
        return graph_from_json(record)
    record = {"kind": columns.kind, "directed": directed, **record}
    if not isinstance(record.get("edges"), list) or record["kind"] != columns.kind:
        _require_kind(graph_from_json(record), columns)
    links = Links(columns, record["directed"] is True, notes)
    for number, entry in enumerate(record["edges"], 1):
        edge = _edge(entry, columns)
        if edge is None:
            notes.append(f"Edge {number} is not {columns.form} and is left out; give {columns.wanted}.")
        else:
            links.add(f"Edge {number}", edge)
    ends = in_order(dict.fromkeys(node for edge in links.kept for node in edge[:2]))
    return graph_from_json({"nodes": ends, **record, "edges": links.kept})


def _edge(entry: object, columns: Columns) -> tuple[Any, ...] | None:
    if not isinstance(entry, list) or len(entry) < 2 or not is_node(entry[0]) or not is_node(entry[1]):
        return None
    return columns.edge_of_json(tuple(entry))


def _require_kind(graph: Graph, columns: Columns) -> None:
    if graph.kind != columns.kind:
        raise GraphError(f"The graph is {graph.kind}; give a {columns.kind} one, with edges {columns.form}.")
