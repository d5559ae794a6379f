"""The reader of orders: every node once, in a list, a run of arrows, or a plan of visits."""

from __future__ import annotations

from typing import Any

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.extents import goes_on, past_count
from graphcore.parsing.lexer import Page
from graphcore.parsing.node_forms import written_nodes
from graphcore.parsing.phrases import LEADING, is_group, negations, past, reading_names, told_by, verb_after
from graphcore.parsing.reader import GENERAL_KEYS, LIST_NOTE, Reader
from graphcore.parsing.sequences import NODE_WORDS, items, no_such
from graphcore.parsing.statements import Statement, is_settled, main_clause, proposes, says
from graphcore.parsing.visits import JOINTS, SETTING_OUT, covers_all, is_run, lists_nodes, planned, visits

_LEADING = LEADING | NODE_WORDS | SETTING_OUT | frozenset("path topological sort sorting ordering sequence yes".split())
_VISITING = frozenset("visit visited visiting".split())
_CONDITIONS = frozenset("after before once when if requires require requiring".split())
_OPENING = frozenset({"since", "after", "before", "once", "when", "visited"})
_EVERY = frozenset("every all each".split())


class NodeOrder(Reader):
    """Nodes in the order in which they are visited; [] for a stated "none"."""

    name = "order of nodes"
    keys = GENERAL_KEYS | frozenset("order sort ordering sequence path nodes".split())
    due = "a list of nodes"
    instruction = f"Give the answer as a list of all nodes in their order {LIST_NOTE}."
    subject = frozenset("order orders ordering sort solution sequence path".split())

    def write(self, value: Any) -> str:
        return written_nodes(value)

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        index = past_count(page, past(page, low, high, _LEADING), high)
        if is_group(page, index, high):
            nodes = None
            if not goes_on(page, page.partner[index], high):
                nodes = items(page, index, reading_names(scope), NODE_WORDS, JOINTS)
            return None if nodes is None else Found(nodes, index, page.partner[index])
        after = no_such(page, low, high)
        if after > low:
            return Found([], past(page, low, high, frozenset()), after - 1)
        found, steps = visits(page, index, high, scope)
        if (
            found is None
            or lists_nodes(page, Statement(low, found.first + 1))
            or verb_after(page, steps, high)
            or goes_on(page, found.last, high)
        ):
            return None
        begins = any(token.word == "first" for token in page.tokens[low:index])
        return None if begins and not covers_all(found.value, scope) else found

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, part)
        found = self.after_verb(page, clause, scope) or self.last_list(page, clause, scope)
        if found is None and self.asserts(page, part, scope):
            found = self.value_at(page, clause.low, clause.high, scope)
        if found is None:
            return told_by([], page, clause) if self._denies(page, clause) else None
        sure = not found.value or covers_all(found.value, scope)
        return found if sure or self._is_order(page, part, found) else None

    def asserts(self, page: Page, part: Statement, scope: Scope) -> bool:
        """A line that is a run of arrows or dashes, or says that there is no order."""
        return is_run(page, part, scope) or self._denies(page, main_clause(page, part))

    def settled(self, page: Page, part: Statement) -> bool:
        return is_settled(page, part) or proposes(page, part, self.subject)

    def unfinished(self, page: Page, last: Statement, scope: Scope) -> bool:
        """Whether `last` stops among conditions: "since visiting node 4 requires visiting node 0, node 1"."""
        opening = next(token for token in page.tokens[last.low : last.high] if token.kind not in ("mark", "line"))
        ended = page.tokens[last.high - 1].kind == "stop" or says(page, last, self.subject)
        return opening.word in _OPENING and not ended

    def told(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        return planned(page, low, high, scope)

    def _is_order(self, page: Page, part: Statement, found: Found) -> bool:
        """Whether `part` calls `found` the order, rather than what comes after others: "after node 1 is visited"."""
        conditions = [index for index in range(part.low, found.first) if page.tokens[index].word in _CONDITIONS]
        low, high = (conditions[-1], found.first) if conditions else (part.low, part.high)
        return any(token.word in self.subject or token.kind == "colon" for token in page.tokens[low:high])

    def _denies(self, page: Page, clause: Statement) -> bool:
        """Whether `clause` says that not all nodes can be visited, or that there is no order."""
        words = {token.word for _, token in page.level(clause.low, clause.high)}
        named = any(token.kind in ("name", "int") for token in page.tokens[clause.low : clause.high])
        every = words & _VISITING and words & _EVERY
        return bool(negations(page, clause) and not named and (every or words & self.subject))
