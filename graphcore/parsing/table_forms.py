"""The reader of embeddings: two numbers for each node, on lines of their own or in brackets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from graphcore import words
from graphcore.graphs import Node
from graphcore.parsing.amounts import amount
from graphcore.parsing.base import Found, Scope
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import LEADING, is_group, past
from graphcore.parsing.reader import GENERAL_KEYS, LIST_NOTE, Reader
from graphcore.parsing.sequences import NODE_WORDS, between, parts
from graphcore.parsing.statements import Statement

_GIVEN = frozenset("initial initially original originally given input current".split())
_SUMMING = frozenset("sum sums summing add adding".split())
_LAYERS = frozenset({"layer", "layers"})
_ORDINALS = {"one": 1, "first": 1, "two": 2, "second": 2, "three": 3, "third": 3}
_SIGNS = ("mark", "colon", "arrow", "line")
_LINKING = frozenset(
    "is has have the embedding embeddings of vector becomes become s will be an a equals to updated new now value get "
    "gets gives obtain".split()
)
_ANSWERING = frozenset("answer final result output solution".split())


@dataclass(frozen=True)
class _Entry:
    """What a line says of a node: its vector, at tokens first..last, or None if it gives none; `summed` if it adds."""

    node: Node
    vector: list[Any] | None
    summed: bool
    first: int
    last: int


@dataclass
class _Block:
    """Entries that are told together, under a heading that tells of a layer, of what was given, or of the answer."""

    layer: int | None = None
    given: bool = False
    answering: bool = False
    entries: dict[Node, _Entry] = field(default_factory=dict)

    @property
    def summed(self) -> bool:
        """Whether it is a working rather than a statement of results."""
        return any(entry.summed for entry in self.entries.values())

    def holds(self, nodes: tuple[Node, ...]) -> bool:
        """Whether every one of `nodes` has its vector here."""
        return all(node in self.entries and self.entries[node].vector is not None for node in nodes)

    def tells_enough(self, nodes: tuple[Node, ...]) -> bool:
        """Whether it is an answer though it leaves out some of `nodes`."""
        return self.answering or 2 * len(self.entries) > len(nodes)


class Embeddings(Reader):
    """[x, y] for each node in the order of the nodes: None for one that is left out, unknown ones at the end."""

    name = "list of [x, y]"
    due = "a list of [x, y]"
    keys = GENERAL_KEYS | frozenset("embeddings embedding nodes".split())
    instruction = f"Give the answer as a list of [x, y] for each node, in the order of the nodes, {LIST_NOTE}."

    def write(self, value: Any) -> str:
        rows = (f"[{', '.join(map(words.number, row))}]" if row else "none" for row in value or [])
        return f"[{', '.join(rows)}]"

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        index = past(page, low, high, LEADING)
        if not is_group(page, index, high):
            return None
        inside = between(page, index)
        for low, high in ((index + 1, page.partner[index]), inside):
            vectors = [_vector(page, *part) for part in parts(page, low, high)]
            if vectors and None not in vectors:
                return Found(vectors, index, page.partner[index])
        block = _Block(entries={entry.node: entry for entry in _entries(page, *inside)})
        return Found(_value(block, scope), index, page.partner[index]) if len(block.entries) > 1 else None

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        return None

    def surveyed(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        asked = _asked_layers(scope)
        working = False
        for block in reversed(_blocks(page, low, high)):
            holds = block.holds(scope.nodes)
            early = block.layer is not None and asked is not None and block.layer != asked
            if early or (not holds and _breaks_off(page, block, high, scope)):
                return None
            if block.given or (block.summed and (working or not holds)):
                working = working or block.summed
            elif holds or (not working and block.tells_enough(scope.nodes)):
                told = list(block.entries.values())
                first, last = min(entry.first for entry in told), max(entry.last for entry in told)
                return Found(_value(block, scope), first, last)
        return None if working else _in_a_row(page, low, high, scope)

    def unfinished(self, page: Page, last: Statement, scope: Scope) -> bool:
        lines = list(_lines(page, last.low, last.high))
        entries = _entries(page, *lines[-1])
        tokens = [token for token in page.tokens[last.low : last.high] if token.kind not in ("mark", "line")]
        end = tokens[-1]
        open_entry = bool(entries) and entries[-1].vector is None and end.kind != "stop"
        bare = len(tokens) > 1 and tokens[-2].word in NODE_WORDS and end.kind in ("name", "int")
        answers = tokens[0].word == "so" and end.word in ("so", "the", "answer", "is")
        return open_entry or end.text in ("+", "=") or end.word in NODE_WORDS or bare or answers


def _breaks_off(page: Page, block: _Block, high: int, scope: Scope) -> bool:
    """Whether the reply ends with `block` before the last of the nodes has come, in their order."""
    told = list(block.entries)
    rest = page.tokens[max(entry.last for entry in block.entries.values()) + 1 : high]
    return told == list(scope.nodes[: len(told)]) and all(token.kind in ("mark", "line") for token in rest)


def _in_a_row(page: Page, low: int, high: int, scope: Scope) -> Found | None:
    """Vectors without their nodes, if [low, high) ends with one for each, and nothing else among them."""
    run: list[tuple[int, list[Any]]] = []
    for index, token in page.level(low, high):
        vector = _vector(page, index, high) if token.kind == "open" else None
        if vector is not None:
            run.append((index, vector))
        elif token.kind not in ("mark", "comma", "line", "stop"):
            run = []
    if len(run) != len(scope.nodes):
        return None
    return Found([vector for _, vector in run], run[0][0], page.partner[run[-1][0]])


@lru_cache(maxsize=64)
def _asked_layers(scope: Scope) -> int | None:
    """The number of layers that the question names."""
    page = Page(scope.question, scope.nodes)
    return _layer_in(page, Statement(0, len(page.tokens)))


def _value(block: _Block, scope: Scope) -> list[Any]:
    """The vectors of `block` in the order of the nodes."""
    known = [block.entries[node].vector if node in block.entries else None for node in scope.nodes]
    return known + [entry.vector for node, entry in block.entries.items() if node not in scope.nodes]


def _blocks(page: Page, low: int, high: int) -> list[_Block]:
    """The entries of [low, high) in blocks: a heading begins a new one, and so does a node that comes again."""
    blocks = [_Block()]
    for start, stop in _lines(page, low, high):
        entries = _entries(page, start, stop)
        lead = Statement(start, entries[0].first if entries else stop)
        said = {token.word for token in page.tokens[lead.low : lead.high]} - {""}
        layer, answers = _layer_in(page, lead), bool(said & _ANSWERING)
        heads = (layer is not None or answers) if entries else bool(said) and page.tokens[stop - 1].text == ":"
        if heads and not (entries and (blocks[-1].layer, blocks[-1].answering) == (layer, answers)):
            blocks.append(_Block(layer, bool(said & _GIVEN) and layer is None, answers))
        for entry in entries:
            if entry.node in blocks[-1].entries:
                blocks.append(_Block(blocks[-1].layer))
            blocks[-1].entries[entry.node] = entry
    return [block for block in blocks if block.entries]


def _lines(page: Page, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The lines and sentences of [low, high); "node 0:" goes on in the next line."""
    start = low
    for index, token in page.level(low, high):
        key = (
            token.kind == "line"
            and page.tokens[index - 1].text == ":"
            and page.tokens[index - 2].kind in ("name", "int")
        )
        if token.kind in ("line", "stop") and not key:
            if index > start:
                yield start, index
            start = index + 1
    if high > start:
        yield start, high


def _layer_in(page: Page, part: Statement) -> int | None:
    """The number of the layer, or of layers, that `part` speaks of last."""
    found = None
    for index in range(part.low, part.high):
        if page.tokens[index].word in _LAYERS:
            for near in (index - 1, index + 1):
                token = page.tokens[near] if part.low <= near < part.high else None
                if token is not None and (token.text.isdigit() or token.word in _ORDINALS):
                    found = int(token.text) if token.text.isdigit() else _ORDINALS[token.word]
    return found


def _entries(page: Page, low: int, high: int) -> list[_Entry]:
    """What one line says: a vector right behind each node, or for its first node what a sum comes to."""
    named = _named(page, low, high)
    if not named:
        return []
    level = [(index, token) for index, token in page.level(low, high)]
    summed = any(token.text == "+" or token.word in _SUMMING for _, token in level)
    direct = [(node, first, _behind(page, last + 1, high)) for node, first, last in named]
    if not summed and direct[0][2] is not None:
        return [_entry(page, node, first, opening, False) for node, first, opening in direct if opening is not None]
    openings = [index for index, token in level if token.kind == "open" and _is_result(page, index, high)]
    opening = openings[-1] if openings else None
    return (
        [_entry(page, named[0][0], named[0][1], opening, True)]
        if summed or opening or _is_key(page, named[0][2], high)
        else []
    )


def _entry(page: Page, node: Node, first: int, opening: int | None, summed: bool) -> _Entry:
    if opening is None:
        return _Entry(node, None, summed, first, first)
    return _Entry(node, _vector(page, opening, page.partner[opening] + 1), summed, first, page.partner[opening])


def _named(page: Page, low: int, high: int) -> list[tuple[Node, int, int]]:
    """The nodes that a line names, with first and last token: "node 3", or a bare name before a sign at its start."""
    found: list[tuple[Node, int, int]] = []
    before = "comma"
    for index, token in page.level(low, high):
        after = page.tokens[index + 1] if index + 1 < high else None
        if token.word in NODE_WORDS and after is not None and after.kind in ("name", "int"):
            found.append((after.value, index, index + 1))
        elif token.kind in ("name", "int") and before == "comma" and _is_key(page, index, high):
            found.append((token.value, index, index))
        before = before if token.kind in ("mark", "line") else token.kind
    return found


def _is_key(page: Page, index: int, high: int) -> bool:
    """Whether a colon, an arrow or a bracket follows the node at `index`."""
    at = index + 1
    while at < high and page.tokens[at].kind == "mark":
        at += 1
    return at < high and page.tokens[at].kind in ("colon", "arrow", "open")


def _behind(page: Page, low: int, high: int) -> int | None:
    """The bracket with two numbers that follows a node, after words such as "has the embedding" at most."""
    index = low
    while index < high and (page.tokens[index].kind in _SIGNS or page.tokens[index].word in _LINKING):
        index += 1
    return index if index < high and _vector(page, index, high) is not None else None


def _is_result(page: Page, opening: int, high: int) -> bool:
    """Whether a bracket with two numbers stands right behind "=", an arrow or a verb."""
    before = opening - 1
    while page.tokens[before].kind == "mark":
        before -= 1
    token = page.tokens[before]
    signs = token.text == "=" or token.kind == "arrow" or token.word in _LINKING
    return signs and _vector(page, opening, high) is not None


def _vector(page: Page, low: int, high: int) -> list[Any] | None:
    """The two numbers of the bracket at `low`."""
    index = past(page, low, high, frozenset())
    if not is_group(page, index, high):
        return None
    numbers = [(amount(page, *part), part[1]) for part in parts(page, *between(page, index))]
    found = [number.value for number, stop in numbers if number is not None and number.last == stop - 1]
    return found if len(found) == len(numbers) == 2 else None
