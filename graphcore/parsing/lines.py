"""Where a statement stands: on a line of its own, in a list, or in a row of a table."""

from __future__ import annotations

from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.sequences import NODE_WORDS
from graphcore.parsing.statements import Statement


def is_within(page: Page, low: int) -> bool:
    """Whether what begins at token `low` is no line of its own, or one of several entries or rows."""
    if low == 0 or page.tokens[low - 1].kind == "colon":
        return False
    before = page.tokens[low - 1]
    above = low - 2
    if above >= 0 and before.text == "\n" and page.tokens[above].text.startswith("|"):
        return True
    while above >= 0 and page.tokens[above].kind == "mark":
        above -= 1
    row = above >= 0 and before.text.count("\n") == 1 and page.tokens[above].kind in ("name", "int", "number", "close")
    return before.kind != "line" or row or page.tokens[low].value == "bullet"


def is_row(page: Page, high: int) -> bool:
    """Whether the line that ends at token `high` is followed by one that begins with a value too."""
    tokens = page.tokens
    if high >= len(tokens) or tokens[high].text != "\n":
        return False
    below = next((token for token in tokens[high + 1 : high + 4] if not _leads_in(token)), None)
    return below is not None and below.kind in ("name", "int", "number", "open")


def is_bulleted(page: Page, part: Statement) -> bool:
    """Whether `part` begins with a bullet or a list number."""
    first = next((token for token in page.tokens[part.low : part.high] if token.kind != "line"), None)
    return first is not None and first.value == "bullet"


def _leads_in(token: Token) -> bool:
    """Whether `token` may stand before the value that begins a line: a mark or "node"."""
    return token.kind == "mark" or token.word in NODE_WORDS
