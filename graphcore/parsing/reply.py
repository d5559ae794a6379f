"""The part of a reply that counts, and where final answers are marked in it.

What a model thinks aloud, recites from its prompt or goes on to invent is no answer. All searches are linear in the
text and look at a copy, the shadow, in which the problem's quoted names are blotted out: a name may look like anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from graphcore.graphs import Node
from graphcore.parsing.base import Scope, Unreadable
from graphcore.parsing.lexer import Page
from graphcore.parsing.names import vocabulary
from graphcore.parsing.sequences import Mention, mentions
from graphcore.records import Finding, Reply

WINDOW = 65_536
"""Only this many characters at the end of a reply are read."""

CUT = frozenset({"length", "max_tokens", "stopped"})
"""The finish reasons of a reply that ran out of tokens or that a person stopped."""

_THINK = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_REFUSAL = re.compile(
    r"\b(?:as an ai\b|i(?:'m| am) (?:unable|not able) to\b|i (?:cannot|can't|can ?not|won't|will not|must decline to) "
    r"(?:\w+ )?(?:help|assist|answer|comply|provide|fulfil+|respond|do (?:that|this)|discuss|engage|continue|solve)\b)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^[ \t>*_#(]*(?:(?:next |new |another )?(?:question|example)[ \t]?[0-9]*|q[0-9]*)[ \t*_]{0,4}:", re.I | re.M
)
_INLINE = re.compile(r"(?<=\S )Question[ \t]?[0-9]*:")
_BODY = re.compile(r"[^:]{0,40}:[\s*_]*")
_EXEMPLAR = re.compile(r"\bexamples?[ \t]?[0-9]*[ \t*_]{0,4}:\s*$", re.IGNORECASE)
_QUESTION_END = re.compile(r"\?|\n[ \t>*_#]*(?:answer|solution|a)[ \t*_]{0,4}:|\n[^\S\n]*\n", re.IGNORECASE)
_SEQUEL = re.compile(
    r"^[ \t>*_]*(?:"
    r"(?:#+[ \t]*)?(?:problem|exercise|instructions?|task|input|prompt|user|human)[ \t]?[0-9]*[ \t*_]{0,4}:"
    r"|#+[ \t]*(?:question|problem|exercise|example|instruction|user|human)\b|###[ \t]*$|(?:here is|here's) another\b"
    r"|another (?:example|question|problem)\b|example [0-9]+\b|<\|\w+\|>"
    r"|(?:given|in) an? (?:un)?directed (?:dynamic )?graph\b[^\n]{0,80}?(?:\bmeans?\b|\bedges\b|\bnumbered\b|\Z)"
    r"|determine if there is a path between two nodes\b|there are [0-9]+ job\b"
    r"|[^\n]{0,80}\bnumbered from [0-9]+ to [0-9]+\b)",
    re.IGNORECASE | re.MULTILINE,
)
_LEAD_IN = re.compile(r"\s*(?:a|answer)[ \t]{0,4}:[ \t]*", re.IGNORECASE)
_MARK = re.compile(
    r"\\boxed\s*\{|<(?:final_?)?(?:answer|result|output|solution)>|(?m:^[ \t]*####[ \t]+(?=[^\sA-Za-z]|yes\b|no\b))"
    r"|[\"'](?:final[_ ])?answer[\"']\s*:"
    r"|(?m:^[ \t>#*_]*(?:final )?(?:answer|output|result|solution|conclusion|predictions?|verdict)[ \t:#*_]*$)"
    r"|(?m:^[ \t>#*_]*(?:output|result|correction|solution|conclusion|predictions?|verdict)[ \t*_]{0,4}:)"
    r"|(?m:^[ \t>#*_]*(?:respuesta|antwort|réponse|risposta|resposta|ответ|答案|答え)(?: final[ea]?)?[ \t*_]{0,4}[:：])"
    r"|\banswer(?: to (?:this|the|your) \w+)?[*_`'\")\]]{0,3}\s{0,3}(?:[:=：→]|[-=]>"
    r"|(?:is|are|was|would be|should be|will be|must be)\b(?!\s+not\b(?![^.\n]{0,40}\bbut\b)))",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\W*(?:solution|conclusion|predictions?|verdict)", re.IGNORECASE)
_KEY = re.compile(r"[{,]\s{0,20}[\"']([A-Za-z][\w -]{0,40})[\"']\s{0,4}:")
_KEY_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_ECHO = re.compile(r"(?:after|with|format|form|by|word|write|say)[ \t]*[:\"'‘“`*]{0,4}(?:final )?$", re.IGNORECASE)
_STRUCK = re.compile(
    r"~~(?=[^\s>~])[^~\n]{1,500}(?<=\S)~~(?!>)|<(del|s|strike)>[^<\n]{1,500}</\1>",
    re.IGNORECASE,
)
"""Text that the model itself has struck out."""

_IMPORT = r"import[ \t]+\w[^\n]*|from[ \t]+[\w.]+[ \t]+import\b[^\n]*|#include\b[^\n]*"
_CODE = re.compile(
    rf"^(?:(?:def|class)[ \t]+\w[^\n]*[:{{]|{_IMPORT})$"
    r"(?:\n(?:[ \t]*|(?:[ \t]{2}|\t)[^\n]*|[\w.]+(?:\(|[ \t]*=)[^\n]*|[]})\"'/][^\n]*|#(?!#)[^\n]*|return\b[^\n]*"
    rf"|(?:def|class|for|while|if|elif|else)\b[^\n]*[:{{]|(?:using|int)\b[^\n]*[;{{]|{_IMPORT})$)*",
    re.MULTILINE,
)
"""Lines of a program: it may work out anything."""

_GUESS = re.compile(
    r"\b(?:guess|guessed|initial|tentative|tentatively|suppose|assume|if|whether|maybe|perhaps)\b[^.\n]{0,60}$", re.I
)


@dataclass(frozen=True)
class Mark:
    """Where an answer is announced: it starts at `end` and ends before `stop`.

    `echo` doubts that it is one; `heading` says that other things than the answer may stand there too.
    """

    end: int
    stop: int
    echo: bool
    heading: bool


@dataclass(frozen=True)
class Passage:
    """The text that is read, of which character 0 is character `offset` of the reply."""

    text: str
    shadow: str
    offset: int
    page: Page

    def marks(self, low: int, high: int, keys: frozenset[str]) -> list[Mark]:
        """The marks in [low, high), JSON keys with one of the words `keys` among them; none reaches into the next."""
        found = [match for match in _MARK.finditer(self.shadow, low, high) if not self._is_guess(match.start(), low)]
        found = sorted([*found, *self._keyed(low, high, keys)], key=lambda match: match.start())
        stops = [match.start() for match in found[1:]] + [high]
        return [
            Mark(
                match.end(),
                stop,
                bool(_ECHO.search(self.shadow, max(low, match.start() - 20), match.start())),
                bool(_HEADING.match(match.group())),
            )
            for match, stop in zip(found, stops, strict=False)
        ]

    def _keyed(self, low: int, high: int, keys: frozenset[str]) -> list[re.Match[str]]:
        """JSON keys that name the answer; a key that comes again is one of a record of many."""
        found = [match for match in _KEY.finditer(self.shadow, low, high) if _words_of(match.group(1)) & keys]
        times = Counter(match.group(1) for match in found)
        return [match for match in found if times[match.group(1)] == 1]

    def _is_guess(self, position: int, low: int) -> bool:
        return bool(_GUESS.search(self.shadow[max(low, position - 100) : position]))

    def refused(self, low: int, high: int) -> bool:
        """Whether [low, high) declines to answer."""
        return bool(_REFUSAL.search(self.shadow.replace("’", "'"), low, high))


def passage(reply: Reply, scope: Scope) -> Passage:
    """What of `reply` is to be read; raises Unreadable if nothing is left."""
    if not reply.text.strip():
        raise _nothing(reply)
    window = _STRUCK.sub(_blanked, _CODE.sub(_blanked, reply.text[-WINDOW:]))
    shadow = _shadow(window, scope)
    offset = max(0, len(reply.text) - WINDOW)
    start = _thought_until(reply.text[:offset] + shadow)
    if start is None:
        raise Unreadable(
            Finding("truncated", f"The reply ends inside its thinking; {what_to_do(reply.finish_reason)}.")
        )
    if not reply.text[start:].strip():
        raise _nothing(reply)
    skip = max(0, start - offset)
    text = " " * skip + window[skip:]
    return Passage(text, " " * skip + shadow[skip:], offset, Page(text, scope.nodes))


def what_to_do(finish_reason: str) -> str:
    """What to do about a reply that breaks off; more tokens help only where it ran out of them."""
    return "allow it more tokens" if finish_reason in CUT else "ask again"


def own_part(passage: Passage, scope: Scope, answered: Callable[[int, int], bool]) -> tuple[int, int]:
    """Where the model answers the asked question: after its last restatement, before it invents another question."""
    shadow = passage.shadow
    starts = _questions(passage, scope)
    first = starts[0] if starts else len(shadow)
    literal, alike = _restated(passage, scope, starts)
    if not starts or answered(0, first):
        return 0, _before_sequel(shadow, 0, first, answered)
    low, high = [(0, first), *alike[:1], *literal][-1]
    return low, _before_sequel(shadow, low, high, answered)


def _blanked(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _nothing(reply: Reply) -> Unreadable:
    cut = reply.finish_reason in CUT
    more = "; allow it more tokens." if cut else "; ask again or allow it more tokens."
    if reply.reasoning.strip() or reply.text.strip():
        return Unreadable(
            Finding("truncated" if cut else "no_answer", f"Only reasoning came and no answer after it{more}")
        )
    return Unreadable(Finding("truncated" if cut else "no_answer", f"The reply is empty{more}"))


def _shadow(text: str, scope: Scope) -> str:
    return re.sub(vocabulary(scope.nodes).quoted_pattern, lambda match: "x" * len(match.group()), text)


def _thought_until(text: str) -> int | None:
    """Where the text after all thinking begins; None if it is still thinking at its end."""
    depth = end = 0
    for tag in _THINK.finditer(text):
        depth = max(0, depth - 1) if tag.group(1) else depth + 1
        end = tag.end()
    return None if depth else end


def _questions(passage: Passage, scope: Scope) -> list[int]:
    """Where a question or example is announced; a node may be called Q."""
    found = {match.start() for match in _QUESTION.finditer(passage.shadow) if not _names_node(match.group(), scope)}
    return sorted(found | {match.start() for match in _INLINE.finditer(passage.shadow)})


def _words_of(key: str) -> frozenset[str]:
    """The words of a JSON key such as "first_time" or "isClosed"; none if it denies."""
    words = frozenset(word.lower() for word in _KEY_WORD.findall(key))
    return frozenset() if words & {"not", "non", "no"} else words


def _names_node(heading: str, scope: Scope) -> bool:
    return vocabulary(scope.nodes).find(heading.strip(" \t>*_#(:")) is not None


def _restated(passage: Passage, scope: Scope, starts: list[int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The stretches that follow the asked question word for word, and those that follow one about the same nodes."""
    about = asked_about(scope)
    literal, alike = [], []
    invented = bool(starts) and not about and _is_invented(passage, starts[0])
    for start, stop in zip(starts, [*starts[1:], len(passage.shadow)], strict=False):
        if invented or _EXEMPLAR.search(passage.shadow[max(0, start - 40) : start]):
            continue
        asked = _asked(scope.question).search(passage.text, start, stop) if scope.question else None
        low = asked.end() if asked else _question_end(passage.shadow, start, stop)
        lead_in = _LEAD_IN.match(passage.shadow, low, stop)
        part = (lead_in.end() if lead_in else low, stop)
        if asked:
            literal.append(part)
        elif not scope.question or about == _mentions(passage.text[start:low], scope.nodes):
            alike.append(part)
    return literal, alike


def _is_invented(passage: Passage, start: int) -> bool:
    """Whether the first question, at `start`, is about a graph that the reply describes after text of its own."""
    described = _SEQUEL.search(passage.shadow, 0, start)
    return described is not None and bool(passage.shadow[: described.start()].strip())


@lru_cache(maxsize=64)
def _asked(question: str) -> re.Pattern[str]:
    """The question up to its question mark, whatever stands between its words."""
    asked, _, rest = question.rpartition("?")
    words = re.findall(r"\w+", asked or rest)
    return re.compile(r"\W{1,20}".join(map(re.escape, words)) + r"\b\??", re.IGNORECASE)


def _question_end(shadow: str, start: int, stop: int) -> int:
    """Where the question announced at `start` ends: at its question mark or with its paragraph."""
    body = _BODY.match(shadow, start, stop)
    ending = _QUESTION_END.search(shadow, body.end() if body else start, stop)
    if ending is None:
        return stop
    return ending.end() if ending.group() == "?" else ending.start()


def asked_about(scope: Scope) -> frozenset[Mention]:
    """The nodes and times that the question names."""
    return _mentions(scope.question, scope.nodes)


@lru_cache(maxsize=64)
def _mentions(text: str, nodes: tuple[Node, ...]) -> frozenset[Mention]:
    return frozenset(mentions(Page(text, nodes).tokens))


def _before_sequel(shadow: str, low: int, high: int, answered: Callable[[int, int], bool]) -> int:
    """The first place in [low, high) at which something new begins although an answer has been given."""
    start = low
    for match in _SEQUEL.finditer(shadow, low, high):
        if answered(start, match.start()):
            return match.start()
        start = match.start()
    return high
