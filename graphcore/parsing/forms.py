"""The readers of yes/no, times and labels: how a value is asked for, written and read back."""

from __future__ import annotations

from typing import Any

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.denials import contrasted, denies, said
from graphcore.parsing.extents import ranged
from graphcore.parsing.labels import labels_at, tabled_labels
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import LEADING, denials_in, past, spanning, speaks_of, stems_of, times_in, told_by
from graphcore.parsing.reader import GENERAL_KEYS, LIST_NOTE, Reader
from graphcore.parsing.reply import asked_about
from graphcore.parsing.statements import Statement, covers, is_about, is_settled, main_clause, statements
from graphcore.parsing.times import speaks_of_time, times_at

_YES, _NO = frozenset({"yes", "true"}), frozenset({"no", "false"})
_TERSE = 4
"""A statement of so few tokens that says yes or no of what was asked is nothing else: "Not closed."."""

_AFTER_NO = frozenset("there it they the this that these because since as we i".split())


class YesNo(Reader):
    """ "yes" or "no"."""

    name = "yes/no"
    keys = GENERAL_KEYS | frozenset("closed chronological valid connected cycle".split())
    due = "yes or no"
    instruction = "Give the answer as 'yes' or 'no' at the end of your response, after 'Answer:'."

    def write(self, value: Any) -> str:
        return str(value)

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        index = low
        while index < high and (
            page.tokens[index].word in LEADING or page.tokens[index].kind in ("mark", "open", "comma", "colon")
        ):
            index += 1
        word = page.tokens[index].text.lower() if index < high else ""
        if word not in _YES | _NO or _is_qualified(page, index):
            return None
        if word in _YES:
            return _unless_turned(page, index, high, scope)
        return Found("no", index, index)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, _past_heading(page, part))
        found = self.value_at(page, clause.low, clause.high, scope)
        return found or contrasted(page, clause, scope) or said(page, clause, scope)

    def asserts(self, page: Page, part: Statement, scope: Scope) -> bool:
        starts_so = self.value_at(page, _past_heading(page, part).low, part.high, scope) is not None
        terse = part.high - part.low <= _TERSE and said(page, part, scope) is not None
        asked = asked_about(scope)
        first = past(page, part.low, part.high - 1, frozenset())
        exists = not asked and page.tokens[first].word == "there"
        return starts_so or terse or exists or covers(page, part, asked)

    def settled(self, page: Page, part: Statement) -> bool:
        return is_settled(page, _past_heading(page, part))

    def turned(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        return contrasted(page, main_clause(page, part), scope)


class Time(Reader):
    """A time stamp: an integer, or None for a stated "none"."""

    name = "integer"
    keys = GENERAL_KEYS | frozenset("time timestamp t".split())
    due = "one integer"
    instruction = "Give the answer as an integer at the end of your response, after 'Answer:'."

    def write(self, value: Any) -> str:
        return "none" if value is None else str(value)

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        found = times_at(page, low, high)
        if found is None or len(found.value) > 1:
            return None
        return Found(found.value[0] if found.value else None, found.first, found.last)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, part)
        if not is_about(page, clause, asked_about(scope)):
            return None
        steps = times_in(page, clause)
        if _denies(page, part, scope):
            return None if steps or not speaks_of(page, clause, scope) else told_by(None, page, clause)
        if not steps:
            return self.after_verb(page, clause, scope) if speaks_of_time(page, clause) else None
        steps = [step for step in steps if "between" not in step.joint]
        return spanning(steps[0].value, steps[:1]) if len({step.value for step in steps}) == 1 else None


class TimeSet(Reader):
    """A set of time stamps, in the order in which they were read."""

    name = "list of integers"
    keys = GENERAL_KEYS | frozenset("times time timestamps".split())
    due = "a list of integers"
    is_set = True
    instruction = f"Give the answer as a list of integers {LIST_NOTE}."

    def write(self, value: Any) -> str:
        return f"[{', '.join(str(time) for time in value or [])}]"

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        return times_at(page, low, high)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, part)
        if not is_about(page, clause, asked_about(scope)):
            return None
        steps = times_in(page, clause)
        if _denies(page, part, scope):
            return None if steps or not speaks_of(page, clause, scope) else told_by([], page, clause)
        found = self.last_list(page, clause, scope)
        if found is None and not steps and speaks_of_time(page, clause):
            return self.after_verb(page, clause, scope)
        times = ranged(steps) if steps and found is None else None
        return spanning(times, steps) if times else found


class Labels(Reader):
    """0 or 1 for each of the asked pairs, in their order."""

    name = "list of 0 and 1"
    keys = GENERAL_KEYS | frozenset("labels predictions".split())
    due = "a list of 0 and 1"
    instruction = f"Give the answer as a list of 0 and 1 {LIST_NOTE}."

    def write(self, value: Any) -> str:
        return f"[{', '.join(str(label) for label in value or [])}]"

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        return labels_at(page, low, high, scope)

    def told(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        return tabled_labels(page, low, high, scope)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        return self.last_list(page, part, scope)


def _past_heading(page: Page, part: Statement) -> Statement:
    """`part` without a heading of its own line: "Let's think step by step:"."""
    low = part.low
    for index, token in page.level(part.low, part.high - 1):
        if token.kind == "colon" and page.tokens[index + 1].kind == "line":
            low = index + 2
    return Statement(low, part.high)


def _denies(page: Page, part: Statement, scope: Scope) -> bool:
    """Whether the main clause of `part` denies what it says of a time."""
    clause = main_clause(page, part)
    words = [token.word for _, token in page.level(clause.low, clause.high)]
    return bool(denials_in(words)) or denies(words, stems_of(scope))


def _is_qualified(page: Page, index: int) -> bool:
    """Whether the yes or no at `index` is none by itself: "yes or no", "yes/no", "no node", "false that"."""
    token = page.tokens[index]
    rest = [after for after in page.tokens[index + 1 : index + 5] if after.kind != "mark"]
    follows = rest[0].word if rest else ""
    both = len(rest) > 1 and follows == "and" and rest[1].word in _YES | _NO
    denies_a_noun = token.text.lower() == "no" and bool(follows) and follows not in _AFTER_NO
    asked = bool(rest) and (rest[0].text == "?" or rest[0].kind == "arrow")
    return follows in ("or", "that") or both or asked or denies_a_noun or page.text[token.end : token.end + 1] == "/"


def _unless_turned(page: Page, index: int, high: int, scope: Scope) -> Found | None:
    """The yes at `index`; no in "yes, the links exist, but the path is not chronological"; None in "yes, it is not"."""
    rest = next(statements(page, index + 1, high), None)
    if rest is None or not is_settled(page, rest) or page.tokens[index + 1].kind in ("line", "stop"):
        return Found("yes", index, index)
    clause = main_clause(page, rest)
    turned = contrasted(page, clause, scope)
    if turned is not None and turned.value == "no":
        return turned
    denied = said(page, clause, scope)
    return None if denied is not None and denied.value == "no" else Found("yes", index, index)
