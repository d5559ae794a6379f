"""The reader of a maximum flow: how the value is asked for, written and read back."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from typing import Any

from graphcore import words
from graphcore.parsing.amounts import UNIT_WORDS, amount
from graphcore.parsing.base import Found, Scope
from graphcore.parsing.flow_plans import plan_in
from graphcore.parsing.lexer import Page
from graphcore.parsing.phrases import LEADING, is_group, negations, past, told_by
from graphcore.parsing.reader import GENERAL_KEYS, Reader
from graphcore.parsing.routes import asked_route, named_nodes, routes
from graphcore.parsing.search import TRIES
from graphcore.parsing.sequences import between, no_such
from graphcore.parsing.statements import Statement, concludes, main_clause, statements

_GREATEST = frozenset("maximum max maximal maxflow greatest largest highest".split())
_TOTAL = frozenset("total overall net sum".split())
_FLOW = frozenset({"flow", "flows", "maxflow", "throughput"})
_COPULAS = frozenset(
    "is are be was were becomes equals totals adds amounts comes gives giving yields it's limited restricted".split()
)
_SENDING = frozenset("send sends sending push pushes transport receive receives reach reaches".split())
_BEFORE_OF = _GREATEST | _TOTAL | _FLOW | frozenset("value amount rate".split())
_TO_NUMBER = LEADING | frozenset(
    "therefore then thus also exactly only just to up equal equals now total of still".split()
)
_LEADING = _TO_NUMBER | _GREATEST | _FLOW | frozenset({"value", "number", "amount"})
_MORE = frozenset("more additional further other another augmenting remaining left longer extra excess".split())
_OPEN = frozenset("if whether suppose perhaps maybe assume initially initial unless".split())
_UNTOLD = frozenset("determine determined tell known say sure idea direct".split())
_PLANNING = frozenset({"solution", "plan"})


class FlowValue(Reader):
    """The value of a flow, a number; beside it the routing plan that is given for it."""

    name = "number"
    due = "one number"
    subject = frozenset({"flow"})
    keys = GENERAL_KEYS | frozenset("flow maximum max".split())
    instruction = "Give the answer as a number at the end of your response, after 'Answer:'."

    def write(self, value: Any) -> str:
        return format(Decimal(words.number(value)), "f")

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        index = past(page, low, high, _LEADING)
        if is_group(page, index, high):
            inside = between(page, index)
            found = amount(page, *inside)
            whole = found is not None and found.last == inside[1] - 1
            return Found(found.value, index, page.partner[index]) if found is not None and whole else None
        after = no_such(page, low, high)
        if after > low:
            return Found(0, past(page, low, high, frozenset()), after - 1)
        return amount(page, index, high)

    def stated(self, page: Page, part: Statement, scope: Scope) -> Found | None:
        return None if _is_step(page, part) else _said(page, part, scope)

    def surveyed(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        parts = [part for part in statements(page, low, high) if page.tokens[part.high - 1].text != "?"]
        for states in (_states_greatest, _states_total, _states_flow):
            for part in reversed(parts):
                found = _said(page, part, scope) if states(page, part) else None
                if found is not None:
                    return found
        return None

    def unfinished(self, page: Page, last: Statement, scope: Scope) -> bool:
        tokens = [token for token in page.tokens[last.low : last.high] if token.kind not in ("mark", "line")]
        end, signs = tokens[-1], {token.text for token in tokens}
        adding = end.text.isdigit() and "+" in signs and "=" not in signs
        if adding or end.text in ("+", "=") or _is_to_arrive(page, last):
            return True
        if tokens[0].text.isdigit() and len(tokens) <= len("1."):
            return any(token.value == "bullet" and token.text == str(int(tokens[0].text) - 1) for token in page.tokens)
        says = bool(_words(page, last) & _GREATEST) and end.word and end.word not in UNIT_WORDS - {"of"}
        return bool(says or _is_open_step(page, last)) and _said(page, last, scope) is None

    def beside(self, page: Page, low: int, high: int, found: Found, scope: Scope) -> Any:
        return plan_in(page, low, high, scope)


def _states_greatest(page: Page, part: Statement) -> bool:
    """Whether `part` speaks of the greatest flow, or concludes on a flow."""
    said = _words(page, part)
    return bool(said & _GREATEST) or (concludes(page, part) and bool(said & (_FLOW | UNIT_WORDS | {"it", "it's"})))


def _states_total(page: Page, part: Statement) -> bool:
    """Whether `part` speaks of a total flow."""
    said = _words(page, part)
    return bool(said & _TOTAL) and bool(said & _FLOW)


def _states_flow(page: Page, part: Statement) -> bool:
    """Whether `part` says in a sentence what the flow is."""
    said = _words(page, part)
    return bool(said & (_FLOW | {"sent"})) and bool(said & _COPULAS)


def _is_step(page: Page, part: Statement) -> bool:
    """Whether `part` is a numbered step."""
    first = next(token for token in page.tokens[part.low : part.high] if token.kind != "line")
    return first.kind == "mark" and first.value == "bullet"


def _is_open_step(page: Page, part: Statement) -> bool:
    """Whether `part` is in a numbered step and has no full stop, and what is before it has one."""
    line = max((at for at in range(part.low) if page.tokens[at].kind == "line"), default=-1)
    before = [token.kind for token in page.tokens[: part.low] if token.kind not in ("mark", "line")]
    opened = _is_step(page, Statement(line + 1, part.high)) or _is_step(page, part)
    return opened and before[-1:] == ["stop"] and page.tokens[part.high - 1].kind != "stop"


def _is_to_arrive(page: Page, last: Statement) -> bool:
    """Whether `last` is only "7 units of flow", where the lines above say of others that they arrive somewhere."""
    found = amount(page, last.low, last.high)
    alone = found is not None and found.last + 1 == last.high
    return alone and any(token.word in ("arrive", "arrives") for token in page.tokens[: last.low])


def _words(page: Page, part: Statement) -> set[str]:
    return {token.word for token in page.tokens[part.low : part.high] if token.word}


def _said(page: Page, part: Statement, scope: Scope) -> Found | None:
    """The amount that `part` gives for the asked flow; 0 where it says that there is none."""
    clause = main_clause(page, part)
    if _OPEN & {token.word for _, token in page.level(clause.low, clause.high)}:
        return None
    starts = [index for index, token in page.level(clause.low, clause.high) if token.word in _GREATEST | _TOTAL]
    for low, high in zip(reversed([clause.low, *starts]), [clause.high, *reversed(starts)], strict=True):
        if not _is_asked(page, Statement(low, _verb(page, low, high)), scope):
            continue
        for index in islice(_anchors(page, low, high, scope), TRIES):
            found = amount(page, past(page, index + 1, clause.high, _TO_NUMBER), clause.high)
            if found is not None:
                return found
    return (_said_first(page, clause) or _none_said(page, clause)) if _is_asked(page, clause, scope) else None


def _verb(page: Page, low: int, high: int) -> int:
    """The first verb or sign of [low, high) after which an amount may stand; `high` if there is none."""
    level = page.level(low, high)
    return next((index for index, token in level if token.word in _COPULAS or token.kind == "colon"), high)


def _is_asked(page: Page, clause: Statement, scope: Scope) -> bool:
    """Whether `clause` speaks of the flow from the asked source to the asked target, or of no other."""
    asked = asked_route(scope)
    if asked is None:
        return True
    first = next(routes(page, clause.low, clause.high), None)
    if first is not None:
        return (first.source, first.target) == asked or (
            page.tokens[first.first].word == "between" and {first.source, first.target} == set(asked)
        )
    named = named_nodes(page, clause.low, clause.high)
    return not named or asked[1] in named or named <= set(asked)


def _anchors(page: Page, low: int, high: int, scope: Scope) -> Iterator[int]:
    """Tokens of [low, high) after which the amount may be said: a verb, a sign, "a flow of"; not behind an edge."""
    asked = asked_route(scope)
    others = [route.first for route in routes(page, low, high) if asked and (route.source, route.target) != asked]
    edge = min(others, default=high)
    planning = any(token.word in _PLANNING for token in page.tokens[low:high])
    for index, token in page.level(low, high):
        sends = token.word in _SENDING and not planning
        of = token.word == "of" and page.tokens[index - 1].word in _BEFORE_OF
        signs = token.kind == "colon" and (index < edge or token.text == "=")
        sums_up = token.kind == "comma" and page.tokens[index - 1].word in _TOTAL
        if token.word in _COPULAS or signs or of or sums_up or (sends and index < edge):
            yield index


def _said_first(page: Page, clause: Statement) -> Found | None:
    """The amount at the start of "15 is the maximum flow" and "7 units can be sent from node 5 to node 0"."""
    low = past(page, clause.low, clause.high, _TO_NUMBER)
    low += low < clause.high and page.tokens[low].kind == "comma"
    found = amount(page, past(page, low, clause.high, _TO_NUMBER), clause.high)
    if found is None:
        return None
    rest = {token.word for token in page.tokens[found.last + 1 : clause.high] if token.word}
    return found if not rest or rest & (_GREATEST | {"can"}) else None


def _none_said(page: Page, clause: Statement) -> Found | None:
    """0 for "there is no possible flow from node 6 to node 3", which gives no number."""
    said = _words(page, clause)
    denies = bool(said & {"no", "any"}) and bool(said & _FLOW) and not said & (_MORE | _UNTOLD)
    return told_by(0, page, clause) if denies and negations(page, clause) else None
