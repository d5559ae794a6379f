"""0 or 1 for each of several pairs: in a list, one a line, behind the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.extents import goes_on, last_table
from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.phrases import LEADING, is_group, line_end, listed, past
from graphcore.parsing.sequences import LIST_JOINTS, as_integer, between, item, parts, run

_LEADING = LEADING | {"labels", "predictions", "prediction"}


def labels_at(page: Page, low: int, high: int, scope: Scope) -> Found | None:
    """The labels that begin at token `low`."""
    index = past(page, low, high, _LEADING)
    if is_group(page, index, high) and not _is_labelled(page, page.partner[index] + 1, high):
        close = page.partner[index]
        labels = None if goes_on(page, close, high) else _in_group(page, index)
        return None if labels is None else Found(labels, index, close)
    steps = run(page, index, high, _as_label, frozenset(), LIST_JOINTS)
    alone = bool(steps) and not _is_labelled(page, steps[-1].index + 1, high)
    if alone and (len(steps) > 1 or scope.size == 1):
        return listed(steps)
    return _labelled_lines(page, index, high, scope) or _labelled_entries(page, index, high, scope)


def _in_group(page: Page, opening: int) -> list[int] | None:
    """The labels in a bracket, any integers in a square one; None if it holds other things or is but a pair."""
    inside = between(page, opening)
    steps = run(page, *inside, _as_label, frozenset(), LIST_JOINTS)
    spaced = len(steps) > 1 and steps[-1].index == inside[1] - 1
    labels = [step.value for step in steps] if spaced else [_label(page, *part) for part in parts(page, *inside)]
    if page.tokens[opening].value == "[" and None in labels:
        labels = [_number(page, *part) for part in parts(page, *inside)]
    is_pair = page.tokens[opening].value == "(" and len(labels) == 2
    return None if None in labels or is_pair else [label for label in labels if label is not None]


def _number(page: Page, low: int, high: int) -> int | None:
    number = item(page, low, high, as_integer)
    return number if isinstance(number, int) else None


def _as_label(page: Page, token: Token) -> int | None:
    return {"0": 0, "1": 1, "no": 0, "yes": 1, "false": 0, "true": 1}.get(token.text.lower())


def _is_labelled(page: Page, index: int, high: int) -> bool:
    """Whether what stands before `index` is a pair that is given a label, as in "(0, 1): 1"."""
    following = next((token for token in page.tokens[index:high] if token.kind != "mark"), None)
    return following is not None and (following.kind in ("colon", "arrow") or following.text == "=")


def _label(page: Page, low: int, high: int) -> int | None:
    """The label of one entry: alone, or after a colon, an arrow or "is"."""
    tokens = [token for _, token in page.level(low, high) if token.kind not in ("mark", "line", "stop")]
    if len(tokens) > 2 and tokens[-1].value == "(" and tokens[0].kind in ("open", "name", "int"):
        tokens = tokens[:-1]
    cell = page.tokens[low].text == "|" and len(tokens) == 2 and tokens[0].kind == "open"
    if len(tokens) > 1 and not cell and tokens[-2].kind not in ("colon", "arrow", "dash") and tokens[-2].word != "is":
        return None
    return _as_label(page, tokens[-1]) if tokens else None


def _labelled_lines(page: Page, low: int, high: int, scope: Scope) -> Found | None:
    """Labels one a line, such as "(1, 2): 1"."""
    entries: list[tuple[int, int]] = []
    start = last = low
    for index in range(low, high + 1):
        if index < high and page.tokens[index].kind != "line":
            continue
        if index > start:
            if _label(page, start, index) is None:
                break
            entries.append((start, index))
            last = max(i for i in range(start, index) if page.tokens[i].kind not in ("mark", "stop"))
        start = index + 1
    labels = _as_asked(page, entries, scope)
    return Found(labels, low, last) if labels and (len(labels) > 1 or scope.size == 1) else None


def tabled_labels(page: Page, low: int, high: int, scope: Scope) -> Found | None:
    """Labels in the last column of the last table of [low, high), behind their pairs."""
    rows = [row for row in last_table(page, low, high) if page.tokens[row[0] + 1].kind == "open"]
    labels = _as_asked(page, rows, scope)
    if not labels or None in labels:
        return None
    return Found(labels, rows[0][0], rows[-1][1] - 1)


def _as_asked(page: Page, entries: Sequence[tuple[int, int]], scope: Scope) -> list[Any] | None:
    """The labels of `entries` in the order in which the question names their pairs.

    They are taken as they stand where an entry names no pair, and None is given where it names one twice.
    """
    labels = [_label(page, *entry) for entry in entries]
    named = [pair for entry in entries for pair in _pairs(page, *entry)[:1]]
    question = Page(scope.question, scope.nodes)
    asked = _pairs(question, 0, len(question.tokens))
    if len(named) < len(entries) or sorted(map(_unordered, named)) != sorted(map(_unordered, asked)):
        return labels
    places = {_unordered(pair): label for pair, label in zip(named, labels, strict=True)}
    exact = dict(zip(named, labels, strict=True))
    return [exact.get(pair, places[_unordered(pair)]) for pair in asked] if len(exact) == len(named) else None


def _unordered(pair: tuple[Any, Any]) -> tuple[str, ...]:
    return tuple(sorted(map(str, pair)))


def _pairs(page: Page, low: int, high: int) -> list[tuple[Any, Any]]:
    """The pairs of nodes in round brackets in [low, high), in order."""
    pairs = []
    for index in range(low, high):
        inside = page.tokens[index + 1 : page.partner.get(index, index)]
        nodes = [token.value for token in inside if token.kind in ("name", "int")]
        if page.tokens[index].value == "(" and len(nodes) == 2:
            pairs.append((nodes[0], nodes[1]))
    return pairs


def _labelled_entries(page: Page, low: int, high: int, scope: Scope) -> Found | None:
    """Labels behind their pairs in one line: "(0, 1) = 1, (2, 5) = 0"."""
    entries = list(parts(page, low, line_end(page, low, high)))
    if any(high - low < 2 or _label(page, low, high) is None for low, high in entries):
        return None
    labels = _as_asked(page, entries, scope)
    if labels is None or (len(labels) < 2 and scope.size != 1):
        return None
    last = max(index for index in range(*entries[-1]) if page.tokens[index].kind not in ("mark", "stop"))
    return Found(labels, low, last) if labels else None
