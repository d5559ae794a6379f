"""The reader of orders of all nodes."""

from __future__ import annotations

from graphcore.parsing.node_forms import NodePath
from graphcore.parsing.reader import LIST_NOTE


class NodeOrder(NodePath):
    """Nodes in the order in which they are visited; [] for a stated "none"."""

    name = "order of nodes"
    instruction = f"Give the answer as a list of nodes in the order in which they are visited {LIST_NOTE}."
    subject = frozenset({"order", "solution"})
