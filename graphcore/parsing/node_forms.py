"""The readers of node sets, paths and temporal edges: how a value is asked for, written and read back."""

from __future__ import annotations

from typing import Any

from graphcore import words
from graphcore.parsing.base import Found, Scope
from graphcore.parsing.extents import bulleted, ends_line, goes_on, is_count, past_count, past_subject
from graphcore.parsing.hops import hops_by_line, hops_in_a_row, is_first_hop, is_in_a_row, path_of_hops
from graphcore.parsing.lexer import Page
from graphcore.parsing.links import link, listed_links, tabled_links
from graphcore.parsing.phrases import (
    LEADING,
    is_group,
    listed,
    negations,
    nodes_in,
    past,
    reading_names,
    spanning,
    speaks_of,
    told_by,
    verb_after,
)
from graphcore.parsing.reader import GENERAL_KEYS, LIST_NOTE, Reader
from graphcore.parsing.reply import asked_about
from graphcore.parsing.search import TRIES
from graphcore.parsing.sequences import (
    LIST_JOINTS,
    NODE_WORDS,
    PATH_JOINTS,
    as_node,
    as_path,
    between,
    items,
    mentions,
    no_such,
    parts,
    run,
)
from graphcore.parsing.statements import Statement, is_about, main_clause, restates

PATH_LEADING = (
    LEADING | NODE_WORDS | frozenset("path from start starts starting begin begins beginning at with".split())
)
"""Words that may stand before a path."""

_SET_LEADING = LEADING | NODE_WORDS | frozenset("neighbors neighbours there both only just".split())
_SETTING_OUT = frozenset("start starts starting begin begins beginning from follow path through".split())


class NodeSet(Reader):
    """A set of nodes, in the order in which they were read; unknown names stay in it as they are."""

    name = "list of nodes"
    keys = GENERAL_KEYS | frozenset("neighbors neighbours nodes".split())
    due = "a list of nodes"
    is_set = True
    instruction = f"Give the answer as a list of nodes {LIST_NOTE}."

    def write(self, value: Any) -> str:
        return written_nodes(value)

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        named = past_subject(page, low, high, asked_about(scope))
        start = past(page, named, high, frozenset())
        low = low if start < high and page.tokens[start].value == "(" else named
        index = past_count(page, past(page, low, high, _SET_LEADING), high)
        reading = reading_names(scope)
        if is_group(page, index, high):
            inside = run(page, *between(page, index), reading, NODE_WORDS, LIST_JOINTS)
            chained = any(step.joint & {"arrow", "dash", "left"} for step in inside)
            whole = not chained and not goes_on(page, page.partner[index], high)
            nodes = items(page, index, reading, NODE_WORDS, LIST_JOINTS) if whole else None
            return None if nodes is None else Found(nodes, index, page.partner[index])
        after = no_such(page, low, high)
        if after > low:
            return Found([], past(page, low, high, frozenset()), after - 1)
        if noted := bulleted(page, low, high, reading):
            return listed(noted)
        steps = run(page, index, high, reading, NODE_WORDS, LIST_JOINTS)
        unclear = any(step.joint & {"arrow", "dash", "left", "or"} for step in steps)
        if (
            not steps
            or unclear
            or is_count(page, steps, high)
            or verb_after(page, steps, high)
            or goes_on(page, steps[-1].index, high)
        ):
            return None
        return None if noted is None and not ends_line(page, steps[-1].index + 1, high) else listed(steps)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, part)
        asked = asked_about(scope)
        others = [step for step in nodes_in(page, clause) if ("node", step.value) not in asked]
        if negations(page, clause):
            return None if others or not speaks_of(page, clause, scope) else told_by([], page, clause)
        about = bool(asked) and is_about(page, clause, asked)
        in_words = (listed(others) or self._linked_to(page, clause, scope)) if about else None
        return self.last_list(page, clause, scope) or self.after_verb(page, clause, scope) or in_words

    def _linked_to(self, page: Page, clause: Statement, scope: Scope) -> Found | None:
        """The nodes of "node 3 is linked to 1 and 4 at time 4", unless they are the asked ones."""
        asked = asked_about(scope)
        for index in range(clause.low + 1, clause.high):
            if page.tokens[index].word in ("to", "with") and page.tokens[index - 1].word in ("linked", "connected"):
                steps = run(page, index + 1, clause.high, reading_names(scope), NODE_WORDS, LIST_JOINTS)
                told = steps and not any(("node", step.value) in asked or "or" in step.joint for step in steps)
                return listed(steps) if told and not goes_on(page, steps[-1].index, clause.high) else None
        return None


class NodePath(Reader):
    """Nodes in the order of a path; [] for a stated "none"."""

    name = "path"
    keys = GENERAL_KEYS | frozenset("path route nodes".split())
    due = "a list of nodes"
    instruction = f"Give the answer as a list of nodes in the order of the path {LIST_NOTE}."
    subject = frozenset({"path", "route"})

    def write(self, value: Any) -> str:
        return written_nodes(value)

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        index = past_count(page, past(page, low, high, PATH_LEADING), high)
        if is_group(page, index, high):
            if goes_on(page, page.partner[index], high) and not is_in_a_row(page, index, high):
                return None
            if is_in_a_row(page, index, high):
                return hops_in_a_row(page, index, high)
            if (found := hops_in_a_row(page, index, high)) is not None:
                return found
            nodes = path_of_hops(page, index) or items(page, index, reading_names(scope), NODE_WORDS, PATH_JOINTS)
            return None if nodes is None else Found(nodes, index, page.partner[index])
        after = no_such(page, low, high)
        if after > low:
            return Found([], past(page, low, high, frozenset()), after - 1)
        steps = run(page, index, high, reading_names(scope), NODE_WORDS, PATH_JOINTS)
        path = as_path(steps)
        if not path or len(path) < 2 or verb_after(page, steps, high) or goes_on(page, steps[-1].index, high):
            return None
        return None if len(path) == 2 and is_first_hop(page, steps) else spanning(path, steps)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, part)
        return (
            self.after_verb(page, clause, scope)
            or self.last_list(page, clause, scope)
            or (self.value_at(page, clause.low, clause.high, scope) if self.asserts(page, part, scope) else None)
            or self._in_prose(page, clause, scope)
        )

    def asserts(self, page: Page, part: Statement, scope: Scope) -> bool:
        """A line that is a run of arrows or dashes over three nodes or more, perhaps after a heading with a colon."""
        colons = [index for index, token in page.level(part.low, part.high) if token.kind == "colon"]
        low = colons[-1] + 1 if colons else part.low
        steps = run(page, past(page, low, part.high, NODE_WORDS), part.high, as_node, NODE_WORDS, frozenset())
        rest = page.tokens[steps[-1].index + 1 : part.high] if steps else []
        arrows = len(steps) > 2 and all(step.joint in ({"arrow"}, {"dash"}, {"left"}) for step in steps[1:])
        return arrows and all(token.kind in ("mark", "line", "stop") for token in rest)

    def told(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        return hops_by_line(page, low, high)

    def _in_prose(self, page: Page, clause: Statement, scope: Scope) -> Found | None:
        """The path of "we start at node 2, then go to node 3, and finally to node 4"; [] for a stated none."""
        starts = [i for i, token in page.level(clause.low, clause.high) if token.word in _SETTING_OUT]
        for index in starts[:TRIES]:
            found = self.value_at(page, index + 1, clause.high, scope)
            if found is not None and len(found.value) > 2:
                return found
        return told_by([], page, clause) if self.denies(page, clause, scope) else None

    def denies(self, page: Page, clause: Statement, scope: Scope) -> bool:
        """Whether `clause` says that there is no such path."""
        named = {node for role, node in mentions(page.tokens[clause.low : clause.high]) if role == "node"}
        return bool(negations(page, clause)) and speaks_of(page, clause, scope) and len(named) < 2


class TemporalEdges(Reader):
    """Links [u, v, t] in the order in which they were read."""

    name = "list of (u, v, t)"
    keys = GENERAL_KEYS | frozenset("edges links sorted".split())
    due = "a list of (u, v, t)"
    subject = frozenset({"sorted", "sorting", "ordered", "order"})
    instruction = f"Give the answer as a list of tuples (u, v, t) {LIST_NOTE}."

    def write(self, value: Any) -> str:
        return f"[{', '.join(words.link((u, v, t)) for u, v, t in value or [])}]"

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        start = past_subject(page, low, high, frozenset())
        index = past(page, start, high, LEADING | {"edges", "links", "sorted", "edge", "link"})
        if restates(page, Statement(low, index)):
            return None
        if is_group(page, index, high) and not goes_on(page, page.partner[index], high):
            for inside in ((index + 1, page.partner[index]), between(page, index)):
                links = [link(page, *part, scope) for part in parts(page, *inside)]
                if None not in links:
                    return Found(links, index, page.partner[index])
        after = no_such(page, low, high)
        if after > low:
            return Found([], past(page, low, high, frozenset()), after - 1)
        return listed_links(page, index, high, scope)

    def told(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        found = tabled_links(page, low, high)
        announced = low > 0 or any(token.word in self.subject for token in page.tokens[: found.first if found else 0])
        return found if announced else None

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        if restates(page, part):
            return None
        found = self.last_list(page, part, scope)
        colons = [index for index, token in page.level(part.low, part.high) if token.kind == "colon"]
        return found or (self.value_at(page, colons[-1] + 1, part.high, scope) if colons else None)


def written_nodes(value: Any) -> str:
    """A list of nodes as it is written: "[1, 3]"."""
    return f"[{', '.join(words.name_text(node) for node in value or [])}]"
