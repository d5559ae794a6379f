"""What all tasks about dynamic graphs share (LLM4DyG, section 3)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import networkx as nx

from graphcore.generators import GENERAL
from graphcore.generators.temporal import DIRECTED, TIME_SPAN, stamp
from graphcore.graphs import TemporalGraph
from graphcore.parameters import Value
from graphcore.tasks.base import Task


class TemporalTask(Task[TemporalGraph]):
    """A question about a dynamic graph, by default with one exemplar (LLM4DyG, section 4.1)."""

    graph_kind = TemporalGraph.kind
    generators = GENERAL
    graph_parameters = (TIME_SPAN, DIRECTED)
    shots = 1
    exemplar_params: ClassVar[Mapping[str, Value]] = {"n": 5, "p": 0.6, "t": 4}

    def dressed(self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> TemporalGraph:
        return stamp(base, rng, params["t"], params["directed"])
