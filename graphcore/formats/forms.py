"""Texts with blanks, such as "node {u} and node {v}": written from values, and read back in linear time.

A blank holds a whole number, or what its kind says: {weight:number}, {layers:layers}.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from typing import Any

Values = dict[str, Any]
Found = tuple[Values, int]
"""What the blanks hold, and where the text goes on."""

_LAYERS = {1: "one layer", 2: "two layers"}


@dataclass(frozen=True)
class _Blank:
    """What may stand in a blank."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


_BLANKS = {
    "": _Blank("0|[1-9][0-9]{0,8}", int, str),
    "number": _Blank(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?", _number, json.dumps),
    "layers": _Blank(
        "|".join(_LAYERS.values()),
        lambda text: next(count for count, words in _LAYERS.items() if words == text),
        lambda count: _LAYERS.get(count, str(count)),
    ),
}


@dataclass(frozen=True)
class Sentence:
    """A text that stands there once."""

    template: str

    @cached_property
    def _parts(self) -> list[tuple[str, str, str]]:
        """Each stretch of plain text with the name and the kind of the blank behind it ("" at the end)."""
        return [(plain, name or "", kind or "") for plain, name, kind, _ in Formatter().parse(self.template)]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        blanks = (
            re.escape(plain) + (f"(?P<{name}>{_BLANKS[kind].pattern})" if name else "")
            for plain, name, kind in self._parts
        )
        return re.compile("".join(blanks))

    def read(self, text: str, start: int) -> Found | None:
        """What the blanks hold if `text` goes on so at `start`."""
        match = self._pattern.match(text, start)
        if match is None:
            return None
        return {name: _BLANKS[kind].read(match[name]) for _, name, kind in self._parts if name}, match.end()

    def write(self, values: Mapping[str, Any]) -> str:
        """The text with its blanks filled; a value that is missing is written as one that cannot be read."""
        return "".join(
            plain + (_BLANKS[kind].write(values.get(name)) if name else "") for plain, name, kind in self._parts
        )


@dataclass(frozen=True)
class Rows:
    """A sentence that stands there once for each of the values called `name`."""

    name: str
    each: Sentence
    between: str = ""
    after: str = ""
    """What stands after the last one, if there is any."""

    def read(self, text: str, start: int) -> Found | None:
        """The rows that `text` goes on with at `start`, perhaps none."""
        rows: list[Values] = []
        end, gap = start, ""
        while text.startswith(gap, end) and (found := self.each.read(text, end + len(gap))):
            rows.append(found[0])
            end, gap = found[1], self.between
        if not rows:
            return {self.name: []}, start
        return ({self.name: rows}, end + len(self.after)) if text.startswith(self.after, end) else None

    def write(self, values: Mapping[str, Any]) -> str:
        """All rows."""
        rows = [self.each.write(row) for row in values[self.name]]
        return self.between.join(rows) + (self.after if rows else "")


class Unlike(Exception):
    """A text is not of a form from the position `at` on."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


@dataclass(frozen=True)
class Form:
    """A whole text: its parts, one after the other."""

    parts: tuple[Sentence | Rows, ...]

    def read(self, text: str) -> Values:
        """What the blanks hold; raises Unlike."""
        values: Values = {}
        at = 0
        for part in self.parts:
            found = part.read(text, at)
            if found is None:
                raise Unlike(at)
            values |= found[0]
            at = found[1]
        if at < len(text):
            raise Unlike(at)
        return values

    def write(self, values: Mapping[str, Any]) -> str:
        """The text with its blanks filled."""
        return "".join(part.write(values) for part in self.parts)
