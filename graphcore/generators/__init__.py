"""Generators of base graphs: a seeded source of randomness and declared parameters in, a networkx graph out.

The nodes of every generated graph are 0..n-1, and the same seed gives the same graph in any process and
on any machine. Time stamps are given afterwards, by `graphcore.generators.temporal`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import networkx as nx

from graphcore.parameters import Parameter
from graphcore.registry import Registry


@dataclass(frozen=True)
class Generator:
    """One model of graphs. `build` takes the values of all `parameters`, in range, by name.

    One that is not `general` serves only the tasks that name it.
    """

    name: str
    title: str
    source: str
    parameters: tuple[Parameter, ...]
    build: Callable[[Random, Mapping[str, Any]], nx.Graph]
    general: bool = True


GENERATORS: Registry[Generator] = Registry("generator")

from graphcore.generators import random as _random  # noqa: E402, F401 - the module registers its generators
from graphcore.generators import special as _special  # noqa: E402, F401

GENERAL = tuple(generator.name for generator in GENERATORS if generator.general)
"""The generators that any task can be asked on, the default first."""
