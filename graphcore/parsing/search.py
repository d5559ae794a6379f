"""How a final answer is searched for, the same for every answer form.

Marked answers come first, the last one wins; then a conclusion in words; then a line that is nothing but a value.
What is no clear statement is no answer: a guess scraped from a restated graph would be worse than none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from graphcore.parsing.base import Found, Scope, Unreadable
from graphcore.parsing.denials import denied_before, refuted
from graphcore.parsing.endings import breaks_off, breaks_off_list, complete
from graphcore.parsing.lexer import Page
from graphcore.parsing.lines import is_bulleted, is_row, is_within
from graphcore.parsing.phrases import speaks_of
from graphcore.parsing.reply import CUT, Passage, asked_about, what_to_do
from graphcore.parsing.sequences import Mention, mentions
from graphcore.parsing.statements import (
    Statement,
    after_retraction,
    concludes,
    covers,
    is_retraction,
    is_settled,
    main_clause,
    past_pronoun,
    rejects,
    says,
    says_right,
    statements,
)
from graphcore.records import Finding

if TYPE_CHECKING:
    from graphcore.parsing.reader import Reader

TRIES = 8
"""A sentence with more places at which a value may begin says nothing clearly; the bound keeps reading linear."""

_UNDECIDED = frozenset(
    "cannot can't unknown undetermined unclear undefined impossible indeterminate insufficient unable".split()
)
_ADDING = frozenset("also too well another".split())
_REMARKING = frozenset({"with", "because", "since", "as", "for"})


@dataclass(frozen=True)
class Search:
    """The search for the answer of `reader` in a passage."""

    reader: Reader
    passage: Passage
    scope: Scope

    @property
    def page(self) -> Page:
        return self.passage.page

    def answered(self, low: int, high: int) -> bool:
        """Whether characters [low, high) hold an answer."""
        if next(self.marked(low, high), None) is not None:
            return True
        return self.concluded(self.page.index(low), self.page.index(high)) is not None

    def final(self, low: int, high: int, finish_reason: str) -> Found:
        """The answer that counts; raises Unreadable."""
        ended = high < len(self.passage.text)
        cut = not ended and finish_reason in CUT
        first, last = self.page.index(low), self.page.index(high)
        broken = cut or (not ended and self._breaks_off(first, last))
        for found in self.marked(low, high):
            if not broken or self._is_complete(found, last):
                return self._corrected(found, last)
        if broken and not cut and (announced := self._announced(first, last)) is not None:
            return announced
        if broken:
            text = f"The reply breaks off before its final answer; {what_to_do(finish_reason)}."
            raise Unreadable(Finding("truncated", text))
        if self.passage.refused(low, high):
            raise Unreadable(Finding("refused", "The model declined to answer; ask another model or in other words."))
        found_in_words = self.concluded(first, last)
        if found_in_words is None:
            raise self._no_answer()
        return self._corrected(found_in_words, last)

    def _is_complete(self, found: Found, high: int) -> bool:
        """Whether `found` cannot have gone on, though the reply breaks off before `high`."""
        rest = list(islice(statements(self.page, found.last + 1, high), 2))
        goes_on = len(rest) == 1 and self.page.tokens[rest[0].low - 1].text.count("\n") < 2
        if goes_on and self.reader.unfinished(self.page, rest[0], self.scope):
            return False
        return complete(self.page, found, high)

    def _breaks_off(self, low: int, high: int) -> bool:
        """Whether tokens [low, high) end in the middle of something."""
        if breaks_off(self.page, low, high):
            return True
        last = deque(statements(self.page, low, high), maxlen=1)
        return bool(last) and self.reader.unfinished(self.page, last[0], self.scope)

    def marked(self, low: int, high: int) -> Iterator[Found]:
        """The values after marks, the last one first; a mark that says that there is no telling ends the search."""
        for mark in reversed(self.passage.marks(low, high, self.reader.keys)):
            start, stop = self.page.index(mark.end), self.page.index(mark.stop)
            value_at = self._only if mark.heading else self._value_at
            found = value_at(self._past_blanks(start, stop, mark.echo), stop)
            if found is not None and refuted(self.page, found, stop, self.scope):
                continue
            if found is None and not mark.echo:
                found = self.concluded(start, stop, announced=not mark.heading)
            if found is not None:
                yield found
            elif not mark.echo and not mark.heading and _undecided(self.page, start, stop):
                return

    def _announced(self, low: int, high: int) -> Found | None:
        """The value that a sentence before the last paragraph gives of the subject: "The path is 0, 3, 5.".

        What a reply goes on to say after that may break off, where no finish reason tells that the answer was cut; but
        if that is a list of what the subject is, it was to be the answer.
        """
        ends = [at for at in range(low, high) if self.page.tokens[at].text.count("\n") > 1]
        last = list(statements(self.page, ends[-1], high))[-1:] if ends else []
        again = any(says(self.page, part, self.reader.subject) and breaks_off_list(self.page, part) for part in last)
        if not ends or again:
            return None
        asked = {mention for mention in asked_about(self.scope) if mention[0] == "node"}
        parts = list(statements(self.page, low, ends[-1]))
        return self._in_words(parts, lambda part: self._says_all(part, asked))

    def _says_all(self, part: Statement, asked: set[Mention]) -> bool:
        """Whether `part` says what the subject is, and names all the nodes `asked`."""
        return says(self.page, part, self.reader.subject) and asked <= mentions(self.page.tokens[part.low : part.high])

    def _no_answer(self) -> Unreadable:
        text = f"No final answer was found; {self.reader.due} is due after 'Answer:' at the end of the reply."
        return Unreadable(Finding("no_answer", text))

    def _corrected(self, found: Found, high: int) -> Found:
        """What the model says instead after it took `found` back; raises Unreadable if it says nothing instead."""
        after = list(statements(self.page, found.last + 1, high))
        taken_back = [at for at, part in enumerate(after) if is_retraction(self.page, part)]
        for at in reversed(taken_back[-TRIES:]):
            instead = self.concluded(after[at].low, high) or self._instead(after[at : at + TRIES])
            if instead is not None:
                return instead
        for part in reversed(after):
            turned = self.reader.turned(self.page, part, self.scope) if is_settled(self.page, part) else None
            if turned is not None:
                return turned
        if any(rejects(self.page, after[at]) for at in taken_back):
            raise self._no_answer()
        return found

    def _instead(self, parts: list[Statement]) -> Found | None:
        """The value of the last of `parts` that is nothing but "it should be" and a value, or states a correction."""
        for part in reversed(parts):
            low = after_retraction(self.page, part)
            refusal = low < part.high and self.page.tokens[low].word == "no"
            further = after_retraction(self.page, Statement(low + 1, part.high)) if refusal else low
            if further < part.high and not is_settled(self.page, Statement(further, part.high)):
                continue
            found = self._only(low, part.high) or self._only(further, part.high)
            if found is None and self._corrects(part):
                found = self.reader.stated(self.page, part, self.scope)
            if found is not None:
                return found
        return None

    def _corrects(self, part: Statement) -> bool:
        """Whether `part` says what is right, or something of all that is asked about."""
        if says_right(self.page, part) or covers(self.page, part, asked_about(self.scope)):
            return True
        added = any(token.word in _ADDING for token in self.page.tokens[part.low : part.high])
        return is_retraction(self.page, part) and speaks_of(self.page, part, self.scope) and not added

    def concluded(self, low: int, high: int, announced: bool = False) -> Found | None:
        """The value that tokens [low, high) conclude with; `announced`: their first statement is known to give it."""
        parts = list(statements(self.page, low, high))
        if not parts:
            return None
        whole = Statement(parts[0].low, parts[-1].high)
        return (
            self.reader.surveyed(self.page, low, high, self.scope)
            or self._alone(whole)
            or self._alone(parts[-1])
            or self._in_words(parts, self._concludes)
            or self._begun(parts, announced)
            or self._agreed(parts, announced)
            or (self._in_words(parts[:1], lambda part: True) if announced or self._is_all(parts, high) else None)
            or self.reader.told(self.page, low, high, self.scope)
        )

    def _concludes(self, part: Statement) -> bool:
        if concludes(self.page, part) or says(self.page, part, self.reader.subject):
            return True
        return self.reader.asserts(self.page, part, self.scope)

    def _in_words(self, parts: list[Statement], counts: Callable[[Statement], bool]) -> Found | None:
        """The value of the last statement that `counts`, states anything, and neither weighs something up nor asks."""
        for part in reversed(parts):
            if counts(part) and self.reader.settled(self.page, part) and not self._answers_another(part):
                found = self.reader.stated(self.page, part, self.scope) or self._bare(part)
                taken_back = found is not None and self._is_denied(part, found)
                if found is not None and not taken_back:
                    return found
        return None

    def _is_denied(self, part: Statement, found: Found) -> bool:
        """Whether the value that `part` states in digits or names is denied there."""
        if isinstance(found.value, str) or not found.value:
            return False
        return refuted(self.page, found, part.high, self.scope) or denied_before(self.page, part.low, found)

    def _bare(self, part: Statement) -> Found | None:
        """The value that is all that the main clause of `part` says: "..., so it is 2"."""
        clause = main_clause(self.page, part)
        low = self._past_blanks(clause.low, clause.high, False)
        return self._only(past_pronoun(self.page, low, clause.high), clause.high) if clause.low > part.low else None

    def _is_all(self, parts: list[Statement], high: int) -> bool:
        """Whether the reply consists of one statement on what was asked."""
        everything = high == len(self.page.tokens) and len(list(statements(self.page, 0, high))) == 1
        return everything and bool(self.scope.question) and speaks_of(self.page, parts[0], self.scope)

    def _agreed(self, parts: list[Statement], announced: bool) -> Found | None:
        """The value of the statements on all that is asked about, if they agree.

        One entry a sentence makes a set only where it was announced as the answer: reasoning looks just like it.
        """
        asked = asked_about(self.scope)
        covering = [part for part in parts if covers(self.page, part, asked)]
        found = [value for part in covering if (value := self._in_words([part], lambda part: True)) is not None]
        if found and all(other.value == found[-1].value for other in found):
            return found[-1]
        if not (announced and self.reader.is_set):
            return None
        entries = list(dict.fromkeys(entry for each in found for entry in each.value))
        return Found(entries, found[0].first, found[-1].last) if entries else None

    def _alone(self, part: Statement) -> Found | None:
        """The value that `part` consists of, on lines of its own."""
        asks = self.page.tokens[part.high - 1].text == "?"
        if asks or is_within(self.page, part.low) or is_row(self.page, part.high) or self._answers_another(part):
            return None
        low = self._past_blanks(part.low, part.high, False)
        return self._only(past_pronoun(self.page, low, part.high), part.high)

    def _value_at(self, low: int, high: int) -> Found | None:
        return self.reader.value_at(self.page, low, high, self.scope)

    def _begun(self, parts: list[Statement], announced: bool) -> Found | None:
        """The value that the first of `parts` consists of; under a heading or in a list it is one of several."""
        if len(parts) > 1 and all(is_bulleted(self.page, part) for part in parts[:2]):
            return None
        found = self._alone(parts[0])
        headed = found is not None and found.first > parts[0].low and self.page.tokens[found.first - 1].kind == "colon"
        return None if headed and len(parts) > 1 and not announced else found

    def _only(self, low: int, high: int) -> Found | None:
        """The value in [low, high), with nothing but a remark in its sentence after it."""
        found = self._value_at(low, high)
        if found is None:
            return None
        level = self.page.level(found.last + 1, high)
        rest = [token for _, token in level if token.kind not in ("mark", "line", "stop", "comma", "close")]
        remark = bool(rest) and (rest[0].word in _REMARKING or (rest[0].kind == "open" and len(rest) == 1))
        if remark and len(list(islice(statements(self.page, found.last + 1, high), 2))) > 1:
            return None
        return found if remark or not rest else None

    def _answers_another(self, part: Statement) -> bool:
        """Whether `part` follows a question that names other nodes or numbers than the asked one."""
        tokens = self.page.tokens
        index = part.low - 1
        while index >= 0 and tokens[index].kind in ("line", "mark"):
            index -= 1
        if index < 0 or tokens[index].text != "?" or not self.scope.question:
            return False
        end = index
        while index > 0 and tokens[index - 1].kind not in ("line", "stop"):
            index -= 1
        named = mentions(tokens[index:end])
        return bool(named) and named != asked_about(self.scope)

    def _past_blanks(self, low: int, high: int, same_line: bool) -> int:
        blank = ("mark", "colon", "close") if same_line else ("mark", "colon", "close", "line")
        while low < high and self.page.tokens[low].kind in blank:
            low += 1
        return low


def _undecided(page: Page, low: int, high: int) -> bool:
    """Whether it is said right away that there is no telling."""
    return any(token.word in _UNDECIDED for token in page.tokens[low : min(high, low + 6)])
