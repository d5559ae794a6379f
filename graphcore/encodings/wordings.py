"""Wordings: what a graph is said to be. Abstract speaks of nodes and edges; others put other nouns in their place.

NLGraph (appendix D, instruction variants) asks for shortest paths among cities joined by roads of some distance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from graphcore.errors import InputError
from graphcore.graphs import Node
from graphcore.registry import Registry


@dataclass(frozen=True)
class Wording:
    """One way to speak of graphs; `nouns` are put in the place of the abstract ones, in lower case."""

    name: str
    title: str
    help: str
    nouns: Mapping[str, str] = field(default_factory=dict, repr=False)

    def worded(self, text: str, nodes: Iterable[Node]) -> str:
        """`text` in this wording; raises InputError if one of the nouns stands in a node's name."""
        if not self.nouns:
            return text
        pattern = re.compile(rf"\b(?:{'|'.join(sorted(self.nouns, key=len, reverse=True))})\b", re.IGNORECASE)
        if taken := [str(node) for node in nodes if pattern.search(str(node))]:
            raise InputError(
                f"A node is called {taken[0]!r}, so the wording {self.name} would rename it; choose abstract."
            )
        return pattern.sub(self._put, text)

    def _put(self, match: re.Match[str]) -> str:
        noun = self.nouns[match.group().lower()]
        return noun.capitalize() if match.group()[0].isupper() else noun


WORDINGS: Registry[Wording] = Registry("wording")
for _wording in (
    Wording("abstract", "Abstract", "Nodes, edges and weights."),
    Wording(
        "roads",
        "Roads",
        "Cities for nodes, roads for edges and distances for weights.",
        {
            "node": "city",
            "nodes": "cities",
            "an edge": "a road",
            "edge": "road",
            "edges": "roads",
            "weight": "distance",
            "weights": "distances",
        },
    ),
):
    WORDINGS.add(_wording)
