"""Figures that were published, transcribed as facts; `data/published/README.md` says from where."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from graphcore.errors import InputError

FOLDER = Path(__file__).parents[2] / "data" / "published"
FILES = {"llm4dyg": "llm4dyg.csv", "nlgraph": "nlgraph_logs.csv"}


def published(suite: str) -> pd.DataFrame:
    """The published figures of a suite, one row a figure, all rates in per cent; raises InputError if there are none.

    For `llm4dyg` the columns are table, row, task, n, p, t, generator, model, style, measure, mean, std and source,
    with "" for a text and NaN for a number that does not apply. For `nlgraph` they are task, difficulty, style, model,
    logged, n, recorded_accuracy_pct and rescored_accuracy_pct.
    """
    if suite not in FILES:
        raise InputError(f"There are no published figures for {suite!r}; choose {' or '.join(FILES)}.")
    frame = pd.read_csv(FOLDER / FILES[suite], encoding="utf-8")
    texts = frame.select_dtypes(exclude="number").columns
    return frame.fillna(dict.fromkeys(texts, ""))
