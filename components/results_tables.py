"""The tables of the Results page: the leaderboard, rates over seeds, and the papers' tables.

They are HTML of our own, so that outcomes keep their colours and signs, and each figure what it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from components.pictures import is_dark
from components.safe_text import plain
from components.theme import OUTCOMES, ROLES, palette
from graphcore.reports.html import grid
from graphcore.reports.metrics import Measure, over_seeds
from graphcore.reports.order import ranks
from graphcore.reports.tables import Cell, Row, Table

ROWS = 100
"""Rows of a leaderboard that are shown; more are for a file."""

_STYLE = """<style>
.ew-table .scroll { overflow-x: auto; }
.ew-table table { border-collapse: separate; border-spacing: 0; font-size: .875rem;
  width: max-content; min-width: 100%; }
.ew-table th, .ew-table td { padding: .4rem .7rem; border: 0; border-bottom: 1px solid rgba(128,128,128,.25);
  text-align: left; vertical-align: top; }
.ew-table thead th { font-weight: 600; vertical-align: bottom; max-width: 9rem; white-space: normal; }
.ew-table th.model { position: sticky; left: 0; z-index: 1; background: var(--ew-page); }
.ew-table tbody th { font-weight: 500; max-width: 16rem; overflow-wrap: anywhere; }
.ew-table .number { text-align: right; font-variant-numeric: tabular-nums; }
.ew-table td.number { white-space: nowrap; }
.ew-table small { display: block; opacity: .75; font-size: .78rem; }
.ew-table .theirs { opacity: .7; font-style: italic; } .ew-table .gain { opacity: .85; }
.ew-table .first { border-top: 2px solid rgba(128,128,128,.5); }
.ew-bar { display: flex; height: .7rem; width: 12rem; border-radius: .2rem; overflow: hidden; margin: .25rem 0; }
.ew-bar span { border-right: 1px solid rgba(255,255,255,.6); }
.ew-counts span { white-space: nowrap; margin-right: .6rem; font-variant-numeric: tabular-nums; }
.ew-interval { position: relative; width: 9rem; height: .8rem; margin: .3rem 0 0 auto;
  background: linear-gradient(rgba(128,128,128,.35), rgba(128,128,128,.35)) center / 100% 1px no-repeat;
  border-left: 1px solid rgba(128,128,128,.6); border-right: 1px solid rgba(128,128,128,.6); }
.ew-interval i { position: absolute; top: .2rem; height: .4rem; min-width: 2px;
  background: var(--ew-mark); opacity: .55; }
.ew-interval b { position: absolute; top: 0; width: 3px; height: .8rem; margin-left: -1px; background: var(--ew-mark); }
@media (max-width: 640px) {
  .ew-table table { font-size: .8rem; } .ew-table th, .ew-table td { padding: .35rem .4rem; }
  .ew-table tbody th { max-width: 5rem; } .ew-table tbody th.model { max-width: 7.5rem; }
  .ew-table thead th { max-width: 5.5rem; }
}
</style>"""
_HEADS = (
    "Correct / total", "Errors", "Correct / answered, with its 95 % interval", "Outcomes", "Valid rate",
    "Median latency, s", "Tokens in", "Tokens out", "of which reasoning",
)  # fmt: skip
_KINDS = tuple("text" if name == "Outcomes" else "number" for name in _HEADS)


def show_leaderboard(board: pd.DataFrame, by: Sequence[str]) -> None:
    """A leaderboard as `metrics.leaderboard` gives it."""
    st.html(_style() + leaderboard_html(board, by, is_dark()))
    if len(board) > ROWS:
        st.caption(f"These are the first {ROWS} of {len(board):,} rows; group by fewer, or take the file.")
    st.caption(
        "Total counts every record, answered those that brought a reply; a failed call is an error and no outcome. "
        "The bar is Wilson's interval on a scale from 0 to 100 %. Valid: an answer could be read. Latency and tokens "
        "are those of calls really made, not of cached replies."
    )


def _style() -> str:
    dark = is_dark()
    colours = f"--ew-page: {palette(dark).page}; --ew-mark: {ROLES['reference'].text(dark)};"
    return f"{_STYLE}<style>:root {{ {colours} }}</style>"


def leaderboard_html(board: pd.DataFrame, by: Sequence[str], dark: bool) -> str:
    """The leaderboard as HTML."""
    rows = ([*_heads(row, by), *_figures(row, dark)] for row in board.head(ROWS).to_dict("records"))
    kinds = ["head"] * len(by) + list(_KINDS)
    names = [name.replace("_", " ").capitalize() if len(name) > 2 else name for name in by]
    return f'<div class="ew-table">{"".join(grid([*names, *_HEADS], kinds, rows))}</div>'


def show_table(table: Table) -> None:
    """A table in a paper's shape with its notes; one without rows is a line."""
    if not table.rows:
        notes = " ".join(table.notes)
        st.caption(f"**{plain(table.title)}**: {plain(notes)}")
        return
    st.subheader(plain(table.title), anchor=False)
    st.html(_style() + table_html(table))
    notes = [*table.notes, f"Published figures: {table.source}."] if table.source else table.notes
    st.caption("  \n".join(map(plain, notes)))


def table_html(table: Table) -> str:
    """A table as HTML: figures large, what they rest on small, and a line above each new setting."""
    kinds = ["head"] * table.headings + ["number"] * (len(table.columns) - table.headings)
    return f'<div class="ew-table">{"".join(grid(table.columns, kinds, _rows(table)))}</div>'


def seeds_table(records: pd.DataFrame, by: Sequence[str]) -> Table:
    """Mean and standard deviation over batches of accuracy and valid rate, for each group of `by`."""
    measures: tuple[Measure, ...] = ("accuracy", "valid_rate")
    found = (over_seeds(records, by, name).sort_values(list(by), key=ranks, kind="stable") for name in measures)
    right, valid = (rates.to_dict("records") for rates in found)
    rows = tuple(
        (*(_shown(row[name]) for name in by), str(row["batches"]), _mean(row), _mean(other))
        for row, other in zip(right[:ROWS], valid[:ROWS], strict=True)
    )
    notes = (
        "In per cent: mean ± the population's standard deviation over batches, as in LLM4DyG. A batch is one repeat of "
        "one run; choose several runs of other seeds, or a run with repeats, to see a deviation.",
    )
    return Table("Over seeds and repeats", "", (*by, "batches", "accuracy", "valid rate"), len(by), rows, notes)


def _mean(row: Mapping[str, Any]) -> Cell:
    mean, std = (None if pd.isna(row[name]) else 100 * row[name] for name in ("mean", "std"))
    return Cell(mean, std, int(row["answered"]), int(row["errors"]))


def _heads(row: Mapping[str, Any], by: Sequence[str]) -> list[str]:
    return [_head(name, _shown(row[name])) for name in by]


def _head(column: str, text: str, kind: str = "") -> str:
    """A row's heading; the model's stays in sight when the figures are scrolled."""
    return f"<th scope='row' class='{'model ' * (column.lower() == 'model')}{kind}'>{escape(text)}</th>"


def _shown(value: Any) -> str:
    return "–" if pd.isna(value) else f"{value:g}" if isinstance(value, float) else str(value)


def _figures(row: Mapping[str, Any], dark: bool) -> Iterator[str]:
    """The cells of one row after its headings."""
    counts = {name: int(row[name if name != "error" else "errors"]) for name in OUTCOMES}
    errors = OUTCOMES["error"]
    style = f" style='color: {errors.text(dark)}; font-weight: 600;'" if row["errors"] else ""
    yield _rate(row["correct_per_total"], f"{row['correct']:,} / {row['total']:,}")
    yield f"<td class='number'{style}>{errors.symbol} {row['errors']:,}</td>"
    yield _rate(row["correct_per_answered"], f"{row['correct']:,} / {row['answered']:,}{_bounds(row)}", _interval(row))
    yield f"<td class='text'>{_bar(counts, row['total'])}{_counts(counts, dark)}</td>"
    yield _rate(row["valid_rate"], f"n {row['answered']:,}")
    yield _number(row["median_latency_s"], ".2f")
    for name in ("input_tokens", "output_tokens", "reasoning_tokens"):
        yield _number(row[name], ",.0f")


def _bar(counts: Mapping[str, int], total: int) -> str:
    shares = "".join(
        f"<span style='width: {count / total:.3%}; background: {OUTCOMES[name].colour};'></span>"
        for name, count in counts.items()
        if count
    )
    return f"<div class='ew-bar' aria-hidden='true'>{shares}</div>"


def _counts(counts: Mapping[str, int], dark: bool) -> str:
    words = "".join(
        f"<span style='color: {OUTCOMES[name].text(dark)};' title='{OUTCOMES[name].word}'>"
        f"{OUTCOMES[name].symbol} {count:,}</span>"
        for name, count in counts.items()
    )
    return f"<div class='ew-counts'>{words}</div>"


def _rate(share: float, basis: str, below: str = "") -> str:
    shown = "–" if pd.isna(share) else f"{100 * share:.1f} %"
    return f"<td class='number'>{shown}<small>{basis}</small>{below}</td>"


def _bounds(row: Mapping[str, Any]) -> str:
    low, high = row["correct_per_answered_low95"], row["correct_per_answered_high95"]
    return f" · {100 * low:.1f} to {100 * high:.1f}" if row["answered"] else ""


def _interval(row: Mapping[str, Any]) -> str:
    if not row["answered"]:
        return ""
    low, high = row["correct_per_answered_low95"], row["correct_per_answered_high95"]
    band = f"<i style='left: {low:.2%}; width: {high - low:.2%};'></i>"
    dot = f"<b style='left: {row['correct_per_answered']:.2%};'></b>"
    return f"<div class='ew-interval'>{band}{dot}</div>"


def _number(value: float, form: str) -> str:
    return f"<td class='number'>{'–' if pd.isna(value) else f'{value:{form}}'}</td>"


def _rows(table: Table) -> Iterator[list[str]]:
    before = None
    for row in table.rows:
        label, *others = (text for _, text in table.headings_of(row))
        new = label != before
        before = label
        kind = f"{_kind(row)}{' first' if new and table.headings > 1 else ''}"
        heads = [label if new else "", *others]
        yield [
            *(_head(column, text, kind) for column, text in zip(table.columns, heads, strict=False)),
            *(_cell(entry, kind) for entry in row[table.headings :]),
        ]


def _kind(row: Row) -> str:
    """Whose figures a row holds: ours, what ours gain, or others'."""
    cells = [entry for entry in row if isinstance(entry, Cell)]
    if any(cell.answered is not None for cell in cells):
        return "ours"
    return "gain" if any(cell.signed for cell in cells) else "theirs"


def _cell(entry: str | Cell | None, kind: str) -> str:
    if isinstance(entry, Cell):
        basis = f"<small>{escape(entry.basis)}</small>" if entry.basis else ""
        return f"<td class='number {kind}'>{escape(entry.figure)}{basis}</td>"
    return f"<td class='number {kind}'>{escape(entry or '')}</td>"
