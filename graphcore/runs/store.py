"""The store of runs: every record as it arrived, in SQLite (WAL) by default or any database that SQLAlchemy reaches.

Three promises. A cell has at most one record: saving it again replaces it. A record that was saved is there after a
crash of the process. A run is worked on by one process at a time, which renews its lease while it lives; whoever finds
the lease expired, or its process gone, may take the run over.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from graphcore.errors import InputError, StoreError
from graphcore.runs.plan import Plan
from graphcore.runs.plan_files import read_plan, write_plan
from graphcore.runs.records import COLUMNS, columns_of

DEFAULT_URL = "sqlite:///runs.db"
LEASE_S = 15.0
"""How long a silent process keeps its run."""

BUSY_S = 20.0
"""How long a write waits for another program that holds the database."""

_EXAMPLE = "give an address such as sqlite:///runs.db."
NOTHING: Mapping[str, str] = MappingProxyType({})

_meta = sa.MetaData()
_runs = sa.Table(
    "runs",
    _meta,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("cells", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("wanted", sa.String(16), nullable=False, default=""),
    sa.Column("message", sa.Text, nullable=False, default=""),
    sa.Column("owner", sa.Text, nullable=False, default=""),
    sa.Column("beat", sa.Float, nullable=False, default=0.0),
)
_problems = sa.Table(
    "problems", _meta, sa.Column("id", sa.String(16), primary_key=True), sa.Column("data", sa.Text, nullable=False)
)
_replies = sa.Table(
    "replies", _meta, sa.Column("key", sa.String(64), primary_key=True), sa.Column("data", sa.Text, nullable=False)
)
_KINDS = {str: sa.Text, int: sa.Integer, float: sa.Float, bool: sa.Boolean}
_records = sa.Table(
    "records",
    _meta,
    sa.Column("run_id", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(16), primary_key=True),
    *(sa.Column(name, _KINDS.get(kind, sa.JSON)) for name, kind in COLUMNS.items()),
    sa.Column("data", sa.Text, nullable=False),
)
_SUMMARY = [column for column in _records.c if column.name != "data"]


@dataclass(frozen=True)
class Run:
    """A run as the store knows it. `state` is "paused" where its process died; `message` says why it stands still."""

    id: str
    name: str
    plan_text: str
    cells: int
    created: float
    state: str
    wanted: str
    message: str

    @property
    def plan(self) -> Plan:
        """The plan; raises InputError if a later version can no longer read it."""
        return read_plan(self.plan_text)


@dataclass(frozen=True)
class Progress:
    """How far a run is. `done` counts cells with a verdict, errors apart; `recent` cells ended in the last minute."""

    done: int
    outcomes: Mapping[str, int]
    errors: Mapping[str, int]
    recent: int

    @property
    def failed(self) -> int:
        """Cells whose call failed."""
        return sum(self.errors.values())


class Store:
    """One database of runs; raises StoreError where it cannot be read or written."""

    def __init__(self, url: str = "") -> None:
        """Open, and make where it is new, the database at `url`, else at EDGEWISE_DB, else runs.db in this folder."""
        self._url = _resolved(url or os.environ.get("EDGEWISE_DB") or DEFAULT_URL)
        try:
            self._engine = sa.create_engine(self._url, connect_args=_arguments(self._url))
        except (sa.exc.ArgumentError, ImportError):
            raise InputError(f"No software for {self._url.drivername} is installed; {_EXAMPLE}") from None
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _set_up_sqlite)
        with self._begin():
            _meta.create_all(self._engine)

    @property
    def url(self) -> str:
        """The whole address, with a password that it may hold."""
        return self._url.render_as_string(hide_password=False)

    def create(self, plan: Plan) -> Run:
        """A new run of `plan`, in state "planned"."""
        run_id = time.strftime("%y%m%d") + "-" + secrets.token_hex(3)
        row = {"id": run_id, "name": plan.name, "plan": write_plan(plan), "cells": plan.size, "created": time.time()}
        with self._begin() as connection:
            connection.execute(_runs.insert().values(**row, state="planned"))
        return self.run(run_id)

    def runs(self) -> list[Run]:
        """All runs, the newest first."""
        with self._begin() as connection:
            return [_run(row) for row in connection.execute(_runs.select().order_by(_runs.c.created.desc()))]

    def run(self, run_id: str) -> Run:
        """One run; raises InputError if there is none of that id."""
        with self._begin() as connection:
            row = connection.execute(_runs.select().where(_runs.c.id == run_id)).one_or_none()
        if row is None:
            raise InputError(f"There is no run {run_id!r}; `runs` lists those there are.")
        return _run(row)

    def delete(self, run_id: str) -> None:
        """Forget a run and its records; raises InputError while a process works on it."""
        if self.run(run_id).state == "running":
            raise InputError("A process works on this run; cancel it before it is deleted.")
        with self._begin() as connection:
            connection.execute(_records.delete().where(_records.c.run_id == run_id))
            connection.execute(_runs.delete().where(_runs.c.id == run_id))

    def acquire(self, run_id: str, owner: str) -> None:
        """Make `owner` the one process that works on the run; raises StoreError while another one does."""
        with self._begin() as connection:
            row = connection.execute(_runs.select().where(_runs.c.id == run_id).with_for_update()).one()
            if _is_held(row):
                raise StoreError(f"Another process works on run {run_id}; pause it there, or wait until it has ended.")
            connection.execute(
                _runs.update()
                .where(_runs.c.id == run_id, _runs.c.owner == row.owner, _runs.c.beat == row.beat)
                .values(owner=owner, beat=time.time(), state="running", message="")
            )
        with self._begin() as connection:
            row = connection.execute(_runs.select().where(_runs.c.id == run_id)).one()
        if row.owner != owner:
            raise StoreError(f"Another process has just begun to work on run {run_id}; watch it there.")

    def beat(self, run_id: str, owner: str) -> str:
        """Renew the lease and return what is wanted of the run: "", "pause" or "cancel".

        Raises StoreError if the lease is lost, as after a long sleep of the machine.
        """
        own = (_runs.c.id == run_id) & (_runs.c.owner == owner)
        with self._begin() as connection:
            renewed = connection.execute(_runs.update().where(own).values(beat=time.time())).rowcount
            wanted = connection.execute(sa.select(_runs.c.wanted).where(own)).scalar()
        if not renewed:
            raise StoreError(f"Run {run_id} was deleted or taken over by another process; look at `runs`.")
        return str(wanted)

    def release(self, run_id: str, owner: str, state: str, message: str = "") -> None:
        """End the work of `owner` on a run in `state`; without effect if another process has taken it over."""
        own = (_runs.c.id == run_id) & (_runs.c.owner == owner)
        with self._begin() as connection:
            ended = {"owner": "", "beat": 0.0, "wanted": "", "state": state, "message": message}
            connection.execute(_runs.update().where(own).values(**ended))

    def want(self, run_id: str, wanted: str) -> None:
        """Ask whoever works on the run, or is about to, to "pause" or "cancel"; "" takes it back.

        Where nobody does, the state changes at once.
        """
        values = {"wanted": wanted}
        if wanted and self.run(run_id).state in ("planned", "paused"):
            values["state"] = {"pause": "paused", "cancel": "cancelled"}[wanted]
        with self._begin() as connection:
            connection.execute(_runs.update().where(_runs.c.id == run_id).values(**values))

    def save(
        self,
        run_id: str,
        records: Sequence[Mapping[str, Any]],
        replies: Mapping[str, str] = NOTHING,
        problems: Mapping[str, str] = NOTHING,
    ) -> None:
        """Keep records, each in place of an earlier one of its cell, with new cached replies and problems, or none."""
        keys = [record["key"] for record in records]
        rows = [_row(run_id, record) for record in records]
        with self._begin() as connection:
            connection.execute(_records.delete().where(_records.c.run_id == run_id, _records.c.key.in_(keys)))
            connection.execute(_records.insert(), rows)
            _add_new(connection, _replies, _replies.c.key, replies)
            _add_new(connection, _problems, _problems.c.id, problems)

    def kept(self, run_id: str) -> dict[str, str]:
        """The cells that have a record, by key, each with the kind of its error or ""."""
        with self._begin() as connection:
            query = sa.select(_records.c.key, _records.c.error).where(_records.c.run_id == run_id)
            return {row.key: row.error for row in connection.execute(query)}

    def progress(self, run_id: str) -> Progress:
        """How far a run is."""
        count = sa.func.count().label("count")
        recent = sa.func.sum(sa.case((_records.c.at > time.time() - 60, 1), else_=0))
        query = (
            sa.select(_records.c.outcome, _records.c.error, count, recent)
            .where(_records.c.run_id == run_id)
            .group_by(_records.c.outcome, _records.c.error)
        )
        with self._begin() as connection:
            rows = list(connection.execute(query))
        outcomes = {outcome: number for outcome, error, number, _ in rows if not error}
        errors = {error: number for _, error, number, _ in rows if error}
        return Progress(sum(outcomes.values()), outcomes, errors, sum(row[3] for row in rows))

    def summaries(self, run_ids: Iterable[str]) -> list[dict[str, Any]]:
        """The columns of all records of some runs, without prompts and replies, in the order they came."""
        query = sa.select(*_SUMMARY).where(_records.c.run_id.in_(list(run_ids))).order_by(_records.c.at)
        with self._begin() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def records(self, run_id: str, keys: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
        """The whole records of a run, all or those of some cells, in the order they came."""
        query = sa.select(_records.c.data).where(_records.c.run_id == run_id).order_by(_records.c.at, _records.c.key)
        if keys is not None:
            query = query.where(_records.c.key.in_(list(keys)))
        with self._begin() as connection:
            for (data,) in connection.execute(query.execution_options(yield_per=500)):
                yield json.loads(data)

    def problem(self, problem_id: str) -> dict[str, Any]:
        """The problem of a record; raises InputError if there is none of that id."""
        with self._begin() as connection:
            data = connection.execute(sa.select(_problems.c.data).where(_problems.c.id == problem_id)).scalar()
        if data is None:
            raise InputError(f"The database holds no problem {problem_id!r}; it was made by another one.")
        found: dict[str, Any] = json.loads(data)
        return found

    def reply_keys(self) -> set[str]:
        """The keys of all cached replies."""
        with self._begin() as connection:
            return set(connection.execute(sa.select(_replies.c.key)).scalars())

    def reply(self, key: str) -> str | None:
        """The JSON of a cached reply."""
        with self._begin() as connection:
            return connection.execute(sa.select(_replies.c.data).where(_replies.c.key == key)).scalar()

    @contextmanager
    def _begin(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(_advice(self._engine.url, error)) from None


def new_owner() -> str:
    """A name for this process that no other has."""
    return json.dumps([socket.gethostname(), os.getpid(), secrets.token_hex(4)])


def _add_new(connection: sa.Connection, table: sa.Table, key: sa.Column[Any], items: Mapping[str, str]) -> None:
    """Insert what is not there yet; what is there says the same, for its key is a hash of it or of its question."""
    if not items:
        return
    there = set(connection.execute(sa.select(key).where(key.in_(list(items)))).scalars())
    rows = [{key.name: name, "data": data} for name, data in items.items() if name not in there]
    if rows:
        connection.execute(table.insert(), rows)


def _row(run_id: str, record: Mapping[str, Any]) -> dict[str, Any]:
    text = json.dumps(record, ensure_ascii=False)
    return {"run_id": run_id, "key": record["key"], **columns_of(record), "data": text}


def _run(row: Any) -> Run:
    dead = row.state == "running" and not _is_held(row)
    state, message = ("paused", "Its process ended without a word; resume it.") if dead else (row.state, row.message)
    return Run(row.id, row.name, row.plan, row.cells, row.created, state, row.wanted, message)


def _is_held(row: Any) -> bool:
    """Whether the process that owns a run is alive: its lease is fresh, and on this machine it must still run."""
    if not row.owner or time.time() - row.beat > LEASE_S:
        return False
    host, pid, _ = json.loads(row.owner)
    return host != socket.gethostname() or _is_alive(pid)


def _is_alive(pid: int) -> bool:
    if os.name != "posix":
        return True  # Signal 0 would end a process on Windows; there the lease alone decides.
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended and only waits to be noticed by the one who started it."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


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


def _advice(url: sa.URL, error: sa.exc.SQLAlchemyError) -> str:
    where = url.render_as_string(hide_password=True)
    said = " ".join(str(getattr(error, "orig", None) or type(error).__name__).split())
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
    "no such column": "was made by another version; give a new file with --db.",
    "malformed": "is damaged; copy it away, and give a new file with --db.",
}
