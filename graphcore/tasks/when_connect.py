"""When are two nodes first connected by a path? (LLM4DyG, section 3.2, temporal task 2)

Connection accumulates, as in the paper's worked example: links seen up to a time count at that time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from graphcore import words
from graphcore.graphs import TemporalGraph
from graphcore.records import Finding, Problem, Step
from graphcore.solvers.exact import connecting_path, connections, first_connection, reached
from graphcore.tasks.base import Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import FirstTimeTask, pair_text


class WhenConnect(FirstTimeTask):
    """The first time by which a path from u to v exists."""

    name = "llm4dyg/when_connect"
    title = "When are two nodes first connected?"
    ability = "temporal"
    instruction = (
        "Find the first time at which the two given nodes are connected in the dynamic graph. They are connected "
        "as soon as the links seen up to then, that time included, contain a path from the one to the other."
    )
    algorithm = (
        "We can go through the times in order and keep the sets of nodes that the links seen so far connect: a "
        "link joins the sets of its two ends. The answer is the first time at which both nodes are in one set."
    )
    fields: ClassVar[Mapping[str, Field]] = {"u": Field("node"), "v": Field("node")}
    needs = "two nodes that a path connects"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        if not graph.edges:
            return None
        pairs = [(u, v) for u in graph.nodes for v in reached(graph, u, graph.times[-1]) if v != u]
        u, v = rng.choice(pairs)
        return Posed(graph, {"u": u, "v": v})

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        if graph.directed:
            return f"When is there first a path from {words.node(query['u'])} to {words.node(query['v'])}?"
        return f"When are {pair_text(query['u'], query['v'])} first connected?"

    def first(self, graph: TemporalGraph, query: Mapping[str, Any]) -> int | None:
        return first_connection(graph, query["u"], query["v"])

    def too_early(self, graph: TemporalGraph, query: Mapping[str, Any], time: int) -> Finding:
        u, v = query["u"], query["v"]
        near = [node for node in reached(graph, u, time) if node != u]
        others = f"{words.nodes(near)}, but not {words.node(v)}" if near else "no other node"
        text = f"Up to time {time}, {words.node(u)} reaches {others}."
        return Finding("wrong_value", text, (u, v), tuple(e for e in reached(graph, u, time).values() if e), (time,))

    def holds_since(self, graph: TemporalGraph, query: Mapping[str, Any], first: int) -> Finding:
        u, v = query["u"], query["v"]
        links = connecting_path(graph, u, v, first)
        text = f"{words.sentence(pair_text(u, v))} are connected since time {first}, by {_chain(links)}."
        return Finding("later_than_first", text, (u, v), links, (first,))

    def highlights(self, problem: Problem, value: Any) -> Step:
        if value is None:
            return Step("")
        u, v = problem.query["u"], problem.query["v"]
        return Step("", (u, v), connecting_path(problem.graph, u, v, value), (value,))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        """A step for each time at which more nodes are reached."""
        u, v = query["u"], query["v"]
        for time in dict.fromkeys(connections(graph, u).values()):
            found = reached(graph, u, time)
            links = tuple(link for link in found.values() if link)
            if v in found:
                path = connecting_path(graph, u, v, time)
                yield Step(f"Up to time {time}, {_chain(path)} leads to {words.node(v)}.", (u, v), path, (time,))
                return
            others = [node for node in found if node != u]
            text = f"Up to time {time}, {words.node(u)} reaches {words.nodes(others)}."
            yield Step(text, (u, *others), links, (time,))


def _chain(links: tuple[tuple[Any, Any, int], ...]) -> str:
    return words.joined([words.link(link) for link in links])
