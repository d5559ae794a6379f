"""Which records were made in a setting of LLM4DyG (sections 4.1 and 4.5), and what differs in the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from graphcore.reports.metrics import column

SIZE, METHOD, GENERATOR = 10, "few-shot", "erdos_renyi"
"""What the paper takes where a table does not vary it; its one-shot is few-shot with one exemplar."""

PARAMS: dict[str, dict[str, Any]] = {
    "erdos_renyi": {"p": 0.3},
    "stochastic_block_model": {"p_in": 0.4, "p_out": 0.2},
    "forest_fire": {"p_forward": 0.5},
}
COMMON: dict[str, Any] = {"t": 5, "directed": False}
OWN = {"length": 3, "pairs": 6}
"""Tasks' own parameters: as in the paper's worked examples, or as we ask where it does not say."""

ASKED = {"naming": "integers", "encoding": "edge-list", "order": "sorted", "wording": "abstract", "strategy": "single"}
DST2 = ("dst2-v1", "dst2-v2", "dst2-v3", "dst2-v4")
METHODS = {frozenset({name}): name for name in ("zero-shot", "few-shot", "0-cot", "cot", *DST2)}
METHODS |= {frozenset({"few-shot", name}): name for name in DST2} | {frozenset({"zero-shot", "0-cot"}): "0-cot"}


def prepared(records: pd.DataFrame, chances: Mapping[str, float]) -> pd.DataFrame:
    """The records, numbered anew, with columns that say in which setting they were made.

    n; method (as the paper's tables vary it); odd (what no table of the paper varies, "" if nothing); setting (all
    that differs from the paper's default, "" if nothing); chance (of the problem, by its id; null if not given).
    """
    ready = records.reset_index(drop=True)
    ready["n"] = pd.to_numeric(column(ready, "n"), errors="coerce")
    ready["chance"] = ready["problem_id"].map(chances).astype(float)
    ready["method"] = [method(style, k) for style, k in zip(ready["style"], ready["k"], strict=True)]
    ready["odd"] = ["; ".join(differences(row)) for row in ready[["params", "generator", *ASKED]].to_dict("records")]
    ready["setting"] = [_setting(row) for row in ready[["n", "method", "generator", "odd"]].to_dict("records")]
    return ready


def method(style: str, k: float | None) -> str:
    """The paper's prompting method by our name for it; else the style, with the number of exemplars if it is set."""
    found = METHODS.get(frozenset(style.split("+")))
    if found and (k == 1 or pd.isna(k) or found in ("zero-shot", "0-cot")):
        return found
    return style if pd.isna(k) else f"{style}, k = {k:g}"


def differences(record: Mapping[str, Any]) -> list[str]:
    """What of a record's setting no table of the paper varies; size, method and generator aside."""
    params = record["params"] or {}
    wanted = COMMON | PARAMS.get(record["generator"], {})
    found = [f"{name} {record[name]}" for name, usual in ASKED.items() if record[name] != usual]
    found += [f"{name} unknown" for name in wanted if name not in params]
    usual = wanted | OWN
    return found + [f"{name} = {value}" for name, value in params.items() if name != "n" and usual.get(name) != value]


def _setting(row: Mapping[str, Any]) -> str:
    size = "N unknown" if pd.isna(row["n"]) else f"N = {row['n']:g}" if row["n"] != SIZE else ""
    varied = [row[name] if row[name] != usual else "" for name, usual in (("method", METHOD), ("generator", GENERATOR))]
    return "; ".join(filter(None, [size, *varied, row["odd"]]))
