"""The prompt styles that forms begin with and offer first: those that the task's paper is about."""

from __future__ import annotations

from graphcore.graphs import TemporalGraph
from graphcore.prompts import style_names
from graphcore.tasks import TASKS


def usual_style(task: str) -> str:
    """DST2 for dynamic graphs, Build-a-Graph for static ones, both with exemplars."""
    return "few-shot+dst2-v4" if TASKS[task].graph_kind == TemporalGraph.kind else "few-shot+bag"


def offered_styles(task: str) -> list[str]:
    """All styles, the usual one first, and another that is joined."""
    return list(dict.fromkeys([usual_style(task), *style_names(), "cot+bag"]))
