"""Links (u, v, t) as they are listed: in brackets, in words, under headings for their times."""

from __future__ import annotations

from typing import Any

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.extents import last_table
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import is_group, line_end, past, reading_names
from graphcore.parsing.sequences import NODE_WORDS, TIME_WORDS, as_integer, between, item, parts

_APART = ("mark", "comma", "arrow", "line", "stop", "colon")
_BETWEEN = frozenset("and then edge link".split())
_LINK_WORDS = (
    NODE_WORDS | TIME_WORDS | frozenset("and at to is are linked connected with link edge then between".split())
)


def link(page: Page, low: int, high: int, scope: Scope) -> list[Any] | None:
    """The link in [low, high): a bracket with three entries, or words such as "node 1 and node 2 at time 3"."""
    low = past(page, low, high, frozenset({"edge", "link"}))
    if is_group(page, low, high):
        entries = list(parts(page, *between(page, low)))
        if len(entries) == 3:
            u, v = (item(page, *entry, reading_names(scope)) for entry in entries[:2])
            time = item(page, *entries[2], as_integer) if u is not None and v is not None else None
            time = _stamp(page, *entries[2]) if time is None else time
            return [u, v, time] if isinstance(time, int) else None
    return _link_in_words(page, low, high)


def _stamp(page: Page, low: int, high: int) -> int | None:
    """The one integer of an entry such as "t = 3" or "time 3"."""
    found = [time for token in page.tokens[low:high] if (time := as_integer(page, token)) is not None]
    return found[0] if len(found) == 1 else None


def _link_in_words(page: Page, low: int, high: int) -> list[Any] | None:
    tokens = [
        token for token in page.tokens[low:high] if token.kind in ("name", "int") or token.word not in _LINK_WORDS
    ]
    values = [token for token in tokens if token.kind in ("name", "int")]
    others = [token for token in tokens if token.kind not in ("name", "int")]
    if len(values) != 3 or any(token.word or token.kind == "number" for token in others):
        return None
    if page.tokens[low].word in TIME_WORDS | {"at"}:
        values = [*values[1:], values[0]]
    time = as_integer(page, values[2])
    return None if time is None else [values[0].value, values[1].value, time]


def listed_links(page: Page, low: int, high: int, scope: Scope) -> Found | None:
    """Links one after the other, one a line, or under headings such as "Time 3:"; a lone "[1, 2, 3]" is a list."""
    links: list[list[Any]] = []
    index = first = last = past(page, low, high, frozenset())
    time: int | None = None
    while index < high:
        token = page.tokens[index]
        if (
            token.kind in ("mark", "comma", "arrow", "line", "stop", "colon")
            or token.word in _BETWEEN
            or token.text == "<"
        ):
            index += 1
            continue
        after = _past_stamp(page, index, high)
        if after > index:
            time, index = _stamp(page, index, after), after
            continue
        stop, found = _next_link(page, index, high, scope, time)
        if found is None:
            break
        links.append(found)
        index, last = stop, stop - 1
    while last > first and page.tokens[last].kind in ("mark", "comma", "stop"):
        last -= 1
    lone_list = len(links) == 1 and page.tokens[first].value == "["
    return Found(links, first, last) if links and not lone_list else None


def tabled_links(page: Page, low: int, high: int) -> Found | None:
    """The links of the last table of [low, high) with three values a row: "| 1 | 2 | 0 |"."""
    rows = last_table(page, low, high)
    values = [[index for index in range(*row) if page.tokens[index].kind != "mark"] for row in rows]
    values = values[1:] if values and any(page.tokens[index].word for index in values[0]) else values
    links = [[page.tokens[index].value for index in row] for row in values if len(row) == 3]
    times = [as_integer(page, page.tokens[row[-1]]) for row in values if row]
    named = all(page.tokens[index].kind in ("name", "int") for row in values for index in row)
    if not links or len(links) < len(values) or None in times or not named:
        return None
    return Found([[*ends, time] for (*ends, _), time in zip(links, times, strict=True)], values[0][0], values[-1][-1])


def _next_link(page: Page, index: int, high: int, scope: Scope, time: int | None) -> tuple[int, list[Any] | None]:
    """Where the entry at `index` ends, and the link that it is, at `time` if it names none."""
    if is_group(page, index, high):
        stop = page.partner[index] + 1
        return stop, link(page, index, stop, scope) or _pair_at(page, index, scope, time)
    stop = line_end(page, index, high, "comma")
    found = link(page, index, stop, scope)
    if found is None:
        stop = line_end(page, index, high)
        found = link(page, index, stop, scope)
    return stop, found


def _pair_at(page: Page, opening: int, scope: Scope, time: int | None) -> list[Any] | None:
    """The link of a pair in a bracket under a heading for `time`."""
    ends = [item(page, *entry, reading_names(scope)) for entry in parts(page, *between(page, opening))]
    return None if time is None or len(ends) != 2 or None in ends else [*ends, time]


def _past_stamp(page: Page, index: int, high: int) -> int:
    """The token after a heading such as "At time 3:" or "t=3:" at `index`; `index` if there is none."""
    at = index + (page.tokens[index].word == "at")
    if at >= high or page.tokens[at].word not in TIME_WORDS:
        return index
    at = past(page, at + 1, high, frozenset())
    if at >= high or as_integer(page, page.tokens[at]) is None:
        return index
    after = at + 1
    while after < high and page.tokens[after].kind == "mark" and page.tokens[after].value != "bullet":
        after += 1
    return after + 1 if after < high and page.tokens[after].kind in ("colon", "dash") else index
