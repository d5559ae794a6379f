"""Give as many applicants as possible a job they are interested in. (NLGraph, section 2.2, task 6)

Any matching of greatest size counts. (The paper's own check let pairs without interest and jobs given twice pass.)
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import networkx as nx

from graphcore import words
from graphcore.checks import Fault, require_all
from graphcore.errors import InputError
from graphcore.graphs import Graph, Node, Pair, StaticGraph, static_graph
from graphcore.parsing import NodePairs, Scope
from graphcore.records import Answer, Finding, Problem, Reference, Step
from graphcore.solvers.flow import Move, matching_moves, maximum_matching
from graphcore.solvers.static import search_tree
from graphcore.tasks.base import Judged, Posed, Preset
from graphcore.tasks.fields import Field
from graphcore.tasks.static import StaticTask

_ID = re.compile(r'"(?:[^"\\]|\\.)*"|\b(?:[Nn]ode )?([aj][0-9]+)\b')
"""A quoted name, which stays as it is, or an id."""


class BipartiteMatching(StaticTask):
    """Pairs of an applicant and a job, each in one pair at most, as many as possible."""

    directed = False
    name = "nlgraph/bipartite_matching"
    title = "Match applicants and jobs"
    ability = "complex"
    instruction = (
        "An edge of the graph joins an applicant and a job that the applicant is interested in. Find an assignment of "
        "jobs to applicants that gives as many applicants as possible a job that they are interested in. Each job can "
        "be given to one applicant only, and each applicant can be given one job only."
    )
    algorithm = (
        "We can use augmenting paths: give each applicant in turn a free job that they are interested in. If all of "
        "these are taken, see whether one who holds one of them can move to another job, and so on, until a job is "
        "free or nobody can move."
    )
    reader = NodePairs()
    fields: ClassVar[Mapping[str, Field]] = {"left": Field("nodes"), "right": Field("nodes")}
    generators = ("bipartite",)
    presets: ClassVar[Mapping[str, Preset]] = {
        "easy": {"left": (4, 10), "right": (2, 10)},
        "hard": {"left": (10, 16), "right": (8, 17)},
    }
    exemplar_params: ClassVar[Mapping[str, Any]] = {"left": 4, "right": 4, "p": 0.5}
    wordings = ("abstract",)
    needs = "an edge between an applicant and a job"
    remedy = "take more nodes or another density"
    own_names = True
    several_answers = True
    layout = "columns"

    def dressed(self, base: nx.Graph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> StaticGraph:
        sides = nx.get_node_attributes(base, "side")
        names = {node: f"a{node}" if not sides[node] else f"j{node - params['left']}" for node in base}
        return static_graph(names.values(), ((names[u], names[v]) for u, v in sorted(base.edges)))

    def pose(self, graph: StaticGraph, rng: random.Random, params: Mapping[str, Any], positive: bool) -> Posed | None:
        left, right = sides_of(graph)
        return Posed(graph, {"left": left, "right": right}) if graph.edges and right else None

    def question(self, graph: StaticGraph, query: Mapping[str, Any]) -> str:
        asked = "Which assignment of jobs to applicants gives the most applicants a job that they are interested in?"
        left, right = ([words.called(node) for node in query[side]] for side in ("left", "right"))
        return f"The applicants are {words.joined(left)}, and the jobs are {words.joined(right)}. {asked}"

    def worded(self, text: str, graph: StaticGraph, wording: str) -> str:
        """Nodes such as "a3" and "j2" are spoken of as "applicant 3" and "job 2"."""
        text = super().worded(text, graph, wording)
        return _ID.sub(lambda match: words.called(match[1]) if match[1] in graph.rank else match[0], text)

    def scope(self, problem: Problem) -> Scope:
        question = self.question(problem.graph, problem.query)
        sides = tuple(problem.query["left"]), tuple(problem.query["right"])
        return Scope(problem.graph.nodes, question, sides=sides)

    def checked_query(self, graph: Graph, query: Mapping[str, Any]) -> dict[str, Any]:
        complete = super().checked_query(graph, query)
        left, right = set(complete["left"]), set(complete["right"])
        if left & right:
            raise InputError(f"The query of {self.name} names a node both left and right; give it on one side.")
        pairs = graph.pairs if isinstance(graph, StaticGraph) else ()
        if any((u in left) == (v in left) or not {u, v} <= left | right for u, v in pairs):
            raise InputError(f"The query of {self.name} must part the nodes so that each edge leads across.")
        spoken = {words.called(node): node for node in graph.nodes}
        if taken := next((node for node in graph.nodes if spoken.get(str(node), node) != node), None):
            raise InputError(
                f"The node {taken!r} is called as {spoken[str(taken)]!r} is spoken of; rename one of them."
            )
        return complete

    def solve(self, graph: StaticGraph, query: Mapping[str, Any]) -> Reference:
        pairs = [list(pair) for pair in maximum_matching(graph, query["left"]).items()]
        return Reference(len(pairs), pairs)

    def check(self, graph: StaticGraph, query: Mapping[str, Any], value: Any) -> Judged:
        require_all(
            lambda: _require_known([applicant for applicant, _ in value], query["left"], "applicants"),
            lambda: _require_known([job for _, job in value], query["right"], "jobs"),
            lambda: _require_interest(graph, value),
            lambda: _require_once([node for pair in value for node in pair]),
        )
        reference = self.solve(graph, query)
        if len(value) == reference.optimum:
            return Judged(reference=reference)
        text = f"The answer has {_count(value)}, but {reference.optimum} can be had: {_listed(reference.solution)}."
        finding = Finding("smaller_than_optimum", text, *_shown(reference.solution))
        return Judged("suboptimal", (finding,), reference=reference)

    def remarks(self, graph: StaticGraph, query: Mapping[str, Any], answer: Answer) -> tuple[Finding, ...]:
        if answer.beside is None or answer.beside == len(answer.value):
            return ()
        text = f"The reply states that {answer.beside} applicants find a job, but it gives {_count(answer.value)}."
        return (Finding("stated_total_wrong", text, *_shown(answer.value)),)

    def highlights(self, problem: Problem, value: Any) -> Step:
        return Step("", *_shown(value))

    def explain(self, graph: StaticGraph, query: Mapping[str, Any]) -> Iterator[Step]:
        for move in matching_moves(graph, query["left"]):
            pairs = list(zip(move.chain[::2], move.chain[1::2], strict=True))
            nodes = tuple(move.chain) or (move.applicant, *graph.neighbors(move.applicant))
            edges = tuple(pairs) or tuple((move.applicant, job) for job in graph.neighbors(move.applicant))
            yield Step(words.sentence(_told(move, pairs, graph.neighbors(move.applicant))), nodes, edges)

    def guess(self, problem: Problem, rng: random.Random) -> Any:
        """A random valid matching: each applicant in turn takes any free job of interest."""
        free, pairs = set(problem.query["right"]), []
        for applicant in problem.query["left"]:
            wanted = [job for job in problem.graph.neighbors(applicant) if job in free]
            if wanted:
                pairs.append([applicant, rng.choice(wanted)])
                free.remove(pairs[-1][1])
        return pairs


def sides_of(graph: StaticGraph) -> tuple[list[Node], list[Node]]:
    """The applicants and the jobs of a graph: by their ids, else by its edges; [] if none fit."""
    if all(re.fullmatch(r"[aj][0-9]+", str(node)) for node in graph.nodes):
        side = {node: int(str(node)[0] == "j") for node in graph.nodes}
    else:
        side = {}
        for node in graph.nodes:
            for other, before in search_tree(graph, node).items() if node not in side else ():
                side[other] = 0 if before is None else 1 - side[before]
    if any(side[u] == side[v] for u, v in graph.pairs):
        return [], []
    left, right = ([node for node in graph.nodes if side[node] == each] for each in (0, 1))
    return left, right


def _listed(pairs: Sequence[Sequence[Node]]) -> str:
    return words.joined([f"{words.called(applicant)} with {words.called(job)}" for applicant, job in pairs])


def _count(pairs: Sequence[Any]) -> str:
    """ "1 pair", "3 pairs"."""
    return f"{len(pairs)} pair{'' if len(pairs) == 1 else 's'}"


def _shown(pairs: Sequence[Sequence[Node]]) -> tuple[tuple[Node, ...], tuple[Pair, ...]]:
    """The nodes and edges of pairs."""
    return tuple(node for pair in pairs for node in pair), tuple((applicant, job) for applicant, job in pairs)


def _told(move: Move, pairs: Sequence[Pair], wanted: Sequence[Node]) -> str:
    """One move in words: whoever takes a job that is held comes first, and the last takes a free one."""
    who = words.called(move.applicant)
    if not wanted:
        return f"{who} is interested in no job."
    if not pairs:
        return f"For {who} no job can be freed, whoever moves."
    if len(pairs) == 1:
        return f"{who} takes {words.called(pairs[0][1])}, which is free."
    moves = [f"{words.called(mover)} moves to {words.called(job)}" for mover, job in reversed(pairs[1:])]
    return f"{words.sentence(words.joined(moves))}, so that {who} can take {words.called(pairs[0][1])}."


def _require_known(nodes: Sequence[Node], side: Sequence[Node], what: str) -> None:
    """Every one of `nodes` is on that side, else Fault `unknown_node`."""
    known = set(side)
    unknown = tuple(dict.fromkeys(node for node in nodes if node not in known))
    if unknown:
        told = words.sentence(words.joined([words.called(node) for node in unknown]))
        verb = "is" if len(unknown) == 1 else "are"
        raise Fault(Finding("unknown_node", f"{told} {verb} not among the {what}.", unknown))


def _require_interest(graph: StaticGraph, pairs: Sequence[Sequence[Node]]) -> None:
    """Every pair of a known applicant and job is joined by an edge, else Fault `no_such_edge`."""
    known = [(a, job) for a, job in pairs if a in graph.rank and job in graph.rank]
    absent = tuple(dict.fromkeys(pair for pair in known if not graph.has_edge(*pair)))
    if absent:
        first, *others = (words.called(applicant) for applicant, _ in absent)
        told = [f"{first} is not interested in", *(f"nor {other} in" for other in others)]
        text = ", ".join(f"{said} {words.called(job)}" for said, (_, job) in zip(told, absent, strict=True))
        raise Fault(Finding("no_such_edge", f"{words.sentence(text)}.", edges=absent))


def _require_once(nodes: Sequence[Node]) -> None:
    """No applicant or job is in two pairs, else Fault `repeated_node`."""
    repeated = tuple(node for node, count in Counter(nodes).items() if count > 1)
    if repeated:
        told = words.sentence(words.joined([words.called(node) for node in repeated]))
        text = f"{told} {'is' if len(repeated) == 1 else 'are'} in more than one pair."
        raise Fault(Finding("repeated_node", text, repeated))
