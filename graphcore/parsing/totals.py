"""The total of a path as it is stated beside it: "with a total weight of 2 + 3 = 5", "(length: 5)", "total: 5"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphcore.parsing.base import Found
from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.statements import Statement, statements

_TOTALS = frozenset({"total", "sum", "overall", "altogether"})
_MEASURES = frozenset("weight weights length lengths distance distances cost costs".split())
_SAYING = frozenset(
    "of is was are be equals the a that its weight weights length distance cost total path equal".split()
)
_PATHS = frozenset({"path", "route"})
_NUMBER = re.compile(r"[0-9]{1,300}(?:\.[0-9]{1,300})?")
_NEAR = 8
"""How many tokens behind a path its measure may stand where it is not called the total."""


def total_beside(page: Page, low: int, high: int, found: Found) -> int | float | None:
    """The total that tokens [low, high) state for the path `found`; None if they state none."""
    parts = list(statements(page, low, high))
    own = [part for part in parts if part.low <= found.last < part.high]
    for part in own:
        total = _in_sentence(page, part, found)
        if total is not None:
            return total
    after = [part for part in parts if part.low > found.last]
    before = [part for part in parts if part.high <= found.first and not _of_others(page, part)]
    for part in [*after, *reversed(before)]:
        total = _first(_called(page, part, _TOTALS), _path_is(page, part), _path_has(page, part))
        if total is not None:
            return total
    return None


def total_alone(page: Page, low: int, high: int) -> int | float | None:
    """The number that is all that tokens [low, high) hold: "[1, 2, 0], 5", "1 -> 2 -> 0 (2 + 3 = 5)"."""
    while low < high and page.tokens[low].kind in ("mark", "comma", "colon", "dash", "open"):
        low += 1
    total, last = _worth(page, low, high)
    blank = ("mark", "stop", "line", "close")
    return total if all(token.kind in blank for token in page.tokens[last:high]) else None


def _in_sentence(page: Page, part: Statement, found: Found) -> int | float | None:
    """The total that the sentence `part` gives for the path `found` in it.

    What stands just behind a path with remarks on its hops belongs to the last hop, unless it is called the total.
    """
    rest = Statement(found.last + 1, part.high)
    near = Statement(rest.low, min(part.high, rest.low + _NEAR))
    inside = page.tokens[found.first : found.last + 1]
    hops = any(token.word in _MEASURES or token.kind in ("colon", "line") for token in inside)
    plain = not hops and not any(token.kind == "open" for token in inside[1:])
    leading = Statement(max(part.low, found.first - _NEAR), found.first)
    after = page.tokens[rest.low] if rest.low < part.high else None
    said = after is not None and after.word in ("is", "equals") and _speaks_of(page, leading, _TOTALS | _MEASURES)
    return _first(
        _called(page, rest, _TOTALS),
        _called(page, near, _MEASURES) if plain else None,
        _worth(page, rest.low + 1, part.high)[0] if said else None,
        total_alone(page, rest.low, rest.high) if plain else None,
        _called(page, leading, _TOTALS | _MEASURES),
    )


def _speaks_of(page: Page, part: Statement, words: frozenset[str]) -> bool:
    return any(token.word in words for token in page.tokens[part.low : part.high])


def _of_others(page: Page, part: Statement) -> bool:
    """Whether the total that `part` gives is that of the nodes it names before it, or of several paths."""
    totals = [index for index in range(part.low, part.high) if page.tokens[index].word in _TOTALS]
    leading = page.tokens[part.low : totals[0]] if totals else []
    several = _speaks_of(page, part, frozenset({"paths", "routes"}))
    return several or any(token.kind in ("name", "int") for token in leading)


def _first(*totals: int | float | None) -> int | float | None:
    return next((total for total in totals if total is not None), None)


def _called(page: Page, part: Statement, words: frozenset[str]) -> int | float | None:
    """The number that `part` gives after one of `words`."""
    for index in range(part.low, part.high):
        if not words.isdisjoint(page.tokens[index].word.split("_")):
            total = next(_said_after(page, index + 1, part.high), None)
            if total is not None:
                return total
    return None


def _path_is(page: Page, part: Statement) -> int | float | None:
    """The number that ends `part` if it says that the path is that long: "the shortest path ... is 4 + 2 = 6"."""
    tokens = page.tokens[part.low : part.high]
    verbs = [part.low + at for at, token in enumerate(tokens) if token.word in ("is", "=") or token.kind == "colon"]
    if not verbs or not _speaks_of(page, part, _PATHS | _MEASURES):
        return None
    verb = next((at for at in verbs if page.tokens[at].word == "is"), verbs[-1])
    total, last = _worth(page, verb + 1, part.high)
    ended = all(token.kind in ("mark", "stop", "line") for token in page.tokens[last : part.high])
    return total if ended else None


def _path_has(page: Page, part: Statement) -> int | float | None:
    """The number that `part` gives as the measure of a path: "the shortest path ... has a weight of 6"."""
    return _called(page, part, _MEASURES) if _speaks_of(page, part, _PATHS) else None


def _said_after(page: Page, low: int, high: int) -> Iterator[int | float]:
    """What stands at `low` after "of", "is" or a colon; then what the next "is" or "=" of the sentence gives."""
    index = low
    while index < high and (page.tokens[index].word in _SAYING or page.tokens[index].kind in ("colon", "mark")):
        index += 1
    total, _ = _worth(page, index, high)
    if total is not None and page.tokens[index - 1].word not in _PATHS:
        yield total
        return
    for at in range(index, high):
        if page.tokens[at].word in ("is", "equals"):
            total, _ = _worth(page, at + 1, high)
            if total is not None:
                yield total


def _worth(page: Page, low: int, high: int) -> tuple[int | float | None, int]:
    """What "2 + 3 = 5" at `low` comes to, as it is stated, and the token after it."""
    total: int | float | None = None
    sign = ""
    index = low
    while index < high:
        token = page.tokens[index]
        number = _number(token)
        if number is not None and (total is None or sign):
            total = total + number if total is not None and sign == "+" else number
            sign = ""
        elif token.text in ("+", "=") and total is not None:
            sign = token.text
        elif token.kind != "mark":
            break
        index += 1
    return total, index


def _number(token: Token) -> int | float | None:
    if token.kind not in ("int", "number", "name") or not _NUMBER.fullmatch(token.text):
        return None
    return float(token.text) if "." in token.text else int(token.text)
