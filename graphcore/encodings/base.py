"""What an encoding is: one shape, with a form for each kind of graph that can be written in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphcore.graphs import Node


@dataclass(frozen=True)
class Form:
    """How one kind of graph is written in a shape.

    `write` takes the graph, and its edges and nodes in the order in which they are to be listed; `reading` is the
    sentence that tells a reader what the text means. `by_time` says that the text is grouped by time, so that it
    cannot hide the time order; `by_node` that each line is a node with its links.
    """

    write: Callable[[Any, Sequence[Any], Sequence[Node]], str]
    reading: Callable[[Any], str]
    by_time: bool = False
    by_node: bool = False


@dataclass(frozen=True)
class Encoding:
    """One shape; `forms` has a form by the kind of graph."""

    name: str
    title: str
    help: str
    forms: Mapping[str, Form] = field(repr=False)
