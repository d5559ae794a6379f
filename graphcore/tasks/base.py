"""What a task is: how an instance is posed, asked, solved, checked, traced and guessed.

A task's own module holds the parts that are special to it; everything that all tasks share is here and in `kinds`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

import networkx as nx

from graphcore.checks import Fault
from graphcore.encodings import ENCODINGS, WORDINGS
from graphcore.errors import InputError
from graphcore.graphs import Graph, Pair, StaticGraph
from graphcore.layouts import Form
from graphcore.parameters import Parameter, Value
from graphcore.parsing import ANSWER_MARK, Reader, Scope, Unreadable
from graphcore.records import Answer, Finding, Outcome, Problem, Reference, Reply, Step, Verdict
from graphcore.tasks.fields import Field, checked_fields

ABILITIES = ("temporal", "spatial", "spatial-temporal", "prediction", "simple", "complex")
"""The classes of LLM4DyG's taxonomy (section 3.2) in its order, that of its appendix A, and NLGraph's (section 1)."""

G = TypeVar("G", bound=Graph)


@dataclass(frozen=True)
class Posed:
    """An instance: the graph that is shown and the query about it."""

    graph: Graph
    query: dict[str, Any]


@dataclass(frozen=True)
class Judged:
    """What a check found of a value that is not untrue."""

    outcome: Outcome = "correct"
    findings: tuple[Finding, ...] = ()
    score: Mapping[str, float | None] | None = None
    reference: Reference | None = None


ANSWER = Parameter(
    "answer",
    "choice",
    "balanced",
    "Answer",
    "Which answer is right: balanced takes yes for even seeds and no for odd ones.",
    choices=("balanced", "yes", "no"),
)
"""For tasks whose question admits a no."""
Preset = Mapping[str, Value | tuple[int, int]]


class Task(ABC, Generic[G]):
    """One kind of question. `name` is its id "suite/name"; `ability` is the word of the paper's taxonomy."""

    graph_kind: ClassVar[str]
    """The kind of the graphs that it is asked about."""
    directed: ClassVar[bool | None] = None
    """Whether these are directed; None if they may be either."""
    generators: ClassVar[tuple[str, ...]]
    """The generators of its graphs, the default first."""
    graph_parameters: ClassVar[tuple[Parameter, ...]] = ()
    """What can be set of its graphs besides the generator's own parameters."""
    shots: ClassVar[int]
    """How many exemplars few-shot takes by default."""
    exemplar_params: ClassVar[Mapping[str, Value]]
    """Of which graphs the exemplars speak."""

    name: ClassVar[str]
    title: ClassVar[str]
    ability: ClassVar[str]
    complexity: ClassVar[Literal["P", "NP-hard", "n/a"]] = "P"
    instruction: ClassVar[str]
    reader: ClassVar[Reader]
    fields: ClassVar[Mapping[str, Field]]
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    needs: ClassVar[str]
    """What a graph must have to be asked about, for the message when none was found."""
    remedy: ClassVar[str] = "take more nodes, a higher density or another time span"
    """What to do when none was found."""
    own_names: ClassVar[bool] = False
    """Whether its nodes have names of their own, which the naming "integers" leaves as they are."""
    hides_time_order: ClassVar[bool] = False
    """Whether a prompt must not list the links in time order, because that order is the answer."""
    several_answers: ClassVar[bool] = False
    """Whether other answers than the reference can be right too."""
    layout: ClassVar[Form] = "springs"
    """How its graphs are drawn."""
    numbered: ClassVar[bool] = False
    """Whether an answer is an order of nodes, whose places pictures write at them."""
    measure: ClassVar[Literal["weight", "capacity"] | None] = None
    """The number on the edges of its graphs that it is about."""
    wordings: ClassVar[tuple[str, ...]] = ("abstract",)
    """The wordings that it can be asked in."""
    algorithm: ClassVar[str]
    """How it can be solved, in a few sentences, for Algorithmic prompting (NLGraph, section 5.1)."""
    presets: ClassVar[Mapping[str, Preset]] = {}
    """The published difficulties: for each the parameters that it sets, a pair of bounds where they are drawn."""

    @property
    def suite(self) -> str:
        """The paper that the task comes from."""
        return self.name.split("/")[0]

    @abstractmethod
    def dressed(self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> G | None:
        """A graph for this task, made from one that a generator built; None if that cannot serve.

        Where the answer is yes or no for the whole graph, it is yes if `positive`.
        """

    @abstractmethod
    def pose(self, graph: G, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        """A query about `graph`, or None if there is none. `positive` balances yes/no questions."""

    @abstractmethod
    def question(self, graph: G, query: Mapping[str, Any]) -> str:
        """The question in words."""

    @abstractmethod
    def solve(self, graph: G, query: Mapping[str, Any]) -> Reference:
        """The exact reference; Reference(None, None) if there is no solution."""

    @abstractmethod
    def check(self, graph: G, query: Mapping[str, Any], value: Any) -> Judged:
        """Judge a value against the graph; raises Fault if it is untrue."""

    @abstractmethod
    def explain(self, graph: G, query: Mapping[str, Any]) -> Iterator[Step]:
        """The steps by which the reference algorithm comes to its solution, without the final statement."""

    @abstractmethod
    def guess(self, problem: Problem, rng: random.Random) -> Any:
        """A random answer: uniform over the answer space, or as the task says (LLM4DyG, section 4.1; NLGraph, 3)."""

    def chance(self, problem: Problem) -> float | None:
        """The probability that a guess is correct; None where computing it takes too long."""
        return None

    def worded(self, text: str, graph: G, wording: str) -> str:
        """A text of this task in a wording; raises InputError if it is not asked so."""
        return WORDINGS[wording].worded(text, graph.nodes)

    def why_not(self, encoding: str, wording: str = "abstract") -> str:
        """A sentence on why the task is not asked in that encoding or wording; "" if it is."""
        form = ENCODINGS[encoding].forms.get(self.graph_kind)
        if form is None:
            return f"{self.name} is not asked in {encoding}, which cannot write {self.graph_kind} graphs."
        if self.hides_time_order and form.by_time:
            return f"{self.name} is not asked in {encoding}, which would give away the time order that is asked for."
        if WORDINGS[wording].name not in self.wordings:
            return f"{self.name} is not asked in the wording {wording}; choose {', '.join(self.wordings)}."
        return ""

    def highlights(self, problem: Problem, value: Any) -> Step:
        """What of the graph a true `value` speaks of; its text is empty."""
        return Step("")

    def amounts(self, problem: Problem) -> Mapping[Pair, float]:
        """How much the reference solution sends along each edge, where something flows."""
        return {}

    def scope(self, problem: Problem) -> Scope:
        """What the reader may know of the problem."""
        return Scope(problem.graph.nodes, self.question(problem.graph, problem.query), self.answer_size(problem.query))

    def params_for_exemplars(self, problem: Problem) -> dict[str, Any]:
        """The parameters that the exemplars of `problem` share with it: all of the task's, but not its answer."""
        given = {p.name: problem.params[p.name] for p in self.parameters if p.name in problem.params}
        given |= {p.name: problem.graph.directed for p in self.graph_parameters if p.name == "directed"}
        return {name: value for name, value in given.items() if name != ANSWER.name}

    def answer_size(self, query: Mapping[str, Any]) -> int | None:
        """How many values an answer must have, where the question says so."""
        return None

    def reference(self, problem: Problem) -> Reference:
        """The reference that `problem` carries, else a fresh one."""
        return problem.reference or self.solve(problem.graph, problem.query)

    def judge(self, problem: Problem, reply: Reply) -> Verdict:
        """Read and check a reply. The stored solution is never looked at."""
        try:
            answer = self.reader.read(reply, self.scope(problem))
        except Unreadable as missing:
            return Verdict("missing", findings=(missing.finding,), score=self.missing_score)
        remarks = self.remarks(problem.graph, problem.query, answer)
        try:
            judged = self.check(problem.graph, problem.query, answer.value)
        except Fault as fault:
            score = self.failed_score(problem.query, answer.value)
            return Verdict("hallucinatory", answer.value, answer.span, fault.findings + remarks, score)
        findings = judged.findings + remarks
        return Verdict(judged.outcome, answer.value, answer.span, findings, judged.score or {}, judged.reference)

    missing_score: ClassVar[Mapping[str, float | None]] = {}
    """The degrees of a missing answer."""

    def remarks(self, graph: G, query: Mapping[str, Any], answer: Answer) -> tuple[Finding, ...]:
        """What is wrong with the things stated beside the value; it does not decide the outcome."""
        return ()

    def failed_score(self, query: Mapping[str, Any], value: Any) -> Mapping[str, float | None]:
        """The degrees of an untrue value."""
        return {}

    def trace(self, problem: Problem) -> list[Step]:
        """The reference algorithm step by step; the last step states the solution."""
        solution = self.reference(problem).solution
        shown = self.highlights(problem, solution)
        last = Step(f"So the answer is {self.told(problem.graph, solution)}.", shown.nodes, shown.edges, shown.times)
        return [*self.explain(problem.graph, problem.query), last]

    def told(self, graph: G, value: Any) -> str:
        """A value in its answer form, with what its instruction asks for beside it."""
        return self.reader.write(value)

    def exact_text(self, problem: Problem) -> str:
        """The reference as a model would write it."""
        return f"{ANSWER_MARK}{self.told(problem.graph, self.reference(problem).solution)}"

    def random_text(self, problem: Problem, rng: random.Random) -> str:
        """A guess as a model would write it."""
        return f"{ANSWER_MARK}{self.told(problem.graph, self.guess(problem, rng))}"

    def unfit(self, graph: Graph) -> str:
        """A sentence on why the task is not asked about `graph`; "" if it is."""
        if graph.kind != self.graph_kind:
            return f"{self.name} is asked about a {self.graph_kind} graph, and this one is {graph.kind}."
        if self.directed not in (None, graph.directed):
            asked, given = ("a directed", "undirected") if self.directed else ("an undirected", "directed")
            return f"{self.name} is asked about {asked} graph, and this one is {given}."
        if not graph.nodes:
            return f"{self.name} is asked about a graph with nodes, and this one has none."
        carried = graph.measure if isinstance(graph, StaticGraph) else None
        if self.measure and carried not in (None, self.measure):
            asked = f"{self.name} is asked about the {self.measure} of edges"
            return f"{asked}, and these carry a {carried}; rename or remove it."
        return ""

    def checked_query(self, graph: Graph, query: Mapping[str, Any]) -> dict[str, Any]:
        """The query with defaults filled in; raises InputError if it or the graph does not suit."""
        if reason := self.unfit(graph):
            raise InputError(reason)
        return checked_fields(self.name, self.fields, query, graph)
