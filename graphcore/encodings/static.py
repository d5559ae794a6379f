"""Static graphs as text: the edge list and the sentences of NLGraph (Figure 1), and two ways by neighbours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from graphcore.encodings.base import Form
from graphcore.graphs import Edge, Node, StaticGraph
from graphcore.words import joined, name_text, number

NO_EDGE = "-"
"""What stands in a matrix where there is no edge; 0 could be a weight."""


def write(graph: StaticGraph, form: Form, order: str, seed: str) -> str:
    """`graph` in `form`; sorted is by the order of the nodes, shuffled a permutation drawn from `seed`."""
    edges = sorted(graph.edges, key=lambda edge: [graph.rank[node] for node in graph.key(edge)])
    nodes = list(graph.nodes)
    if order == "shuffled":
        rng = random.Random(seed)
        rng.shuffle(edges)
        rng.shuffle(nodes)
    return form.write(graph, edges, nodes)


def _value(graph: StaticGraph, edge: Edge) -> str:
    """What the edge carries, as text; "" if nothing."""
    told = dict(_told(graph, edge))
    shown = [number(told[graph.measure])] if graph.measure else []
    return ", ".join([*shown, *([name_text(told["relation"])] if "relation" in told else [])])


def _with(graph: StaticGraph, edge: Edge) -> str:
    """ " with weight 4 and relation "likes" "."""
    told = [f"{name} {number(value) if name != 'relation' else name_text(value)}" for name, value in _told(graph, edge)]
    return f" with {joined(told)}" if told else ""


def _told(graph: StaticGraph, edge: Edge) -> list[tuple[str, Any]]:
    """What the edge carries; where others carry a number and it does not, its own is 1."""
    unsaid = {graph.measure: 1} if graph.measure else {}
    return list((unsaid | dict(graph.attributes(edge[0], edge[1]))).items())


def _with_lonely(graph: StaticGraph, text: str, nodes: Sequence[Node]) -> str:
    """`text` followed by the nodes that no edge mentions, if there are any."""
    linked = {node for pair in graph.pairs for node in pair}
    lonely = [name_text(node) for node in nodes if node not in linked]
    return f"{text}\nNodes without edges: {', '.join(lonely)}." if lonely else text


def _edge_list(graph: StaticGraph, edges: Sequence[Edge], nodes: Sequence[Node]) -> str:
    entries = [", ".join(filter(None, (name_text(edge[0]), name_text(edge[1]), _value(graph, edge)))) for edge in edges]
    return _with_lonely(graph, f"[{', '.join(f'({entry})' for entry in entries)}]", nodes)


def _sentences(graph: StaticGraph, edges: Sequence[Edge], nodes: Sequence[Node]) -> str:
    form = "An edge leads from node {} to node {}{}." if graph.directed else "An edge joins node {} and node {}{}."
    lines = [form.format(name_text(edge[0]), name_text(edge[1]), _with(graph, edge)) for edge in edges]
    return _with_lonely(graph, "\n".join(lines or ["There are no edges."]), nodes)


def _adjacency_list(graph: StaticGraph, edges: Sequence[Edge], nodes: Sequence[Node]) -> str:
    place = {graph.key(edge): index for index, edge in enumerate(edges)}
    lines = []
    for node in nodes:
        near = sorted(graph.neighbors(node), key=lambda other: place[graph.key((node, other))])
        told = [name_text(other) + (f" ({value})" if (value := _value(graph, (node, other))) else "") for other in near]
        lines.append(f"Node {name_text(node)}: {', '.join(told) or 'no edges'}")
    return "\n".join(lines)


def _adjacency_matrix(graph: StaticGraph, edges: Sequence[Edge], nodes: Sequence[Node]) -> str:
    heading = f"Nodes in order: {', '.join(map(name_text, nodes))}"
    return "\n".join([heading, *(f"[{', '.join(_entry(graph, u, v) for v in nodes)}]" for u in nodes)])


def _entry(graph: StaticGraph, u: Node, v: Node) -> str:
    plain = ("1", "0") if graph.measure is None else ("1", NO_EDGE)
    if u == v or not graph.has_edge(u, v):
        return plain[1]
    return _value(graph, (u, v)) or plain[0]


def _kind(graph: StaticGraph) -> str:
    return "a directed graph" if graph.directed else "an undirected graph"


def _third(graph: StaticGraph) -> tuple[str, str]:
    """The letter of an edge's third entry, and the words that tell of it."""
    return ("", "") if graph.measure is None else (f", {graph.measure[0]}", f" with {graph.measure} {graph.measure[0]}")


def _read_edges(graph: StaticGraph) -> str:
    letter, told = _third(graph)
    joins = "leads from node u to node v" if graph.directed else "joins node u and node v"
    return f"An edge (u, v{letter}) of {_kind(graph)} {joins}{told}."


def _read_sentences(graph: StaticGraph) -> str:
    ends = "from which node to which it leads" if graph.directed else "which nodes it joins"
    return f"Each sentence tells of an edge of {_kind(graph)}: {ends}{_measured(graph, ' and its {}')}."


def _read_list(graph: StaticGraph) -> str:
    near = "the nodes that its edges lead to" if graph.directed else "its neighbors"
    return f"Each line gives a node of {_kind(graph)} and {near}{_measured(graph, ', with the {} of the edge')}."


def _read_matrix(graph: StaticGraph) -> str:
    entry = "1 for an edge and 0 for none" if graph.measure is None else f"its {graph.measure}, or {NO_EDGE} for none"
    ends = "the edge from u to v" if graph.directed else "the edge of u and v"
    return f"The adjacency matrix of {_kind(graph)}: row u has in column v {entry}, speaking of {ends}."


def _measured(graph: StaticGraph, text: str) -> str:
    return text.format(graph.measure) if graph.measure else ""


EDGE_LIST = Form(_edge_list, _read_edges)
SENTENCES = Form(_sentences, _read_sentences)
ADJACENCY_LIST = Form(_adjacency_list, _read_list, by_node=True)
ADJACENCY_MATRIX = Form(_adjacency_matrix, _read_matrix, by_node=True)
