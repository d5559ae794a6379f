"""Which applicant gets which job, as a sentence, a line or a bracket says it: "job 2: applicant 0", "[[0, 2], [1, 3]]".

Nodes such as "a3" and "j2" are called "applicant 3" and "job 2", all others by their names. In a bracket or beside a
sign a number may stand without its noun; the first of two such numbers is the applicant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from graphcore import words
from graphcore.graphs import Node
from graphcore.parsing.base import Scope
from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.phrases import is_negation

LEFT, RIGHT = 0, 1
NOUNS = {"applicant": LEFT, "applicants": LEFT, "job": RIGHT, "jobs": RIGHT}
NUMBERED = (re.compile(r"a[0-9]+"), re.compile(r"j[0-9]+"))
"""Node ids that are called "applicant 3" and "job 2"."""

THEREFORE = frozenset("so therefore thus hence".split())
UNDECIDED = frozenset(
    "interested interest interests wants want prefers prefer like already could might may either or none "
    "instead eligible options option before taken unassigned unmatched conflict".split()
)
"""Words beside two names that do not give the one to the other."""

_SIGNS = ("colon", "arrow", "left", "dash")
_BARS = ("|", "/")
_CONDITIONS = frozenset({"if", "unless", "suppose"})
_REASONS = frozenset("because since as which who while whereas but although though where whom whose due".split())
_FAR = 12
"""With more tokens between them two names are not spoken of together."""


@dataclass(frozen=True)
class Named:
    """Applicants or jobs named in a row; `side` is None for a number without a noun."""

    side: int | None
    indices: tuple[int, ...]


@dataclass
class Row:
    """What stands in a row, in a bracket or outside of all: the names, and the tokens before and after each of them."""

    inside: bool
    names: list[Named] = field(default_factory=list)
    around: list[list[Token]] = field(default_factory=lambda: [[]])

    def add(self, named: Named) -> None:
        """Put a name behind what there is; one more of a list goes with those before it."""
        before = self.names[-1] if self.names else None
        listed = self.around[-1] and all(token.kind == "comma" or token.word == "and" for token in self.around[-1])
        if before is not None and listed and before.side is not None and self._is_alike(before, named):
            self.names[-1] = Named(before.side, before.indices + named.indices)
            self.around[-1] = []
        else:
            self.names.append(named)
            self.around.append([])

    def _is_alike(self, before: Named, named: Named) -> bool:
        return named.side == before.side or (named.side is None and not self.inside)


@dataclass(frozen=True)
class Pairing:
    """An applicant and a job, at tokens first..last; `key` was named first, and `listed` if only signs join them."""

    left: Node
    right: Node
    key: Node
    listed: bool
    first: int
    last: int


def pairings(page: Page, low: int, high: int, scope: Scope) -> list[Pairing]:
    """All that [low, high) pairs, in order; not what it weighs up, denies, or tells of somebody's interests."""
    return [pair for row in rows(page, low, high, scope) for pair in _paired(page, row, scope)]


def rows(page: Page, low: int, high: int, scope: Scope) -> Iterator[Row]:
    """Everything of [low, high) that stands in a row."""
    for indices, inside in _stretches(page, low, high):
        row = Row(inside)
        at = 0
        while at < len(indices):
            named = _named(page, indices, at, row, scope)
            if named is None:
                row.around[-1].append(page.tokens[indices[at]])
            else:
                row.add(named)
                at = indices.index(named.indices[-1], at)
            at += 1
        yield row


def called(side: int, node: Node) -> str:
    """ "applicant 3" or "job 2"; other names as they are."""
    noun = ("applicant", "job")[side]
    return f"{noun} {str(node)[1:]}" if NUMBERED[side].fullmatch(str(node)) else words.name_text(node)


def node_of(side: int, token: Token, scope: Scope) -> Node:
    """The node that `token` means behind the noun of a side, whether the problem has it or not."""
    known = scope.sides[side] if scope.sides else ()
    if token.text.isdigit() and token.value not in known and any(NUMBERED[side].fullmatch(str(node)) for node in known):
        return f"{'aj'[side]}{int(token.text)}"
    return token.value if token.kind in ("name", "int") else token.text


def _stretches(page: Page, low: int, high: int) -> Iterator[tuple[list[int], bool]]:
    """The tokens that stand in a row, without remarks and reasons, and whether in a bracket."""
    stretch: list[int] = []
    clear: set[int] = set()
    index, depth, quiet = low, 0, False
    while index < high:
        token = page.tokens[index]
        if token.kind == "open" and index in page.partner and _is_remark(page, index):
            index = page.partner[index]
        elif token.kind == "open" and index in page.partner and _holds_one(page, index):
            clear.add(page.partner[index])
        elif (token.kind in ("open", "close") and index not in clear) or _ends(page, index):
            yield stretch, depth > 0
            depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
            stretch, quiet = [], False
        elif token.word in _REASONS and not (
            token.word == "as"
            and page.tokens[index + 1 : index + 2]
            and page.tokens[index + 1].word in ("follows", "the")
        ):
            quiet = True
        elif (token.kind not in ("mark", "line", "close") or token.text in _BARS) and not quiet:
            stretch.append(index)
        index += 1
    yield stretch, depth > 0


def _ends(page: Page, index: int) -> bool:
    """Whether a row ends at `index`; after "applicant 0:" it goes on in the next line."""
    token = page.tokens[index]
    if token.kind == "line" and index > 1 and page.tokens[index - 1].kind == "colon":
        return page.tokens[index - 2].kind not in ("name", "int")
    return token.kind in ("line", "stop") or token.text == ";" or token.word in THEREFORE


def _is_remark(page: Page, opening: int) -> bool:
    """Whether a round bracket holds words other than "applicant" and "job"."""
    inside = page.tokens[opening + 1 : page.partner[opening]]
    return page.tokens[opening].value == "(" and any(token.word and token.word not in NOUNS for token in inside)


def _holds_one(page: Page, opening: int) -> bool:
    """Whether a bracket that follows a name or its sign holds but one name: "applicant 0: [job 2]"."""
    at = opening - 1
    while at > 0 and page.tokens[at].kind in ("mark", "colon"):
        at -= 1
    inside = page.tokens[opening + 1 : page.partner[opening]]
    single = not any(token.kind in ("comma", "open") or token.kind in _SIGNS for token in inside)
    return at >= 0 and page.tokens[at].kind in ("name", "int") and single


def _named(page: Page, indices: Sequence[int], at: int, row: Row, scope: Scope) -> Named | None:
    """The name at place `at`: with its noun, one of the problem's, or a number in a bracket, in a list or by a sign."""
    token = page.tokens[indices[at]]
    if token.word in NOUNS:
        behind = at + 1
        while behind < len(indices) and page.tokens[indices[behind]].word in ("number", "no"):
            behind += 1
        quoted = behind < len(indices) and page.tokens[indices[behind]].kind == "colon" and row.inside
        behind += quoted
        called = behind < len(indices) and _is_name(page.tokens[indices[behind]])
        return Named(NOUNS[token.word], (indices[behind],)) if called else None
    if not _is_name(token):
        return None
    side = side_of(token, scope)
    if side is not None and not token.text.isdigit():
        return Named(side, (indices[at],))
    signs = [0 <= near < len(indices) and _is_sign(page.tokens[indices[near]]) for near in (at - 1, at + 1)]
    barred = at > 0 and page.tokens[indices[at - 1]].text in _BARS
    beside = (signs[0] and (row.names or barred)) or (at == 0 and signs[1])
    listed = bool(row.names and row.around[-1]) and _is_listing(row.around[-1])
    return Named(None, (indices[at],)) if row.inside or beside or listed else None


def _is_sign(token: Token) -> bool:
    return token.kind in _SIGNS or token.text in _BARS


def _is_listing(joint: Sequence[Token]) -> bool:
    """Whether nothing but commas and "and" stands between two names."""
    return all(token.kind == "comma" or token.word == "and" for token in joint)


def side_of(token: Token, scope: Scope) -> int | None:
    """The side that has the node `token` names; None if none has."""
    return next((side for side, nodes in enumerate(scope.sides) if token.kind == "name" and token.value in nodes), None)


def _is_name(token: Token) -> bool:
    return token.kind in ("name", "int")


def _paired(page: Page, row: Row, scope: Scope) -> Iterator[Pairing]:
    """The pairs of a row, from its start to its end."""
    names, around = list(row.names), row.around
    at = len(names) if any(token.word in _CONDITIONS for tokens in around for token in tokens) else 0
    while at + 1 < len(names):
        subject, thing, joint = names[at], names[at + 1], around[at + 1]
        sides = _sides(page, row, subject, thing, scope)
        if sides is None or not _links(row, joint):
            at += 1
            continue
        if not _is_open(around[at], joint, around[at + 2]):
            if (
                len(thing.indices) > 1
                and at + 2 < len(names)
                and _links(row, around[at + 2])
                and names[at + 2].side != thing.side
            ):
                names[at + 1] = Named(thing.side, thing.indices[-1:])
                thing = Named(thing.side, thing.indices[:-1])
                at -= 1
            yield from _each(page, subject, thing, sides, joint, scope)
        at += 2


def _sides(page: Page, row: Row, subject: Named, thing: Named, scope: Scope) -> tuple[int, int] | None:
    """On which side the two are; None if they are on the same, or if it cannot be told."""
    if subject.side is None and thing.side is None:
        worded = any(token.word for tokens in row.around for token in tokens)
        bare = row.inside or (len(row.names) % 2 == 0 and not worded)
        known = [side_of(page.tokens[named.indices[0]], scope) for named in (subject, thing)]
        return None if not bare else (RIGHT, LEFT) if known == [RIGHT, LEFT] else (LEFT, RIGHT)
    first = subject.side if subject.side is not None else 1 - (thing.side or 0)
    second = thing.side if thing.side is not None else 1 - first
    return None if first == second else (first, second)


def _links(row: Row, joint: Sequence[Token]) -> bool:
    """Whether the tokens between two names can join them."""
    if any(_is_sign(token) for token in joint) or not joint:
        return True
    if any(token.word and token.word != "and" for token in joint):
        return len(joint) <= _FAR
    commas = all(token.kind == "comma" for token in joint)
    return commas and (row.inside or (len(row.names) == 2 and not row.around[0]))


def _is_open(lead: Sequence[Token], joint: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether something around two names says that the one does not get the other, or not for sure."""
    return any(_leaves_open(tokens) for tokens in (lead, joint, after))


def _leaves_open(tokens: Sequence[Token]) -> bool:
    said = [token.word for token in tokens if token.word]
    they = {
        at
        for at, (who, _, what) in enumerate(zip(said, said[1:], said[2:], strict=False))
        if who in ("they", "he") and what == "interested"
    }
    undecided = [at for at, word in enumerate(said) if word in UNDECIDED or is_negation(word)]
    return any(at - 2 not in they for at in undecided)


def _each(
    page: Page, subject: Named, thing: Named, sides: tuple[int, int], joint: Sequence[Token], scope: Scope
) -> Iterator[Pairing]:
    """Every pair of the two; names of equal number go one by one."""
    listed = not any(token.word for token in joint)
    several = len(subject.indices) == len(thing.indices) > 1
    single = len(subject.indices) == 1 or len(thing.indices) == 1
    couples = (
        list(zip(subject.indices, thing.indices, strict=False))
        if several or not single
        else list(product(subject.indices, thing.indices))
    )
    for first, second in couples:
        nodes = [node_of(side, page.tokens[index], scope) for side, index in zip(sides, (first, second), strict=True)]
        left, right = nodes if sides[0] == LEFT else reversed(nodes)
        yield Pairing(left, right, nodes[0], listed, min(first, second), max(first, second))
