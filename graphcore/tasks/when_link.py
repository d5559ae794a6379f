"""When are two nodes linked? (LLM4DyG, section 3.2, temporal task 1)"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from graphcore import words
from graphcore.graphs import TemporalGraph
from graphcore.records import Finding, Problem, Step
from graphcore.tasks.base import Posed
from graphcore.tasks.fields import Field
from graphcore.tasks.kinds import TimeSetTask, pair_text


class WhenLink(TimeSetTask):
    """All times at which u and v are linked."""

    name = "llm4dyg/when_link"
    title = "When are two nodes linked?"
    ability = "temporal"
    instruction = "Find every time at which the two given nodes are linked in the dynamic graph."
    algorithm = "We can go through the links one by one and note the time of each that joins the two nodes."
    fields: ClassVar[Mapping[str, Field]] = {"u": Field("node"), "v": Field("node")}
    needs = "a link"

    def pose(self, graph: TemporalGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        if not graph.edges:
            return None
        u, v, _ = rng.choice(graph.edges)
        return Posed(graph, {"u": u, "v": v})

    def question(self, graph: TemporalGraph, query: Mapping[str, Any]) -> str:
        if graph.directed:
            return f"At which times is {words.node(query['u'])} linked to {words.node(query['v'])}?"
        return f"At which times are {pair_text(query['u'], query['v'])} linked?"

    def truth(self, graph: TemporalGraph, query: Mapping[str, Any]) -> list[int]:
        return list(graph.times_of(query["u"], query["v"]))

    def untrue(self, graph: TemporalGraph, query: Mapping[str, Any], extra: tuple[int, ...]) -> Finding:
        u, v = query["u"], query["v"]
        text = f"There is no link between {pair_text(u, v)} at {words.times(extra)}."
        return Finding("no_such_edge", text, (u, v), tuple((u, v, t) for t in extra), extra)

    def left_out(self, graph: TemporalGraph, query: Mapping[str, Any], missing: tuple[int, ...]) -> Finding:
        u, v = query["u"], query["v"]
        text = f"{words.sentence(pair_text(u, v))} are also linked at {words.times(missing)}."
        return Finding("incomplete", text, (u, v), tuple((u, v, t) for t in missing), missing)

    def highlights(self, problem: Problem, value: Any) -> Step:
        u, v = problem.query["u"], problem.query["v"]
        return Step("", (u, v), tuple((u, v, t) for t in value), tuple(value))

    def explain(self, graph: TemporalGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        u, v = query["u"], query["v"]
        yield Step(f"We look for links between {pair_text(u, v)}.", (u, v))
        for t in self.truth(graph, query):
            yield Step(
                f"The link {words.link((u, v, t))} says that they are linked at time {t}.", (u, v), ((u, v, t),), (t,)
            )
