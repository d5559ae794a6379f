"""Which pairs will be linked at the next time? (LLM4DyG, appendix A, link prediction)

The last snapshot is held back: the graph ends before it, and half of the asked pairs are linked in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar

from graphcore import words
from graphcore.checks import Fault
from graphcore.errors import InputError
from graphcore.graphs import Graph, Pair, TemporalGraph
from graphcore.parameters import Parameter
from graphcore.parsing import Labels
from graphcore.records import Finding, Problem, Reference, Step
from graphcore.tasks.base import Judged, Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import pair_text
from graphcore.tasks.temporal import TemporalTask


class LinkPrediction(TemporalTask):
    """0 or 1 for each pair, scored against the held-back snapshot by F1 and recall."""

    name = "llm4dyg/link_prediction"
    title = "Predict the next links"
    ability = "prediction"
    complexity = "n/a"
    instruction = (
        "Predict from the links so far which of the given pairs of nodes will be linked at the given later time: "
        "1 for a pair that will be, 0 for one that will not, in the order in which the pairs are given."
    )
    algorithm = (
        "We can count for each pair how often and how lately its nodes were linked, and how many neighbors they "
        "share, and predict a link where these are high."
    )
    reader = Labels()
    fields: ClassVar[Mapping[str, Field]] = {"pairs": Field("pairs"), "labels": Field("labels"), "time": Field("time")}
    parameters = (
        Parameter(
            "pairs",
            "int",
            6,
            "Pairs",
            "How many pairs are asked about; half of them are linked.",
            low=2,
            high=20,
            step=2,
        ),
    )
    needs = "links at two different times, the last of which leaves other pairs unlinked"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        if len(graph.times) < 2:
            return None
        last = graph.times[-1]
        linked = [(u, v) for u, v, t in graph.edges if t == last]
        others = [(u, v) for u, v in combinations(graph.nodes, 2) if last not in graph.met(u, v)]
        half = min(params.get("pairs", 6) // 2, len(linked), len(others))
        if half == 0:
            return None
        asked = [(pair, 1) for pair in rng.sample(linked, half)] + [(pair, 0) for pair in rng.sample(others, half)]
        rng.shuffle(asked)
        query = {"pairs": [list(pair) for pair, _ in asked], "labels": [label for _, label in asked], "time": last}
        return Posed(graph.until(last - 1), query)

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        listed = ", ".join(f"({words.name_text(u)}, {words.name_text(v)})" for u, v in query["pairs"])
        return f"Which of the {len(query['pairs'])} pairs [{listed}] will be linked at time {query['time']}?"

    def checked_query(self, graph: Graph, query: Mapping[str, Any]) -> dict[str, Any]:
        complete = super().checked_query(graph, query)
        if len(complete["labels"]) != len(complete["pairs"]):
            raise InputError(
                f"{self.name} has {len(complete['pairs'])} pairs but {len(complete['labels'])} labels; give one each."
            )
        return complete

    def answer_size(self, query: Mapping[str, Any]) -> int | None:
        return len(query["pairs"])

    def solve(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Reference:
        return Reference(list(query["labels"]), list(query["labels"]))

    def check(self, graph: TemporalGraph, query: Mapping[str, Any], value: Any) -> Judged:
        labels, pairs = query["labels"], query["pairs"]
        if len(value) != len(labels):
            text = f"{len(value)} predictions were given for {len(labels)} pairs."
            raise Fault(Finding("incomplete", text))
        wrong = [(pair, label) for pair, label, given in zip(pairs, labels, value, strict=True) if label != given]
        if wrong:
            raise Fault(*(_wrong(pair, label, query["time"]) for pair, label in wrong))
        return Judged(score=_score(labels, value), reference=Reference(labels, labels))

    def failed_score(self, query: Mapping[str, Any], value: Any) -> Mapping[str, float | None]:
        return _score(query["labels"], value if len(value) == len(query["labels"]) else [0] * len(query["labels"]))

    def highlights(self, problem: Problem, value: Any) -> Step:
        pairs: list[Pair] = [(u, v) for (u, v), label in zip(problem.query["pairs"], value, strict=False) if label == 1]
        return Step("", tuple(node for pair in pairs for node in pair), tuple(pairs), (problem.query["time"],))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        for (u, v), label in zip(query["pairs"], query["labels"], strict=True):
            met = graph.met(u, v)
            shared = [n for n in graph.nodes if n not in (u, v) and graph.met(u, n) and graph.met(v, n)]
            so_far = f"have been linked at {words.times(met)}" if met else "have not been linked so far"
            then = "are linked" if label else "are not linked"
            text = (
                f"{words.sentence(pair_text(u, v))} {so_far} and share {words.nodes(shared)} as neighbours; "
                f"at time {query['time']} they {then}: {label}."
            )
            yield Step(text, (u, v), tuple((u, v, t) for t in met), tuple(met))

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        return [rng.randrange(2) for _ in problem.query["pairs"]]

    def chance(self, problem: Problem) -> float:
        return float(2 ** -len(problem.query["pairs"]))


def _wrong(pair: list[Any], label: int, time: int) -> Finding:
    u, v = pair
    text = f"{words.sentence(pair_text(u, v))} {'are' if label else 'are not'} linked at time {time}."
    return Finding("wrong_value", text, (u, v), ((u, v, time),), (time,))


def _score(labels: list[int], value: list[int]) -> dict[str, float | None]:
    """F1 and recall of the linked pairs; None where no pair is linked."""
    positives = sum(labels)
    if not positives:
        return {"f1": None, "recall": None}
    hits = sum(1 for label, given in zip(labels, value, strict=True) if label and given == 1)
    return {"f1": 2 * hits / (positives + value.count(1)), "recall": hits / positives}
