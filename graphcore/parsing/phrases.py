"""What readers look for in sentences: times, nodes, negations, and whether a sentence speaks of what was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.lexer import Page
from graphcore.parsing.sequences import (
    LIST_JOINTS,
    NODE_WORDS,
    TIME_WORDS,
    Reading,
    Step,
    as_entry,
    as_integer,
    as_named,
    as_node,
    run,
)
from graphcore.parsing.statements import Statement

LEADING = frozenset(
    "the a an is are be that as follows follow following therefore thus so simply just given by in order set list of "
    "integers integer json python text latex plaintext".split()
)
"""Words that may stand between a mark and its value."""

_NEGATIONS = frozenset(
    "no non not never neither nor cannot can't isn't aren't doesn't don't didn't wasn't weren't won't without "
    "none nothing hardly barely scarcely".split()
)
_IDIOMS = frozenset({("far", "from"), ("anything", "but")})
_NOT_DENIED = frozenset(
    "before only just doubt matter wonder question problem problems issue issues contradiction contradictions".split()
)
"""What "not" denies without denying the sentence: "but not before"."""

_ARTICLES = frozenset("the a an any".split())
_VERBS = frozenset("is was are were has have had links link linked meets meet connects connect".split())
_QUANTIFIERS = frozenset({"all", "both", "each"})
_STAMPED = TIME_WORDS - {"step", "steps"}
_TO = frozenset({"to", "through"})
_OUTSIDE = frozenset("between before after until since".split())
_GENERAL = frozenset(
    "node this that what whic when ther grap time have been with does will such firs thre give leas thes foll".split()
)
_ALIKE = {"loop": "cycl", "edge": "link", "join": "link", "neig": "link", "acyc": "cycl"}
_CONNECTION = re.compile(r"\b(?:path|route|way) (?:between|from) ", re.IGNORECASE)
_REACHING = frozenset("conn reac trav betw get".split())
"""How it is also said that there is a path between two nodes: they are connected, one can be reached."""

_ANY_SUBJECT = frozenset("path cycl conn chro clos tria link".split())


def past(page: Page, low: int, high: int, skipped: frozenset[str]) -> int:
    """The first token from `low` on that is none of the words `skipped`, no mark, colon or line break."""
    while low < high and (page.tokens[low].word in skipped or page.tokens[low].kind in ("mark", "colon", "line")):
        low += 1
    return low


def line_end(page: Page, low: int, high: int, earlier: str = "line") -> int:
    """The end of the line or sentence, or the first comma outside of brackets if `earlier` is "comma"."""
    ends = (index for index, token in page.level(low, high) if token.kind in ("line", "stop", earlier))
    return min(next(ends, high), high)


def is_group(page: Page, index: int, high: int) -> bool:
    """Whether a bracket opens at `index` and is closed before `high`."""
    return index < high and page.tokens[index].kind == "open" and page.partner.get(index, high) < high


def spanning(value: Any, steps: Sequence[Step]) -> Found:
    """`value` as read from the first to the last of `steps`."""
    return Found(value, steps[0].index, steps[-1].index)


def told_by(value: Any, page: Page, part: Statement) -> Found:
    """`value` as said by `part` as a whole."""
    said = [
        index
        for index in range(part.low, part.high)
        if page.tokens[index].kind not in ("mark", "line", "comma", "stop")
    ]
    return Found(value, said[0], said[-1])


def listed(steps: Sequence[Step]) -> Found | None:
    """The values of `steps` as a list; None if there are none."""
    return spanning([step.value for step in steps], steps) if steps else None


def reading_names(scope: Scope) -> Reading:
    """How nodes are read: where the problem has names, an unknown name counts too."""
    return as_named if scope.has_names else as_entry


def verb_after(page: Page, steps: Sequence[Step], high: int) -> bool:
    """Whether `steps` are the subject of a sentence rather than a value: "node 4 is linked with ..."."""
    rest = page.tokens[steps[-1].index + 1 : high]
    said = (token.word for token in rest if token.kind not in ("mark", "comma") and token.word not in _QUANTIFIERS)
    return next(said, "") in _VERBS


def negations(page: Page, part: Statement) -> int:
    """How many words of denial `part` has."""
    words = [token.word for _, token in page.level(part.low, part.high)]
    return len(denials_in(words))


def denials_in(words: Sequence[str]) -> list[int]:
    """Where `words` deny what follows: "not", "far from", but not "no doubt" or "not before"."""
    return [
        at
        for at, (word, after) in enumerate(pairwise([*words, ""]))
        if (is_negation(word) and not _NOT_DENIED & _denied(words, at)) or (word, after) in _IDIOMS
    ]


def _denied(words: Sequence[str], at: int) -> frozenset[str]:
    """The word after the denial at `at`, and the one after its article: "not the only one"."""
    after = words[at + 1 : at + 3]
    return frozenset(after if after[:1] and after[0] in _ARTICLES else after[:1])


def is_negation(word: str) -> bool:
    """Whether `word` is one of denial."""
    return word.replace("’", "'") in _NEGATIONS


def speaks_of(page: Page, part: Statement, scope: Scope) -> bool:
    """Whether `part` uses a word that the question turns on, such as "linked" or "chronological"."""
    asked = stems_of(scope)
    return any(stem(token.word) in asked for token in page.tokens[part.low : part.high])


def stems_of(scope: Scope) -> frozenset[str]:
    """The stems of the words that the question turns on."""
    return _stems(scope.question) or _ANY_SUBJECT


def times_in(page: Page, part: Statement) -> list[Step]:
    """All times that `part` calls so: "time 3", "times 1 and 4", "t = 2"."""
    steps: list[Step] = []
    index = part.low
    while index < part.high:
        if page.tokens[index].word == "not" and page.tokens[index - 1].kind == "open":
            index = page.partner.get(index - 1, index)
        if page.tokens[index].word in _STAMPED:
            before = page.tokens[index - 1].word if index > part.low else ""
            index = past(page, index, part.high, _STAMPED | {"is", "was", "are"})
            found = run(page, index, part.high, as_integer, TIME_WORDS | {"at"}, LIST_JOINTS | _TO)
            limit = (
                {"between"} if before in _OUTSIDE else {"onwards"} if before == "from" and len(found) == 1 else set()
            )
            steps += [Step(step.value, step.index, step.joint | limit) for step in found]
        index = max(index + 1, steps[-1].index + 1 if steps else 0)
    return steps


def nodes_in(page: Page, part: Statement) -> list[Step]:
    """All nodes that `part` calls so ("node 3", "nodes 1 and 4") and all other names outside of brackets, in order."""
    steps: list[Step] = []
    for index, token in page.level(part.low, part.high):
        if steps and index <= steps[-1].index:
            continue
        if token.word in NODE_WORDS:
            steps += run(page, index + 1, part.high, as_node, NODE_WORDS, LIST_JOINTS)
        elif token.kind == "name" and not token.text.isdigit():
            steps.append(Step(token.value, index, frozenset()))
    return steps


@lru_cache(maxsize=64)
def _stems(question: str) -> frozenset[str]:
    stems = frozenset(stem(word) for word in re.findall(r"[^\W\d_]{4,}", question.lower())) - _GENERAL
    return stems | _REACHING if _CONNECTION.search(question) else stems


def stem(word: str) -> str:
    """The first letters of `word`, or of the word that we take for the same."""
    return _ALIKE.get(word[:4], word[:4])
