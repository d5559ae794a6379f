"""The database of runs: how it is opened, and what goes wrong with it, in one sentence each."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from graphcore.errors import InputError, StoreError
from graphcore.runs import tables

DEFAULT_URL = "sqlite:///runs.db"
BUSY_S = 20.0
"""How long a write waits for another program that holds the database."""

_EXAMPLE = "give an address such as sqlite:///runs.db."


class Database:
    """One database with these tables; raises StoreError where it cannot be read or written."""

    def __init__(self, url: str) -> None:
        """Open the database at `url` and make what it lacks; raises InputError for an address that cannot be one."""
        self.url = _resolved(url)
        self._known_file: tuple[int, int] | None = None
        try:
            self._engine = sa.create_engine(self.url, connect_args=_arguments(self.url))
        except (sa.exc.ArgumentError, ImportError):
            raise InputError(f"No software for {self.url.drivername} is installed; {_EXAMPLE}") from None
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _set_up_sqlite)
        with self.begin() as connection:
            for table in tables.META.sorted_tables:
                # Whether a table is there and its making are one statement: two processes may open a new file at once.
                connection.execute(sa.schema.CreateTable(table, if_not_exists=True))
                for index in table.indexes:
                    connection.execute(sa.schema.CreateIndex(index, if_not_exists=True))
        self._known_file = self._file()

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """A transaction."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
            raise StoreError(_advice(self.url, error)) from None

    def require_file(self) -> None:
        """Raise StoreError if the file was moved or deleted: whoever holds it open would write on into nothing."""
        if self._file() != self._known_file:
            raise StoreError(f"The file of the database {self._shown} is gone; put it back and resume.")

    @property
    def _shown(self) -> str:
        return self.url.render_as_string(hide_password=True)

    def _file(self) -> tuple[int, int] | None:
        if self.url.get_backend_name() != "sqlite" or self.url.database is None:
            return None
        try:
            stat = os.stat(self.url.database)
        except OSError:
            return (0, 0)
        return stat.st_dev, stat.st_ino


def _resolved(text: str) -> sa.URL:
    """The address, with a file's path made absolute, so that it means the same in a process started elsewhere."""
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError:
        raise InputError(f"The database's address cannot be read; {_EXAMPLE}") from None
    if url.get_backend_name() != "sqlite":
        return url
    if url.database in (None, "", ":memory:"):
        raise InputError(f"A database in memory would be lost; {_EXAMPLE}")
    return url.set(database=str(Path(url.database).absolute()))


def _arguments(url: sa.URL) -> dict[str, Any]:
    return {"timeout": BUSY_S} if url.get_backend_name() == "sqlite" else {}


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _advice(url: sa.URL, error: Exception) -> str:
    where = url.render_as_string(hide_password=True)
    said = " ".join(str(getattr(error, "orig", None) or error).split())
    for sign, advice in _ADVICE.items():
        if sign in said:
            return f"The database {where} {advice}"
    return f"The database {where} cannot be used ({said[:200]}); check the address and its rights."


_ADVICE = {
    "full": "has no room left on its disk; free some and resume: what is stored is safe.",
    "locked": "is held by another program; close that and resume: what is stored is safe.",
    "readonly": "may not be written; change its rights or give another one with --db.",
    "unable to open": "cannot be opened; check that its folder exists and may be written.",
    "not a database": "is no database; give another file with --db.",
    "no such table": "was emptied or replaced while it was in use; put it back and resume.",
    "no such column": "was made by another version; give a new file with --db.",
    "has no column": "was made by another version; give a new file with --db.",
    "malformed": "is damaged; copy it away, and give a new file with --db.",
}
