"""A graph in an address."""

from __future__ import annotations

import base64
import json
import zlib

from graphcore.errors import GraphError
from graphcore.graph_files.columns import TIMES, columns_of
from graphcore.graph_files.rows import MAX_BYTES, checked
from graphcore.graphs import Graph, graph_from_json


def pack_graph(graph: Graph) -> str:
    """`graph` as a short text of letters, digits, "-" and "_" that an address can carry."""
    record = graph.to_json()
    if graph.kind == TIMES.kind:
        del record["kind"]  # It is the kind of those that name none, and addresses of dynamic graphs never did.
    packed = zlib.compress(json.dumps(record, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack_graph(text: str) -> Graph:
    """The graph that `pack_graph` packed; raises GraphError for anything else and beyond the limits."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
        unpacker = zlib.decompressobj()
        record = unpacker.decompress(packed, MAX_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError
        graph = graph_from_json(json.loads(record))
    except (GraphError, ValueError, zlib.error, RecursionError):
        raise GraphError("The graph in this address cannot be read; copy the whole address again.") from None
    return checked(graph, columns_of(graph.kind))
