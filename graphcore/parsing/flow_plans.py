"""A routing plan as it is told: how much flows along which edges or paths.

"flow from node 7 to node 0: 4", "send 4 units of flow from node 5 to node 4", "2 -> 4 -> 0 with flow 5".
A plan must be announced, or call its amounts flows: a list of capacities looks just like it.
"""

from __future__ import annotations

from typing import Any

from graphcore.graphs import Node
from graphcore.parsing.amounts import UNIT_WORDS, amount_at
from graphcore.parsing.base import Scope
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import is_group, past
from graphcore.parsing.routes import route_at
from graphcore.parsing.sequences import as_node, between, item, parts
from graphcore.parsing.statements import Statement, statements

Portion = list[Any]
"""[[2, 4, 0], 5]: an edge or a path, as its nodes in order, and how much flows along it."""

_ANNOUNCING = frozenset("solution plan follows routing assignment arrange distribution routes flows".split())
_TOTALS = frozenset("total maximum max overall capacity capacities".split())
_FLOWS = frozenset({"flow", "flows"})
_WEIGHING = frozenset("can could arrive arrives if then".split())
_TO_AMOUNT = frozenset("with flow of is a flows carries carrying sending send unit units the amount".split())


def plan_in(page: Page, low: int, high: int, scope: Scope) -> list[Portion] | None:
    """The last plan that [low, high) tells, as portions; None if it tells none."""
    plan: list[Portion] = []
    told: list[Portion] = []
    announced = False
    for part in statements(page, low, high):
        words = {token.word for token in page.tokens[part.low : part.high]}
        start = _announced_from(page, part)
        portions = _portions(page, part.low if start is None else start, part.high)
        if start is not None:
            announced, told = True, portions
        elif portions and (announced or (words & _FLOWS and not words & _WEIGHING)):
            told.extend(portions)
        elif not words & _TOTALS:
            announced, told = False, []
        plan = told if told and (announced or len(told) > 1) else plan
    return plan or None


def _announced_from(page: Page, part: Statement) -> int | None:
    """The token after the word that announces a plan; None if there is none in `part`."""
    return next((at + 1 for at in range(part.low, part.high) if page.tokens[at].word in _ANNOUNCING), None)


def _portions(page: Page, low: int, high: int) -> list[Portion]:
    """The portions of [low, high): amounts before their paths, or after them."""
    found: list[Portion] = []
    pending: Any = None
    index = low
    while index < high and page.tokens[index].word not in _TOTALS:
        nodes, after = _path_at(page, index, high)
        if nodes is None:
            number = amount_at(page, index, high)
            counted = number is not None and number.last + 1 < high and page.tokens[number.last + 1].word in UNIT_WORDS
            pending = number.value if number is not None and counted else pending
            index = number.last + 1 if number is not None else index + 1
            continue
        behind = None if pending is not None else _amount_behind(page, after, high)
        given = pending if behind is None else behind[0]
        if given is not None:
            found.append([nodes, given])
        pending, index = None, after if behind is None else behind[1]
    return found


def _path_at(page: Page, index: int, high: int) -> tuple[list[Node] | None, int]:
    """The nodes of the path that begins at `index`, and the token after it: "2 -> 4 -> 0", "from 2 to 4", "(2, 4)"."""
    if is_group(page, index, high):
        ends = [item(page, *entry, as_node) for entry in parts(page, *between(page, index))]
        named = len(ends) == 2 and None not in ends and page.tokens[index].value == "("
        return (ends if named else None), page.partner[index] + 1
    first = route_at(page, index, high)
    if first is None:
        return None, index
    nodes, after = [first.source, first.target], first.last + 1
    while (on := route_at(page, after - 1, high)) is not None:
        nodes.append(on.target)
        after = on.last + 1
    return nodes, after


def _amount_behind(page: Page, index: int, high: int) -> tuple[Any, int] | None:
    """The amount after the path that ends before `index`, and the token after it: ": 4", "with flow 4", "(4)"."""
    at = index
    while at < high and page.tokens[at].kind in ("comma", "dash"):
        at += 1
    at = past(page, at, high, _TO_AMOUNT)
    at += at < high and page.tokens[at].value == "("
    at = past(page, at, high, _TO_AMOUNT)
    number = amount_at(page, at, high) if at > index else None
    return None if number is None else (number.value, number.last + 1)
