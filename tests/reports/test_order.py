"""In which order values stand in tables and on axes."""

from __future__ import annotations

import pandas as pd

from graphcore.reports.order import place, ranks


def test_numbers_then_what_is_offered_then_other_texts() -> None:
    tasks, levels, styles = ["nlgraph/cycle", "nlgraph/gnn"], ["easy", "hard", "custom"], ["zero-shot", "cot", "bag"]
    ordered = [2, 10, *tasks, *levels, *styles, "a"]
    assert sorted(set(ordered), key=place) == ordered


def test_a_setting_stands_beside_its_style() -> None:
    ordered = ["few-shot", "few-shot, k = 2", "cot", "cot, hard exemplars", "cot+bag", "bag"]
    assert sorted(set(ordered), key=place) == ordered


def test_pandas_sorts_alike_and_leaves_what_is_absent_at_the_end() -> None:
    levels = pd.Series(["hard", None, "easy", "medium"]).sort_values(key=ranks)
    assert levels.index.tolist() == [2, 3, 0, 1]
