"""The prompt styles that forms begin with and offer first: those that the task's paper is about."""

from __future__ import annotations

from graphcore.graphs import TemporalGraph
from graphcore.prompts import STYLES, style_names
from graphcore.tasks import TASKS


def usual_style(task: str) -> str:
    """DST2 for dynamic graphs, Build-a-Graph for static ones, both with exemplars."""
    return "few-shot+dst2-v4" if TASKS[task].graph_kind == TemporalGraph.kind else "few-shot+bag"


def offered_styles(task: str) -> list[str]:
    """The styles that a task can be asked in, the usual one first, and another that is joined."""
    strange = {style.name for style in STYLES if style.difficulty not in ("", *TASKS[task].presets)}
    named = [name for name in style_names() if name not in strange]
    return list(dict.fromkeys([usual_style(task), *named, "cot+bag"]))
