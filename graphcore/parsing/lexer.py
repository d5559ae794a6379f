"""Tokens of a reply: node names, numbers, words, brackets, arrows, line breaks. One pass, linear in the text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from graphcore.graphs import Node
from graphcore.parsing.names import vocabulary

Kind = Literal[
    "name",
    "int",
    "number",
    "word",
    "open",
    "close",
    "comma",
    "arrow",
    "left",
    "dash",
    "colon",
    "line",
    "stop",
    "mark",
    "symbol",
]

_COMMON = frozenset(
    "a an and answer are as at by for from i in is it me no node nodes none of on or so the time to we yes".split()
)
_I_VERBS = frozenset(
    "am was will would can cannot can't could should must may might think believe know see find found get need have "
    "had made make do don't did say said notice assume conclude get used".split()
)
_JOINTS = ("open", "close", "comma", "arrow", "left", "dash", "colon", "line", "stop", "mark")
_JOINING = frozenset({"and", "to", "then", "from", "node", "nodes"})
_OF_VALUES = ("name", "int", "number", "open", "close", "comma", "arrow", "dash", "mark")
_BEFORE_VALUES = _JOINING | {"at", "time", "times", "just", "only", "with"}
_DIGITS = re.compile(r"[0-9]{1,300}")
_COMMANDS = frozenset(
    "\\text \\textbf \\textit \\texttt \\mathrm \\mathbf \\mathit \\mathsf \\operatorname \\emph \\mbox".split()
)
_CLOSES = {"[": "]", "(": ")", "{": "}"}
_STAMP = r"(?:t|at|time|w)?[ ]?=?[ ]?[0-9]{1,9}"
_STAMPED_ARROW = (
    rf"-{{2,8}}[ ]?{_STAMP}[ ]?-{{1,8}}>|[—─]{{1,8}}[ ]?{_STAMP}[ ]?(?:→|[—─]{{1,8}}>)"
    rf"|[-—─]{{1,8}}[ ]?[\[(]{_STAMP}[\])][ ]?(?:→|[-—─]{{1,8}}>)"
    r"|\\xrightarrow(?:\[[^\]\n]{0,20}\])?\{[^{}\n]{0,40}\}"
)
"""An arrow that bears its time: "--1-->", "-(t=1)->"."""

_GRAMMAR = r"""
    (?P<quoted>{quoted})
  | (?P<mark>\\[\[\]()]|\\(?:left|right|text|quad|mathrm|mathbf|displaystyle)\b)
  | (?P<name>(?i:{bare}))
  | (?P<line>\n(?:[^\S\n]*\n)*|</(?:li|p|tr|div|ul|ol)>|<br[ ]?/?>)
  | (?P<tag></?[A-Za-z][A-Za-z0-9_-]{{0,20}}(?:\s[^<>\n]{{0,80}})?/?>|<\|\w{{1,40}}\|>)
  | (?P<both><-{{1,8}}>|[↔⟷⇔]|\\(?:long)?leftrightarrow\b)
  | (?P<left><[-–—]{{1,8}}|<={{2,8}}|[←⟵⇐]|\\(?:long)?leftarrow\b|\\gets\b)
  | (?P<stamped>{stamped})
  | (?P<arrow>-{{1,8}}>|[=~—–]{{1,8}}>|[→⟶⇒➔➝➜↦]|\\(?:long)?(?:right)?arrow\b|\\Rightarrow\b|\\to\b)
  | (?P<number>[0-9]+(?:\.[0-9]+)+(?!\w)|[0-9]{{301,}}(?!\w))
  | (?P<int>[0-9]+(?!\w))
  | (?P<word>\w+(?:['’]\w+)*)
  | (?P<open>\\?\{{|[\[(])
  | (?P<close>\\?\}}|[\])])
  | (?P<comma>[,;，、；&])
  | (?P<dash>[-–—]+|(?<=[0-9])\.{{2,3}}(?=[0-9])|(?:(?<=,)|(?<=,[ ]))(?:\.{{3}}|…)(?=,))
  | (?P<colon>[:=：])
  | (?P<stop>[.!?。])
  | (?P<symbol>[+/%<>^@∅∪∩×·⋅≠✗✘❌✖☒]|\\(?:emptyset|varnothing|neq?)\b)
  | (?P<other>\\[A-Za-z]+|\S)
"""


_RULE = r"(?P<rule>(?<=\n)[ \t]{0,8}\|[ \t:|-]{2,}(?=\n))"
"""The line below the head of a table. All else may follow a blank or two, which are skipped in the same step."""


class Token(NamedTuple):
    """A piece of text at [start, end): `value` is a node, the number of an int, else lower-case text.

    `word` is the lower-case text of a word, and "" for anything else.
    """

    kind: Kind
    start: int
    end: int
    value: Any
    text: str
    word: str = ""


class Page:
    """The tokens of a text; `partner` pairs the indices of opening and closing brackets, both ways."""

    def __init__(self, text: str, nodes: tuple[Node, ...]) -> None:
        self.text = text
        self.tokens = _undenied(_settled(list(_scan(text, nodes))))
        self.partner = _partners(self.tokens)
        _unwrap(self.tokens, self.partner)
        self._starts = [token.start for token in self.tokens]

    def index(self, position: int) -> int:
        """The first token that starts at or after `position`."""
        return bisect_left(self._starts, position)

    def level(self, low: int, high: int) -> Iterator[tuple[int, Token]]:
        """Indices and tokens of [low, high), brackets given as one opening token each and not entered."""
        index = low
        while index < high:
            yield index, self.tokens[index]
            index = self.partner.get(index, index) + 1 if self.tokens[index].kind == "open" else index + 1


@lru_cache(maxsize=64)
def _pattern(nodes: tuple[Node, ...]) -> re.Pattern[str]:
    words = vocabulary(nodes)
    grammar = "|".join(part.strip() for part in re.split(r"\n  [ |] ", _GRAMMAR) if part.strip())
    found = grammar.format(stamped=_STAMPED_ARROW, quoted=words.quoted_pattern, bare=words.bare_pattern)
    return re.compile(rf"{_RULE}|[^\S\n]{{0,2}}+(?:{found})")


def _scan(text: str, nodes: tuple[Node, ...]) -> Iterator[Token]:
    words = vocabulary(nodes)
    for match in _pattern(nodes).finditer(text):
        kind: Any = match.lastgroup
        found = match[kind]
        start, end = match.span(kind)
        value: Any = found.lower()
        node = words.find(found) if kind in ("quoted", "name", "int", "number") else None
        if node is not None:
            kind, value = "name", node
        elif kind == "int":
            value = int(found)
        elif kind in ("open", "close"):
            value = found[-1]
        elif kind in ("name", "quoted"):
            kind = "word"
        elif kind in ("both", "stamped"):
            kind = "dash" if kind == "both" else "arrow"
        elif kind in ("other", "tag", "rule"):
            kind = "mark"
        yield Token(kind, start, end, value, found, value if kind == "word" else "")


def _settled(tokens: list[Token]) -> list[Token]:
    """Signs joined to their numbers, list numbers made marks, and common words made words again."""
    settled: list[Token] = []
    index = 0
    while index < len(tokens):
        token, width = tokens[index], 1
        before = settled[-1] if settled else None
        begins = before is None or before.kind == "line" or before.value == "bullet" or before.text in ("*", "#")
        if begins or token.text == "-" or (token.kind == "name" and not token.text.isdigit()):
            token, width = _looked_at(before, begins, token, tokens[index + 1 : index + 4])
        settled.append(token)
        index += width
    return settled


def _looked_at(before: Token | None, begins: bool, token: Token, rest: Sequence[Token]) -> tuple[Token, int]:
    """What `token` is between `before` and `rest`, at the beginning of a line or not, and how many tokens make it."""
    width = _list_number(token, rest) if begins else 0
    if width:
        return Token("mark", token.start, [token, *rest][width - 1].end, "bullet", token.text), width
    if _is_sign(before, token, rest):
        return Token("int", token.start, rest[0].end, -int(rest[0].text), f"-{rest[0].text}"), 2
    if token.kind == "name" and _is_common(before, token, rest):
        word = token.text.lower()
        return Token("word", token.start, token.end, word, token.text, word), 1
    return token, 1


def _undenied(tokens: list[Token]) -> list[Token]:
    """`tokens` with the denied values of "not 2, but 3" and of "3, but not 2" made marks."""
    if not any(token.word == "not" for token in tokens):
        return tokens
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        stop = index
        if tokens[index].word == "not":
            stop = _denied_until(tokens, index)
        elif tokens[index].word == "but" and index + 1 < len(tokens) and tokens[index + 1].word == "not":
            stop = _excepted_until(tokens, index)
        if stop > index:
            start, end = tokens[index].start, tokens[stop - 1].end
            kept.append(Token("mark", start, end, "denied", ""))
        else:
            kept.append(tokens[index])
        index = max(index + 1, stop)
    return kept


def _denied_until(tokens: Sequence[Token], index: int) -> int:
    """The token after "but" in "not 2, but" at `index`; `index` if it is no denied value."""
    for at in range(index + 1, min(index + 24, len(tokens))):
        if tokens[at].word == "but":
            return at + 1 if at > index + 1 else index
        if tokens[at].kind not in _OF_VALUES and tokens[at].word not in _BEFORE_VALUES:
            return index
    return index


def _excepted_until(tokens: Sequence[Token], index: int) -> int:
    """The end of the clause "but not 2" or "but not at time 2" at `index`; `index` if it is none."""
    for at in range(index + 2, min(index + 24, len(tokens) + 1)):
        if at == len(tokens) or tokens[at].kind in ("line", "stop", "close"):
            return at if any(token.kind in ("name", "int") for token in tokens[index:at]) else index
        if tokens[at].kind not in _OF_VALUES and tokens[at].word not in _BEFORE_VALUES:
            return index
    return index


def _list_number(token: Token, rest: Sequence[Token]) -> int:
    """How many tokens make a list number at the start of a line, such as "1.", "2)", "-", "Step 3:"; 0 if none do."""
    if token.word == "step" and rest and rest[0].text.isdigit():
        return 3 if rest[1:2] and rest[1].kind in ("colon", "stop", "close") else 2
    numbered = token.text.isdigit() and len(rest) > 1 and rest[0].text in (".", ")") and rest[0].start == token.end
    if numbered and rest[1].kind != "line" and rest[1].start > rest[0].end:
        return 2
    dashed = token.text in ("-", "–", "•", "*") and rest and rest[0].start > token.end
    return 1 if dashed and rest[0].kind != "line" else 0


def _is_sign(before: Token | None, token: Token, rest: Sequence[Token]) -> bool:
    if token.text != "-" or not rest or not _DIGITS.fullmatch(rest[0].text) or rest[0].start != token.end:
        return False
    touching = before is not None and before.end == token.start and before.kind in ("word", "mark")
    return not touching and (before is None or before.kind not in ("int", "name", "number", "close"))


def _is_common(before: Token | None, token: Token, rest: Sequence[Token]) -> bool:
    """Whether a name that looks like an everyday word is one here: it stands in running prose."""
    if token.text.startswith('"') or (token.text == str(token.value) and token.text.lower() not in _COMMON):
        return False
    if len(token.text) > 2 and token.text.lower() not in _COMMON:
        return False
    after = rest[0] if rest else None
    if before is not None and before.word in ("node", "nodes"):
        return False
    within = before is not None and before.kind not in ("line", "stop", "mark")
    if within and token.text == str(token.value) and len(token.text) == 1 and token.text.isupper():
        return token.text == "I" and after is not None and after.word in _I_VERBS
    return not all(
        side is None or side.kind in _JOINTS or side.kind == "name" or side.word in _JOINING for side in (before, after)
    )


def _unwrap(tokens: list[Token], partner: dict[int, int]) -> None:
    """Make the braces of \\text{...} and its like marks."""
    for index, token in enumerate(tokens):
        if token.text == "{" and index in partner and tokens[index - 1].text in _COMMANDS:
            for at in (index, partner.pop(index)):
                tokens[at] = Token("mark", tokens[at].start, tokens[at].end, "", tokens[at].text)
                partner.pop(at, None)


def _partners(tokens: Sequence[Token]) -> dict[int, int]:
    partner: dict[int, int] = {}
    opened: list[int] = []
    waiting = dict.fromkeys(_CLOSES.values(), 0)
    for index, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(index)
            waiting[_CLOSES[token.value]] += 1
        elif token.kind == "close" and waiting[token.value]:
            while True:
                last = opened.pop()
                waiting[_CLOSES[tokens[last].value]] -= 1
                if _CLOSES[tokens[last].value] == token.value:
                    break
            partner[last], partner[index] = index, last
    return partner
