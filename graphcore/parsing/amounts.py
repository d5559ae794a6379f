"""Amounts as they are written, and what a sum is said to come to: "12 units", "-2.5", "1 + 1 + 10 = 12"."""

from __future__ import annotations

import re

from graphcore.parsing.base import Found
from graphcore.parsing.lexer import Page

UNIT_WORDS = frozenset("unit units of flow flows".split())

_WHENCE = frozenset("from through via along over".split())
_ON_THE_WAY = _WHENCE | frozenset("to node nodes vertex city edge path the and of source sink".split())
_REMARK = 16
"""How many tokens may say where an amount flows."""

_AMOUNT = re.compile(r"-?[0-9]{1,300}(?:\.[0-9]{1,300})?")
_LARGE = 10**15
_THOUSANDS = re.compile(r"[0-9]{3}")
_MORE, _LESS = frozenset({"+", "plus"}), frozenset({"minus"})
_OTHER_SIGNS = frozenset("/%^×·⋅*<>")
_ALTERNATIVES = frozenset({"and", "or", "to"})


def amount_at(page: Page, index: int, high: int) -> Found | None:
    """The number at token `index`, perhaps behind a minus sign; a float where it is written as one."""
    token = page.tokens[index] if index < high else None
    if token is not None and token.kind == "dash" and index + 1 < high and page.tokens[index + 1].start == token.end:
        after = amount_at(page, index + 1, high) if page.tokens[index + 1].kind in ("int", "number", "name") else None
        return after and Found(-after.value, index, after.last)
    if token is None or token.kind not in ("int", "number", "name") or not _AMOUNT.fullmatch(token.text):
        return None
    value = float(token.text) if "." in token.text else int(token.text)
    while isinstance(value, int) and value < _LARGE and index + 2 < high and _is_thousands(page, index):
        index += 2
        value = 1000 * value + int(page.tokens[index].text)
    return Found(value, page.index(token.start), index)


def _is_thousands(page: Page, index: int) -> bool:
    """Whether the comma after token `index` parts thousands: "1,200"."""
    number, comma, after = page.tokens[index : index + 3]
    touching = number.end == comma.start and comma.end == after.start
    return (
        comma.text == ","
        and touching
        and len(number.text) <= len("999")
        and _THOUSANDS.fullmatch(after.text) is not None
    )


def amount(page: Page, low: int, high: int) -> Found | None:
    """The amount that begins at `low` with its unit; of a sum what it is said to equal, else what it adds up to.

    None if it is one of several, a key, part of a path, or a term of something that is no sum.
    """
    terms: list[float] = []
    sign, last, index = 1, low, low
    equated = subtracted = False
    while True:
        found = amount_at(page, index, high)
        if found is None:
            return None
        terms.append(sign * found.value)
        last = found.last
        index = _past_unit(page, last + 1, high)
        last = max(last, _last_word(page, last, index))
        token = page.tokens[index] if index < high else None
        if token is None or not (token.text == "=" or _operates(page, index, high)):
            break
        if token.text == "=":
            terms, sign, equated, subtracted = [], 1, True, False
        else:
            sign = 1 if token.text in _MORE else -1
            subtracted = subtracted or sign < 0
        index += 1
        while index < high and page.tokens[index].kind == "mark":
            index += 1
    if (subtracted and len(terms) > 1) or _goes_on(page, index, high):
        return None
    return Found(terms[0] if equated and len(terms) == 1 else sum(terms), low, last)


def _past_unit(page: Page, index: int, high: int) -> int:
    """The first token from `index` on that is no mark, no unit, no remark in round brackets, and no "from 2 to 4 +"."""
    while index < high:
        token = page.tokens[index]
        if token.value == "(" and page.partner.get(index, high) < high:
            index = page.partner[index]
        elif token.word in _WHENCE and (after := _past_whence(page, index, high)) > index:
            return after
        elif token.kind != "mark" and token.word not in UNIT_WORDS:
            break
        index += 1
    return index


def _past_whence(page: Page, index: int, high: int) -> int:
    """The plus or equals sign after words on where the amount before `index` flows; `index` if there is none."""
    for at in range(index, min(index + _REMARK, high)):
        token = page.tokens[at]
        if token.text == "=" or token.text in _MORE:
            return at
        if token.word not in _ON_THE_WAY and token.kind not in ("name", "int", "arrow", "mark"):
            return index
    return index


def _last_word(page: Page, low: int, high: int) -> int:
    """The last token of [low, high) that is a word."""
    return max((index for index in range(low, high) if page.tokens[index].word), default=low)


def _operates(page: Page, index: int, high: int) -> bool:
    """Whether a plus or a minus stands at `index`; a dash before anything but a number leads on to a remark."""
    token = page.tokens[index]
    if token.kind == "dash":
        return amount_at(page, index + 1, high) is not None
    return token.text in _MORE or token.word in _MORE | _LESS


def _goes_on(page: Page, index: int, high: int) -> bool:
    """Whether what stands at `index` makes the number before it one of several, a key or a factor."""
    if index >= high:
        return False
    token = page.tokens[index]
    rate = token.text == "/" and page.tokens[index - 1].word in UNIT_WORDS
    if token.kind in ("arrow", "left", "colon") or (token.text in _OTHER_SIGNS and not rate):
        return True
    listed = token.kind == "comma" or token.word in _ALTERNATIVES
    after = amount_at(page, index + 1, high) if listed else None
    if after is None:
        return False
    beyond = page.tokens[after.last + 1] if after.last + 1 < high else None
    return (
        token.word in _ALTERNATIVES
        or beyond is None
        or beyond.kind in ("comma", "line", "stop")
        or beyond.word == "and"
    )
