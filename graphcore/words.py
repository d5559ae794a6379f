"""How nodes, links and times are named in sentences for people and models."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from graphcore.graphs import Link, Node, Pair

_PLAIN = re.compile(r"\w+")
_NUMBERED, _ROLES = re.compile(r"([aj])([0-9]+)"), {"a": "applicant", "j": "job"}


def name_text(node: Node) -> str:
    """A node's name as it stands in prompts and answers: quoted like JSON unless it is one plain word or number."""
    text = str(node)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def node(name: Node) -> str:
    """ "node 3"."""
    return f"node {name_text(name)}"


def called(name: Node) -> str:
    """ "applicant 3" or "job 2" for the nodes "a3" and "j2" of a matching; other names as they are."""
    numbered = _NUMBERED.fullmatch(str(name))
    return f"{_ROLES[numbered[1]]} {numbered[2]}" if numbered else name_text(name)


def nodes(names: Iterable[Node]) -> str:
    """ "node 3", "nodes 1 and 3", "no node"."""
    return _listed("node", [name_text(name) for name in names])


def times(stamps: Iterable[int]) -> str:
    """ "time 3", "times 1, 2 and 3", "no time"."""
    return _listed("time", [str(stamp) for stamp in stamps])


def link(edge: Link) -> str:
    """ "(0, 9, 4)"."""
    u, v, t = edge
    return f"({name_text(u)}, {name_text(v)}, {t})"


def pair(edge: Pair) -> str:
    """ "(0, 9)"."""
    return f"({name_text(edge[0])}, {name_text(edge[1])})"


def number(value: float) -> str:
    """ "5", "2.5"; as few digits as tell the value."""
    return str(int(value)) if value == int(value) else repr(float(value))


def ordinal(place: int) -> str:
    """ "1st", "12th", "23rd"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


def path(names: Sequence[Node]) -> str:
    """ "2 → 3 → 5"."""
    return " → ".join(name_text(name) for name in names)


def joined(items: Sequence[str], word: str = "and") -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}"


def sentence(text: str) -> str:
    """The text with a capital first letter; names within keep theirs."""
    return text[:1].upper() + text[1:]


def _listed(noun: str, items: list[str]) -> str:
    if not items:
        return f"no {noun}"
    return f"{noun}{'s' if len(items) > 1 else ''} {joined(items)}"
