"""What a format of files with problems is: how problems are found in a file, and how they are written."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from graphcore.errors import InputError
from graphcore.records import Problem

MAX_BYTES = 50_000_000
"""The largest file that is read."""


class Format(ABC):
    """One way to keep problems in files; `name` is what the command line calls it."""

    name: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def problems(self, file: str) -> Iterator[Problem | InputError]:
        """The problems in a file, in its order, each with its `origin`.

        An entry that cannot be used gives an InputError that names it; raises InputError if the file cannot be.
        """

    @abstractmethod
    def entry(self, problem: Problem) -> Any:
        """The problem as a JSON value of this format; raises InputError if the format cannot tell it."""

    @abstractmethod
    def written(self, entries: Iterable[Any]) -> Iterator[str]:
        """The file of these entries, in pieces."""


def content(file: str) -> str:
    """The text of a file; raises InputError if there is none that can be used."""
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read ({getattr(error, 'strerror', error)}); give another file.") from None
    if len(data) > MAX_BYTES:
        raise InputError(f"{file} is larger than {MAX_BYTES:,} bytes; split it.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise InputError(f"{file} is no text in UTF-8; save it as such, or give another file.")
    return text


def parsed(text: str, file: str) -> Any:
    """The JSON value of a file's text; raises InputError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"The JSON of {file} breaks at {where}; mend it there.") from None
    except ValueError:
        raise InputError(f"{file} holds a number that is too long; shorten it.") from None
    except RecursionError:
        raise InputError(f"{file} is nested too deeply; give a file of problems.") from None
