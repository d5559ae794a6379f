"""Small frames of records for the tests of reports."""

from __future__ import annotations

from typing import Any

import pandas as pd

PARAMS = {"n": 10, "p": 0.3, "t": 5, "directed": False}
PLAIN: dict[str, Any] = {
    "run_id": "r1", "key": "", "problem_id": "p0", "task": "llm4dyg/when_link", "generator": "erdos_renyi",
    "params": PARAMS, "seed": 0, "naming": "integers", "style": "few-shot", "k": None, "encoding": "edge-list",
    "order": "sorted", "wording": "abstract", "repeat": 0, "strategy": "single", "model": "m", "outcome": None,
    "answer": "", "error": "", "findings": [], "truncated": False, "score": {}, "latency_s": None, "cached": False,
    "input_tokens": None, "output_tokens": None, "reasoning_tokens": None,
}  # fmt: skip
WORDS = {"c": "correct", "s": "suboptimal", "h": "hallucinatory", "m": "missing"}


def frame(*rows: dict[str, Any]) -> pd.DataFrame:
    """Records that are `PLAIN` but for what is given."""
    return pd.DataFrame([PLAIN | {"key": str(i)} | row for i, row in enumerate(rows)], columns=list(PLAIN))


def cells(outcomes: str, n: int = 10, **fields: Any) -> list[dict[str, Any]]:
    """A row for each letter: c, s, h, m for an outcome, ! for a failed call, . for a cell still open."""
    rows = []
    for i, letter in enumerate(outcomes):
        row = {"problem_id": f"p{n}-{i}", "params": PARAMS | {"n": n}, "seed": i} | fields
        rows.append(row | {"outcome": WORDS.get(letter), "error": "network" if letter == "!" else ""})
    return rows
