"""Whether a reply breaks off in the middle of something."""

from __future__ import annotations

from graphcore.parsing.base import Found
from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.statements import Statement

_PENDING = ("comma", "arrow", "left", "dash", "open")
_PENDING_WORDS = frozenset({"and", "or", "then", "to", "from", "node"})
_KEY = 2
"""How many tokens make the key of an entry: "node 5"."""

_LOOK_BACK = 400
"""How many tokens before the end the line above the last one may begin."""


def complete(page: Page, found: Found, high: int) -> bool:
    """Whether the value cannot have gone on: a bracket closes it, or something follows that is no comma or arrow."""
    rest = page.tokens[found.last + 1 : high]
    if page.tokens[found.last].kind == "close" and found.last in page.partner:
        entry = page.partner[found.last] != found.first
        return not entry or not rest or not _pending(rest[0]) or not _opens(page, found.last + 1, high)
    if rest and not _pending(rest[0]):
        return True
    return any(not _pending(token) and token.kind != "line" for token in rest)


def _pending(token: Token) -> bool:
    return token.kind in _PENDING or token.word in _PENDING_WORDS


def _opens(page: Page, low: int, high: int) -> bool:
    """Whether a bracket that is never closed is all that follows commas, arrows and line breaks at `low`."""
    index = low
    while index < high and page.tokens[index].kind in ("comma", "arrow", "line", "mark"):
        index += 1
    return index >= high or (page.tokens[index].kind == "open" and index not in page.partner)


def breaks_off_list(page: Page, part: Statement) -> bool:
    """Whether `part` ends in a comma, an arrow or an open bracket."""
    said = [token.kind for token in page.tokens[part.low : part.high] if token.kind not in ("mark", "line")]
    return bool(said) and said[-1] in _PENDING


def breaks_off(page: Page, low: int, high: int) -> bool:
    """Whether the last paragraph ends in the middle of a list or of a bracket."""
    if _stops_at_key(page, low, high):
        return True
    index = high - 1
    while index >= low and page.tokens[index].kind in ("mark", "line"):
        index -= 1
    if index < low:
        return False
    stands_for_none = page.tokens[index].kind == "dash" and index > low and page.tokens[index - 1].kind == "colon"
    if _pending(page.tokens[index]) and not stands_for_none:
        return True
    while index >= low and not (page.tokens[index].kind == "line" and page.tokens[index].text.count("\n") > 1):
        if page.tokens[index].kind == "open" and index not in page.partner:
            return True
        index -= 1
    return False


def _stops_at_key(page: Page, low: int, high: int) -> bool:
    """Whether the last line is only the key of an entry, "node 5" or "13", under one of the same kind that goes on."""
    lines = [at for at in range(max(low, high - _LOOK_BACK), high) if page.tokens[at].kind == "line"]
    if not lines or page.tokens[lines[-1]].text.count("\n") > 1 or not 0 < high - lines[-1] - 1 <= _KEY:
        return False
    key = page.tokens[lines[-1] + 1 : high]
    above = page.tokens[(lines[-2] + 1 if len(lines) > 1 else low) : lines[-1]]
    if len(key) == _KEY and key[0].word:
        alike = len(above) > _KEY and above[0].word == key[0].word and above[1].kind == key[1].kind
        return alike and key[1].kind in ("name", "int") and above[_KEY].kind == "colon"
    number = key[0].text if key[0].kind != "mark" and all(token.kind == "stop" for token in key[1:]) else ""
    return bool(above) and above[0].value == "bullet" and number.isdigit() and above[0].text == str(int(number) - 1)
