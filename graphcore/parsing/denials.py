"""Yes or no by whether a sentence on what was asked denies it: "there is no such path", "the triad is open"."""

from __future__ import annotations

import re
from itertools import takewhile

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import denials_in, stem, stems_of, told_by
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


def _is_contrary(word: str, asked: frozenset[str]) -> bool:
    """Whether `word` is one that the question turns on, with "un" or "non" before it."""
    return any(word.startswith(prefix) and stem(word[len(prefix) :]) in asked for prefix in ("un", "non"))


def _affirms(words: list[str], asked: frozenset[str]) -> bool:
    """Whether a word that the question turns on is said of something: "a path", but not "the path"."""
    before = ""
    for word in words:
        if word in _FOR or (stem(word) in asked and before not in _DETERMINERS):
            return True
        before = word or before
    return False
