"""Encodings: how a temporal graph becomes text. Shape × order × wording; names are never changed.

The shape `edge-list` is that of LLM4DyG (Table 1); the others ask whether another layout of the same links
is easier to read. Every encoding mentions every node, and quotes a name that could be mistaken for something else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphcore import words
from graphcore.errors import InputError
from graphcore.graphs import Link, Node, TemporalGraph
from graphcore.registry import Registry
from graphcore.words import name_text

__all__ = ["ENCODINGS", "ORDERS", "WORDINGS", "Encoding", "encode", "name_text", "reading_instruction"]

ORDERS = ("sorted", "shuffled")
WORDINGS = ("abstract",)


@dataclass(frozen=True)
class Encoding:
    """One shape. `write` takes the graph, and its links and nodes in the order in which they are to be listed.

    `by_time` says that the text is grouped by time, so that it cannot hide the time order; `by_node` that each
    line is a node with its links. `reading` and `reading_directed` tell a reader what the text means.
    """

    name: str
    title: str
    help: str
    by_time: bool
    write: Callable[[TemporalGraph, Sequence[Link], Sequence[Node]], str]
    reading: str
    reading_directed: str
    by_node: bool = False


ENCODINGS: Registry[Encoding] = Registry("encoding")


def encode(
    graph: TemporalGraph,
    shape: str = "edge-list",
    order: str = "sorted",
    wording: str = "abstract",
    *,
    seed: str,
    hide_time_order: bool = False,
) -> str:
    """`graph` as text.

    Sorted is by time and then by the order of the nodes; shuffled is a permutation of links (and of lines, where
    a line is a node) drawn from `seed`, the problem's id. With `hide_time_order` sorted is by the order of the
    nodes first, and a text with links of different times never mentions them in time order.
    Raises InputError for an unknown shape, order or wording, and for a shape that cannot hide the time order.
    """
    encoding = ENCODINGS[shape]
    _require("order", order, ORDERS)
    _require("wording", wording, WORDINGS)
    if hide_time_order and encoding.by_time:
        hiding = ", ".join(item.name for item in ENCODINGS if not item.by_time)
        raise InputError(f"The encoding {shape!r} gives away the time order that is asked for; choose {hiding}.")
    links, nodes = _listing(graph, order, seed, hide_time_order)
    mentioned = _mentioned(graph, links, nodes) if encoding.by_node else links
    if hide_time_order and _in_time_order(mentioned):
        links = mentioned[::-1]
        # Now a link of the latest time comes first, and so it must where lines are nodes.
        nodes.sort(key=lambda node: node != links[0][0])
    return encoding.write(graph, links, nodes)


def reading_instruction(shape: str, directed: bool) -> str:
    """The sentence that tells a reader what a graph in this shape means; raises InputError for an unknown shape."""
    encoding = ENCODINGS[shape]
    return encoding.reading_directed if directed else encoding.reading


def _require(what: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise InputError(f"Unknown {what} {value!r}; choose {', '.join(choices)}.")


def _listing(graph: TemporalGraph, order: str, seed: str, hide_time_order: bool) -> tuple[list[Link], list[Node]]:
    def place(link: Link) -> tuple[int, ...]:
        u, v, t = graph.key(link)
        ends = (graph.rank[u], graph.rank[v])
        return (*ends, t) if hide_time_order else (t, *ends)

    links, nodes = sorted(graph.edges, key=place), list(graph.nodes)
    if order == "shuffled":
        rng = random.Random(seed)
        rng.shuffle(links)
        rng.shuffle(nodes)
    return links, nodes


def _in_time_order(links: Sequence[Link]) -> bool:
    """Whether the links are of different times and listed in their order."""
    times = [t for _, _, t in links]
    return len(set(times)) > 1 and all(a <= b for a, b in pairwise(times))


def _mentioned(graph: TemporalGraph, links: Sequence[Link], nodes: Sequence[Node]) -> list[Link]:
    """The links in the order in which a text with a line for each node first mentions them."""
    linked = _neighbours(graph, links)
    mentions = ((u, v, t) for u in nodes for t, others in linked[u].items() for v in others)
    return list(dict.fromkeys(graph.key(link) for link in mentions))


def _neighbours(graph: TemporalGraph, links: Sequence[Link]) -> dict[Node, dict[int, list[Node]]]:
    """For each node its neighbours (the ends of its outgoing links, if directed) by time, in the order of `links`."""
    found: dict[Node, dict[int, list[Node]]] = {node: {} for node in graph.nodes}
    for u, v, t in links:
        found[u].setdefault(t, []).append(v)
        if not graph.directed:
            found[v].setdefault(t, []).append(u)
    return found


def _with_unlinked(text: str, links: Sequence[Link], nodes: Sequence[Node]) -> str:
    """`text` followed by the nodes that no link mentions, if there are any."""
    linked = {node for u, v, _ in links for node in (u, v)}
    unlinked = [name_text(node) for node in nodes if node not in linked]
    return f"{text}\nNodes without links: {', '.join(unlinked)}." if unlinked else text


def _edge_list(graph: TemporalGraph, links: Sequence[Link], nodes: Sequence[Node]) -> str:
    return _with_unlinked(f"[{', '.join(words.link(link) for link in links)}]", links, nodes)


def _snapshots(graph: TemporalGraph, links: Sequence[Link], nodes: Sequence[Node]) -> str:
    pairs: dict[int, list[str]] = {}
    for u, v, t in links:
        pairs.setdefault(t, []).append(f"({name_text(u)}, {name_text(v)})")
    lines = [f"Time {t}: {', '.join(listed)}" for t, listed in pairs.items()]
    return _with_unlinked("\n".join(lines or ["No links at any time."]), links, nodes)


def _adjacency(graph: TemporalGraph, links: Sequence[Link], nodes: Sequence[Node]) -> str:
    word, none = ("to", "no outgoing links") if graph.directed else ("with", "no links")
    linked = _neighbours(graph, links)
    lines = []
    for node in nodes:
        listed = [f"at time {t} {word} {', '.join(map(name_text, others))}" for t, others in linked[node].items()]
        lines.append(f"Node {name_text(node)}: {'; '.join(listed) or none}")
    return "\n".join(lines)


def _sentences(graph: TemporalGraph, links: Sequence[Link], nodes: Sequence[Node]) -> str:
    form = (
        "Node {} is linked to node {} at time {}." if graph.directed else "Node {} and node {} are linked at time {}."
    )
    lines = [form.format(name_text(u), name_text(v), t) for u, v, t in links]
    return _with_unlinked("\n".join(lines or ["No links at any time."]), links, nodes)


for _encoding in (
    Encoding(
        name="edge-list",
        title="Edge list",
        help="All links as tuples (u, v, t), as in the paper.",
        by_time=False,
        write=_edge_list,
        reading="A link (u, v, t) of an undirected dynamic graph joins node u and node v at time t.",
        reading_directed="A link (u, v, t) of a directed dynamic graph leads from node u to node v at time t.",
    ),
    Encoding(
        name="snapshots",
        title="Snapshots",
        help="A line for each time with the pairs that are linked then.",
        by_time=True,
        write=_snapshots,
        reading="Each line gives a time of an undirected dynamic graph and all pairs (u, v) of nodes linked at it.",
        reading_directed="Each line gives a time of a directed dynamic graph and all pairs (u, v) with a link from "
        "node u to node v at it.",
    ),
    Encoding(
        name="adjacency-by-time",
        title="Adjacency by time",
        help="A line for each node with its neighbours at each time.",
        by_time=False,
        write=_adjacency,
        reading="Each line gives a node of an undirected dynamic graph and the nodes it is linked with at each time.",
        reading_directed="Each line gives a node of a directed dynamic graph and the nodes its links lead to at each "
        "time.",
        by_node=True,
    ),
    Encoding(
        name="sentences",
        title="Sentences",
        help="A sentence for each link.",
        by_time=False,
        write=_sentences,
        reading="Each sentence names two nodes of an undirected dynamic graph and a time at which they are linked.",
        reading_directed="Each sentence names a link of a directed dynamic graph: from which node to which, and when.",
    ),
):
    ENCODINGS.add(_encoding)
