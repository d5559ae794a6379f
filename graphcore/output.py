"""How the command line writes: records to standard output, everything else to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

Row = dict[str, Any]

KEPT = 300
"""How many characters of both ends of a long message are shown."""


def emit(rows: Iterable[Row], as_array: bool) -> int:
    """Print rows as they come, one JSON object a line, or all in one array."""
    if as_array:
        _write(list(rows))
    else:
        for row in rows:
            _write(row)
    return 0


def table(rows: list[Row], columns: list[str], as_array: bool) -> int:
    """Print rows as an array of records, or some of their columns for people."""
    if as_array:
        return emit(rows, True)
    cells = [columns] + [["" if row[name] is None else str(row[name]) for name in columns] for row in rows]
    widths = [max(len(line[index]) for line in cells) for index in range(len(columns) - 1)]
    for line in cells:
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=False)]
        sys.stdout.write("  ".join([*padded, line[-1]]) + "\n")
    return 0


def complain(text: str, code: int) -> int:
    """Say `text` on standard error and return the exit code."""
    tell(f"{text}\n")
    return code


def tell(text: str) -> None:
    """Write to standard error, which may be closed."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def one_line(error: Exception) -> str:
    """What `error` says, in one line of bounded length: a message may repeat what it was given."""
    nested = isinstance(error, RecursionError)
    text = "This is nested too deeply; give a plain problem." if nested else " ".join(str(error).split())
    return text if len(text) <= 2 * KEPT else f"{text[:KEPT]} … {text[-KEPT:]}"


def _write(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()
