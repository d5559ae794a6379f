"""Rates over the records of runs, one row a cell of a run.

A record has an outcome, or an error (its call failed), or neither yet. None of them leaves a total: everywhere
total = answered + errors + open. Rates are shares from 0 to 1.

Records are a DataFrame with the columns run_id, key, problem_id, task, generator, params (a dict), seed, naming,
style, k, encoding, order, wording, repeat, strategy, model, outcome, answer, error, findings, truncated, score,
latency_s, cached, input_tokens, output_tokens and reasoning_tokens. Wherever a function takes the name of a column, it
takes the name of a parameter in `params` too, such as "n"; one that is named as what came of a record is, such as
"answer", is the parameter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, Literal

import pandas as pd

from graphcore.records import OUTCOMES

Measure = Literal["accuracy", "valid_rate"]

TOKENS = ("input_tokens", "output_tokens", "reasoning_tokens")
COUNTS = ("total", "answered", *OUTCOMES, "errors", "open")
INTERVAL = ("correct_per_answered_low95", "correct_per_answered_high95")
RATES = ("correct_per_total", "correct_per_answered", *INTERVAL, "valid_rate")
LEADERBOARD = (*COUNTS, *RATES, "median_latency_s", *TOKENS)
SPREAD = ("mean", "std", "batches", "answered", "errors", "open")
"""The columns of a leaderboard, and of rates over seeds, after those they are grouped by."""

CAME = ("outcome", "answer", "error", "findings", "truncated", "score", "latency_s", "cached", *TOKENS)
"""The columns that say what came of a record, and not under which conditions it was asked."""

ASKED = ("problem_id", "style", "k", "encoding", "order", "wording", "strategy", "repeat")
"""What two models must share to have been asked the same."""


def wilson(k: int, n: int, confidence: float = 0.95) -> tuple[float, float] | None:
    """Wilson's score interval for a share of which `k` of `n` were seen; None if n is 0.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927), 209-212.
    """
    if n == 0:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = (k + z * z / 2) / (n + z * z)
    reach = z / (n + z * z) * sqrt(k * (n - k) / n + z * z / 4)
    # At the ends the bound is the share itself, which rounding could miss by a hair.
    return 0.0 if k == 0 else middle - reach, 1.0 if k == n else middle + reach


def leaderboard(records: pd.DataFrame, by: Sequence[str] = ("model",)) -> pd.DataFrame:
    """One row for each group of `by`, with the columns of `LEADERBOARD`; the largest correct_per_total first.

    The interval is Wilson's for 95 % around correct_per_answered: a failed call says nothing of the model. Rates are
    null where nothing was answered. Latency and tokens are those of calls that were really made: replies from the
    cache do not count, and what no reply told is null.
    """
    marked = _marked(records, by)
    groups = marked.groupby(list(by), dropna=False, sort=False)
    board = groups[["total", "answered", *OUTCOMES, "errors", "open"]].sum()
    board["correct_per_total"] = board["correct"] / board["total"]
    board["correct_per_answered"] = _share(board["correct"], board["answered"])
    bounds = [wilson(k, n) or (None, None) for k, n in zip(board["correct"], board["answered"], strict=True)]
    board[list(INTERVAL)] = pd.DataFrame(bounds, index=board.index, columns=list(INTERVAL), dtype=float)
    board["valid_rate"] = _share(board["answered"] - board["missing"], board["answered"])
    board["median_latency_s"] = groups["latency_s"].median()
    board[list(TOKENS)] = groups[list(TOKENS)].sum(min_count=1)
    ordered = board.sort_values("correct_per_total", ascending=False, kind="stable").reset_index()
    return ordered[[*by, *LEADERBOARD]]


def over_seeds(records: pd.DataFrame, by: Sequence[str], measure: Measure = "accuracy") -> pd.DataFrame:
    """Mean and standard deviation of a rate over batches, for each group of `by`.

    A batch is one repeat of one run; one without any answer is left out. LLM4DyG (section 4.1) takes one hundred
    problems three times with different seeds, so a plan does the same with three runs at different seeds; repeats of
    one run ask the same problems again and tell only how much the model itself varies. `by` should name whatever else
    differs. The rates are correct / answered (`accuracy`), or readable / answered (`valid_rate`).

    Columns: `by`, mean (of the batches' rates), std (the population's, as in the paper: its figures fit no other; null
    for a single batch), batches, answered, errors, open. A group without answers has neither mean nor std.
    """
    marked = _marked(records, [*by, "run_id", "repeat"])
    batches = marked.groupby([*by, "run_id", "repeat"], dropna=False, sort=False)[list(COUNTS)].sum().reset_index()
    hits = batches["correct"] if measure == "accuracy" else batches["answered"] - batches["missing"]
    batches["rate"] = _share(hits, batches["answered"])
    groups = batches.groupby(list(by), dropna=False, sort=False)
    result = groups.agg(
        mean=("rate", "mean"), batches=("rate", "count"), answered=("answered", "sum"),
        errors=("errors", "sum"), open=("open", "sum"),
    )  # fmt: skip
    result["std"] = groups["rate"].std(ddof=0).where(result["batches"] > 1)
    return result.reset_index()[[*by, *SPREAD]]


def grid(records: pd.DataFrame, x: str, y: str, by: Sequence[str] = ()) -> pd.DataFrame:
    """Accuracy over two columns or parameters, one row for each cell of a heat map in which something was planned.

    Columns: `by`, x, y, accuracy (correct / answered, null where nothing was answered), answered, errors, open.
    """
    keys = list(dict.fromkeys([*by, x, y]))
    cells = leaderboard(records, keys).rename(columns={"correct_per_answered": "accuracy"})
    return cells[[*keys, "accuracy", "answered", "errors", "open"]].sort_values(keys, ignore_index=True)


def differs(records: pd.DataFrame) -> pd.Series:
    """For each record, whether its model and another one came to different outcomes when asked the same.

    The same is one problem in one style, encoding, order, wording, strategy and repeat, in whichever run. A record
    without outcome never differs. The index is that of `records`.
    """
    answered = records[records["outcome"].notna()]
    groups = answered.groupby(list(ASKED), dropna=False, sort=False)
    # Were all outcomes of any two models the same, there would be only one outcome.
    several = (groups["outcome"].transform("nunique") > 1) & (groups["model"].transform("nunique") > 1)
    return several.reindex(records.index, fill_value=False).astype(bool)


def asked_alike(records: pd.DataFrame, record: Mapping[str, Any]) -> pd.DataFrame:
    """The records in which the same was asked as in `record`, itself among them; `differs` says what the same is."""
    alike = records[records["problem_id"] == record["problem_id"]]
    for name in ASKED:
        value = record[name]
        alike = alike[alike[name].isna() if pd.isna(value) else alike[name] == value]
    return alike


def failures(records: pd.DataFrame) -> pd.Series:
    """For each record, whether its call failed: it has an error and no outcome."""
    return records["outcome"].isna() & records["error"].fillna("").ne("")


def column(records: pd.DataFrame, name: str) -> pd.Series:
    """A condition of the records, or a parameter: null where a record has none of the name that is a number or text."""
    if name in records and name not in CAME:
        return records[name]
    found = [(params or {}).get(name) for params in records["params"]]
    plain = [value if isinstance(value, int | float | str) else None for value in found]
    return pd.Series(plain, index=records.index, name=name)


def _marked(records: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """The columns of `by`, one of 0 and 1 for each count, and latency and tokens of the calls really made."""
    outcome, failed = records["outcome"], failures(records)
    data: dict[str, Any] = {name: column(records, name) for name in by}
    data |= {"total": 1, "answered": outcome.notna().astype(int)}
    data |= {name: (outcome == name).astype(int) for name in OUTCOMES}
    data |= {"errors": failed.astype(int), "open": (outcome.isna() & ~failed).astype(int)}
    made = ~records["cached"].fillna(False).astype(bool)
    data |= {name: pd.to_numeric(records[name]).where(made) for name in ("latency_s", *TOKENS)}
    return pd.DataFrame(data, index=records.index)


def _share(part: pd.Series, whole: pd.Series) -> pd.Series:
    return part / whole.where(whole > 0)
