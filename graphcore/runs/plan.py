"""Plans: what a run asks. Every list of a plan is crossed with every other.

A plan is only data. Its cells (one problem, one prompt, one model, one repeat each) follow from it by `cells`, in the
same order and with the same keys in any process, so that a run needs to store nothing but what came back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from graphcore import words
from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS
from graphcore.errors import InputError
from graphcore.generators import GENERATORS
from graphcore.models import Connection, Connections, get_model
from graphcore.naming import NAMINGS
from graphcore.parameters import Parameter, Value
from graphcore.problems import generate
from graphcore.prompts import build_prompt, compose, why_not
from graphcore.records import Problem, Prompt
from graphcore.runs.sweeps import ParamSet, generators_of, most_sets, param_sets, require_params, unknown_choices
from graphcore.strategies import Strategy, strategy
from graphcore.tasks import TASKS

CELLS_MAX = 1_000_000
"""More cells than any run is meant for; a plan beyond it is a slip of the pen."""

_TEMPERATURE_HELP = "0 always takes the likeliest word. Where none is given: 0, and 0.7 for self-consistency."
COUNT = Parameter("count", "int", 20, "Problems", "Problems for each task and parameter set.", 1, 10_000)
SEED = Parameter("seed", "int", 0, "First seed", "Problem i has this seed + i.", 0, 2**31)
REPEATS = Parameter("repeats", "int", 1, "Repeats", "How often each prompt is asked.", 1, 100)
TEMPERATURE = Parameter("temperature", "float", 0.0, "Temperature", _TEMPERATURE_HELP, 0, 2, 0.1)
MAX_TOKENS = Parameter("max_tokens", "int", 512, "Longest reply", "In tokens, reasoning included.", 1, 1_000_000)
CONCURRENCY = Parameter("concurrency", "int", 8, "Calls at once", "How many calls may be open.", 1, 1024)
RETRIES = Parameter("retries", "int", 4, "Retries", "How often a failed call is tried again.", 0, 20)
THINKING = Parameter("thinking", "int", 0, "Thinking budget", "Tokens for reasoning, 0 for none.", 0, 1_000_000)
SETTINGS = (TEMPERATURE, MAX_TOKENS, CONCURRENCY, RETRIES, THINKING)
LISTS = ("tasks", "models", "styles", "k", "encodings", "orders", "wordings", "namings", "strategies")
NUMBERS = (COUNT, SEED, REPEATS)


@dataclass(frozen=True)
class Settings:
    """How one model is called.

    Where the plan gives none, `temperature` is the strategy's and `concurrency` the provider's, 1 for local models.
    """

    base_url: str = ""
    temperature: float | None = None
    max_tokens: int = 512
    concurrency: int | None = None
    retries: int = 4
    thinking: int = 0


@dataclass(frozen=True)
class ProblemSpec:
    """What a problem is generated from; `params` is complete and sorted."""

    task: str
    generator: str
    params: ParamSet
    seed: int
    naming: str

    def make(self) -> Problem:
        """The problem; raises GenerationError."""
        return generate(self.task, self.generator, dict(self.params), self.seed, self.naming)


@dataclass(frozen=True)
class Cell:
    """One question to one model. `k` is None where the suite's default holds or the style has no exemplars."""

    spec: ProblemSpec
    style: str
    k: int | None
    encoding: str
    order: str
    wording: str
    strategy: str
    model: str
    repeat: int

    @cached_property
    def key(self) -> str:
        """The cell's name within any run: 16 hex digits of a hash of all its fields."""
        data = fields_of(self) | {"spec": fields_of(self.spec)}
        text = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def drawn(self) -> Strategy:
        """How many replies are drawn, and how they become one answer."""
        return strategy(self.strategy)

    def prompt(self, problem: Problem) -> Prompt:
        """What the model is asked about `problem`, which is that of the cell."""
        writing = {"encoding": self.encoding, "order": self.order, "wording": self.wording}
        return build_prompt(problem, self.style, k=self.k, **writing)


@dataclass(frozen=True)
class Plan:
    """A whole plan, checked when it is made; raises InputError. Tuples are crossed with one another."""

    tasks: tuple[str, ...]
    models: tuple[str, ...]
    name: str = ""
    count: int = COUNT.default  # type: ignore[assignment]
    seed: int = 0
    styles: tuple[str, ...] = ("zero-shot",)
    k: tuple[int, ...] = ()
    encodings: tuple[str, ...] = ("edge-list",)
    orders: tuple[str, ...] = ("sorted",)
    wordings: tuple[str, ...] = ("abstract",)
    namings: tuple[str, ...] = ("integers",)
    strategies: tuple[str, ...] = ("single",)
    repeats: int = 1
    cache: bool = True
    params: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    model: Mapping[str, Settings] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _require_lists(self)
        for model in self.models:
            get_model(model, self.connections({}))
        if strange := [name for name in self.model if name not in self.models]:
            raise InputError(
                f"The plan has settings for {strange[0]!r}, which is not among its models; add or drop it."
            )
        if "generator" in self.params:
            _require_known("generator", self.generators, GENERATORS.names)
        require_params(self.tasks, self.generators, self.params)
        if (most := _most(self)) > CELLS_MAX:
            raise InputError(
                f"The plan has up to {most:,} cells; shorten its lists until it has {CELLS_MAX:,} at most."
            )
        if not self.size:
            raise InputError(f"The plan has nothing to ask: {' '.join(left_out(self))}")

    @cached_property
    def size(self) -> int:
        """How many cells there are, counted without making them."""
        each = self.count * len(self.namings) * self.repeats * len(self.models) * len(self.strategies)
        return sum(len(list(_ways(self, task))) * len(list(self.sets_of(task))) for task in self.tasks) * each

    @property
    def generators(self) -> tuple[str, ...]:
        """The generators of the problems' graphs, which a plan names among its parameters."""
        return tuple(dict.fromkeys(map(str, self.params.get("generator", ()))))

    def generators_of(self, task: str) -> tuple[str, ...]:
        """Those of them that `task` can be asked on; its default where the plan names none."""
        return generators_of(task, self.generators)

    def sets_of(self, task: str) -> Iterator[tuple[str, ParamSet]]:
        """Generators of `task`, each with a complete set of parameters."""
        return param_sets(task, self.generators, self.params)

    def settings(self, model: str) -> Settings:
        """How `model` is called."""
        return self.model.get(model, Settings())

    def temperature(self, cell: Cell) -> float:
        """At which temperature `cell`, one of the plan's, is asked."""
        given = self.settings(cell.model).temperature
        return cell.drawn.temperature if given is None else given

    def connections(self, keys: Connections) -> dict[str, Connection]:
        """`keys` with the plan's addresses: a key goes to an address only if it was given for that very provider."""
        found = dict(keys)
        for model, settings in self.model.items():
            if settings.base_url:
                given = keys.get(model) or keys.get(model.partition("/")[0]) or Connection()
                found[model] = Connection(given.api_key, settings.base_url)
        return found


def fields_of(record: Cell | ProblemSpec) -> dict[str, Any]:
    """The fields as they are; `asdict` copies all that is in them, which takes most of the time of making a key."""
    return {item.name: getattr(record, item.name) for item in fields(record)}


def specs(plan: Plan) -> Iterator[ProblemSpec]:
    """All problems, task by task."""
    for task in plan.tasks:
        for (generator, params), index, naming in product(plan.sets_of(task), range(plan.count), plan.namings):
            yield ProblemSpec(task, generator, params, plan.seed + index, naming)


def cells(plan: Plan) -> Iterator[Cell]:
    """All cells; those of one problem follow each other, and those of one prompt within them."""
    ways = {task: list(_ways(plan, task)) for task in plan.tasks}
    for spec in specs(plan):
        for way, drawn, repeat, model in product(ways[spec.task], plan.strategies, range(plan.repeats), plan.models):
            yield Cell(spec, *way, drawn, model, repeat)


def left_out(plan: Plan) -> list[str]:
    """A sentence for each way in which a task cannot be asked and whose cells are therefore not planned."""
    ways = product(plan.tasks, plan.styles, plan.encodings, plan.wordings)
    reasons = [why_not(TASKS[task], style, encoding, wording) for task, style, encoding, wording in ways]
    homeless = [
        f"{task} is not asked on {words.joined(list(plan.generators), 'or')}."
        for task in plan.tasks
        if not plan.generators_of(task)
    ]
    strange = [sentence for task in plan.tasks for sentence in unknown_choices(task, plan.generators, plan.params)]
    return list(dict.fromkeys([*homeless, *strange, *filter(None, reasons)]))


def _ways(plan: Plan, task: str) -> Iterator[tuple[str, int | None, str, str, str]]:
    """Style, k, encoding, order and wording of every prompt about one problem of `task`."""
    for style in plan.styles:
        shown: tuple[int | None, ...] = plan.k or (None,)
        if compose(style).exemplars == "none":
            shown = (None,)
        for way in product([style], shown, plan.encodings, plan.orders, plan.wordings):
            if not why_not(TASKS[task], style, way[2], way[4]):
                yield way


def _repeated(values: tuple[Any, ...]) -> list[Any]:
    return [value for index, value in enumerate(values) if value in values[:index]]


def _require_lists(plan: Plan) -> None:
    for name, known in (
        ("tasks", TASKS.names),
        ("encodings", ENCODINGS.names),
        ("orders", ORDERS),
        ("wordings", WORDINGS.names),
        ("namings", NAMINGS.names),
    ):
        _require_known(name, getattr(plan, name), known)
    for style in plan.styles:
        compose(style)
    for name in plan.strategies:
        strategy(name)
    for name in ("tasks", "models", "styles", "strategies"):
        if not getattr(plan, name):
            raise InputError(f"The plan names no {name}; give at least one.")
    for name in LISTS:
        if twice := _repeated(getattr(plan, name)):
            raise InputError(f"The plan's {name} name {twice[0]!r} twice; give each once.")


def _most(plan: Plan) -> int:
    """At least as many cells as the plan has, counted without crossing its lists."""
    ways = (plan.styles, plan.k or (None,), plan.encodings, plan.orders, plan.wordings, plan.namings, plan.strategies)
    sets = sum(most_sets(task, plan.generators, plan.params) for task in plan.tasks)
    return sets * prod(map(len, ways)) * plan.count * plan.repeats * len(plan.models)


def _require_known(name: str, given: tuple[Any, ...], known: Any) -> None:
    for value in given:
        if value not in known:
            raise InputError(f"The plan's {name} name {value!r}; choose {', '.join(known)}.")
    if not given:
        raise InputError(f"The plan's {name} are empty; give at least one, such as {next(iter(known))!r}.")
