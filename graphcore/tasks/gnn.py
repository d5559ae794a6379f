"""Compute the embeddings after layers that add up neighbors. (NLGraph, section 2.2, task 8)

Right are the embeddings of all nodes; the degrees are the share of right nodes and the mean relative error.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from graphcore import words
from graphcore.graphs import StaticGraph
from graphcore.parameters import Parameter
from graphcore.parsing import Embeddings
from graphcore.records import Finding, Problem, Reference, Step
from graphcore.solvers.static import equal
from graphcore.tasks.base import Judged, Posed, Preset
from graphcore.tasks.fields import Field
from graphcore.tasks.static import StaticTask

Rows = list[list[float]]
_SHOWN = 4
"""So many wrong nodes are told with what is right."""


class Gnn(StaticTask):
    """The embedding of every node after some layers of simple graph convolution."""

    directed = False
    name = "nlgraph/gnn"
    title = "Add up neighbors' embeddings"
    ability = "complex"
    instruction = (
        "Every node of the graph has an embedding of two numbers. In a layer of simple graph convolution the embedding "
        "of every node becomes the sum of its neighbors' embeddings, all at the same time. Find the embedding of each "
        "node after the given number of layers."
    )
    algorithm = (
        "We can go from layer to layer: list for each node its neighbors, add up their embeddings of the layer before, "
        "first numbers and second numbers apart, and take these sums as the embeddings for the next layer."
    )
    reader = Embeddings()
    fields: ClassVar[Mapping[str, Field]] = {"layers": Field("count", low=1, high=20), "embeddings": Field("vectors")}
    parameters = (Parameter("layers", "int", 1, "Layers", "How many times the neighbors are added up.", 1, 5),)
    presets: ClassVar[Mapping[str, Preset]] = {
        "easy": {"n": (5, 8), "layers": (1, 2)},
        "hard": {"n": (9, 15), "layers": (1, 2)},
    }
    shots = 1
    wordings = ("abstract",)
    missing_score: ClassVar[Mapping[str, float | None]] = {"pc": 0.0, "re": 1.0}
    needs = "an edge"

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        given = [[rng.randint(0, 1), rng.randint(0, 1)] for _ in graph.nodes]
        return Posed(graph, {"layers": params["layers"], "embeddings": given}) if graph.edges else None

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        given = zip(graph.nodes, query["embeddings"], strict=True)
        told = ", ".join(f"{words.node(node)} has {_vector(row)}" for node, row in given)
        layers = "one layer" if query["layers"] == 1 else f"{query['layers']} layers"
        return f"At first {told}. What is the embedding of each node after {layers}?"

    def answer_size(self, query: Mapping[str, Any]) -> int | None:
        return len(query["embeddings"])

    def solve(self, graph: StaticGraph, query: Mapping[str, Any]) -> Reference:
        rows = layers_of(graph, query)[-1]
        return Reference(rows, rows)

    def check(self, graph: StaticGraph, query: Mapping[str, Any], value: Any) -> Judged:
        """An untrue answer has degrees too, so it is judged here and raises no Fault."""
        reference = self.solve(graph, query)
        given = [*value, *[None] * (len(graph.nodes) - len(value))]
        right = [row is not None and _same(row, true) for row, true in zip(given, reference.optimum, strict=False)]
        score = {"pc": sum(right) / len(right), "re": _error(given, reference.optimum)}
        findings = tuple(_faults(graph, given, right, reference.optimum))
        return Judged("hallucinatory" if findings else "correct", findings, score, reference)

    def highlights(self, problem: Problem, value: Any) -> Step:
        return Step("", problem.graph.nodes)

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        rows = layers_of(graph, query)
        for layer, (before, after) in enumerate(pairwise(rows), start=1):
            for node, row in zip(graph.nodes, after, strict=True):
                near = graph.neighbors(node)
                terms = " + ".join(_vector(before[graph.rank[other]]) for other in near)
                told = f"gets the sum over {words.nodes(near)}, {terms} =" if near else "has no neighbors and gets"
                text = f"In layer {layer}, {words.node(node)} {told} {_vector(row)}."
                yield Step(text, (node, *near), tuple((node, other) for other in near))

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        """Whole numbers from 0 to the most that any entry could come to."""
        most = _most(problem)
        return [[rng.randint(0, most), rng.randint(0, most)] for _ in problem.graph.nodes]

    def chance(self, problem: Problem) -> float | None:
        entries = [x for row in self.reference(problem).optimum for x in row]
        possible = all(x == int(x) and 0 <= x <= _most(problem) for x in entries)
        return 1 / (_most(problem) + 1) ** len(entries) if possible else 0.0


def layers_of(graph: StaticGraph, query: Mapping[str, Any]) -> list[Rows]:
    """The embeddings at first and after each layer, in the order of the nodes."""
    rows: list[Rows] = [query["embeddings"]]
    for _ in range(query["layers"]):
        before = [[rows[-1][graph.rank[other]] for other in graph.neighbors(node)] for node in graph.nodes]
        rows.append([[sum(row[0] for row in near), sum(row[1] for row in near)] for near in before])
    return rows


def _vector(row: Sequence[float]) -> str:
    return f"[{', '.join(map(words.number, row))}]"


def _same(row: Sequence[float], true: Sequence[float]) -> bool:
    return all(equal(x, y) for x, y in zip(row, true, strict=True))


def _error(given: Sequence[Any], truth: Rows) -> float:
    """The mean of |x - y| / max(x, y) over all numbers; one that is left out or of the other sign counts 1."""
    errors: list[float] = []
    for row, true in zip(given, truth, strict=False):
        errors += [1.0, 1.0] if row is None else [_relative(x, y) for x, y in zip(row, true, strict=True)]
    return sum(errors) / len(errors)


def _relative(x: float, y: float) -> float:
    return 0.0 if x == y else min(1.0, abs(x - y) / max(abs(x), abs(y)))


def _faults(graph: StaticGraph, given: Sequence[Any], right: Sequence[bool], truth: Rows) -> Iterator[Finding]:
    rows = list(zip(graph.nodes, given, truth, right, strict=False))
    if absent := tuple(node for node, row, _, _ in rows if row is None):
        yield Finding("incomplete", f"The answer leaves out {words.nodes(absent)}.", absent)
    if wrong := tuple((node, true) for node, row, true, is_right in rows if row is not None and not is_right):
        told = [f"{words.node(node)} has {_vector(true)}" for node, true in wrong[:_SHOWN]]
        rest = len(wrong) - _SHOWN
        more = f"; {rest} more {'differs' if rest == 1 else 'differ'} too" if rest > 0 else ""
        text = f"{words.sentence(words.joined(told))}{more}."
        yield Finding("wrong_value", text, tuple(node for node, _ in wrong))
    if len(given) > len(graph.nodes):
        text = f"The answer has {len(given)} embeddings, but the graph has {len(graph.nodes)} nodes."
        yield Finding("unknown_node", text)


def _most(problem: Problem) -> int:
    """The most that an entry could come to: the largest one given, times the largest degree in each layer."""
    largest = max((abs(x) for row in problem.query["embeddings"] for x in row), default=0)
    degree = max(len(problem.graph.neighbors(node)) for node in problem.graph.nodes)
    most: float = largest * degree ** problem.query["layers"]
    return math.ceil(most)
