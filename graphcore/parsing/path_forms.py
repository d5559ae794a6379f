"""The readers of paths that may not exist and of paths with a total weight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from graphcore.graphs import Node
from graphcore.parsing.base import Found, Scope
from graphcore.parsing.extents import ends_line
from graphcore.parsing.hops import hops_by_line
from graphcore.parsing.lexer import Page
from graphcore.parsing.node_forms import PATH_LEADING, NodePath
from graphcore.parsing.phrases import denials_in, is_group, line_end, listed, past, reading_names, told_by
from graphcore.parsing.reader import LIST_NOTE
from graphcore.parsing.search import TRIES
from graphcore.parsing.sequences import NODE_WORDS, PATH_JOINTS, as_integer, items, mentions, run
from graphcore.parsing.statements import Statement, is_settled, main_clause, proposes, statements
from graphcore.parsing.totals import total_alone, total_beside
from graphcore.parsing.visits import covers_all, plans, runs, visits

_PATHS = frozenset("path paths route routes way ways tour solution walk hamiltonian hamilton".split())
_BEING = frozenset("exist exists possible".split())
_VISITING = frozenset("visit visits visited visiting reach reached cover covered traverse traversed".split())
_EVERY = frozenset("every all each".split())
_OTHERS = frozenset("other another others more further longer shorter".split())
_POINTING = frozenset("this that it which path route".split())
_UNABLE = frozenset({"impossible", "unable"})
_LEAD_IN = frozenset({"a"})
"""The letter of "A: no", which is read as an article."""

_AFTER_NO = frozenset("there it we because since as the this i you not such".split())
_REACH = 8
"""How far behind a denial the path that it denies may stand: "not possible to find a path"."""

_NOTHING = frozenset(
    "no none nothing not never null nil there it this that is a an the such one possible impossible exists exist empty "
    "set list so therefore thus hence unfortunately".split()
) | {""}
_LEAST = frozenset("smallest lowest least minimum minimal cheapest shortest".split())
_VIA = frozenset({"through", "via"})
_LEADING_VIA = frozenset("is goes go passes".split())
_DIRECT = frozenset({"direct", "directly"})


class PathOrNo(NodePath):
    """Nodes in the order of a path; "no" where the reply says that there is none."""

    name = "path or no"
    due = "a list of nodes or 'no'"
    instruction = (
        f"Give the answer as a list of nodes in the order of the path {LIST_NOTE}; "
        "if there is no such path, write 'no' in its place."
    )

    subject = NodePath.subject | {"way"}

    def write(self, value: Any) -> str:
        return super().write(value) if value and value != "no" else "no"

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        found = super().value_at(page, _past_yes(page, low, high), high, scope)
        if found is None or found.value:
            return found
        return Found("no", found.first, found.last) if _denies_paths(page, found) else None

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, part)
        if _refuses(page, part) or _refuses(page, clause):
            return told_by("no", page, part)
        found = super().stated(page, part, scope)
        return Found("no", found.first, found.last) if found is not None and not found.value else found

    def asserts(self, page: Page, part: Statement, scope: Scope) -> bool:
        clause = main_clause(page, part)
        refuses = _refuses(page, part) or _refuses(page, clause)
        return refuses or super().asserts(page, part, scope) or self.denies(page, clause, scope)

    def settled(self, page: Page, part: Statement) -> bool:
        return is_settled(page, part) or proposes(page, part, self.subject)

    def told(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        """The last run of nodes that names them all, or the last plan that does."""
        told = [*plans(page, low, high, scope), *_runs(page, low, high, scope)]
        found = [found for found in told if covers_all(found.value, scope)]
        return found[-1] if found else None

    def denies(self, page: Page, clause: Statement, scope: Scope) -> bool:
        words = [token.word for _, token in page.level(clause.low, clause.high) if token.kind != "mark"]
        said = set(words)
        speaks = bool(said & (_PATHS | _VISITING)) or said <= _NOTHING
        if said & _UNABLE and speaks:
            return True
        named = any(role == "node" for role, _ in mentions(page.tokens[clause.low : clause.high]))
        pointing = next((at for at, word in enumerate(words) if word in _POINTING), len(words))
        for at in denials_in(words):
            after = set(words[at + 1 : at + 1 + _REACH])
            if after & _OTHERS:
                continue
            if after & _PATHS or (after & _BEING and speaks):
                if said & _EVERY or not named:
                    return True
            elif after & _VISITING and after & _EVERY and at < pointing:
                return True
        return False


class WeightedPath(NodePath):
    """Nodes in the order of a path, and beside them its total weight as it is stated."""

    name = "path and total weight"
    due = "a list of nodes"
    instruction = (
        f"Give the answer as a list of nodes in the order of the path {LIST_NOTE}, followed by the path's total weight."
    )

    subject = NodePath.subject | {"way"}

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        found = super().value_at(page, low, high, scope) or self._before_total(page, low, high, scope)
        asked = ends(scope)
        if found is None or asked is None or found.value != list(asked) or page.tokens[found.first].kind == "open":
            return found
        return None if self._goes_on_to_say(page, found, high, scope) else found

    def _before_total(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        """The path of "[1, 2, 0], 5", "[[1, 2, 0], 5]" and "1 -> 2 -> 0, 5", which is no list of nodes to its end."""
        index = past(page, low, high, PATH_LEADING)
        if is_group(page, index, high):
            inner = past(page, index + 1, high, frozenset())
            index, high = (inner, page.partner[index]) if is_group(page, inner, high) else (index, high)
            close = page.partner[index]
            if total_alone(page, close + 1, line_end(page, close + 1, high)) is None:
                return None
            nodes = items(page, index, reading_names(scope), NODE_WORDS, PATH_JOINTS)
            return Found(nodes, index, close) if nodes else None
        steps = run(page, index, high, reading_names(scope), NODE_WORDS, PATH_JOINTS)
        drawn = len(steps) > 2 and all(step.joint in ({"arrow"}, {"dash"}) for step in steps[1:-1])
        if not drawn or steps[-1].joint != {"comma"} or not ends_line(page, steps[-1].index + 1, high):
            return None
        return listed(steps[:-1])

    def _goes_on_to_say(self, page: Page, found: Found, high: int, scope: Scope) -> bool:
        """Whether `found` only names the path that is told after it: "from 1 to 0 with the least weight is 1, 2, 0"."""
        end = line_end(page, found.last, high)
        verbs = [at for at in range(found.last + 1, end) if self.is_verb(page, at)]
        said = [super(WeightedPath, self).value_at(page, at + 1, end, scope) for at in verbs[:TRIES]]
        return any(path is not None and path.value[-1:] == found.value[-1:] for path in said)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        clause = main_clause(page, part)
        words = {token.word for token in page.tokens[clause.low : clause.high]}
        if "paths" in words and not words & _LEAST:
            return None
        found = self._called_least(page, clause, scope) or super().stated(page, part, scope)
        return found or self._direct(page, clause, scope) or self._through(page, clause, scope)

    def is_verb(self, page: Page, index: int) -> bool:
        """As elsewhere, but for the equals sign behind a sum: "2 + 3 = 5"."""
        sums = page.tokens[index].text == "=" and as_integer(page, page.tokens[index - 1]) is not None
        return super().is_verb(page, index) and not sums

    def settled(self, page: Page, part: Statement) -> bool:
        return is_settled(page, part) or proposes(page, part, self.subject)

    def told(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        """Hops that lead from the asked start to the asked end, or the one run or plan of nodes that does."""
        asked = ends(scope)
        told = [*plans(page, low, high, scope), *_runs(page, low, high, scope)]
        led = [found for found in told if len(found.value) > 2]
        led = [found for found in led if (found.value[0], found.value[-1]) == asked]
        same = bool(led) and all(found.value == led[0].value for found in led)
        return hops_by_line(page, low, high, asked) or (led[-1] if same else None)

    def beside(self, page: Page, low: int, high: int, found: Found, scope: Scope) -> Any:
        return total_beside(page, low, high, found)

    def _called_least(self, page: Page, clause: Statement, scope: Scope) -> Found | None:
        """The path of "the weight of path 2,0,5 is the smallest", if nothing more is concluded from that."""
        words = [token.word for token in page.tokens[clause.low : clause.high]]
        if not _LEAST & set(words[-3:]):
            return None
        starts = [clause.low + at + 1 for at, word in enumerate(words) if word in self.subject]
        found = [visits(page, low, clause.high, scope)[0] for low in starts[-2:]]
        return next((path for path in reversed(found) if path is not None), None)

    def _direct(self, page: Page, clause: Statement, scope: Scope) -> Found | None:
        """The two asked nodes where the clause calls their link the path: "is the direct edge"."""
        asked = ends(scope)
        words = [token.word for token in page.tokens[clause.low : clause.high]]
        named = {node for role, node in mentions(page.tokens[clause.low : clause.high]) if role == "node"}
        direct = [clause.low + at for at, word in enumerate(words) if word in _DIRECT]
        if asked is None or not direct or denials_in(words) or not self.subject & set(words) or not set(asked) <= named:
            return None
        nodes = [at for at in range(clause.low, clause.high) if page.tokens[at].value in asked]
        return Found(list(asked), min(nodes + direct), max(nodes + direct))

    def _through(self, page: Page, clause: Statement, scope: Scope) -> Found | None:
        """The path of "the shortest path from node 0 to node 4 is through node 1"."""
        asked = ends(scope)
        named = {node for role, node in mentions(page.tokens[clause.low : clause.high]) if role == "node"}
        if asked is None or not set(asked) <= named:
            return None
        for index, token in page.level(clause.low + 1, clause.high):
            if token.word in _VIA and page.tokens[index - 1].word in _LEADING_VIA:
                steps = run(
                    page, index + 1, clause.high, reading_names(scope), NODE_WORDS, PATH_JOINTS - {"to", "from"}
                )
                nodes = [step.value for step in steps]
                between = nodes and not set(nodes) & set(asked)
                return Found([asked[0], *nodes, asked[1]], index, steps[-1].index) if between else None
        return None


def _runs(page: Page, low: int, high: int, scope: Scope) -> Iterator[Found]:
    """The runs of nodes in the statements of [low, high) that ask nothing."""
    for part in statements(page, low, high):
        if page.tokens[part.high - 1].text != "?":
            yield from runs(page, part, scope, frozenset())


def ends(scope: Scope) -> tuple[Node, Node] | None:
    """The first two nodes that the question names: where the path starts and where it ends."""
    return _ends(scope.question, scope.nodes)


@lru_cache(maxsize=64)
def _ends(question: str, nodes: tuple[Node, ...]) -> tuple[Node, Node] | None:
    named = [token.value for token in Page(question, nodes).tokens if token.kind in ("name", "int")]
    return (named[0], named[1]) if len(named) > 1 else None


def _past_yes(page: Page, low: int, high: int) -> int:
    """The token after a "yes," at `low`; `low` if none stands there."""
    index = past(page, low, high, _LEAD_IN)
    if index >= high or page.tokens[index].word != "yes":
        return low
    index += 1
    while index < high and page.tokens[index].kind in ("comma", "stop", "dash", "colon", "line", "mark"):
        index += 1
    return index


def _refuses(page: Page, part: Statement) -> bool:
    """Whether `part` begins with a no of its own: "No.", "no, there is"."""
    index = past(page, part.low, part.high, _LEAD_IN)
    if index >= part.high or page.tokens[index].word != "no":
        return False
    after = next((token for token in page.tokens[index + 1 : part.high] if token.kind != "mark"), None)
    return after is None or (not after.word and after.kind not in ("name", "int")) or after.word in _AFTER_NO


def _denies_paths(page: Page, found: Found) -> bool:
    """Whether the stated none `found` is one of paths, not of nodes or of other paths."""
    said = {token.word for token in page.tokens[found.first : found.last + 1]}
    return not said & _OTHERS and (bool(said & _PATHS) or said <= _NOTHING)
