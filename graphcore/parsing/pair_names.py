"""Where applicants and jobs are named, in rows of a bracket, of a line or of a sentence.

Nodes such as "a3" and "j2" are called "applicant 3" and "job 2", all others by their names. In a bracket, in a list or
beside a sign a number may stand without its noun.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphcore.graphs import Node
from graphcore.parsing.base import Scope
from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.sequences import as_named

LEFT, RIGHT = 0, 1
NOUNS = {"applicant": LEFT, "applicants": LEFT, "job": RIGHT, "jobs": RIGHT}
NUMBERED = (re.compile(r"a[0-9]+"), re.compile(r"j[0-9]+"))
"""Node ids that are called "applicant 3" and "job 2"."""

THEREFORE = frozenset("so therefore thus hence".split())

_GIVING = frozenset("assign assigning give giving".split())
_THEM = frozenset({"them", "him", "her"})
_SIGNS = ("colon", "arrow", "left", "dash")
_BARS = ("|", "/")
_REASONS = frozenset("because since as which who while whereas but although though where whom whose due".split())


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


def rows(page: Page, low: int, high: int, scope: Scope, last: dict[int, int]) -> Iterator[Row]:
    """Everything of [low, high) that stands in a row; `last` keeps the token of each side's last name, for pronouns."""
    for indices, inside in _stretches(page, low, high):
        row = Row(inside)
        at = 0
        while at < len(indices):
            named = _named(page, indices, at, row, scope)
            meant = None if named else _meant(page, indices, at, last)
            if named is not None:
                row.add(named)
                at = indices.index(named.indices[-1], at)
                last |= {} if named.side is None else {named.side: named.indices[-1]}
            elif meant is not None:
                row.add(meant)
            else:
                row.around[-1].append(page.tokens[indices[at]])
            at += 1
        yield _with_strangers(page, indices, row, scope)


def _meant(page: Page, indices: Sequence[int], at: int, last: Mapping[int, int]) -> Named | None:
    """The job or applicant that a pronoun at place `at` means: "assign it to them"."""
    before = page.tokens[indices[at - 1]].word if at else ""
    word = page.tokens[indices[at]].word
    if word == "it" and before in _GIVING and RIGHT in last:
        return Named(RIGHT, (last[RIGHT],))
    if word in _THEM and before in {"to", *_GIVING} and LEFT in last:
        return Named(LEFT, (last[LEFT],))
    return None


def _with_strangers(page: Page, indices: Sequence[int], row: Row, scope: Scope) -> Row:
    """`row`, or the pair that it is of a name that the problem does not have: "(Anna, Ford)", "Ford: Cook"."""
    joints = [
        at for at, index in enumerate(indices) if page.tokens[index].kind == "comma" or is_sign(page.tokens[index])
    ]
    if len(row.names) == 2 or len(joints) != 1 or not (row.inside or (row.names and scope.has_names)):
        return row
    halves = (indices[: joints[0]], indices[joints[0] + 1 :])
    if not all(_is_called(page, half) for half in halves):
        return row
    names = [Named(_side(page, half, scope), half[-1:]) for half in map(tuple, halves)]
    return Row(row.inside, names, [[], [page.tokens[indices[joints[0]]]], []])


def _is_called(page: Page, half: Sequence[int]) -> bool:
    """Whether [half) is one name, known or not, perhaps behind its noun."""
    nouns = all(page.tokens[index].word in NOUNS for index in half[:-1])
    return 0 < len(half) <= 2 and nouns and as_named(page, page.tokens[half[-1]]) is not None


def _side(page: Page, half: Sequence[int], scope: Scope) -> int | None:
    noun = NOUNS.get(page.tokens[half[0]].word)
    return side_of(page.tokens[half[-1]], scope) if noun is None else noun


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
    """Whether a round bracket holds words other than "applicant" and "job", and is no pair of unknown names."""
    inside = page.tokens[opening + 1 : page.partner[opening]]
    commas = [at for at, token in enumerate(inside) if token.kind == "comma"]
    if len(commas) == 1 and 0 < commas[0] <= 2 and 0 < len(inside) - 1 - commas[0] <= 2:
        return False
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
    signs = [0 <= near < len(indices) and is_sign(page.tokens[indices[near]]) for near in (at - 1, at + 1)]
    barred = at > 0 and page.tokens[indices[at - 1]].text in _BARS
    beside = (signs[0] and (row.names or barred)) or (at == 0 and signs[1])
    listed = bool(row.names and row.around[-1]) and _is_listing(row.around[-1])
    return Named(None, (indices[at],)) if row.inside or beside or listed else None


def is_sign(token: Token) -> bool:
    """Whether `token` is a sign that can join two names: a colon, an arrow, a dash, a bar."""
    return token.kind in _SIGNS or token.text in _BARS


def _is_listing(joint: Sequence[Token]) -> bool:
    """Whether nothing but commas and "and" stands between two names."""
    return all(token.kind == "comma" or token.word == "and" for token in joint)


def side_of(token: Token, scope: Scope) -> int | None:
    """The side that has the node `token` names; None if none has."""
    return next((side for side, nodes in enumerate(scope.sides) if token.kind == "name" and token.value in nodes), None)


def _is_name(token: Token) -> bool:
    return token.kind in ("name", "int")
