"""The order in which values stand in tables and on axes."""

from __future__ import annotations

from typing import Any

import pandas as pd

from graphcore.prompts import STYLES
from graphcore.tasks import TASKS

DIFFICULTIES = ("easy", "medium", "hard", "custom")


def place(value: Any) -> tuple[Any, ...]:
    """A key by which to sort: numbers first, then tasks, difficulties and styles as they are offered, then other texts.

    A text that goes on after a comma, as settings do, stands where its beginning does.
    """
    if not isinstance(value, str):
        return False, value
    offered = {name: number for number, name in enumerate((*TASKS.names, *DIFFICULTIES, *STYLES.names))}
    parts = value.split(", ", maxsplit=1)[0].split("+")
    return True, [offered.get(part, len(offered)) for part in parts], value


def ranks(values: pd.Series) -> pd.Series:
    """The same order as numbers, for pandas to sort by; what is absent has none."""
    return values.map({value: rank for rank, value in enumerate(sorted(values.dropna().unique(), key=place))})
