"""Orders of nodes told as visits: "visit node 0, then nodes 1-3 in order", one step a line, or a run of arrows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from graphcore.graphs import Node
from graphcore.parsing.base import Found, Scope
from graphcore.parsing.extents import LONGEST_RANGE
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import past, reading_names
from graphcore.parsing.sequences import NODE_WORDS, PATH_JOINTS, Step, as_node, as_path, run
from graphcore.parsing.statements import Statement, statements

SETTING_OUT = frozenset(
    "start starts starting begin begins beginning from at with by visit visiting visited first second third last "
    "finally then next lastly after that to we can order go goes move moves travel".split()
)
JOINTS = PATH_JOINTS | SETTING_OUT - {"after"} | frozenset("in this".split())
_CONDITIONS = frozenset("since because after if as for before should".split())
_HAVING = frozenset("has have with contains".split())
_GIVEN = frozenset("numbered labeled labelled named".split())
_THINGS = NODE_WORDS | {"edges", "links"}
_NO_PLAN = frozenset({"arrow", "left", "dash", "can"})
_PLURALS = frozenset("nodes vertices cities people".split())


def visits(page: Page, low: int, high: int, scope: Scope) -> tuple[Found | None, list[Step]]:
    """The nodes from `low` on in their order, and the steps that they were read from."""
    steps = run(page, low, high, reading_names(scope), NODE_WORDS, JOINTS)
    order = _unrolled(page, steps)
    if not order or (len(order) < 2 and len(scope.nodes) > 1):
        return None, steps
    if any("can" in step.joint for step in steps) and not covers_all(order, scope):
        return None, steps
    return Found(order, steps[0].index, steps[-1].index), steps


def covers_all(order: Sequence[Any], scope: Scope) -> bool:
    """Whether `order` names every node of the problem once."""
    return len(order) == len(scope.nodes) and set(order) == set(scope.nodes)


def is_run(page: Page, part: Statement, scope: Scope) -> bool:
    """Whether `part` is a run of arrows or dashes, perhaps after a heading with a colon.

    One of several such lines is a chain of the graph rather than an answer, unless it names every node once.
    """
    colons = [index for index, token in page.level(part.low, part.high) if token.kind == "colon"]
    low = past(page, colons[-1] + 1 if colons else part.low, part.high, NODE_WORDS)
    steps = run(page, low, part.high, as_node, NODE_WORDS, frozenset())
    rest = page.tokens[steps[-1].index + 1 : part.high] if steps else []
    strokes = len(steps) > 2 and all(step.joint in ({"arrow"}, {"dash"}, {"left"}) for step in steps[1:])
    if not strokes or not all(token.kind in ("mark", "line", "stop") for token in rest):
        return False
    return covers_all([step.value for step in steps], scope) or not _is_one_of_many(page, part)


def planned(page: Page, low: int, high: int, scope: Scope) -> Found | None:
    """The order of a plan: a list of steps one a line, or a sentence that names every node once.

    A list that leaves out less than half of the nodes is a plan too, if nothing better is found.
    """
    best: Found | None = None
    partial: Found | None = None
    for block in _blocks(page, low, high, scope):
        joined = _joined(block)
        for found in (*block, joined):
            best = found if covers_all(found.value, scope) else best
        if len(block) > 1 and len(set(joined.value)) > len(scope.nodes) // 2:
            partial = joined
    return best or partial


def plans(page: Page, low: int, high: int, scope: Scope) -> Iterator[Found]:
    """The nodes of each plan of two steps or more, in their order."""
    return (_joined(block) for block in _blocks(page, low, high, scope) if len(block) > 1)


def _joined(block: Sequence[Found]) -> Found:
    return Found([node for found in block for node in found.value], block[0].first, block[-1].last)


def _blocks(page: Page, low: int, high: int, scope: Scope) -> Iterator[list[Found]]:
    """The steps of each plan, and each run of nodes in other sentences by itself."""
    block: list[Found] = []
    for part in _lines(page, low, high):
        step = _step_of_plan(page, part, scope)
        if step is not None:
            block.append(step)
            continue
        if block:
            yield block
        block = []
        yield from ([found] for found in runs(page, part, scope))
    if block:
        yield block


def runs(page: Page, part: Statement, scope: Scope, conditions: frozenset[str] = _CONDITIONS) -> Iterator[Found]:
    """The runs of nodes in `part`, as far as none of `conditions` stands before them and `part` does not restate."""
    if lists_nodes(page, part):
        return
    index = part.low
    while index < part.high and page.tokens[index].word not in conditions:
        at = index
        index += 1
        if page.tokens[at].kind in ("name", "int"):
            found, steps = visits(page, at, part.high, scope)
            index = max(index, steps[-1].index + 1) if steps else index
            if found is not None:
                yield found


def lists_nodes(page: Page, part: Statement) -> bool:
    """Whether `part` says which nodes there are: "numbered from 0 to 5", "the nodes are: 0, 1", "has nodes 0 to 5"."""
    tokens = [token for token in page.tokens[part.low : part.high] if token.kind not in ("mark", "open", "line")]
    said = [token for token in tokens if token.kind != "colon"]
    headed = len(tokens) > 1 and tokens[0].word in _PLURALS and tokens[1].kind == "colon"
    return (
        headed
        or any(token.word in _GIVEN for token in said)
        or any(
            (noun.word in _THINGS and verb.word == "are" and value.kind in ("name", "int"))
            or (noun.word in _HAVING and verb.word in _PLURALS and value.kind in ("name", "int"))
            for noun, verb, value in zip(said, said[1:], said[2:], strict=False)
        )
    )


def _unrolled(page: Page, steps: Sequence[Step]) -> list[Node] | None:
    """The values of `steps`, with those in between "nodes 1-5" and without a start that is named twice."""
    ranged = {index for index in range(1, len(steps)) if _is_range(page, steps, index)}
    if not ranged:
        order = as_path(list(steps))
        return order[1:] if order and len(order) > 2 and order[0] == order[1] else order
    order = []
    for index, step in enumerate(steps):
        inner = range(steps[index - 1].value + 1, step.value) if index in ranged else ()
        order += [*inner, step.value]
    return order


def _is_range(page: Page, steps: Sequence[Step], index: int) -> bool:
    """Whether step `index` ends a range such as "nodes 1-5": of two numbers, after a plural and apart from others."""
    first, last = steps[index - 1], steps[index]
    if last.joint not in ({"dash"}, {"to"}, {"through"}) or page.tokens[first.index - 1].word not in _PLURALS:
        return False
    apart = index + 1 == len(steps) or steps[index + 1].joint != last.joint
    numbers = isinstance(first.value, int) and isinstance(last.value, int)
    return apart and numbers and 0 < last.value - first.value <= LONGEST_RANGE


def _is_one_of_many(page: Page, part: Statement) -> bool:
    """Whether the line above or below `part` is a run too."""
    above = [token for token in page.tokens[max(0, part.low - 4) : part.low] if token.kind != "mark"]
    below = [token for token in page.tokens[part.high : part.high + 5] if token.kind != "mark"]
    return any(
        len(line) > 2 and line[0].text == "\n" and line[1].kind in ("name", "int") and line[2].kind == "arrow"
        for line in (above[::-1], below)
    )


def _lines(page: Page, low: int, high: int) -> Iterator[Statement]:
    """The sentences and lines of [low, high), those of a list apart."""
    for part in statements(page, low, high):
        start = part.low
        for index in range(part.low, part.high):
            if page.tokens[index].kind == "line":
                if index > start:
                    yield Statement(start, index)
                start = index + 1
        if part.high > start:
            yield Statement(start, part.high)


def _step_of_plan(page: Page, part: Statement, scope: Scope) -> Found | None:
    """The nodes of a line that is nothing but a visit: "visit node 3, then node 4." """
    low = past(page, part.low, part.high, SETTING_OUT | NODE_WORDS)
    if lists_nodes(page, Statement(part.low, min(low + 1, part.high))):
        return None
    steps = run(page, low, part.high, reading_names(scope), NODE_WORDS, JOINTS)
    order = _unrolled(page, steps) if steps else None
    rest = [token for _, token in page.level(steps[-1].index + 1, part.high)] if steps else []
    ended = all(token.kind in ("mark", "line", "stop", "comma", "open") or token.word in JOINTS for token in rest)
    linked = any(step.joint & _NO_PLAN for step in steps) and not (order and covers_all(order, scope))
    return Found(order, steps[0].index, steps[-1].index) if order and ended and not linked else None
