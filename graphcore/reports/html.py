"""A report as one HTML file that needs nothing else: no script, no other file, no host.

All text in it is escaped, for names, replies and findings are other people's. The file is ASCII (other characters are
references), so it reads the same in every locale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd

from graphcore.looks import DARK, LIGHT, OUTCOMES, Palette
from graphcore.reports.tables import Table, leaderboard_table

ITEMS = 2000
"""How many items a report lists at most, so that a browser can open it."""

_CELLS = {"head": "<th scope='row'>{}</th>", "number": "<td class='number'>{}</td>", "text": "<td class='text'>{}</td>"}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_CSS = """
:root { color-scheme: light dark; %(light)s }
@media (prefers-color-scheme: dark) { :root { %(dark)s } }
body { margin: 0 auto; max-width: 100rem; padding: 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { line-height: 1.2; } h1, h2, p, pre { overflow-wrap: anywhere; } h2 { margin-top: 2.5rem; }
pre { background: var(--panel); padding: .75rem 1rem; border-radius: .5rem; white-space: pre-wrap; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--base); }
thead th { background: var(--panel); } tbody tr:hover { background: var(--panel); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody th { white-space: nowrap; }
.text { min-width: 6rem; max-width: 30rem; overflow-wrap: break-word; white-space: pre-wrap; }
.note { max-width: 60rem; color: var(--muted); font-size: .9rem; }
.mark { font-weight: 600; white-space: nowrap; }
"""


def report(title: str, plan_text: str, tables: Sequence[Table], leaderboard: pd.DataFrame, items: pd.DataFrame) -> str:
    """The whole file as text, all of it ASCII.

    `plan_text` is shown as it stands, after what came of it; `leaderboard` is what `metrics.leaderboard` gives. Of
    `items`, which may be records or any columns of them, at most `ITEMS` rows are listed, outcomes and errors first and
    with their signs.
    """
    head = f"<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>{escape(title)}</title>"
    head += f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    head += f"<meta name='viewport' content='width=device-width, initial-scale=1'><style>{_style()}</style></head>"
    plan = ["<h2>Plan</h2>", f"<pre>{escape(plan_text)}</pre>"] if plan_text else []
    shown = [part for table in (leaderboard_table(leaderboard), *tables) for part in _table(table)]
    body = [f"<body><h1>{escape(title)}</h1>", *shown, *plan, *_items(items), "</body></html>"]
    text = "\n".join([head, *body])
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii") + "\n"


def _style() -> str:
    signs = "\n".join(f".{name} {{ color: var(--{name}); }}" for name in OUTCOMES)
    return _CSS % {"light": _variables(LIGHT, dark=False), "dark": _variables(DARK, dark=True)} + signs


def _variables(palette: Palette, dark: bool) -> str:
    colours = {name: getattr(palette, name) for name in ("page", "panel", "ink", "muted", "base")}
    colours |= {name: look.text(dark) for name, look in OUTCOMES.items()}
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def _table(table: Table) -> Iterator[str]:
    yield f"<h2>{escape(table.title)}</h2>"
    if table.source:
        yield f"<p class='note'>Published figures: {escape(table.source)}</p>"
    if table.rows:
        kinds = ["head"] * table.headings + ["number"] * (len(table.columns) - table.headings)
        yield from grid(table.columns, kinds, (_row(kinds, row) for row in table.frame().values))
    yield from (f"<p class='note'>{escape(note)}</p>" for note in table.notes)


def _row(kinds: Sequence[str], texts: Sequence[str]) -> list[str]:
    return [_CELLS[kind].format(escape(text)) for kind, text in zip(kinds, texts, strict=True)]


def _items(items: pd.DataFrame) -> Iterator[str]:
    yield "<h2>Items</h2>"
    if items.empty:
        yield "<p class='note'>No item is listed.</p>"
        return
    names = sorted(items.columns, key=lambda name: name not in ("outcome", "error"))
    rows = ([_item(name, row[name]) for name in names] for row in items.head(ITEMS).to_dict("records"))
    yield from grid(names, ["text"] * len(names), rows)
    if len(items) > ITEMS:
        yield f"<p class='note'>These are the first {ITEMS} of {len(items)} items.</p>"


def _item(name: str, value: Any) -> str:
    text = _plain(value)
    look = OUTCOMES.get(text) if name == "outcome" else OUTCOMES["error"] if name == "error" and text else None
    if look is None:
        return _CELLS["text"].format(escape(text))
    kind = text if name == "outcome" else "error"
    return f"<td class='mark {kind}'>{look.symbol} {escape(text)}</td>"


def _plain(value: Any) -> str:
    """A value of any column as text: lists by their entries, nothing for what is absent."""
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_plain(part)}" for name, part in value.items())
    return "" if pd.isna(value) else str(value)


def grid(columns: Sequence[str], kinds: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table that scrolls within itself; `rows` are cells in HTML."""
    named = zip(columns, kinds, strict=True)
    heads = "".join(f"<th scope='col' class='{kind}'>{escape(str(name))}</th>" for name, kind in named)
    yield f"<div class='scroll' tabindex='0'><table><thead><tr>{heads}</tr></thead><tbody>"
    yield from (f"<tr>{''.join(row)}</tr>" for row in rows)
    yield "</tbody></table></div>"
