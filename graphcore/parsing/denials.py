"""Yes or no by whether a sentence on what was asked denies it: "there is no such path", "the triad is open"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import denials_in, line_end, stem, stems_of, told_by
from graphcore.parsing.reply import asked_about
from graphcore.parsing.statements import Statement, is_about

_AGAINST = re.compile(
    r"fail(?:s|ed|ing)?|violat(?:e|es|ed|ing|ions?)|invalid|false|untrue|incorrect|wrong|impossible|open|incomplete|broken"
    r"|lack(?:s|ing)?|missing|unlinked|unconnected|disconnected|back|backwards?|decreas(?:e|es|ed|ing)"
)
_FOR = frozenset("valid true holds correct satisfied satisfies respects increasing".split())
_BEING = frozenset("exist exists possible".split())
_CONTRASTS = frozenset("but however yet unfortunately".split())
_CONCESSIONS = frozenset("although though while whereas despite even".split())
_DETERMINERS = frozenset("the this that given".split())
_OF_OTHERS = frozenset("other others another reverse reversed some alternative would only".split())
_RELATIVES = frozenset({"which", "that"})
_COPULAS = frozenset("is are was were isn't aren't wasn't weren't".split())
_FAILING = frozenset("fails fail failed doesn't don't violates isn't aren't wasn't weren't".split())
_SUBJECTS = frozenset("they it both node nodes".split())
_REASONING = frozenset("because since as so".split())
_EXCEPTING = frozenset("except excluding besides without excepting".split())
_APART = frozenset("different separate distinct".split())
_PARTS = frozenset("component components block blocks part parts subgraph subgraphs group groups".split())
_ALL = frozenset("all every everything any anything each".split())
_UNTRUE = re.compile(
    r"fail(?:s|ed|ing)?|false|untrue|incorrect|wrong|impossible|mistake|mistaken|disconnected|unconnected|unlinked"
)
_REACH = 3
"""How far behind a denial what it denies may stand: "no link is missing"."""


def said(page: Page, clause: Statement, scope: Scope) -> Found | None:
    """Yes or no as `clause` says it of what was asked, None if it says neither."""
    if not is_about(page, clause, asked_about(scope)):
        return None
    asked = stems_of(scope)
    every = [token.word for _, token in page.level(clause.low, clause.high)]
    words = list(takewhile(lambda word: word not in _CONCESSIONS, every))
    denials = denials_in(words)
    against = [at for at, word in enumerate(words) if _AGAINST.fullmatch(word) or _is_contrary(word, asked)]
    against += [at for at, word in enumerate(words) if word in _APART and _PARTS & set(words[at + 1 : at + _REACH])]
    speaks = any(stem(word) in asked for word in words)
    if denials and against:
        single = len(denials) == len(against) == 1
        value = "yes" if single and 0 < against[0] - denials[0] <= _REACH else None
    elif denials:
        about = any(stem(word) in asked or word in _FOR | _BEING for word in words[denials[0] + 1 :])
        denied = about or not _affirms(words[: denials[0]], asked)
        value = "no" if len(denials) == 1 and speaks and denied else None
    elif against:
        value = "no"
    else:
        value = "yes" if _affirms(words, asked) else None
    return told_by(value, page, clause) if value else None


def contrasted(page: Page, part: Statement, scope: Scope) -> Found | None:
    """Yes or no as `part` says it after its last "but" or "however", None if it has no such word."""
    words = [(index, token.word) for index, token in page.level(part.low, part.high)]
    turns = [index for index, word in words if word in _CONTRASTS]
    if not turns or any(word in _OF_OTHERS for _, word in words):
        return None
    return said(page, Statement(turns[-1] + 1, part.high), scope)


def refuted(page: Page, found: Found, high: int, scope: Scope) -> bool:
    """Whether what follows `found` in its sentence takes it back: "[1, 3] is wrong", "4, which is not true"."""
    end = line_end(page, found.last + 1, high)
    words = [token.word for _, token in page.level(found.last + 1, end) if token.kind not in ("mark", "open")]
    words = words[1:] if words[:1] == [""] and words[1:2] and words[1] in _RELATIVES else words
    words = list(takewhile(lambda word: word and word not in _CONCESSIONS | _CONTRASTS | _REASONING, words))
    if words[:1] and words[0] in _RELATIVES:
        words = words[1:]
    if not words:
        return False
    if words[0] in _FAILING:
        return bool(denials_in(words)) or bool(_AGAINST.fullmatch(words[0]))
    if words[0] in _COPULAS:
        denied = any(0 < at < _REACH for at in denials_in(words))
        return denied or any(word == "too" or _AGAINST.fullmatch(word) for word in words[1:_REACH])
    return words[0] in _SUBJECTS and denies(words, stems_of(scope))


def denied_before(page: Page, low: int, found: Found) -> bool:
    """Whether the words just before `found`, from `low` on, except or deny it: "all but [1, 4]", "not [1, 0]"."""
    before = [token.word for _, token in page.level(low, found.first) if token.kind != "mark"][-_REACH:]
    excepts = any(word in _EXCEPTING for word in before) or ("but" in before and bool(_ALL & set(before)))
    return excepts or (bool(denials_in(before)) and "but" not in before)


def denies(words: Sequence[str], asked: frozenset[str]) -> bool:
    """Whether `words` deny what was asked, in whatever way: "they are still disconnected", "it is false that"."""
    contrary = any(_UNTRUE.fullmatch(word) or _is_contrary(word, asked) for word in words)
    return contrary or (bool(denials_in(words)) and any(stem(word) in asked for word in words))


def _is_contrary(word: str, asked: frozenset[str]) -> bool:
    """Whether `word` is one that the question turns on, with "un", "non" or "a" before it."""
    return any(word.startswith(prefix) and stem(word[len(prefix) :]) in asked for prefix in ("un", "non", "a"))


def _affirms(words: list[str], asked: frozenset[str]) -> bool:
    """Whether a word that the question turns on is said of something: "a path", but not "the path"."""
    before = ""
    for word in words:
        if word in _FOR or (stem(word) in asked and before not in _DETERMINERS):
            return True
        before = word or before
    return False
