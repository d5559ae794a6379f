"""Checks of answers against the graph; one that fails raises Fault with findings that name what is wrong and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from graphcore import words
from graphcore.graphs import Graph, Link, Node, Pair, StaticGraph, TemporalGraph
from graphcore.records import Finding


class Fault(Exception):
    """The answer is untrue; `findings` say why."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__(" ".join(finding.text for finding in findings))
        self.findings = findings


def require_all(*checks: Callable[[], object]) -> None:
    """Run every check, and raise one Fault with the findings of all that fail."""
    findings: list[Finding] = []
    for check in checks:
        try:
            check()
        except Fault as fault:
            findings.extend(fault.findings)
    if findings:
        raise Fault(*findings)


def require_known(graph: Graph, nodes: Sequence[Node]) -> None:
    """Every one of `nodes` is in the graph, else Fault `unknown_node`."""
    unknown = tuple(dict.fromkeys(node for node in nodes if node not in graph.rank))
    if unknown:
        text = f"The graph has no {words.nodes(unknown)}."
        raise Fault(Finding("unknown_node", text, nodes=unknown))


def require_distinct_nodes(nodes: Sequence[Node]) -> None:
    """No node is named twice, else Fault `repeated_node`."""
    if repeated := _repeated(nodes):
        raise Fault(
            Finding("repeated_node", f"The answer names {words.nodes(repeated)} more than once.", nodes=repeated)
        )


def require_distinct_times(times: Sequence[int]) -> None:
    """No time is named twice, else Fault `repeated_time`."""
    if repeated := _repeated(times):
        raise Fault(
            Finding("repeated_time", f"The answer names {words.times(repeated)} more than once.", times=repeated)
        )


def require_linked(graph: TemporalGraph, path: Sequence[Node]) -> None:
    """Every step of `path` between known nodes is along a link (at any time), else Fault `no_such_edge`."""
    steps = [(u, v) for u, v in pairwise(path) if u in graph.rank and v in graph.rank]
    absent = tuple((u, v) for u, v in steps if not graph.times_of(u, v))
    if absent:
        verb = "to" if graph.directed else "and"
        texts = words.joined([f"{words.node(u)} {verb} {words.node(v)}" for u, v in absent], "nor")
        raise Fault(Finding("no_such_edge", f"There is never a link {_between(graph)} {texts}.", edges=absent))


def require_edges(graph: StaticGraph, path: Sequence[Node]) -> None:
    """Every step of `path` between known nodes is along an edge, else Fault `no_such_edge`."""
    steps = [(u, v) for u, v in pairwise(path) if u in graph.rank and v in graph.rank and u != v]
    absent: tuple[Pair, ...] = tuple(dict.fromkeys((u, v) for u, v in steps if not graph.has_edge(u, v)))
    if absent:
        verb = "to" if graph.directed else "and"
        texts = words.joined([f"{words.node(u)} {verb} {words.node(v)}" for u, v in absent], "nor")
        raise Fault(Finding("no_such_edge", f"There is no edge {_between(graph)} {texts}.", edges=absent))


def require_every_node(graph: Graph, nodes: Sequence[Node], code: str = "incomplete") -> None:
    """`nodes` holds every node of the graph, else Fault `code`."""
    given = set(nodes)
    left_out = tuple(node for node in graph.nodes if node not in given)
    if left_out:
        raise Fault(Finding(code, f"The answer leaves out {words.nodes(left_out)}.", nodes=left_out))


def require_chronological(graph: TemporalGraph, path: Sequence[Node]) -> tuple[Link, ...]:
    """`path` can be walked without stepping back in time; returns the earliest links that do so.

    Else Fault `time_goes_back`, which says at which step: taking the earliest link that is possible at
    every step leaves the most room, so the first step that fails then fails for every choice of times.
    A step without a link is no matter of time: it is passed over, and the walk begins anew behind it.
    """
    walked: list[Link] = []
    now: int | None = None
    for step, (u, v) in enumerate(pairwise(path), start=1):
        stamps = graph.times_of(u, v)
        if not stamps:
            now = None
            continue
        after = [t for t in stamps if now is None or t >= now]
        if not after:
            raise Fault(_time_goes_back(step, walked[-1], (u, v, stamps[-1]), stamps))
        now = after[0]
        walked.append((u, v, now))
    return tuple(walked)


def require_times_in_order(edges: Sequence[Link]) -> None:
    """The times of `edges` never decrease, else Fault `time_goes_back` at the first step that does."""
    for step, (before, after) in enumerate(pairwise(edges), start=1):
        if after[2] < before[2]:
            text = f"The time goes back at step {step}: {words.link(after)} stands after {words.link(before)}."
            raise Fault(Finding("time_goes_back", text, edges=(before, after), times=(before[2], after[2])))


def require_each_edge_once(graph: TemporalGraph, edges: Sequence[Link]) -> None:
    """`edges` are the graph's, each exactly once, else Fault with `no_such_edge`, `repeated_edge`, `incomplete`.

    Edges with an unknown end are left to `require_known`.
    """
    known = [edge for edge in edges if edge[0] in graph.rank and edge[1] in graph.rank]
    counts = Counter(map(graph.key, known))
    absent = tuple(edge for edge in dict.fromkeys(known) if graph.key(edge) not in graph.links)
    repeated = tuple(edge for edge in graph.edges if counts[graph.key(edge)] > 1)
    left_out = tuple(edge for edge in graph.edges if counts[graph.key(edge)] == 0)
    findings = [
        Finding(code, f"{sentence} {_some_links(found)}.", edges=found)
        for code, sentence, found in (
            ("no_such_edge", "The graph does not have", absent),
            ("repeated_edge", "The answer repeats", repeated),
            ("incomplete", "The answer leaves out", left_out),
        )
        if found
    ]
    if findings:
        raise Fault(*findings)


def _time_goes_back(step: int, before: Link, after: Link, stamps: tuple[int, ...]) -> Finding:
    only = "is linked only at" if len(stamps) == 1 else "is linked at the latest at"
    first, second = (f"{words.node(u)} to {words.node(v)}" for u, v, _ in (before, after))
    text = (
        f"The time goes back at step {step}: {first} cannot be walked before time {before[2]}, "
        f"but {second} {only} time {after[2]}."
    )
    return Finding("time_goes_back", text, nodes=(after[0],), edges=(before, after), times=(before[2], after[2]))


def _repeated(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(value for value, count in Counter(values).items() if count > 1)


def _between(graph: Graph) -> str:
    return "from" if graph.directed else "between"


def _some_links(edges: tuple[Link, ...], most: int = 6) -> str:
    shown = [words.link(edge) for edge in edges[:most]]
    more = len(edges) - most
    return words.joined([*shown, f"{more} more"] if more > 0 else shown)
