"""The reader of a matching: how pairs are asked for, written and read back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from graphcore import words
from graphcore.graphs import Node
from graphcore.parsing.base import Found, Scope
from graphcore.parsing.lexer import Page
from graphcore.parsing.pair_names import LEFT, NOUNS, THEREFORE
from graphcore.parsing.pairings import UNDECIDED, Pairing, pairings
from graphcore.parsing.phrases import LEADING, is_group, is_negation, negations, past, told_by
from graphcore.parsing.reader import GENERAL_KEYS, LIST_NOTE, Reader
from graphcore.parsing.sequences import between, no_such
from graphcore.parsing.statements import Statement, statements

_CONCLUDING = THEREFORE | frozenset("final finally answer result overall solution maximum conclusion".split())
_ASSIGNING = frozenset(
    "assign assigned assigns assignment assignments match matches matched matching matchings pair pairs pairing "
    "pairings follows answer result solution final allocation allocations".split()
)
_GOING_ON = frozenset("remaining rest also next then left other others".split())
_FINDING = frozenset("find finds found get gets assigned matched have receive receives".split())
_NEAR = 6
"""So many tokens may lie between a count and "applicants"."""

_HEADING = 4
"""A heading has no more words."""

_AN_ANSWER = 2
"""A sentence with so many pairs may be a whole answer."""


@dataclass
class _Block:
    """Pairs that are told together; `announced` as the assignment, `interrupted` by other words since the last."""

    announced: bool
    pairs: list[Pairing] = field(default_factory=list)
    keys: set[Node] = field(default_factory=set)
    several: int = 0
    listed: bool = True
    interrupted: bool = False

    @property
    def is_table(self) -> bool:
        """Whether it rather tells who is interested in what: most lines have several partners for one."""
        return not self.announced and 2 * self.several >= len(self.keys)

    def add(self, found: list[Pairing]) -> None:
        """Put the pairs of one statement behind the others."""
        self.pairs += found
        self.keys.update(pair.key for pair in found)
        self.several += _several(found)
        self.listed = self.listed and found[0].listed
        self.interrupted = False

    def takes(self, found: list[Pairing], apart: bool) -> bool:
        """Whether `found` goes on with this block; a list that stands `apart` and names the first again does not."""
        if not self.interrupted:
            return not (apart and found[0].key == self.pairs[0].key and found[0].listed and self.listed)
        if found[0].listed and self.listed:
            return found[0].key not in self.keys
        return not found[0].listed and not self.listed


class NodePairs(Reader):
    """Pairs of an applicant and a job, in the order in which they were read; beside them how many are said to be."""

    name = "list of pairs"
    due = "a list of pairs"
    keys = GENERAL_KEYS | frozenset("assignment assignments matching matches pairs".split())
    instruction = f"Give the answer as a list of pairs (applicant, job) {LIST_NOTE}."

    def write(self, value: Any) -> str:
        return f"[{', '.join(f'({words.called(left)}, {words.called(right)})' for left, right in value or [])}]"

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        index = past(page, low, high, LEADING)
        if is_group(page, index, high):
            found = pairings(page, index, page.partner[index] + 1, scope)
            blank = all(token.kind in ("mark", "line") for token in page.tokens[slice(*between(page, index))])
            on = _goes_on(page, page.partner[index] + 1, high)
            pairs = [[pair.left, pair.right] for pair in found]
            return Found(pairs, index, page.partner[index]) if (found or blank) and not on else None
        after = no_such(page, low, high)
        return Found([], past(page, low, high, frozenset()), after - 1) if after > low else None

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        """Nobody, where that is said; pairs are surveyed."""
        said = {token.word for token in page.tokens[part.low : part.high]}
        none = {"no", "none"} & said and _FINDING & said and not pairings(page, part.low, part.high, scope)
        return told_by([], page, part) if none and negations(page, part) == 1 else None

    def surveyed(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        blocks = [block for block in _blocks(page, low, high, scope) if not block.is_table]
        if not blocks:
            return None
        pairs = blocks[-1].pairs
        first = min(pair.first for pair in pairs)
        first -= first > low and page.tokens[first - 1].word in NOUNS
        return Found(_values(pairs), first, max(pair.last for pair in pairs))

    def unfinished(self, page: Page, last: Statement, scope: Scope) -> bool:
        tokens = [token for token in page.tokens[last.low : last.high] if token.kind not in ("mark", "line")]
        end, before = tokens[-1], tokens[-2].text if len(tokens) > 1 else ""
        begun = len(end.word) > 1 and any(noun.startswith(end.word) for noun in NOUNS) and before != "no"
        joined = end.kind in ("colon", "arrow", "dash") or end.word in ("assigned", "gets", "in")
        told = end.kind in ("name", "int", "comma") and any(token.word == "interested" for token in tokens)
        return told or (joined and end.kind != "dash" and before.isdigit()) or begun

    def beside(self, page: Page, low: int, high: int, found: Found, scope: Scope) -> Any:
        counts = [_count(page, part, scope) for part in statements(page, low, high)]
        return next((count for count in reversed(counts) if count is not None), None)


def _blocks(page: Page, low: int, high: int, scope: Scope) -> list[_Block]:
    """All pairs of [low, high) in blocks, each as one answer."""
    blocks: list[_Block] = []
    last: dict[int, int] = {}
    announced = False
    for part in statements(page, low, high):
        found = pairings(page, part.low, part.high, scope, last)
        if not found:
            said = {token.word for token in page.tokens[part.low : part.high]} - {""}
            announced = announced or _is_heading(page, part)
            interrupts = bool(said - NOUNS.keys()) and not said & UNDECIDED
            if blocks and interrupts:
                blocks[-1].interrupted = True
            continue
        heads = announced or _announces(page, part.low, found)
        if heads or not blocks or not blocks[-1].takes(found, page.tokens[part.low - 1].text.count("\n") > 1):
            if blocks and not heads and blocks[-1].listed and not found[0].listed:
                continue
            blocks.append(_Block(heads))
        blocks[-1].add(found)
        announced = False
    return blocks


def _is_heading(page: Page, part: Statement) -> bool:
    """Whether `part` is but a few words on the assignment that follows: "Final assignment"."""
    tokens = [token for token in page.tokens[part.low : part.high] if token.kind not in ("mark", "line", "colon")]
    brief = len(tokens) <= _HEADING and all(token.word and not is_negation(token.word) for token in tokens)
    return brief and any(token.word in _ASSIGNING for token in tokens)


def _several(found: list[Pairing]) -> int:
    """How many of those that are named first have more than one partner."""
    return sum(count > 1 for count in Counter(pair.key for pair in found).values())


def _announces(page: Page, low: int, found: list[Pairing]) -> bool:
    """Whether the words before the first pair say that the assignment follows."""
    lead = page.tokens[low : found[0].first]
    said = {token.word for token in lead}
    colon = max((at for at, token in enumerate(lead) if token.text == ":"), default=None)
    heads = colon is not None and not any(token.kind in ("name", "int") for token in lead[colon:])
    announces = heads and bool(said & _ASSIGNING) and not said & _GOING_ON
    return announces or (bool(said & _CONCLUDING) and len(found) >= _AN_ANSWER)


def _goes_on(page: Page, index: int, high: int) -> bool:
    """Whether another bracket follows: "(applicant 0, job 2), (applicant 3, job 1)"."""
    while index < high and page.tokens[index].kind in ("mark", "comma", "line"):
        index += 1
    return index < high and page.tokens[index].kind == "open"


def _values(found: list[Pairing]) -> list[list[Node]]:
    """The pairs, each once: lines may tell them in both directions, and sentences again."""
    return [list(pair) for pair in dict.fromkeys((pair.left, pair.right) for pair in found)]


def _count(page: Page, part: Statement, scope: Scope) -> int | None:
    """How many applicants `part` says to find a job: "4 out of 5 applicants find", "the number of applicants is 4"."""
    tokens = page.tokens[part.low : part.high]
    said = {token.word for token in tokens}
    if not said & _FINDING or "applicants" not in said:
        return None
    for at, token in enumerate(tokens):
        near = [after.word for after in tokens[at + 1 : at + 1 + _NEAR]]
        if token.word == "all" and "applicants" in [word for word in near if word != "the"][:1] and scope.sides:
            return len(scope.sides[LEFT])
        if token.text.isdigit() and "applicants" in near and tokens[at - 1].word not in NOUNS:
            return int(token.text)
    verbs = [at for at, token in enumerate(tokens[:-1]) if token.word in ("is", "are") or token.kind == "colon"]
    after = tokens[verbs[-1] + 1].text if verbs and "number" in said else ""
    return int(after) if after.isdigit() else None
