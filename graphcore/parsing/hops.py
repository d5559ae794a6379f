"""Paths told hop by hop: links that go on where the one before ended, and lines "from node 3 to node 5"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from graphcore.graphs import Node
from graphcore.parsing.base import Found
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import is_group, line_end, past
from graphcore.parsing.sequences import NODE_WORDS, Step, as_node, between, item, parts, run

_HOPS = (frozenset({"to"}),)
_GOING = frozenset("to go move travel".split())
_GONE = tuple(frozenset({"comma", "to", verb}) for verb in ("go", "move", "travel"))
_STROKES = (frozenset({"arrow"}), frozenset({"dash"}))
_SETTING_OUT = frozenset({"from", "go", "then", "and", "finally", "edge", "road"})
_APART = ("line", "comma", "stop")
_THEN = frozenset({"and", "then"})
_AROUND_WEIGHT = ("colon", "open", "close", "comma", "name", "int")
_OF_WEIGHT = frozenset("with a of weight length distance cost".split())


def path_of_hops(page: Page, opening: int) -> list[Node] | None:
    """The path of a list of links in the bracket at `opening`: [(2, 3, 1), (3, 5, 2)]; None if they do not meet."""
    openings = []
    for low, high in parts(page, *between(page, opening)):
        start = past(page, low, high, frozenset())
        if not is_group(page, start, high):
            return None
        openings.append(start)
    return _met(page, openings)


def hops_in_a_row(page: Page, opening: int, high: int) -> Found | None:
    """The path of two or more links one after the other: "(2, 3, 1), (3, 5, 2)"."""
    openings = list(_brackets(page, opening, high))
    path = _met(page, openings) if len(openings) > 1 else None
    return None if path is None else Found(path, opening, page.partner[openings[-1]])


def is_in_a_row(page: Page, opening: int, high: int) -> bool:
    """Whether a comma or an arrow leads from the bracket at `opening` to another."""
    after = page.partner[opening] + 1
    return (
        after < high and page.tokens[after].kind in ("comma", "arrow") and len(list(_brackets(page, opening, high))) > 1
    )


def is_first_hop(page: Page, steps: Sequence[Step]) -> bool:
    """Whether a further hop stands on the line below `steps`."""
    end = line_end(page, steps[-1].index, len(page.tokens))
    below = [
        token
        for token in page.tokens[end : end + 7]
        if token.kind not in ("line", "mark") and token.word not in NODE_WORDS | _SETTING_OUT
    ]
    if len(below) < 2 or below[0].kind not in ("name", "int"):
        return False
    return below[1].kind in ("arrow", "left") or below[1].word == "to"


def hops_by_line(page: Page, low: int, high: int, ends: tuple[Node, Node] | None = None) -> Found | None:
    """The last chain of lines such as "from node 3 to node 5: 2", each going on where the one before ended.

    Where the path is known to lead from one of `ends` to the other, only such a chain counts, and its hops may be
    arrows, dashes and pairs too, and stand in one line; one hop with its weight is enough if it is the only one.
    """
    apart = ("line",) if ends is None else _APART
    chain: list[list[Step]] = []
    best: list[list[Step]] = []
    told: set[int] = set()
    for index in range(low, high):
        if index > low and page.tokens[index - 1].kind not in apart:
            continue
        steps = _hop_at(page, past(page, index, high, _SETTING_OUT), high, ends is not None)
        if steps and steps[0].index not in told:
            told.add(steps[0].index)
            chain = [*chain, steps] if chain and chain[-1][1].value == steps[0].value else [steps]
            led = ends is None or (chain[0][0].value, chain[-1][1].value) == ends
            best = chain if led and (len(chain) > 1 or _is_weighed(page, steps[-1], high)) else best
    if not best or (len(best) == 1 and (ends is None or len(told) > 1)):
        return None
    return Found([best[0][0].value, *(hop[1].value for hop in best)], best[0][0].index, best[-1][1].index)


def _is_weighed(page: Page, end: Step, high: int) -> bool:
    """Whether all that follows a hop on its line is its weight: "node 3 to node 5: 2"."""
    rest = [token for token in page.tokens[end.index + 1 : line_end(page, end.index, high)] if token.kind != "mark"]
    plain = all(token.kind in _AROUND_WEIGHT or token.word in _OF_WEIGHT for token in rest)
    return plain and sum(token.text.isdigit() for token in rest) == 1


def _hop_at(page: Page, low: int, high: int, strokes: bool) -> list[Step]:
    """The two nodes of "node 3 to node 5" at `low`, with `strokes` also of "3 -> 5" and "(3, 5)", if it is one."""
    if strokes and is_group(page, low, high):
        steps = run(page, *between(page, low), as_node, NODE_WORDS, frozenset())
        return steps if len(steps) == 2 and steps[1].joint == {"comma"} else []
    end = line_end(page, low, high, "comma" if strokes else "line")
    steps = run(page, low, end, as_node, NODE_WORDS, frozenset({"to"}))
    joints: tuple[frozenset[str], ...] = _HOPS + _STROKES if strokes else _HOPS
    if len(steps) == 1 and page.tokens[low - 1].word == "from" and end < high:
        steps, joints = run(page, low, line_end(page, low, high), as_node, NODE_WORDS, _GOING), _GONE
    return steps if len(steps) == 2 and steps[1].joint in joints else []


def _brackets(page: Page, index: int, high: int) -> Iterator[int]:
    """Brackets of one kind with nothing but commas, arrows, line breaks and "then" between them."""
    kind = page.tokens[index].value
    while index < high:
        token = page.tokens[index]
        if is_group(page, index, high) and token.value == kind:
            yield index
            index = page.partner[index]
        elif token.kind not in ("comma", "arrow", "line", "mark") and token.word not in _THEN:
            return
        index += 1


def _met(page: Page, openings: Sequence[int]) -> list[Node] | None:
    hops = [_hop(page, *between(page, opening)) for opening in openings]
    if any(len(hop) not in (2, 3) or None in hop for hop in hops) or any(u[1] != v[0] for u, v in pairwise(hops)):
        return None
    return [hops[0][0], *(hop[1] for hop in hops)] if hops else None


def _hop(page: Page, low: int, high: int) -> list[Any]:
    """The entries of (2, 3, 1) or (2 -> 3, t = 1)."""
    entries = list(parts(page, low, high))
    steps = run(page, *entries[0], as_node, NODE_WORDS, frozenset({"to"})) if entries else []
    if len(steps) == 2:
        return [step.value for step in steps]
    return [item(page, *entry, as_node) for entry in entries]
