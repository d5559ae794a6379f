"""What a plan will cost, told before it starts: calls, tokens, and the cells that do not fit a model's context."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from statistics import fmean

from graphcore.errors import EdgewiseError, InputError
from graphcore.models import Connections, get_model
from graphcore.models.base import estimate_messages
from graphcore.runs.plan import Plan, cells
from graphcore.strategies import strategy

SAMPLE = 200
"""How many prompts are built; a larger plan is estimated from so many of its prompts, drawn with a fixed seed."""


@dataclass(frozen=True)
class Estimate:
    """One model's share of a plan. Tokens are estimates, `output_most` the longest replies allowed.

    `too_long` counts cells whose prompt and longest reply do not fit the model, which will be errors without a call.
    """

    model: str
    calls: int
    input_tokens: int
    output_most: int
    too_long: int
    reason: str = ""


@dataclass(frozen=True)
class PlanEstimate:
    """The shares of all models, from `built` of `prompts` prompts; `failed` sentences say what cannot be posed."""

    models: tuple[Estimate, ...]
    prompts: int
    built: int
    failed: tuple[str, ...]


def estimate(plan: Plan, connections: Connections) -> PlanEstimate:
    """Estimate a plan; no model is loaded or called."""
    # Every so many-th would miss whole styles and encodings, in whose rhythm the cells follow each other.
    asked = replace(plan, models=plan.models[:1], model={}, strategies=plan.strategies[:1], repeats=1)
    drawn = set(random.Random(0).sample(range(asked.size), min(SAMPLE, asked.size)))
    sample = [cell for index, cell in enumerate(cells(asked)) if index in drawn]
    lengths: list[int] = []
    failed: dict[str, None] = {}
    for cell in sample:
        try:
            lengths.append(estimate_messages(cell.prompt(cell.spec.make()).messages))
        except InputError as error:
            failed[str(error)] = None
    scale = plan.size / len(plan.models) / max(1, len(sample))
    shares = tuple(_share(plan, model, lengths, scale, connections) for model in plan.models)
    return PlanEstimate(shares, asked.size, len(sample), tuple(failed))


def _share(plan: Plan, name: str, lengths: list[int], scale: float, connections: Connections) -> Estimate:
    settings = plan.settings(name)
    most = settings.max_tokens + settings.thinking
    try:
        model = get_model(name, plan.connections(connections))
        status = model.status()
        size = model.context_size if status.usable else None
    except EdgewiseError as error:
        return Estimate(name, 0, 0, 0, 0, str(error))
    fitting = [length for length in lengths if size is None or length + most <= size]
    too_long = round((len(lengths) - len(fitting)) * scale)
    drawn = scale * fmean(strategy(name).draws for name in plan.strategies)
    calls, tokens = round(len(fitting) * drawn), round(sum(fitting) * drawn)
    return Estimate(name, calls, tokens, calls * most, too_long, "" if status.usable else status.reason)
