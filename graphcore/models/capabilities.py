"""Which parameters a remote model takes.

Models differ in how the longest reply is called, whether they can be asked for a temperature, and how they are asked to
think. The table says what is known beforehand; what a server refuses is learned as it goes, for as long as the process
lives. The parameters that were really sent are part of every reply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from graphcore.models.base import Request

Parameters = dict[str, Any]
Where = tuple[str, str]
"""A base URL and a model's name there."""

LEAST_BUDGET = 1024
"""Tokens: the smallest thinking budget that Anthropic takes."""


def _unasked(budget: int) -> Parameters:
    return {}


def _budget(budget: int) -> Parameters:
    return {"thinking": {"type": "enabled", "budget_tokens": budget}}


def _adaptive(budget: int) -> Parameters:
    return {"thinking": {"type": "adaptive", "display": "summarized"}}


def _effort(budget: int) -> Parameters:
    return {"reasoning_effort": "low" if budget <= 2048 else "medium" if budget <= 8192 else "high"}


@dataclass(frozen=True)
class Capability:
    """What the models whose ids begin with `pattern` take; `thinking` makes the parameters of a budget."""

    pattern: str
    limit: str = "max_tokens"
    temperature: bool = True
    thinking: Callable[[int], Parameters] = _unasked


TABLE = (
    Capability(r"openai/(o\d|codex|gpt-([5-9]|\d\d))(?!.*chat)", "max_completion_tokens", False, _effort),
    Capability(r"openai/", "max_completion_tokens"),
    Capability(r"anthropic/claude-(3-7|(opus|sonnet|haiku)-4(-[0-6])?(-\d{8})?$)", thinking=_budget),
    Capability(r"anthropic/claude-(3|2|instant)"),
    Capability(r"anthropic/", temperature=False, thinking=_adaptive),
    Capability(r""),
)
"""The first that fits counts. Sources: the model lists and parameter notes of the packages openai and anthropic."""

_INSTEAD = {
    "temperature": "",
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
    "thinking": "",
    "reasoning_effort": "",
}
"""What takes the place of a parameter that a server does not take; "" leaves it out."""

_UNWELCOME = re.compile(
    r"unsupported|not (support|permitted|allowed)|unknown|unrecognized|unexpected|deprecated|removed|extra inputs",
    re.IGNORECASE,
)
_learned: dict[Where, dict[str, str]] = {}


def parameters(model: str, request: Request) -> Parameters:
    """What to send to the model with this id. Tokens for thinking are taken beside those for the reply."""
    capability = next(entry for entry in TABLE if re.match(entry.pattern, model))
    budget = max(LEAST_BUDGET, request.thinking) if request.thinking and capability.thinking is not _unasked else 0
    thinking = capability.thinking(budget) if budget else {}
    temperature = {"temperature": request.temperature} if capability.temperature and not thinking else {}
    return {**temperature, capability.limit: request.max_tokens + budget, **thinking}


def fitted(where: Where, sent: Mapping[str, Any]) -> Parameters:
    """`sent` as the model there takes it, as far as was learned."""
    learned = _learned.get(where, {})
    named = ((learned.get(name, name), value) for name, value in sent.items())
    return {name: value for name, value in named if name}


def learn(where: Where, sent: Mapping[str, Any], said: str) -> None:
    """Note which of the parameters `sent` a server refuses, if `said` names one as not supported.

    One that takes another's place is not replaced in turn, so that two of them are never swapped for ever.
    """
    if not _UNWELCOME.search(said):
        return
    learned = _learned.setdefault(where, {})
    for name, instead in _INSTEAD.items():
        if name in sent and instead not in learned and re.search(rf"\b{name}\b", said):
            learned.setdefault(name, instead)
