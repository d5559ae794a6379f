"""Dynamic graphs as text. The edge list is LLM4DyG's (Table 1); the others lay the same links out otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

from graphcore import words
from graphcore.encodings.base import Form
from graphcore.graphs import Link, Node, TemporalGraph
from graphcore.words import name_text


def write(graph: TemporalGraph, form: Form, order: str, seed: str, hide_time_order: bool = False) -> str:
    """`graph` in `form`.

    Sorted is by time and then by the order of the nodes; shuffled is a permutation of links (and of lines, where
    a line is a node) drawn from `seed`. With `hide_time_order` sorted is by the order of the nodes first, and a text
    with links of different times never mentions them in time order.
    """
    links, nodes = _listing(graph, order, seed, hide_time_order)
    mentioned = _mentioned(graph, links, nodes) if form.by_node else links
    if hide_time_order and _in_time_order(mentioned):
        links = mentioned[::-1]
        # Now a link of the latest time comes first, and so it must where lines are nodes.
        nodes.sort(key=lambda node: node != links[0][0])
    return form.write(graph, links, nodes)


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


def _reading(text: str, directed: str) -> Callable[[TemporalGraph], str]:
    return lambda graph: directed if graph.directed else text


EDGE_LIST = Form(
    _edge_list,
    _reading(
        "A link (u, v, t) of an undirected dynamic graph joins node u and node v at time t.",
        "A link (u, v, t) of a directed dynamic graph leads from node u to node v at time t.",
    ),
)
SNAPSHOTS = Form(
    _snapshots,
    _reading(
        "Each line gives a time of an undirected dynamic graph and all pairs (u, v) of nodes linked at it.",
        "Each line gives a time of a directed dynamic graph and all pairs (u, v) with a link from node u to node v "
        "at it.",
    ),
    by_time=True,
)
ADJACENCY = Form(
    _adjacency,
    _reading(
        "Each line gives a node of an undirected dynamic graph and the nodes it is linked with at each time.",
        "Each line gives a node of a directed dynamic graph and the nodes its links lead to at each time.",
    ),
    by_node=True,
)
SENTENCES = Form(
    _sentences,
    _reading(
        "Each sentence names two nodes of an undirected dynamic graph and a time at which they are linked.",
        "Each sentence names a link of a directed dynamic graph: from which node to which, and when.",
    ),
)
