"""Tables of rates: what a cell rests on stands in the cell, and what was not run is empty, never zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd

from graphcore.looks import OUTCOMES
from graphcore.reports.metrics import LEADERBOARD


@dataclass(frozen=True)
class Cell:
    """A rate in per cent, or (`signed`) a difference of two in percentage points.

    `value` is None where no call was answered, `answered` where the figure rests on no calls of ours.
    """

    value: float | None
    std: float | None = None
    answered: int | None = None
    errors: int = 0
    signed: bool = False

    @property
    def text(self) -> str:
        """ "33.7 ± 2.1 (n 300, 2 errors)", "+30.4", "– (n 0, 5 errors)"."""
        return f"{self.figure} ({self.basis})" if self.basis else self.figure

    @property
    def figure(self) -> str:
        """ "33.7 ± 2.1"."""
        shown = "–" if self.value is None else f"{round(self.value, 1) + 0.0:{'+' if self.signed else ''}.1f}"
        return shown if self.std is None else f"{shown} ± {self.std:.1f}"

    @property
    def basis(self) -> str:
        """What the figure rests on: "n 300, 2 errors"; "" where it rests on no calls of ours."""
        rests = [] if self.answered is None else [f"n {self.answered:,}"]
        return ", ".join([*rests, counted(self.errors, "error")] if self.errors else rests)


Row = tuple[str | Cell | None, ...]


@dataclass(frozen=True)
class Table:
    """Rows of texts and cells under `columns`; None is a cell in which nothing was run.

    The first `headings` columns say what a row is. `source` is that of the published figures, "" if there are none.
    """

    title: str
    source: str
    columns: tuple[str, ...]
    headings: int
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def frame(self) -> pd.DataFrame:
        """The table as it is read, all texts; "" where nothing was run."""
        return pd.DataFrame([[_text(entry) for entry in row] for row in self.rows], columns=list(self.columns))

    def cells(self) -> list[dict[str, Any]]:
        """The table in long form, to compute with: for each filled cell its row's texts, its column and its numbers."""
        return [
            {"table": self.title, **dict(self.headings_of(row)), "column": name, **asdict(entry)}
            for row in self.rows
            for name, entry in zip(self.columns, row, strict=True)
            if isinstance(entry, Cell)
        ]

    def headings_of(self, row: Row) -> list[tuple[str, str]]:
        """What a row is: the name and the text of each heading."""
        return [(name, _text(entry)) for name, entry in zip(self.columns[: self.headings], row, strict=False)]

    def to_json(self) -> dict[str, Any]:
        """The table with its cells as objects, null where nothing was run."""
        rows = [[asdict(entry) if isinstance(entry, Cell) else entry for entry in row] for row in self.rows]
        head = {"title": self.title, "source": self.source, "columns": list(self.columns), "headings": self.headings}
        return head | {"rows": rows, "notes": list(self.notes)}

    def text(self) -> str:
        """The table in aligned columns, with its title before and its notes after."""
        lines = [self.title] + [f"Published figures: {self.source}"] * bool(self.source)
        if self.rows:
            lines += ["", *_aligned([list(self.columns), *self.frame().values.tolist()], self.headings)]
        return "\n".join([*lines, "", *self.notes]).rstrip() + "\n"


def to_csv(tables: Sequence[Table]) -> str:
    """All cells of `tables` in long form, as one CSV text with a line for each."""
    names = dict.fromkeys(name for table in tables for name in table.columns[: table.headings])
    numbers = [name for name in Cell.__dataclass_fields__ if name != "signed"]
    cells = [cell for table in tables for cell in table.cells()]
    frame = pd.DataFrame(cells, columns=["table", *names, "column", *numbers])
    text: str = frame.astype({"answered": "Int64"}).to_csv(index=False, lineterminator="\n")
    return text


def leaderboard_table(board: pd.DataFrame) -> Table:
    """A leaderboard as it is read: rates in per cent with what they rest on, each outcome with its sign."""
    by = [name for name in board.columns if name not in LEADERBOARD]
    signs = [f"{look.symbol} {look.word if name != 'error' else 'errors'}" for name, look in OUTCOMES.items()]
    columns = (*by, *signs, "open", "total", "correct / total", "correct / answered", "95 % (Wilson)", "valid rate")
    columns += ("median latency, s", "tokens in", "tokens out", "of which reasoning")
    rows = tuple(_leader(row, by) for row in board.to_dict("records"))
    notes = (
        "In per cent of all cells (correct / total) or of those answered (correct / answered with its interval; valid "
        "rate: an answer could be read). Latency and tokens are those of calls really made, not of cached replies.",
    )
    return Table("Leaderboard", "", columns, len(by), rows, notes if rows else ("Nothing was run yet.",))


def counted(number: int, noun: str) -> str:
    """ "1 error", "2 errors"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _leader(row: dict[str, Any], by: Sequence[str]) -> tuple[str, ...]:
    counts = [row[name if name != "error" else "errors"] for name in (*OUTCOMES, "open", "total")]
    low, high = row["correct_per_answered_low95"], row["correct_per_answered_high95"]
    interval = f"{100 * low:.1f} to {100 * high:.1f}" if row["answered"] else "–"
    rates = [_percent(row[name]) for name in ("correct_per_total", "correct_per_answered")]
    spent = [_number(row[name], ",.0f") for name in ("input_tokens", "output_tokens", "reasoning_tokens")]
    heads = ["–" if pd.isna(row[name]) else str(row[name]) for name in by]
    last = [_percent(row["valid_rate"]), _number(row["median_latency_s"], ".2f"), *spent]
    return (*heads, *map(str, counts), *rates, interval, *last)


def _percent(share: float) -> str:
    return "–" if math.isnan(share) else f"{100 * share:.1f}"


def _number(value: float, form: str) -> str:
    return "–" if math.isnan(value) else f"{value:{form}}"


def _text(entry: str | Cell | None) -> str:
    return entry.text if isinstance(entry, Cell) else entry or ""


def _aligned(lines: list[list[str]], headings: int) -> list[str]:
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    forms = [f"{'<' if i < headings else '>'}{width}" for i, width in enumerate(widths)]
    return ["  ".join(f"{entry:{form}}" for entry, form in zip(line, forms, strict=True)).rstrip() for line in lines]
