"""Between which nodes something flows: "from node 2 to node 0", "from the source (node 2) to the sink (node 0)"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphcore.graphs import Node
from graphcore.parsing.base import Scope
from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.sequences import LIST_JOINTS, NODE_WORDS, as_node, run

_ENDS = NODE_WORDS | frozenset("the source sink target destination start starting end ending".split())
_FIRST, _THEN = frozenset({"from", "between"}), frozenset({"to", "into", "and"})
_REACH = 5
"""How many tokens may stand between "from" and its node."""


@dataclass(frozen=True)
class Route:
    """The two ends that are named, and the tokens first..last (both included) that name them."""

    source: Node
    target: Node
    first: int
    last: int


def routes(page: Page, low: int, high: int) -> Iterator[Route]:
    """All routes that [low, high) names, in order."""
    index = low
    while index < high:
        found = route_at(page, index, high)
        if found is not None:
            yield found
        index = found.last + 1 if found is not None else index + 1


def route_at(page: Page, low: int, high: int) -> Route | None:
    """The route that begins at `low` with "from" or "between", or with a node before an arrow."""
    if page.tokens[low].word in _FIRST:
        source = _end(page, low + 1, high)
        joint = None if source is None else _past_closing(page, source + 1, high)
        joins = (
            joint is not None and joint < high and (page.tokens[joint].word in _THEN or _is_arrow(page.tokens[joint]))
        )
    else:
        source = low if as_node(page, page.tokens[low]) is not None else None
        joint = None if source is None else source + 1
        joins = joint is not None and joint < high and _is_arrow(page.tokens[joint])
    if source is None or joint is None or not joins:
        return None
    target = _end(page, joint + 1, high)
    if target is None:
        return None
    return Route(page.tokens[source].value, page.tokens[target].value, low, target)


@lru_cache(maxsize=64)
def asked_route(scope: Scope) -> tuple[Node, Node] | None:
    """The source and target that the question names."""
    page = Page(scope.question, scope.nodes)
    found = next(routes(page, 0, len(page.tokens)), None)
    return None if found is None else (found.source, found.target)


def named_nodes(page: Page, low: int, high: int) -> set[Node]:
    """The nodes that [low, high) calls so, and those with names that are no numbers."""
    named: set[Node] = set()
    for index, token in page.level(low, high):
        if token.word in NODE_WORDS:
            named |= {step.value for step in run(page, index + 1, high, as_node, NODE_WORDS, LIST_JOINTS)[:2]}
        elif token.kind == "name" and not token.text.isdigit():
            named.add(token.value)
    return named


def _end(page: Page, low: int, high: int) -> int | None:
    """The node that is named at `low`, after words such as "the source (node"."""
    for index in range(low, min(low + _REACH, high)):
        token = page.tokens[index]
        if as_node(page, token) is not None:
            return index
        if token.word not in _ENDS and token.kind != "mark" and token.value != "(":
            return None
    return None


def _past_closing(page: Page, index: int, high: int) -> int:
    while index < high and (page.tokens[index].kind == "mark" or page.tokens[index].value == ")"):
        index += 1
    return index


def _is_arrow(token: Token) -> bool:
    return token.kind == "arrow"
