"""What an answer form owns, and how its reader goes from a reply to an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.extents import is_joined
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import speaks_of
from graphcore.parsing.reply import own_part, passage
from graphcore.parsing.search import TRIES, Search
from graphcore.parsing.statements import Statement, is_settled
from graphcore.records import Answer, Reply

LIST_NOTE = "in square brackets at the end of your response, after 'Answer:'"
"""How the instructions for lists end."""

ANSWER_MARK = "Answer: "
"""What the final line begins with."""

GENERAL_KEYS = frozenset("result output solution value prediction".split())
"""Words of a JSON key that names the answer whatever its form."""

_BE = frozenset({"is", "are", "be"})


class Reader(ABC):
    """One answer form: `name` in short, `due` as a phrase for messages, `instruction` as a sentence of a prompt."""

    name: str
    due: str
    instruction: str
    subject: frozenset[str] = frozenset()
    """Words of which a sentence that states a value need only say "the path is ..."."""

    keys: frozenset[str] = frozenset()
    """Words of a JSON key that names the answer."""

    is_set: bool = False
    """Whether a value may be given one entry a sentence."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """`value` in this form, such as "[1, 3]"; an answer is written "Answer: " + that."""

    @abstractmethod
    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        """The value that begins at token `low`, after a few words such as "the nodes" at most and before `high`."""

    @abstractmethod
    def stated(self, page: Page, statement: Statement, scope: Scope) -> Found | None:
        """The value that a concluding statement gives in words."""

    def asserts(self, page: Page, part: Statement, scope: Scope) -> bool:
        """Whether `part` is in this form a statement of the answer by its very shape, such as "Yes, ..."."""
        return False

    def settled(self, page: Page, part: Statement) -> bool:
        """Whether `part` states rather than asks, plans or weighs something up."""
        return is_settled(page, part)

    def unfinished(self, page: Page, last: Statement, scope: Scope) -> bool:
        """Whether `last`, with which a reply ends, breaks off in a way that only this form can tell."""
        return False

    def turned(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        """The value that `part` says against what was said before, if the form knows such a way: "however, ..."."""
        return None

    def surveyed(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        """The value that [low, high) tells as a whole, if the form is so read: asked before any single statement is."""
        return None

    def told(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        """The value that is told over several lines of [low, high), if the form knows such a way."""
        return None

    def beside(self, page: Page, low: int, high: int, found: Found, scope: Scope) -> Any:
        """What tokens [low, high) state beside the value `found` that does not decide, such as a path's total."""
        return None

    def last_list(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        """The value in the last square or curly bracket of `part`; round ones hold remarks and links."""
        for index, token in reversed(list(page.level(part.low, part.high))):
            if token.kind == "open" and token.value != "(" and not is_joined(page, index):
                found = self.value_at(page, index, part.high, scope)
                if found is not None and found.first == index:
                    return found
        return None

    def is_verb(self, page: Page, index: int) -> bool:
        """Whether a value may follow the token at `index`: "is", "be" or a colon."""
        return page.tokens[index].word in _BE or page.tokens[index].kind == "colon"

    def after_verb(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        """The value after the last "is", "be" or colon of `part`: "the path from 1 to 0 is 1 → 2 → 0"."""
        verbs = [i for i, _ in page.level(part.low, part.high) if self.is_verb(page, i)]
        for index in reversed(verbs[-TRIES:]):
            found = self.value_at(page, index + 1, part.high, scope)
            is_link = found is not None and not self.subject and page.tokens[found.first].value == "("
            if found is not None and not is_link and (found.value or speaks_of(page, part, scope)):
                return found
        return None

    def read(self, reply: Reply, scope: Scope) -> Answer:
        """The last stated final answer of `reply`; raises Unreadable: truncated, refused or no_answer."""
        part = passage(reply, scope)
        search = Search(self, part, scope)
        low, high = own_part(part, scope, search.answered)
        found = search.final(low, high, reply.finish_reason)
        page = part.page
        span = (page.tokens[found.first].start + part.offset, page.tokens[found.last].end + part.offset)
        return Answer(found.value, span, self.beside(page, page.index(low), page.index(high), found, scope))


def written(reader: Reader, value: Any) -> str:
    """The final line that states `value`."""
    return f"{ANSWER_MARK}{reader.write(value)}"
