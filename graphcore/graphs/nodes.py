"""What all kinds of graphs share: node ids are integers or strings and keep their type; edges join two known nodes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from graphcore.errors import GraphError

Node = int | str
Pair = tuple[Node, Node]


def is_node(value: object) -> bool:
    """Whether `value` can be a node id: an integer or a non-empty string."""
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and bool(value.strip()))


def check_nodes(nodes: Sequence[object]) -> None:
    """Raise GraphError for an unusable id, or two that read the same."""
    seen: dict[str, object] = {}
    for node in nodes:
        if not is_node(node):
            raise GraphError(f"The node {show(node)} is neither a whole number nor a text; rename it.")
        text = " ".join(str(node).split())
        if text in seen:
            raise GraphError(f"The nodes {show(seen[text])} and {show(node)} read the same; give each its own name.")
        seen[text] = node


def check_ends(edge: Sequence[Any], known: Collection[Node]) -> None:
    """Raise GraphError if an end of `edge` is not `known`, or both are the same."""
    for node in edge[:2]:
        if not is_node(node) or node not in known:
            raise GraphError(f"The edge {show(edge)} has an end {show(node)} that is not among the nodes.")
    if edge[0] == edge[1]:
        raise GraphError(f"The edge {show(edge)} joins a node with itself; leave it out.")


def ranks(nodes: Sequence[Node]) -> dict[Node, int]:
    """Each node's position in the list of nodes."""
    return {node: index for index, node in enumerate(nodes)}


def show(value: object) -> str:
    """`value` as short text for a message."""
    text = repr(list(value)) if isinstance(value, tuple) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
