"""Rows of CSV files: with or without a header, separated by commas, semicolons, tabs or spaces."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from graphcore.graph_files.columns import FROM, TO, Columns
from graphcore.graph_files.rows import Row, short

_WORD = re.compile(r"[^\s,;\"]+")
_SEPARATORS = (",", ";", "\t", " ")


def csv_rows(content: str, columns: Columns, notes: list[str]) -> Iterator[Row]:
    """The three cells of each line that has them; the other lines are noted."""
    separator, places = _layout(content, columns)
    rows = [(line, cells) for line, cells in _split(content, separator) if any(cells)]
    width, told = 3, "3" if columns.needed else "2 or 3"
    if places:
        header = rows.pop(0)[1]
        width, told = len(header), str(len(header))
        others = [name for index, name in enumerate(header) if index not in places and name]
        if others:
            notes.append(f"The columns {', '.join(others)} are left out.")
    elif rows and len(rows[0][1]) >= 3 and rows[0][1][2] and not columns.fits(rows[0][1][2]):
        line, cells = rows.pop(0)
        notes.append(f"Line {line} ({short(', '.join(cells))}) is taken for the header.")
    wanted = places or [0, 1, 2]
    least = 1 + max(wanted if columns.needed else wanted[:2])
    node_first = wanted[0] == 0 and (bool(places) or any(len(cells) >= least for _, cells in rows))
    for line, cells in rows:
        if node_first and len(cells) == 1 and _WORD.fullmatch(cells[0]):
            yield f"Line {line}", [cells[0], "", ""]
        elif len(cells) < least or any(cells[width:]):
            notes.append(f"Line {line} does not have {told} cells and is left out; give {columns.wanted}.")
        else:
            yield f"Line {line}", _three(cells, wanted)


def _three(cells: Sequence[str], places: Sequence[int]) -> list[str]:
    found = [cells[index] if index < len(cells) else "" for index in places]
    return [*found, ""][:3]


def _layout(content: str, columns: Columns) -> tuple[str, list[int] | None]:
    """The separator, and where the header has the columns (None if it does not name them), from the first lines."""
    head = "\n".join(re.split(r"\r\n|\r|\n", content.strip("\r\n"), maxsplit=50)[:50])
    for separator in _SEPARATORS:
        places = _places(next((cells for _, cells in _split(head, separator) if any(cells)), []), columns)
        if places:
            return separator, places
    return max(_SEPARATORS, key=lambda separator: _fit(head, separator, columns)), None


def _places(header: list[str], columns: Columns) -> list[int] | None:
    names = [name.lower() for name in header]
    found = [[index for index, name in enumerate(names) if name in known] for known in (FROM, TO, columns.names)]
    if not (found[0] and found[1]) or (columns.needed and not found[2]):
        return None
    return [places[0] for places in found if places]


def _fit(head: str, separator: str, columns: Columns) -> tuple[int, int]:
    """How many lines the separator makes links of, and how many it makes three cells of."""
    rows = [cells for _, cells in _split(head, separator)]
    least = 3 if columns.needed else 2
    links = [cells for cells in rows if len(cells) >= least and columns.fits(_three(cells, (0, 1, 2))[2])]
    return sum(not any(cells[3:]) for cells in links), sum(len(cells) == 3 for cells in rows)


def _split(content: str, separator: str) -> list[tuple[int, list[str]]]:
    """The first line number and the stripped cells of each row that is not blank.

    Where quotes do not match, each line is taken by itself, so that a stray quote costs no more than its line.
    """
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        reader = csv.reader(
            io.StringIO(content, newline=""), delimiter=separator, skipinitialspace=separator != " ", strict=True
        )
        for cells in reader:
            if cells:
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        lines = enumerate(re.split(r"\r\n|\r|\n", content), 1)
        rows = [(number, _split_line(text, separator)) for number, text in lines if text.strip()]
    if separator == " ":
        rows = [(line, [cell for cell in cells if cell]) for line, cells in rows]
    return [(line, [cell.strip() for cell in cells]) for line, cells in rows]


def _split_line(text: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([text], delimiter=separator, skipinitialspace=separator != " "), [])
    except csv.Error:
        return [text]
