"""Times as they are written: in lists, in ranges such as "2-4", and as what "2 + 1" equals."""

from __future__ import annotations

from graphcore.parsing.base import Found
from graphcore.parsing.extents import RANGES, bulleted, goes_on, is_count, past_count, ranged
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import LEADING, is_group, listed, past, spanning
from graphcore.parsing.sequences import LIST_JOINTS, TIME_WORDS, as_integer, between, item, items, no_such, parts, run
from graphcore.parsing.statements import Statement

_LEADING = LEADING | TIME_WORDS | frozenset("at on first earliest from both only just".split())
_JOINTS = LIST_JOINTS | RANGES
_LINKING = frozenset("linked connected link links connect connects meet".split())


def times_at(page: Page, low: int, high: int) -> Found | None:
    """The times in a bracket, a run or a range, [] for a stated none; what a sum equals, but not what it adds up."""
    index = past_count(page, past(page, low, high, _LEADING), high)
    if is_group(page, index, high):
        times = None if goes_on(page, page.partner[index], high) else _in_group(page, index)
        return None if times is None else Found(times, index, page.partner[index])
    if noted := bulleted(page, low, high, as_integer):
        return listed(noted)
    after = no_such(page, low, high)
    if after > low:
        return Found([], past(page, low, high, frozenset()), after - 1)
    steps = run(page, index, high, as_integer, TIME_WORDS | {"at"}, _JOINTS)
    if not steps or is_count(page, steps, high) or goes_on(page, steps[-1].index, high):
        return _after_equals(page, index, high)
    times = ranged(steps)
    subject = len(steps) > 1 and any(
        token.word in _LINKING for token in page.tokens[steps[-1].index : steps[-1].index + 4]
    )
    return None if times is None or subject else spanning(times, steps)


def speaks_of_time(page: Page, part: Statement) -> bool:
    """Whether `part` speaks of a time."""
    return any(token.word in TIME_WORDS | {"first", "earliest"} for token in page.tokens[part.low : part.high])


def _in_group(page: Page, opening: int) -> list[int] | None:
    """The times of the bracket at `opening`; None if it holds other things."""
    if items(page, opening, as_integer, TIME_WORDS, LIST_JOINTS) == []:
        return []
    times: list[int] = []
    for low, high in parts(page, *between(page, opening)):
        steps = run(page, low, high, as_integer, TIME_WORDS, _JOINTS)
        whole = len(steps) > 1 and steps[-1].index == high - 1
        entries = ranged(steps) if whole else [item(page, low, high, as_integer)]
        if entries is None or not all(isinstance(entry, int) for entry in entries):
            return None
        times += entries
    return times


def _after_equals(page: Page, low: int, high: int) -> Found | None:
    """The one time after the last equals sign of the sentence or line, if nothing follows it there."""
    last = 0
    for index, token in page.level(low, high):
        if token.kind in ("line", "stop"):
            high = index
            break
        equals = token.text == "=" and page.tokens[index - 1].kind in ("close", "int", "name")
        last = index + 1 if equals else last
    steps = run(page, last, high, as_integer, TIME_WORDS, frozenset()) if last else []
    alone = len(steps) == 1 and all(token.kind == "mark" for token in page.tokens[steps[0].index + 1 : high])
    return spanning([steps[0].value], steps) if alone else None
