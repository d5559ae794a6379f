"""Sentences and lines of a reply, and which of them conclude."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphcore.parsing.lexer import Page
from graphcore.parsing.sequences import Mention, mentions

_THEREFORE = frozenset("so therefore thus hence consequently accordingly".split())
_CONCLUDING = _THEREFORE | frozenset("answer result conclusion conclude overall finally final summary".split())
_REASONS = frozenset("because since due".split())
_OPEN_ENDED = frozenset("if whether need needs must should check determine let let's lets suppose want".split())
_RETRACTING = frozenset("wait actually correction mistake scratch sorry oops".split())
_COPULAS = frozenset("is are was were be".split())


@dataclass(frozen=True)
class Statement:
    """Tokens [low, high): a sentence, or a line; a line that ends in a colon or comma goes on in the next."""

    low: int
    high: int


def statements(page: Page, low: int, high: int) -> Iterator[Statement]:
    """The statements of tokens [low, high) in order, without blank ones."""
    start = low
    for index, token in page.level(low, high):
        if token.kind in ("line", "stop") and _ends(page, index, high):
            if _says_something(page, start, index):
                yield Statement(start, index + (token.kind == "stop"))
            start = index + 1
    if _says_something(page, start, high):
        yield Statement(start, high)


def main_clause(page: Page, part: Statement) -> Statement:
    """`part` without what leads up to its last "so" or "therefore", and without its reasons."""
    low, high = part.low, part.high
    for index, token in page.level(part.low, part.high):
        if token.word in _THEREFORE:
            low = index + 1
    first = next((index for index, token in page.level(low, high) if token.kind not in ("mark", "comma")), high)
    leads = first < high and page.tokens[first].word in _REASONS
    for index, token in page.level(first + 1, high):
        if leads and token.kind == "comma":
            return Statement(index + 1, high)
        if not leads and token.word in _REASONS:
            return Statement(low, index)
    return Statement(low, high)


def concludes(page: Page, part: Statement) -> bool:
    """Whether `part` says that it concludes: "therefore", "the result"."""
    return any(token.word in _CONCLUDING for token in page.tokens[part.low : part.high])


def says(page: Page, part: Statement, subject: frozenset[str]) -> bool:
    """Whether `part` says that the `subject` is something."""
    said = {token.word for token in page.tokens[part.low : part.high]}
    return bool(said & subject and said & _COPULAS)


def covers(page: Page, part: Statement, asked: frozenset[Mention]) -> bool:
    """Whether `part` says something of all nodes and times that the question asks about."""
    said = any(token.word in _COPULAS for token in page.tokens[part.low : part.high])
    return said and bool(asked) and asked <= mentions(page, part.low, part.high)


def is_about(page: Page, part: Statement, asked: frozenset[Mention]) -> bool:
    """Whether `part` speaks of no nodes at all, as in "they are", or of all those that the question asks about."""
    nodes = {mention for mention in mentions(page, part.low, part.high) if mention[0] == "node"}
    return not nodes or {mention for mention in asked if mention[0] == "node"} <= nodes


def is_settled(page: Page, part: Statement) -> bool:
    """Whether `part` states rather than asks, plans, weighs something up or gives an example."""
    if page.tokens[part.high - 1].text == "?" or _gives_example(page, part):
        return False
    clause = main_clause(page, part)
    return not any(token.word in _OPEN_ENDED for _, token in page.level(clause.low, clause.high))


def is_retraction(page: Page, part: Statement) -> bool:
    """Whether `part` begins by taking back what was said."""
    return any(token.word in _RETRACTING for token in page.tokens[part.low : min(part.high, part.low + 6)])


def _gives_example(page: Page, part: Statement) -> bool:
    opening = [token.word for token in page.tokens[part.low : part.low + 3]]
    return "for" in opening and "example" in opening


def _ends(page: Page, index: int, high: int) -> bool:
    token = page.tokens[index]
    if token.kind == "stop":
        return (
            index + 1 >= high
            or page.tokens[index + 1].start > token.end
            or page.tokens[index + 1].kind in ("line", "mark")
        )
    before = page.tokens[index - 1].kind if index else "line"
    return before not in ("colon", "comma", "arrow")


def _says_something(page: Page, low: int, high: int) -> bool:
    return any(token.kind not in ("mark", "line", "stop") for token in page.tokens[low:high])
