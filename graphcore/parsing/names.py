"""The problem's own node names, found in text however they are spelt there.

Names may hold spaces, commas, accents, apostrophes or brackets, so they are matched before anything else is:
longest first, at word boundaries, with accents, case and apostrophes as a model may change them.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from graphcore.graphs import Node

_DIGITS = re.compile(r"[0-9]+")
_PLAIN = re.compile(r"\w+")
_PIECES = re.compile(r"[\s\[\](){},;:=|]+|[-–—]+>?|→")


class Vocabulary:
    """Node names by their spellings, and the patterns that find them."""

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self._exact = {str(node): node for node in nodes}
        self._spelt: dict[str, set[Node]] = {}
        bare: set[str] = set()
        for node in nodes:
            for spelling in _spellings(str(node)):
                self._spelt.setdefault(spelling.casefold(), set()).add(node)
                bare.add(spelling)
        special = [name for name in self._exact if not _PLAIN.fullmatch(name)]
        encoded = {json.dumps(name, ensure_ascii=ascii): name for name in special for ascii in (False, True)}
        self._quoted = {text: self._exact[name] for text, name in encoded.items()}
        self.quoted_pattern = _alternatives(re.escape(text) for text in _longest_first(self._quoted))
        self.bare_pattern = _alternatives(_bounded(text) for text in _longest_first(bare) if self._tellable(text))

    def find(self, text: str) -> Node | None:
        """The node that `text` names, exactly or in one unambiguous other spelling; None if it names none."""
        if text in self._exact:
            return self._exact[text]
        if text in self._quoted:
            return self._quoted[text]
        found = self._spelt.get(" ".join(text.split()).replace("’", "'").casefold(), set())
        return next(iter(found)) if len(found) == 1 else None

    def _tellable(self, text: str) -> bool:
        """Whether `text` without quotes is its name and not a number, mere punctuation, or a list of other names."""
        if _DIGITS.fullmatch(text) or not re.search(r"\w", text):
            return False
        pieces = [piece for piece in _PIECES.split(text) if piece]
        return pieces == [text] or not all(piece in self._exact for piece in pieces)


@lru_cache(maxsize=64)
def vocabulary(nodes: tuple[Node, ...]) -> Vocabulary:
    """The vocabulary of these nodes."""
    return Vocabulary(nodes)


def _spellings(name: str) -> set[str]:
    """The name in one line, composed, decomposed, without accents, and as it stands inside an ASCII JSON string."""
    line = " ".join(name.split()).replace("’", "'")
    apart = unicodedata.normalize("NFKD", line)
    plain = "".join(char for char in apart if not unicodedata.combining(char))
    forms = {
        line,
        plain,
        unicodedata.normalize("NFC", line),
        unicodedata.normalize("NFD", line),
        json.dumps(line)[1:-1],
    }
    return {form for form in forms if form.strip()}


def _bounded(text: str) -> str:
    pattern = re.escape(text).replace(r"\ ", r"\s+").replace("'", "['’]")
    before = r"(?<!\w)" if _PLAIN.match(text[0]) else ""
    after = r"(?!\w)" if _PLAIN.match(text[-1]) else ""
    return f"{before}{pattern}{after}"


def _longest_first(texts: Iterable[str]) -> list[str]:
    return sorted(texts, key=lambda text: (-len(text), text))


def _alternatives(patterns: Iterable[str]) -> str:
    """One pattern for any of these; it matches nothing if there are none."""
    return "|".join(patterns) or r"(?!)"
