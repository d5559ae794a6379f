"""The questions of NLGraph's eight tasks as its files word them: read into problems, and written from them.

The wording is that of the published main.json, train.json and test.json (Arthur-Heng/NLGraph, MIT licence).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphcore.errors import InputError
from graphcore.formats.forms import Form, Rows, Sentence, Unlike, Values
from graphcore.graphs import Node, StaticGraph
from graphcore.problems import load_problem
from graphcore.records import Problem
from graphcore.tasks import TASKS

MAX_NODES, MAX_CHARACTERS = 1_000, 1_000_000
"""How many nodes a graph may have, and how long its text may be; the published ones are far smaller."""

_PAIRS = "(i,j) means that node i and node j are connected with an undirected edge.\n"
_TUPLES = Rows("edges", Sentence(" ({u},{v})"))


@dataclass(frozen=True)
class Question:
    """How one task is asked: `form` is the text, `folder` what the published files call the task."""

    task: str
    folder: str
    form: Form
    directed: bool = False

    def problem(self, values: Values, about: Mapping[str, Any]) -> Problem:
        """The problem that the form's blanks tell; `about` are further fields of its record. Raises InputError."""
        nodes = self._nodes(values)
        edges = [self._edge(row) for row in values["edges"]]
        graph = {"kind": StaticGraph.kind, "directed": self.directed, "nodes": nodes, "edges": edges}
        return load_problem({**about, "task": self.task, "graph": graph, "query": self._query(values)})

    def values(self, problem: Problem) -> Values:
        """What the form's blanks hold for `problem`, as far as the form can tell it."""
        graph = problem.graph
        edges = [{"u": u, "v": v, **graph.attributes(u, v)} for u, v in graph.pairs]
        return {"last": len(graph.nodes) - 1, "count": len(graph.nodes), "edges": edges, **problem.query}

    def _nodes(self, values: Values) -> list[Node]:
        return list(range(bounded(values["last"] + 1)))

    def _edge(self, row: Values) -> list[Any]:
        more = {name: value for name, value in row.items() if name not in ("u", "v")}
        return [row["u"], row["v"], more] if more else [row["u"], row["v"]]

    def _query(self, values: Values) -> dict[str, Any]:
        return {name: values[name] for name in TASKS[self.task].fields}


class _Connectivity(Question):
    """Its text does not say how many nodes there are; if nothing else does, all up to the largest that it names."""

    def _nodes(self, values: Values) -> list[Node]:
        named = [values["u"], values["v"], *(row[end] for row in values["edges"] for end in ("u", "v"))]
        return super()._nodes({"last": max(named), **values})


class _Matching(Question):
    """Applicant 3 is the node a3 and job 2 the node j2."""

    def values(self, problem: Problem) -> Values:
        left, right = (len(problem.query[side]) for side in ("left", "right"))
        edges = [{"u": str(u)[1:], "v": str(v)[1:]} for u, v in problem.graph.pairs]
        return {"left": left, "last_left": left - 1, "right": right, "last_right": right - 1, "edges": edges}

    def _nodes(self, values: Values) -> list[Node]:
        return [node for side in self._query(values).values() for node in side]

    def _edge(self, row: Values) -> list[Any]:
        return [f"a{row['u']}", f"j{row['v']}"]

    def _query(self, values: Values) -> dict[str, Any]:
        sides = (("left", "a"), ("right", "j"))
        return {side: [f"{letter}{i}" for i in range(bounded(values[side]))] for side, letter in sides}


class _Gnn(Question):
    """Its embeddings stand in rows of their own."""

    def values(self, problem: Problem) -> Values:
        rows = [{"node": i, "x": x, "y": y} for i, (x, y) in enumerate(problem.query["embeddings"])]
        return super().values(problem) | {"rows": rows}

    def _query(self, values: Values) -> dict[str, Any]:
        return {"layers": values["layers"], "embeddings": [[row["x"], row["y"]] for row in values["rows"]]}


def read_question(text: str, about: Mapping[str, Any], nodes: int | None = None) -> Problem:
    """The problem that a published question poses; its task is told from its wording.

    `about` are further fields of the problem's record, `nodes` counts the nodes where the wording does not.
    Raises InputError.
    """
    asked = short(text).rstrip()
    reached = 0
    for question in QUESTIONS:
        try:
            values = question.form.read(asked)
        except Unlike as error:
            reached = max(reached, error.at)
            continue
        told = values if nodes is None else {"last": nodes - 1, **values}
        problem = question.problem(told, about)
        if question.form.write(question.values(problem)) != asked:
            raise InputError("Its numbers contradict each other, such as how many nodes there are; mend them.")
        return problem
    rest = asked[reached : reached + 60]
    raise InputError(f"Its question is none of NLGraph's eight; from {rest!r} on it is worded otherwise.")


def write_question(problem: Problem) -> dict[str, Any]:
    """The `question` that gives `problem` when it is read, and the number of `nodes` where it does not say so much.

    Raises InputError if no published question can tell the problem.
    """
    question = next((question for question in QUESTIONS if question.task == problem.task), None)
    if question is None:
        raise InputError(f"NLGraph does not ask {problem.task}; export problems of its own eight tasks.")
    text = question.form.write(question.values(problem))
    for more in ({}, {"nodes": len(problem.graph.nodes)}):
        if _reads_as(problem, text, **more):
            return {"question": text, **more}
    raise InputError(
        f"NLGraph's question cannot tell all of the problem {problem.id}; leave it out, or give one whose nodes are "
        "numbered from 0 in order, whose edges carry just what the task needs, and which asks for two layers at most."
    )


def _reads_as(problem: Problem, text: str, nodes: int | None = None) -> bool:
    try:
        return read_question(text, {}, nodes).id == problem.id
    except InputError:
        return False


def short(text: str) -> str:
    """`text`, which is not too long for a graph; raises InputError."""
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"Its text has {len(text):,} characters; give at most {MAX_CHARACTERS:,}.")
    return text


def bounded(count: int) -> int:
    """`count`, which is not too large a number of nodes; raises InputError."""
    if count > MAX_NODES:
        raise InputError(f"It speaks of {count:,} nodes; give at most {MAX_NODES:,}.")
    return count


def _form(*parts: str | Rows) -> Form:
    return Form(tuple(Sentence(part) if isinstance(part, str) else part for part in parts))


QUESTIONS = (
    _Connectivity(
        "nlgraph/connectivity",
        "connectivity",
        _form(
            f"Determine if there is a path between two nodes in the graph. Note that {_PAIRS}Graph:",
            _TUPLES,
            "\nQ: Is there a path between node {u} and node {v}?\nA:",
        ),
    ),
    Question(
        "nlgraph/cycle",
        "cycle",
        _form(
            f"In an undirected graph, {_PAIRS}The nodes are numbered from 0 to {{last}}, and the edges are:",
            _TUPLES,
            "\nQ: Is there a cycle in this graph?\nA:",
        ),
    ),
    Question(
        "nlgraph/topological_sort",
        "topology",
        _form(
            "In a directed graph with {count} nodes numbered from 0 to {last}:\n",
            Rows("edges", Sentence("node {u} should be visited before node {v}\n")),
            "Q: Can all the nodes be visited? Give the solution.\nA:",
        ),
        directed=True,
    ),
    Question(
        "nlgraph/shortest_path",
        "shortest_path",
        _form(
            "In an undirected graph, the nodes are numbered from 0 to {last}, and the edges are:\n",
            Rows(
                "edges",
                Sentence("an edge between node {u} and node {v} with weight {weight:number}"),
                between=",\n",
                after=".\n",
            ),
            "Q: Give the shortest path from node {source} to node {target}.\nA:",
        ),
    ),
    Question(
        "nlgraph/max_flow",
        "flow",
        _form(
            "In a directed graph, the nodes are numbered from 0 to {last}, and the edges are:\n",
            Rows(
                "edges",
                Sentence("an edge from node {u} to node {v} with capacity {capacity:number}"),
                between=",\n",
                after=".\n",
            ),
            "Q: What is the maximum flow from node {source} to node {target}?\nA:",
        ),
        directed=True,
    ),
    _Matching(
        "nlgraph/bipartite_matching",
        "matching",
        _form(
            "There are {left} job applicants numbered from 0 to {last_left}, and {right} jobs numbered from 0 to "
            "{last_right}. Each applicant is interested in some of the jobs. Each job can only accept one applicant "
            "and a job applicant can be appointed for only one job.\n",
            Rows("edges", Sentence("Applicant {u} is interested in job {v}.\n")),
            "Q: Find an assignment of jobs to applicants in such that the maximum number of applicants find the job "
            "they are interested in.\nA:",
        ),
    ),
    Question(
        "nlgraph/hamilton_path",
        "hamilton",
        _form(
            f"In an undirected graph, {_PAIRS}The nodes are numbered from 0 to {{last}}, and the edges are:",
            _TUPLES,
            "\nQ: Is there a path in this graph that visits every node exactly once? If yes, give the path. Note that "
            "in a path, adjacent nodes must be connected with edges.\nA:",
        ),
    ),
    _Gnn(
        "nlgraph/gnn",
        "GNN",
        _form(
            "In an undirected graph, the nodes are numbered from 0 to {last}, and every node has an embedding. "
            f"{_PAIRS}Embeddings:\n",
            Rows("rows", Sentence("node {node}: [{x:number},{y:number}]\n")),
            "The edges are:",
            _TUPLES,
            "\nIn a simple graph convolution layer, each node's embedding is updated by the sum of its neighbors' "
            "embeddings.\nQ: What's the embedding of each node after {layers:layers} of simple graph convolution layer?"
            "\nA:",
        ),
    ),
)
