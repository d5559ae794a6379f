"""Links as the papers write them: tuples (u, v, t) of dynamic graphs, (u, v) or (u, v, w) of static ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from graphcore.graph_files.columns import Columns
from graphcore.graph_files.rows import Row, short

_FIELD = r"""\s*+("(?:[^"\\]|\\.)*+"\s*+|'(?:[^'\\]|\\.)*+'\s*+|[^,()"'\s][^,()]*+)"""
_TRIPLE = re.compile(rf"\({_FIELD},{_FIELD},{_FIELD}\)", re.DOTALL)
_PAIR_OR_TRIPLE = re.compile(rf"\({_FIELD},{_FIELD}(?:,{_FIELD})?\)", re.DOTALL)
_BEGIN = re.compile(r"\s*(?:\[\s*)?\(")


def begins_with_tuples(content: str) -> bool:
    """Whether a text begins as a list of tuples does."""
    return bool(_BEGIN.match(content))


def tuple_rows(content: str, columns: Columns, notes: list[str]) -> Iterator[Row]:
    """The cells of each tuple; what stands between them is noted."""
    end = 0
    pattern = _TRIPLE if columns.needed else _PAIR_OR_TRIPLE
    for number, match in enumerate(pattern.finditer(content), 1):
        _note_gap(content[end : match.start()], f"before {columns.noun} {number}", columns, notes)
        yield f"{columns.noun.capitalize()} {number}", [_unquoted((cell or "").strip()) for cell in match.groups()]
        end = match.end()
    _note_gap(content[end:], "at the end", columns, notes)


def _note_gap(text: str, where: str, columns: Columns, notes: list[str]) -> None:
    rest = text.strip(" \t\r\n,;.[]")
    if rest:
        form = columns.form.replace("[", "(").replace("]", ")")
        notes.append(f"The text {short(rest)} {where} is left out; give {columns.noun}s as {form}.")


def _unquoted(cell: str) -> str:
    if not cell.startswith(('"', "'")):
        return cell
    try:
        return str(json.loads(cell))
    except ValueError:
        return re.sub(r"\\(.)", r"\1", cell[1:-1])
