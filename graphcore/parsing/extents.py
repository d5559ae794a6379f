"""Where a list in words begins and whether it was read to its end: counts before it, tails and operators after it."""

from __future__ import annotations

from collections.abc import Sequence

from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import LEADING, is_negation, past
from graphcore.parsing.sequences import (
    LIST_JOINTS,
    NODE_WORDS,
    TIME_WORDS,
    Mention,
    Reading,
    Step,
    as_integer,
    mentions,
)

LONGEST_RANGE = 1_000
"""A longer range than this is no list of times."""

RANGES = frozenset({"dash", "to", "through", "until", "till"})
"""What stands between the ends of a range."""

_COUNTED = NODE_WORDS | TIME_WORDS - {"t"} | frozenset("neighbors neighbours neighbor neighbour entries items".split())
_PLURALS = frozenset("nodes vertices times timestamps neighbors neighbours people cities".split())
_AHEAD = 8
_NEW_CLAUSE = frozenset(
    "it they that that's this these those there here the we i both all each none no not nothing nobody so is are was "
    "were because since therefore thus hence at nowhere never".split()
)
_UNCLEAR = frozenset({"arrow", "left", "or", "between", "onwards"})
_OPERATORS = frozenset("+/%^∪∩×·⋅")
_TAKING = frozenset("minus without excluding except less then".split())
_REMARKING = frozenset("at in on via through because since with by as from".split())
_SUBJECTS = frozenset("neighbors neighbours neighbor neighbour n result difference".split())
_CROSSES = frozenset("✗✘❌✖☒")
_HEDGES = frozenset("possibly maybe perhaps probably potentially likely etc".split())


def past_count(page: Page, index: int, high: int) -> int:
    """The token after "2 nodes:" or "3 times, namely" at `index`; `high` if no list follows that count."""
    counts = index + 1 < high and as_integer(page, page.tokens[index]) is not None
    if not counts or page.tokens[index + 1].word not in _COUNTED:
        return index
    for at in range(index + 2, min(index + _AHEAD, high)):
        if page.tokens[at].kind == "colon" or page.tokens[at].word == "namely":
            return past(page, at + 1, high, NODE_WORDS | TIME_WORDS)
    return high


def is_count(page: Page, steps: Sequence[Step], high: int) -> bool:
    """Whether the one value of `steps` counts what a bracket after it lists: "2 (nodes 1 and 4)"."""
    at = steps[-1].index + 1
    inside = at + 1 < high and page.tokens[at].value == "(" and page.tokens[at + 1].word in _PLURALS
    return len(steps) == 1 and inside


def past_subject(page: Page, low: int, high: int, asked: frozenset[Mention]) -> int:
    """The token after "neighbors(2) =" or "the neighbors of node 2:"; `low` if [low, high) begins otherwise."""
    first = past(page, low, high, LEADING)
    after = low
    if first < high and page.tokens[first].kind in ("word", "name"):
        for at in range(first, min(first + 2 * _AHEAD, high)):
            if page.tokens[at].kind in ("line", "stop"):
                break
            stamp = page.tokens[at].text == "=" and page.tokens[at - 1].word in TIME_WORDS
            if page.tokens[at].kind == "colon" and not stamp and _is_subject(page, first, at, asked):
                after = at + 1
    return after


def _is_subject(page: Page, low: int, high: int, asked: frozenset[Mention]) -> bool:
    """Whether [low, high) names what was asked about, "neighbors" or all its nodes, and nothing else."""
    named = mentions(page.tokens[low:high])
    nodes = {mention for mention in asked if mention[0] == "node"}
    called = any(token.word in _SUBJECTS for token in page.tokens[low:high])
    return named <= asked and (called or nodes <= named)


def bulleted(page: Page, low: int, high: int, reading: Reading) -> list[Step] | None:
    """The first values of a list of bullets with remarks: "- 1 (linked at 2)"; None if a bullet holds other things.

    It is empty if no bullet stands at `low`.
    """
    steps: list[Step] = []
    index = low - 1 if low and page.tokens[low - 1].value == "bullet" else past_blanks(page, low, high)
    while index < high and page.tokens[index].value == "bullet":
        end = next((at for at in range(index, high) if page.tokens[at].kind == "line"), high)
        at = past(page, index, end, NODE_WORDS | TIME_WORDS)
        value = reading(page, page.tokens[at]) if at < end else None
        if value is None or not _is_remark(page, at + 1, end):
            return None
        steps.append(Step(value, at, frozenset({"line"})))
        index = past_blanks(page, end, high)
    return steps


def past_blanks(page: Page, low: int, high: int) -> int:
    """The first token from `low` on that is a bullet, or neither a mark, a colon nor a line break."""
    while low < high and page.tokens[low].kind in ("mark", "colon", "line") and page.tokens[low].value != "bullet":
        low += 1
    return low


def last_table(page: Page, low: int, high: int) -> list[tuple[int, int]]:
    """The rows of the last table of [low, high), its head included, its rule not."""
    rows: list[tuple[int, int]] = []
    start, apart = low, True
    for index in range(low, high + 1):
        if index < high and page.tokens[index].kind != "line":
            continue
        first = page.tokens[start].text if start < index else ""
        if first == "|":
            rows = [(start, index)] if apart else [*rows, (start, index)]
        apart = not first.startswith("|")
        start = index + 1
    return rows


def is_joined(page: Page, opening: int) -> bool:
    """Whether the bracket at `opening` is joined to one before it: "{1} ∪ {5}", "[1] and [5]"."""
    joins = page.tokens[opening - 1].kind == "comma" and page.tokens[opening - 2].kind == "close"
    for token in reversed(page.tokens[max(0, opening - _AHEAD) : opening]):
        joins = joins or token.text in _OPERATORS or token.kind == "dash" or token.word in LIST_JOINTS
        if token.kind in ("close", "line", "stop", "colon"):
            return joins and token.kind == "close"
    return False


def ends_line(page: Page, low: int, high: int) -> bool:
    """Whether nothing but marks stands between `low` and the end of the line or sentence."""
    kinds = (token.kind for token in page.tokens[low : min(high, low + _AHEAD)] if token.kind != "mark")
    return next(kinds, "line") in ("line", "stop")


def _is_remark(page: Page, low: int, high: int) -> bool:
    """Whether [low, high) is blank or says more of the value before it, without denying it or listing others."""
    tokens = [token for _, token in page.level(low, high) if token.kind not in ("mark", "stop")]
    if any(token.text in _CROSSES for token in page.tokens[low:high]):
        return False
    if not tokens or tokens[0].value == "(":
        opening = [index for index in range(low, high) if page.tokens[index].value == "("]
        return not any(is_negation(page.tokens[index + 1].word) for index in opening[:1])
    if any(is_negation(token.word) or token.word in ("yes", "true", "false") for token in tokens):
        return False
    if tokens[0].kind in ("colon", "dash", "comma"):
        return len(tokens) > 1 and (bool(tokens[1].word) or tokens[1].value == "(")
    return tokens[0].word in _REMARKING


def goes_on(page: Page, last: int, high: int) -> bool:
    """Whether more belongs to a list than was read up to token `last`: "1, 5, and possibly 2", "3 + 6"."""
    at = last + 1
    joined = False
    while at < high and (page.tokens[at].kind in ("mark", "comma") or page.tokens[at].word in LIST_JOINTS):
        joined = joined or bool(page.tokens[at].word)
        at += 1
    if at >= high or page.tokens[at].kind in ("line", "stop", "close"):
        return False
    minus = page.tokens[last].kind == "close" and page.tokens[at].kind == "dash"
    if minus and at + 1 < high and page.tokens[at + 1].kind == "open":
        return True
    token, after = page.tokens[at], page.tokens[at + 1] if at + 1 < high else None
    if token.text in _OPERATORS or token.word in _HEDGES or token.kind in ("arrow", "left") or token.word == "reversed":
        return True
    if token.word in _TAKING and _is_value(page, past(page, at + 1, high, NODE_WORDS | TIME_WORDS | {"for"}), high):
        return True
    ranges = token.word in RANGES and after is not None and after.kind in ("name", "int")
    adds = token.value == "(" and after is not None and after.word in LIST_JOINTS | _HEDGES
    more = token.word == "so" and after is not None and after.word == "on"
    if ranges or adds or more or page.tokens[at - 1].word == "or":
        return True
    if page.tokens[last].kind == "close":
        opening = page.partner[last]
        alike = page.tokens[at].value in (page.tokens[opening].value, page.tokens[opening + 1].value)
        more = _is_value(page, at, high) and (alike or ends_line(page, at + 1, high))
        return (joined and token.kind in ("name", "int", "open")) or (page.tokens[at - 1].kind == "comma" and more)
    return joined and page.tokens[at].word not in _NEW_CLAUSE


def _is_value(page: Page, at: int, high: int) -> bool:
    """Whether a node, a number or a bracket stands at `at`."""
    return at < high and page.tokens[at].kind in ("name", "int", "open")


def ranged(steps: Sequence[Step]) -> list[int] | None:
    """The integers of `steps` with those in between "2-4"; None if it is unclear which are meant."""
    times: list[int] = []
    spread = False
    for step in steps:
        spans = bool(times and step.joint & RANGES)
        if (step.joint & _UNCLEAR) or (spans and (spread or step.joint - RANGES)):
            return None
        if spans and not 0 < step.value - times[-1] <= LONGEST_RANGE:
            return None
        times += range(times[-1] + 1, step.value + 1) if spans else [step.value]
        spread = spans
    return times
