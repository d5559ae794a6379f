"""Sentences and lines of a reply, and which of them conclude."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

from graphcore.parsing.lexer import Page
from graphcore.parsing.sequences import Mention, mentions

_THEREFORE = frozenset("so therefore thus hence consequently accordingly".split())
_CONCLUDING = _THEREFORE | frozenset(
    "answer result conclusion conclude overall finally final summary predict giving".split()
)
_REASONS = frozenset("because since due".split())
_OPEN_ENDED = frozenset(
    "if whether need needs must should check determine determined let let's lets suppose want look looking "
    "might may could maybe almost nearly perhaps possibly idea sure unsure unclear unknown".split()
)
_MODAL = frozenset("need needs must should might may could possibly look".split())
_RETRACTING = frozenset(
    "wait actually correction mistake mistaken scratch strike sorry oops apologies apologize hmm hold wrong incorrect "
    "meant mean edit update rather reconsider reconsidering revised thought take".split()
)
_INSTEAD = _RETRACTING | frozenset(
    "on it it's that that's this they these would should is are be was were must the answer correct right real true "
    "value rather instead i mean to so oh ah but and a let me revise corrected now well second final list".split()
)
_GIVEN = frozenset("given original input initial unsorted provided graph".split())
_SORTED = frozenset("sorted sorting sort order ordered".split())
_PRONOUNS = frozenset("it that this they these".split())
_WRONG = frozenset("wrong incorrect mistaken mistake".split())
_RIGHT = frozenset("right correct".split())
_COPULAS = frozenset("is are was were be become becomes became connect connects meet meets".split())


@dataclass(frozen=True)
class Statement:
    """Tokens [low, high): a sentence or a line; a line that ends in a colon or comma goes on, and so does a list."""

    low: int
    high: int


def statements(page: Page, low: int, high: int) -> Iterator[Statement]:
    """The statements of tokens [low, high) in order, without blank ones."""
    start = low
    for index, token in page.level(low, high):
        if token.kind in ("line", "stop") and (index == start or _ends(page, index, high)):
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
    """Whether `part` says that it concludes: "therefore", "the result", "since ..., they"."""
    tokens = page.tokens[part.low : part.high]
    return tokens[0].word in _REASONS or any(token.word in _CONCLUDING for token in tokens)


def says(page: Page, part: Statement, subject: frozenset[str]) -> bool:
    """Whether `part` says that the `subject` is something."""
    tokens = page.tokens[part.low : part.high]
    said = any(token.word in _COPULAS or token.kind == "colon" for token in tokens)
    return said and any(token.word in subject for token in tokens)


def covers(page: Page, part: Statement, asked: frozenset[Mention]) -> bool:
    """Whether `part` says something of all nodes and times that the question asks about."""
    tokens = page.tokens[part.low : part.high]
    return bool(asked) and any(token.word in _COPULAS for token in tokens) and asked <= mentions(tokens)


def is_about(page: Page, part: Statement, asked: frozenset[Mention]) -> bool:
    """Whether `part` names no nodes in its words, as in "they are", or all those that the question asks about.

    Those on the way between them are not looked at: "they are connected through node 5".
    """
    tokens = [token for _, token in page.level(part.low, part.high)]
    tokens = list(takewhile(lambda token: token.word not in ("through", "via"), tokens))
    nodes = {mention for mention in mentions(tokens) if mention[0] == "node"}
    return not nodes or {mention for mention in asked if mention[0] == "node"} <= nodes


def is_settled(page: Page, part: Statement) -> bool:
    """Whether `part` states rather than asks, plans, weighs something up or gives an example."""
    if page.tokens[part.high - 1].text == "?" or _gives_example(page, part):
        return False
    clause = main_clause(page, part)
    return not any(token.word in _OPEN_ENDED for _, token in page.level(clause.low, clause.high))


def proposes(page: Page, part: Statement, subject: frozenset[str]) -> bool:
    """Whether `part` states what the `subject` could, should or must be, and leaves nothing else open."""
    clause = main_clause(page, part)
    said = {token.word for _, token in page.level(clause.low, clause.high)}
    asks = page.tokens[part.high - 1].text == "?" or _gives_example(page, part)
    return not asks and not said & _OPEN_ENDED - _MODAL and says(page, part, subject)


def is_retraction(page: Page, part: Statement) -> bool:
    """Whether `part` begins by taking back what was said."""
    opening = page.tokens[part.low : min(part.high, part.low + 6)]
    said = [token for token in opening if token.kind not in ("mark", "dash", "comma", "line")]
    refused = len(said) > 1 and said[0].word == "no" and page.tokens[page.index(said[0].end)].kind == "comma"
    return refused or any(token.word in _RETRACTING for token in opening)


def after_retraction(page: Page, part: Statement) -> int:
    """The token after words such as "wait, actually it should be" at the start of `part`."""
    index = part.low
    while index < part.high and (
        page.tokens[index].word in _INSTEAD
        or page.tokens[index].kind in ("mark", "dash", "comma", "colon", "line")
        or (page.tokens[index].value == "(" and page.tokens[index + 1].word in _INSTEAD)
    ):
        index += 1
    return index


def past_pronoun(page: Page, low: int, high: int) -> int:
    """The token after "it is" or "they are" at `low`; `low` if neither stands there."""
    words = [token.word for token in page.tokens[low : min(high, low + 2)]]
    if words and words[0] in ("it's", "it’s", "they're"):
        return low + 1
    return low + 2 if len(words) == 2 and words[0] in _PRONOUNS and words[1] in ("is", "are", "was", "were") else low


def rejects(page: Page, part: Statement) -> bool:
    """Whether `part` calls what was said wrong: "wait, that is not right"."""
    tokens = [token for token in page.tokens[part.low : part.high] if token.kind not in ("mark", "dash", "comma")]
    denied = any(before.word == "not" and token.word in _RIGHT for before, token in pairwise(tokens))
    taken = [token.word for token in tokens if token.word in ("take", "back")] == ["take", "back"]
    calls = denied or taken or any(token.word in _WRONG | {"scratch", "strike"} for token in tokens)
    named = any(token.kind in ("name", "int") for token in tokens)
    excused = any(before.word in ("not", "no") and token.word in _WRONG for before, token in pairwise(tokens))
    return calls and not named and not excused and tokens[0].word in _INSTEAD | {"no", "my", "strike"}


def restates(page: Page, part: Statement) -> bool:
    """Whether `part` repeats what was given: "the given links are", "the graph has", and does not sort it."""
    words = {token.word for token in page.tokens[part.low : part.high]}
    return bool(words & _GIVEN) and not words & _SORTED


def says_right(page: Page, part: Statement) -> bool:
    """Whether `part` speaks of what is right or should be."""
    return any(token.word in _RIGHT | {"should"} for token in page.tokens[part.low : part.high])


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
    goes_on = index + 1 < high and page.tokens[index + 1].value == "bullet"
    apart = before == "comma" and token.text.count("\n") > 1
    return (apart or before not in ("colon", "comma", "arrow")) and not goes_on


def _says_something(page: Page, low: int, high: int) -> bool:
    return any(token.kind not in ("mark", "line", "stop") for token in page.tokens[low:high])
