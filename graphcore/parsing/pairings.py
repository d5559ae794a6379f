"""Which applicant gets which job, as a sentence, a line or a bracket says it: "job 2: applicant 0", "[[0, 2], [1, 3]]".

Of two numbers without nouns the first is the applicant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from graphcore.graphs import Node
from graphcore.parsing.base import Scope
from graphcore.parsing.lexer import Page, Token
from graphcore.parsing.pair_names import LEFT, RIGHT, Named, Row, is_sign, node_of, rows, side_of
from graphcore.parsing.phrases import is_negation

UNDECIDED = frozenset(
    "interested interest interests wants want prefers prefer like already could might may either or none "
    "instead eligible options option before taken unassigned unmatched conflict".split()
)
"""Words beside two names that do not give the one to the other."""

_CONDITIONS = frozenset({"if", "unless", "suppose"})
_FAR = 12
"""With more tokens between them two names are not spoken of together."""


@dataclass(frozen=True)
class Pairing:
    """An applicant and a job, at tokens first..last; `key` was named first, and `listed` if only signs join them."""

    left: Node
    right: Node
    key: Node
    listed: bool
    first: int
    last: int


def pairings(page: Page, low: int, high: int, scope: Scope, last: dict[int, int] | None = None) -> list[Pairing]:
    """All that [low, high) pairs, in order; not what it weighs up, denies, or tells of somebody's interests.

    `last` keeps from one call to the next who was named last.
    """
    return [
        pair for row in rows(page, low, high, scope, {} if last is None else last) for pair in _paired(page, row, scope)
    ]


def _paired(page: Page, row: Row, scope: Scope) -> Iterator[Pairing]:
    """The pairs of a row, from its start to its end."""
    names, around = list(row.names), row.around
    worded = any(token.word for tokens in around for token in tokens)
    bare = row.inside or (len(names) % 2 == 0 and not worded)
    at = len(names) if any(token.word in _CONDITIONS for tokens in around for token in tokens) else 0
    while at + 1 < len(names):
        subject, thing, joint = names[at], names[at + 1], around[at + 1]
        sides = _sides(page, subject, thing, bare, scope)
        if sides is None or not _links(row, joint):
            at += 1
            continue
        is_open = any(_leaves_open(tokens) for tokens in (around[at], joint, around[at + 2]))
        if not is_open and _begins_another(row, names, at + 1):
            names[at + 1] = Named(thing.side, thing.indices[-1:])
            thing = Named(thing.side, thing.indices[:-1])
            at -= 1
        yield from () if is_open else _each(page, subject, thing, sides, joint, scope)
        at += 2


def _begins_another(row: Row, names: Sequence[Named], at: int) -> bool:
    """Whether the last of the names at `at` is given to what follows: "job 2 and job 0 is assigned to applicant 1"."""
    several = len(names[at].indices) > 1 and at + 1 < len(names)
    return several and _links(row, row.around[at + 1]) and names[at + 1].side != names[at].side


def _sides(page: Page, subject: Named, thing: Named, bare: bool, scope: Scope) -> tuple[int, int] | None:
    """On which side the two are; None if on the same, or if numbers without nouns are not `bare` of other words."""
    if subject.side is None and thing.side is None:
        known = [side_of(page.tokens[named.indices[0]], scope) for named in (subject, thing)]
        return None if not bare else (RIGHT, LEFT) if known == [RIGHT, LEFT] else (LEFT, RIGHT)
    first = subject.side if subject.side is not None else 1 - (thing.side or 0)
    second = thing.side if thing.side is not None else 1 - first
    return None if first == second else (first, second)


def _links(row: Row, joint: Sequence[Token]) -> bool:
    """Whether the tokens between two names can join them."""
    if any(is_sign(token) for token in joint) or not joint:
        return True
    if any(token.word and token.word != "and" for token in joint):
        return len(joint) <= _FAR
    commas = all(token.kind == "comma" for token in joint)
    return commas and (row.inside or (len(row.names) == 2 and not row.around[0]))


def _leaves_open(tokens: Sequence[Token]) -> bool:
    """Whether words around two names say that the one does not get the other, or not for sure."""
    said = [token.word for token in tokens if token.word]
    # "... the job they are interested in" is what a matching is about.
    meant = [said[max(0, at - 2) : at + 1] in (["they", "are", "interested"],) for at in range(len(said))]
    undecided = (word in UNDECIDED or is_negation(word) for word in said)
    return any(found and not excused for found, excused in zip(undecided, meant, strict=True))


def _each(
    page: Page, subject: Named, thing: Named, sides: tuple[int, int], joint: Sequence[Token], scope: Scope
) -> Iterator[Pairing]:
    """Every pair of one and several; several and as many go one by one, and others are not clear."""
    listed = not any(token.word for token in joint)
    couples = list(zip(subject.indices, thing.indices, strict=False))
    if 1 in (len(subject.indices), len(thing.indices)):
        couples = list(product(subject.indices, thing.indices))
    elif len(subject.indices) != len(thing.indices):
        return
    for first, second in couples:
        nodes = [node_of(side, page.tokens[index], scope) for side, index in zip(sides, (first, second), strict=True)]
        left, right = nodes if sides[0] == LEFT else reversed(nodes)
        yield Pairing(left, right, nodes[0], listed, min(first, second), max(first, second))
