"""What all tasks about static graphs share, and the rules that several of NLGraph's (section 2.2) keep to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.checks import Fault
from graphcore.generators import GENERAL
from graphcore.generators.static import plain
from graphcore.graphs import Node, Pair, StaticGraph
from graphcore.parameters import Value
from graphcore.records import Finding
from graphcore.tasks.base import Preset, Task

SIZES: Mapping[str, Preset] = {"easy": {"n": (5, 10)}, "medium": {"n": (11, 25)}, "hard": {"n": (26, 35)}}
"""The published sizes of NLGraph's easier tasks, in nodes (section 2.3)."""


class StaticTask(Task[StaticGraph]):
    """A question about a static graph, by default with five exemplars (NLGraph, section 3)."""

    graph_kind = StaticGraph.kind
    generators: ClassVar[tuple[str, ...]] = GENERAL
    shots = 5
    exemplar_params: ClassVar[Mapping[str, Value]] = {"n": 5, "p": 0.6}
    wordings: ClassVar[tuple[str, ...]] = ("abstract", "roads")
    remedy = "take more nodes or another density"

    def dressed(
        self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool
    ) -> StaticGraph | None:
        return plain(base)


def chain_of(path: Sequence[Node]) -> tuple[Pair, ...]:
    """The steps of a path as pairs."""
    return tuple(pairwise(path))


def require_ends(path: Sequence[Node], source: Node, target: Node) -> None:
    """`path` leads from `source` to `target`, else Fault `wrong_start` or `wrong_end`."""
    faults = [
        Finding(code, f"The path {verb} at {words.node(end)}, but {words.node(asked)} was asked for.", (end, asked))
        for code, verb, end, asked in (
            ("wrong_start", "starts", path[0], source),
            ("wrong_end", "ends", path[-1], target),
        )
        if end != asked
    ]
    if faults:
        raise Fault(*faults)
