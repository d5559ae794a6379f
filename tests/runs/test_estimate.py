"""What a plan will cost, told before it starts."""

from __future__ import annotations

from statistics import fmean

import pytest

from graphcore.models import Status
from graphcore.models.base import estimate_messages
from graphcore.runs import estimate as module
from graphcore.runs.engine import work
from graphcore.runs.estimate import Estimate, estimate
from graphcore.runs.plan import Plan, cells
from graphcore.runs.store import Store
from tests.runs.sample import Probe, plan, probing


def lengths(made: Plan) -> list[int]:
    return [estimate_messages(cell.prompt(cell.spec.make()).messages) for cell in cells(made)]


def test_a_small_plan_is_counted_exactly(probe: Probe) -> None:
    made = probing(repeats=2, settings={"max_tokens": 100, "thinking": 50})
    told = estimate(made, {})
    assert told.models == (Estimate("probe/x", made.size, sum(lengths(made)), made.size * 150, 0),)
    assert (told.prompts, told.built, told.failed) == (6, 6, ())
    assert not probe.asked


def test_every_draw_of_a_strategy_is_a_call(store: Store, probe: Probe) -> None:
    made = probing(strategies=("single", "self-consistency:4"), settings={"max_tokens": 100}, cache=False)
    told = estimate(made, {})
    assert told.models == (Estimate("probe/x", 30, 5 * sum(lengths(made)) // 2, 3000, 0),)
    work(store, store.create(made).id, {})
    assert probe.asked.total() == 30


def test_a_large_plan_is_estimated_from_all_its_styles(probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAMPLE", 40)
    made = probing(tasks=("llm4dyg/when_link",), count=80, styles=("zero-shot", "few-shot"))
    told = estimate(made, {})
    (share,) = told.models
    assert (told.prompts, told.built, share.calls) == (160, 40, 160)
    assert share.input_tokens == pytest.approx(160 * fmean(lengths(made)), rel=0.15)
    assert estimate(made, {}) == told


@pytest.mark.parametrize("thinking", [0, 200])
def test_cells_that_do_not_fit_are_those_that_the_run_refuses(store: Store, probe: Probe, thinking: int) -> None:
    made = probing(count=8, cache=False, settings={"max_tokens": 100, "thinking": thinking})
    probe.context_size = sorted(lengths(made))[6] + 150
    (share,) = estimate(made, {}).models
    run = store.create(made)
    work(store, run.id, {})
    assert share.too_long == store.progress(run.id).errors.get("context", 0) > 0
    assert share.calls == probe.asked.total() == made.size - share.too_long


def test_a_model_that_cannot_be_used_says_why(probe: Probe) -> None:
    probe.state = Status(False, "Set a key.")
    (share,) = estimate(probing(), {}).models
    assert share.reason == "Set a key."


def test_what_cannot_be_posed_is_told() -> None:
    told = estimate(plan(tasks=("llm4dyg/check_tclosure",), params={"n": (3,), "p": (0.01,)}, count=2), {})
    assert told.failed and all(sentence.endswith(".") for sentence in told.failed)
