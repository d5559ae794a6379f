"""Where a list in words begins and whether it was read to its end: counts before it, tails and operators after it."""

from __future__ import annotations

from collections.abc import Sequence

from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import past
from graphcore.parsing.sequences import LIST_JOINTS, NODE_WORDS, TIME_WORDS, Step, as_integer

LONGEST_RANGE = 1_000
"""A longer range than this is no list of times."""

RANGES = frozenset({"dash", "to", "through", "until", "till"})
"""What stands between the ends of a range."""

_COUNTED = NODE_WORDS | TIME_WORDS - {"t"} | frozenset("neighbors neighbours neighbor neighbour entries items".split())
_AHEAD = 8
_NEW_CLAUSE = frozenset(
    "it they that that's this these those there here the we i both all each none no not nothing nobody so is are was "
    "were because since therefore thus hence".split()
)
_OPERATORS = frozenset("+/%^∪∩×·⋅")
_HEDGES = frozenset("possibly maybe perhaps probably potentially likely".split())


def past_count(page: Page, index: int, high: int) -> int:
    """The token after "2 nodes:" or "3 times, namely" at `index`; `high` if no list follows that count."""
    counts = index + 1 < high and as_integer(page, page.tokens[index]) is not None
    if not counts or page.tokens[index + 1].word not in _COUNTED:
        return index
    for at in range(index + 2, min(index + _AHEAD, high)):
        if page.tokens[at].kind == "colon" or page.tokens[at].word == "namely":
            return past(page, at + 1, high, NODE_WORDS | TIME_WORDS)
    return high


def goes_on(page: Page, steps: Sequence[Step], high: int) -> bool:
    """Whether more belongs to a list than `steps`: "1, 5, and possibly 2", "3 + 6"."""
    at = steps[-1].index + 1
    joined = False
    while at < high and (page.tokens[at].kind in ("mark", "comma") or page.tokens[at].word in LIST_JOINTS):
        joined = joined or bool(page.tokens[at].word)
        at += 1
    if at >= high or page.tokens[at].kind in ("line", "stop", "close"):
        return False
    if page.tokens[at].text in _OPERATORS or page.tokens[at].word in _HEDGES:
        return True
    return joined and page.tokens[at].word not in _NEW_CLAUSE


def ranged(steps: Sequence[Step]) -> list[int] | None:
    """The integers of `steps` with those in between "2-4"; None if it is unclear which are meant."""
    times: list[int] = []
    spread = False
    for step in steps:
        spans = bool(times and step.joint & RANGES)
        if (step.joint & {"arrow", "left", "or", "between"}) or (spans and (spread or step.joint - RANGES)):
            return None
        if spans and not 0 < step.value - times[-1] <= LONGEST_RANGE:
            return None
        times += range(times[-1] + 1, step.value + 1) if spans else [step.value]
        spread = spans
    return times
