"""Rates by hand on small frames, and the promise that no record leaves a total."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.records import OUTCOMES
from graphcore.reports.metrics import (
    LEADERBOARD,
    SPREAD,
    asked_alike,
    column,
    differs,
    grid,
    leaderboard,
    over_seeds,
    wilson,
)
from tests.reports.frames import cells, frame

Z95 = 1.959964
counts = st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def interval(k: int, n: int) -> tuple[float, float]:
    found = wilson(k, n)
    assert found is not None
    return found


@given(counts)
def test_wilson_holds_the_share_and_stays_within_0_and_1(count: tuple[int, int]) -> None:
    k, n = count
    low, high = interval(k, n)
    assert 0 <= low <= k / n <= high <= 1
    assert low < high


@given(counts)
def test_wilson_bounds_are_the_shares_that_a_score_test_just_accepts(count: tuple[int, int]) -> None:
    k, n = count
    for bound in interval(k, n):
        assert (k / n - bound) ** 2 == pytest.approx(Z95**2 * bound * (1 - bound) / n, rel=1e-4, abs=1e-9)


@given(counts)
def test_wilson_rises_with_what_was_seen_and_mirrors(count: tuple[int, int]) -> None:
    k, n = count
    low, high = interval(k, n)
    if k < n:
        above = interval(k + 1, n)
        assert low < above[0]
        assert high <= above[1]
    assert interval(n - k, n) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@pytest.mark.parametrize(("k", "n", "bounds"), [(8, 10, (0.4902, 0.9433)), (0, 10, (0, 0.2775)), (1, 1, (0.2065, 1))])
def test_wilson_known_values(k: int, n: int, bounds: tuple[float, float]) -> None:
    assert interval(k, n) == pytest.approx(bounds, abs=5e-5)


def test_wilson_of_nothing_is_none() -> None:
    assert wilson(0, 0) is None


def test_a_leaderboard_by_hand() -> None:
    made = {"latency_s": 2.0, "input_tokens": 10, "output_tokens": 4}
    kept = {"latency_s": 99.0, "input_tokens": 1000, "output_tokens": 1000, "cached": True}
    records = frame(
        *cells("cc", model="good", **made),
        *cells("h!", model="good", **kept),
        *cells("cshm!.", model="weak", latency_s=1.0),
        *cells("!!", model="down"),
    )
    board = leaderboard(records).set_index("model")
    assert list(board.columns) == list(LEADERBOARD)
    assert list(board.index) == ["good", "weak", "down"]
    good, weak, down = board.loc["good"], board.loc["weak"], board.loc["down"]
    assert [good[name] for name in ("total", "answered", "correct", "errors", "open")] == [4, 3, 2, 1, 0]
    assert (good["correct_per_total"], good["correct_per_answered"]) == (2 / 4, 2 / 3)
    assert (good["correct_per_answered_low95"], good["correct_per_answered_high95"]) == interval(2, 3)
    assert (good["median_latency_s"], good["input_tokens"], good["output_tokens"]) == (2, 20, 8)
    assert math.isnan(good["reasoning_tokens"])
    assert [weak[name] for name in OUTCOMES] == [1, 1, 1, 1]
    assert [weak[name] for name in ("total", "answered", "errors", "open", "valid_rate")] == [6, 4, 1, 1, 3 / 4]
    assert (down["correct_per_total"], down["errors"]) == (0, 2)
    nothing = ["correct_per_answered", "correct_per_answered_low95", "correct_per_answered_high95", "valid_rate"]
    assert down[nothing].isna().all()


rows = st.builds(
    lambda letters, model, n, k: cells(letters, n, model=model, k=k),
    st.text("cshm!.", max_size=8), st.sampled_from("ab"), st.sampled_from([5, 10]), st.sampled_from([None, 1]),
)  # fmt: skip


@given(st.lists(rows, max_size=5), st.sampled_from([["model"], ["model", "n"], ["k"], ["k", "style", "p"]]))
def test_no_record_leaves_a_total(parts: list[list[dict[str, Any]]], by: list[str]) -> None:
    records = frame(*[row for part in parts for row in part])
    board = leaderboard(records, by)
    assert board["total"].sum() == len(records)
    assert board["errors"].sum() == (records["error"] != "").sum()
    assert (board["answered"] + board["errors"] + board["open"] == board["total"]).all()
    assert (board[list(OUTCOMES)].sum(axis=1) == board["answered"]).all()
    for other in (over_seeds(records, by), grid(records, "n", "t", by)):
        assert other[["answered", "errors", "open"]].sum(axis=None) == len(records)


def test_a_failed_call_does_not_widen_the_interval() -> None:
    names = ["correct_per_answered", "correct_per_answered_low95", "correct_per_answered_high95"]
    clean, failing = leaderboard(frame(*cells("cch"))), leaderboard(frame(*cells("cch!!")))
    assert clean[names].equals(failing[names])
    assert failing["correct_per_total"].item() == 2 / 5


def test_over_seeds_takes_each_repeat_of_each_run_as_a_batch() -> None:
    records = frame(*cells("cchh"), *cells("cccc", repeat=1), *cells("ch!", run_id="r2"))
    (row,) = over_seeds(records, ["model"]).to_dict("records")
    assert row["mean"] == pytest.approx(2 / 3)
    assert row["std"] == pytest.approx(math.sqrt(2 * (1 / 6) ** 2 / 3 + (1 / 3) ** 2 / 3))
    assert (row["batches"], row["answered"], row["errors"]) == (3, 10, 1)


def test_over_seeds_agrees_with_a_cell_of_the_paper() -> None:
    """68.0 ± 2.8 (Table 2, when_link at N = 5) is what 64, 70 and 70 of a hundred give."""
    runs = [cells("c" * k + "h" * (100 - k), run_id=f"r{i}") for i, k in enumerate((64, 70, 70))]
    (row,) = over_seeds(frame(*[row for run in runs for row in run]), ["model"]).to_dict("records")
    assert (round(100 * row["mean"], 1), round(100 * row["std"], 1)) == (68.0, 2.8)


@pytest.mark.parametrize("other", ["", "!!", ".."])
def test_one_answered_batch_has_no_deviation(other: str) -> None:
    result = over_seeds(frame(*cells("ch"), *cells(other, repeat=1)), ["model"])
    assert (result["mean"].item(), result["batches"].item()) == (0.5, 1)
    assert result["std"].isna().all()


def test_the_valid_rate_over_seeds() -> None:
    result = over_seeds(frame(*cells("hm"), *cells("cs", repeat=1)), ["model"], "valid_rate")
    assert (result["mean"].item(), result["std"].item()) == (0.75, 0.25)


def test_a_grid_has_a_cell_where_something_was_planned() -> None:
    records = frame(*cells("ch", 5), *cells("c!", 10), *cells("!", 20))
    cell = grid(records, "n", "style")
    assert cell["n"].tolist() == [5, 10, 20]
    assert cell["accuracy"].tolist()[:2] == [0.5, 1.0]
    assert math.isnan(cell["accuracy"][2])
    assert (cell["answered"].tolist(), cell["errors"].tolist()) == ([2, 1, 0], [0, 1, 1])


def test_a_grid_groups_before_its_axes() -> None:
    records = frame(*cells("c", model="b"), *cells("h", model="a"))
    assert grid(records, "n", "p", ["model"])[["model", "accuracy"]].values.tolist() == [["a", 0.0], ["b", 1.0]]


def test_differs_marks_the_cells_on_which_two_models_part() -> None:
    records = frame(*cells("ccm!c", model="a"), *cells("chmcc", model="b", run_id="r2"), *cells("s", 50, model="a"))
    assert records[differs(records)]["problem_id"].tolist() == ["p10-1", "p10-1"]


@pytest.mark.parametrize(
    "field", [{"style": "cot"}, {"k": 3}, {"encoding": "snapshots"}, {"order": "shuffled"}, {"repeat": 1}]
)
def test_what_was_asked_otherwise_does_not_differ(field: dict[str, Any]) -> None:
    assert differs(frame(*cells("c", model="a"), *cells("h", model="b"))).all()
    assert not differs(frame(*cells("c", model="a"), *cells("h", model="b", **field))).any()


def test_what_was_asked_alike_is_found_in_every_run() -> None:
    rows = [{"problem_id": "p"}, {"problem_id": "p", "model": "b", "run_id": "r2"}, {"problem_id": "q"}]
    records = frame(*rows, {"problem_id": "p", "style": "cot"}, {"problem_id": "p", "k": 3})
    assert asked_alike(records, records.iloc[0].to_dict())["key"].tolist() == ["0", "1"]
    assert asked_alike(records, records.iloc[4].to_dict())["key"].tolist() == ["4"]


def test_a_model_does_not_differ_from_itself() -> None:
    assert not differs(frame(*cells("c", run_id="r1"), *cells("h", run_id="r2"))).any()


def test_differs_keeps_the_index() -> None:
    records = frame(*cells("c", model="a"), *cells("h", model="b")).set_index(pd.Index([7, 3]))
    assert differs(records).to_dict() == {7: True, 3: True}


def test_a_column_or_a_parameter() -> None:
    records = frame(*cells("c", 5), {"params": None})
    assert column(records, "n").tolist()[0] == 5
    assert column(records, "n").isna().tolist() == [False, True]
    assert column(records, "model").tolist() == ["m", "m"]


def test_a_parameter_is_not_mistaken_for_what_came_of_it() -> None:
    records = frame(*cells("ch", answer="yes", params={"answer": "balanced"}))
    assert column(records, "answer").tolist() == ["balanced", "balanced"]
    assert leaderboard(records, ["answer"])["total"].tolist() == [2]


def test_nothing_gives_empty_frames_with_their_columns() -> None:
    empty = frame()
    assert list(leaderboard(empty).columns) == ["model", *LEADERBOARD]
    assert list(over_seeds(empty, ["task"]).columns) == ["task", *SPREAD]
    assert grid(empty, "n", "t").empty
    assert differs(empty).empty
