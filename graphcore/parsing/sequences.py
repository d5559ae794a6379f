"""Lists, runs and paths of nodes or numbers, in brackets or in words: "[0, 3]", "0 -> 3", "node 0, then node 3"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from graphcore.graphs import Node
from graphcore.parsing.lexer import Page, Token

NODE_WORDS = frozenset("node nodes ndoe ndoes vertex vertices city cities person people".split())
"""What a node is called; "ndoe" is a slip in NLGraph's exemplars that models repeat."""

TIME_WORDS = frozenset(
    "time times timestamp timestamps timestep timesteps stamp stamps step steps snapshot snapshots t".split()
)
_PLURAL = frozenset("times timestamps timesteps".split())
LIST_JOINTS = frozenset("and or also as well plus".split())
PATH_JOINTS = frozenset(
    "and to then from finally next lastly followed by via through go goes move moves visit reach reaches we".split()
)
_ARROWS = frozenset({"arrow", "dash", "left", "to"})
_JOINING = ("comma", "arrow", "dash", "left")
_HOPS = frozenset({"line", "from", "followed"})
_THEN = frozenset({"comma", "and", "then", "next", "finally"})
_SPECIAL = frozenset("yes no none never true false unknown not there here in if to".split())
_NOTHING = frozenset("none nothing nobody never null nil".split())
_ABSENT = (
    NODE_WORDS
    | TIME_WORDS
    | frozenset(
        "path paths route such one any link links linked edge edges neighbor neighbors neighbour neighbours solution "
        "connection connected triad closure closed common other others exist exists possible found match".split()
    )
)
_EXCEPTING = frozenset("before until but except save other besides".split())
_UNTOLD = frozenset("determine determined tell say know sure clear given enough idea".split())
_EMPTY = frozenset({"∅", "Ø", "\\emptyset", "\\varnothing"})

_KEEPING = frozenset("is are was and or at to through".split())
_INTEGER = re.compile(r"-?[0-9]{1,300}(?:\.0{1,9})?")

Mention = tuple[str, Node]
"""("node", 3) or ("time", 3)."""

Reading = Callable[[Page, Token], Any]
"""What a token is worth; None if it is no value."""


@dataclass(frozen=True)
class Step:
    """One value of a run, its token, and the kinds and words that join it to the one before."""

    value: Any
    index: int
    joint: frozenset[str]


def as_node(page: Page, token: Token) -> Node | None:
    """A node of the problem, or an integer that may be none."""
    return token.value if token.kind in ("name", "int") else None


def as_named(page: Page, token: Token) -> Node | None:
    """As `as_node`, and an unknown capitalised word too, where a name is due."""
    unknown = token.word and token.text[0].isupper() and token.word not in _SPECIAL
    return token.text if unknown else as_node(page, token)


def as_entry(page: Page, token: Token) -> Node | None:
    """As `as_node`, and an unknown capitalised word between or after the entries of a list: "1, 5 and Maria"."""
    if not token.word or as_named(page, token) is None:
        return as_node(page, token)
    index = page.index(token.start)
    near = page.tokens[index - 1 : index + 3] if index else []
    if len(near) < 2 or not _separates(near[0]):
        return None
    ends = len(near) == 2 or near[2].kind in ("line", "stop", "close")
    on = len(near) == 4 and _separates(near[2]) and near[3].kind in ("name", "int")
    return token.text if ends or on else None


def _separates(token: Token) -> bool:
    return token.kind in ("comma", "open", "arrow", "left") or token.word == "and"


def as_integer(page: Page, token: Token) -> int | None:
    """An integer, also where a node is called so."""
    numeric = token.kind == "int" or (token.kind in ("name", "number") and _INTEGER.fullmatch(token.text))
    return int(token.text.partition(".")[0]) if numeric else None


def mentions(tokens: Sequence[Token]) -> set[Mention]:
    """What `tokens` speak of: numbers after a word for time are times, other names and numbers are nodes."""
    found: set[Mention] = set()
    role = "node"
    for index, token in enumerate(tokens):
        counts = token.text.isdigit() and index + 1 < len(tokens) and tokens[index + 1].word in NODE_WORDS
        if token.word:
            role = "time" if token.word in TIME_WORDS else role if token.word in _KEEPING else "node"
        elif token.kind in ("name", "int") and not counts:
            found.add((role, token.value))
    return found


def between(page: Page, opening: int) -> tuple[int, int]:
    """The tokens inside the bracket at `opening`, stripped of brackets that hold nothing but one further bracket."""
    low, high = opening + 1, page.partner[opening]
    while True:
        inner = [index for index, token in page.level(low, high) if token.kind not in ("mark", "line")]
        if len(inner) != 1 or page.tokens[inner[0]].kind != "open" or inner[0] not in page.partner:
            return low, high
        low, high = inner[0] + 1, page.partner[inner[0]]


def parts(page: Page, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The stretches of [low, high) between its commas, without blank ones."""
    start = low
    for index, token in page.level(low, high):
        if token.kind == "comma":
            if not _blank(page, start, index):
                yield start, index
            start = index + 1
    if not _blank(page, start, high):
        yield start, high


def run(page: Page, low: int, high: int, reading: Reading, words: frozenset[str], joints: frozenset[str]) -> list[Step]:
    """The values from `low` on with nothing but `words` and `joints`, commas, arrows and dashes between them."""
    steps: list[Step] = []
    joint: set[str] = set()
    index = low
    while index < high:
        token = page.tokens[index]
        value = None if token.word in words else reading(page, token)
        past = _past_remark(page, index, high) if "time" not in words else index
        past = past_comment(page, index, high) if past == index and not joint else past
        if past > index and steps:
            index = past
            continue
        if token.kind in _JOINING or token.word in joints:
            joint.add(token.word or token.kind)
        elif value is not None:
            steps.append(Step(value, index, frozenset(joint)))
            joint = set()
        elif token.kind == "line" and steps and _goes_on(page, index, high, joint, reading, words | joints):
            joint.add("line")
        elif token.word not in words and token.kind != "mark" and not _stamps(page, index):
            break
        index += 1
    return steps


def _past_remark(page: Page, index: int, high: int) -> int:
    """The token after a remark on the value before: on its time, or "with weight 2" before a comma; else `index`."""
    if page.tokens[index].word != "with" or (index + 1 < high and page.tokens[index + 1].word in _PLURAL):
        return past_time(page, index, high)
    for at in range(index + 1, min(index + 5, high - 1)):
        if as_integer(page, page.tokens[at]) is not None:
            return at + 1 if page.tokens[at + 1].kind == "comma" else index
    return index


def _stamps(page: Page, index: int) -> bool:
    """Whether the token at `index` is the sign of "t = 3"."""
    return page.tokens[index].kind == "colon" and page.tokens[index - 1].word in TIME_WORDS


def past_comment(page: Page, index: int, high: int) -> int:
    """The token after a bracket with words at `index`, such as "(linked at 4)"; `index` if it may hold more entries."""
    if page.tokens[index].value != "(" or page.partner.get(index, high) >= high:
        return index
    words = [token.word for token in page.tokens[index + 1 : min(page.partner[index], index + 5)] if token.word]
    return page.partner[index] + 1 if words and words[0] not in LIST_JOINTS else index


def past_time(page: Page, index: int, high: int) -> int:
    """The token after the remark on time that begins at `index`, such as "at time 3" or "(t = 3)"; else `index`."""
    tokens = page.tokens
    if tokens[index].kind == "open" and index in page.partner and page.partner[index] < high:
        low, close = index + 1, page.partner[index]
        words = {token.word for token in tokens[low : min(close, low + 4)]}
        return close + 1 if words & TIME_WORDS or _is_stamp_of_arrow(page, low, close) else index
    at = index + 1 if tokens[index].word in ("at", "in", "on", "during", "with") else index
    if at < high and tokens[at].word in _PLURAL:
        times = run(page, at, high, as_integer, TIME_WORDS, LIST_JOINTS)
        return times[-1].index + 1 if times else index
    if at >= high or tokens[at].word not in TIME_WORDS:
        return index
    while at < min(high, index + 5) and (tokens[at].word in TIME_WORDS or tokens[at].kind == "colon"):
        at += 1
    return at + 1 if at < high and as_integer(page, tokens[at]) is not None else index


def items(
    page: Page, opening: int, reading: Reading, words: frozenset[str], joints: frozenset[str]
) -> list[Any] | None:
    """The values in the bracket at `opening`, unknown names as text; None if it holds other things."""
    low, high = between(page, opening)
    if _blank(page, low, high) or no_such(page, low, high) == high:
        return []
    if not any(token.kind == "comma" for _, token in page.level(low, high)):
        steps = run(page, low, high, reading, words, joints)
        if len(steps) > 1 and steps[-1].index == high - 1:
            return as_path(steps)
    found = [item(page, start, stop, reading) for start, stop in parts(page, low, high)]
    return None if any(item is None for item in found) else found


def as_path(steps: list[Step]) -> list[Any] | None:
    """The values in order: "0 -> 3, 3 -> 5" and "from 0 to 3, from 3 to 5" name 3 once, "3 <- 0" is turned round.

    None if hops do not meet.
    """
    if any("left" in step.joint for step in steps):
        turned = all(step.joint == {"left"} for step in steps[1:])
        return [step.value for step in reversed(steps)] if turned else None
    arrows = any(step.joint & _ARROWS for step in steps)
    values = [step.value for step in steps[:1]]
    for step in steps[1:]:
        met = step.value == values[-1] and step.joint <= _THEN
        hop = arrows and not step.joint & _ARROWS and (step.joint & _HOPS or step.joint == {"comma"} or met)
        if hop and step.value != values[-1]:
            return None
        if not hop:
            values.append(step.value)
    return values


def no_such(page: Page, low: int, high: int) -> int:
    """The token after a stated "none", "no such node", "there is no path" or "empty set" at `low`; else `low`."""
    tokens = page.tokens
    index = low
    while index < high and (
        tokens[index].kind in ("mark", "symbol")
        or tokens[index].word in ("there", "is", "are", "the", "an", "a", "set")
    ):
        if tokens[index].text in _EMPTY:
            return index + 1
        index += 1
    if index >= high:
        return low
    if tokens[index].word in _NOTHING:
        excepted = index + 1 < high and tokens[index + 1].word in _EXCEPTING
        return low if excepted else index + 1
    if tokens[index].word == "empty":
        return index + 2 if index + 1 < high and tokens[index + 1].word in ("set", "list", "path") else index + 1
    if tokens[index].word not in ("no", "not"):
        return low
    after = index + 1
    while after < high and tokens[after].word and tokens[after].word not in ("in", "at", "that", "because", "since"):
        after += 1
    said = {token.word for token in tokens[index + 1 : after]}
    if "only" in said:
        return low
    bare = not said and tokens[index].word == "no"
    return after if bare or (said & _ABSENT and not said & _UNTOLD) else low


def item(page: Page, low: int, high: int, reading: Reading) -> Any:
    """The one value in [low, high), or its text if it is no known name; None if it holds more than that."""
    tokens = [(index, token) for index, token in page.level(low, high) if token.kind not in ("mark", "line")]
    if any(token.kind in ("open", "arrow") for _, token in tokens):
        return None
    key = [index for index, token in tokens if token.kind == "colon"]
    if key and any(token.kind in ("name", "int") for index, token in tokens if index < key[-1]):
        return None
    tokens = [(index, token) for index, token in tokens if not key or index > key[-1]]
    past = low
    values = []
    for index, token in tokens:
        past = max(past, past_time(page, index, high))
        if index >= past and (value := reading(page, token)) is not None and not token.word:
            values.append(value)
    if len(values) == 1 and all(token.word or token.kind in ("name", "int", "number") for _, token in tokens):
        return values[0]
    named = [(index, token) for index, token in tokens if token.word not in NODE_WORDS]
    says = any(token.word or token.kind in ("name", "int", "number") for _, token in named)
    return page.text[named[0][1].start : named[-1][1].end] if says and not values else None


def _is_stamp_of_arrow(page: Page, low: int, close: int) -> bool:
    """Whether a bracket with one integer stands before an arrow: "0 (1) -> 3"."""
    after = page.tokens[close + 1].kind if close + 1 < len(page.tokens) else ""
    return close - low == 1 and as_integer(page, page.tokens[low]) is not None and after in ("arrow", "dash")


def _goes_on(page: Page, index: int, high: int, joint: set[str], reading: Reading, words: frozenset[str]) -> bool:
    """Whether the line after the line break at `index` holds nothing but further values."""
    if page.tokens[index].text.count("\n") > 1 and not joint:
        return False
    holds = False
    at = index + 1
    while at < high and page.tokens[at].kind != "line":
        token = page.tokens[at]
        value = token.word not in words and reading(page, token) is not None
        beyond = max(past_time(page, at, high), past_comment(page, at, high)) if holds else at
        if beyond == at and not value and token.kind not in ("mark", *_JOINING) and token.word not in words:
            return False
        holds = holds or value
        at = max(at + 1, beyond)
    return holds


def _blank(page: Page, low: int, high: int) -> bool:
    return all(token.kind in ("mark", "line") for token in page.tokens[low:high])
