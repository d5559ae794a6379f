"""The store of runs: every record as it arrived, in SQLite (WAL) by default or any database that SQLAlchemy reaches.

Three promises. A cell has at most one record: saving it again replaces it. A record that was saved is there after a
crash of the process. A run is worked on by one process at a time, which renews its lease while it lives; whoever finds
the lease expired, or its process gone, may take the run over.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa

from graphcore.errors import InputError, StoreError
from graphcore.runs import tables
from graphcore.runs.database import DEFAULT_URL, Database
from graphcore.runs.lease import is_held
from graphcore.runs.plan import Plan
from graphcore.runs.plan_files import read_plan, write_plan
from graphcore.runs.records import columns_of

RECENT_S = 60.0
"""The time over which a rate is taken."""

NOTHING: Mapping[str, str] = MappingProxyType({})


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
class Pace:
    """How far one model is with its share of a run: cells that ended, and how many of them in the last minute.

    The first of these ended `span_s` seconds ago.
    """

    ended: int
    recent: int
    span_s: float

    @property
    def rate(self) -> float:
        """Cells a second of late; 0 where too few ended to tell."""
        return self.recent / self.span_s if self.recent > 1 and self.span_s else 0.0


@dataclass(frozen=True)
class Progress:
    """How far a run is. `done` counts cells with a verdict, errors apart; `recent` cells ended in the last minute."""

    done: int
    outcomes: Mapping[str, int]
    errors: Mapping[str, int]
    recent: int
    models: Mapping[str, Pace] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        """Cells whose call failed."""
        return sum(self.errors.values())


class Store:
    """One database of runs; raises StoreError where it cannot be read or written."""

    def __init__(self, url: str = "") -> None:
        """Open, and make where it is new, the database at `url`, else at EDGEWISE_DB, else runs.db in this folder."""
        self._database = Database(url or os.environ.get("EDGEWISE_DB") or DEFAULT_URL)
        self._begin = self._database.begin

    @property
    def url(self) -> str:
        """The whole address, with a password that it may hold."""
        return self._database.url.render_as_string(hide_password=False)

    def create(self, plan: Plan) -> Run:
        """A new run of `plan`, in state "planned"."""
        run_id = time.strftime("%y%m%d") + "-" + secrets.token_hex(3)
        row = {"id": run_id, "name": plan.name, "plan": write_plan(plan), "cells": plan.size, "created": time.time()}
        with self._begin() as connection:
            connection.execute(tables.runs.insert().values(**row, state="planned"))
        return self.run(run_id)

    def runs(self) -> list[Run]:
        """All runs, the newest first."""
        with self._begin() as connection:
            return [
                _run(row) for row in connection.execute(tables.runs.select().order_by(tables.runs.c.created.desc()))
            ]

    def run(self, run_id: str) -> Run:
        """One run; raises InputError if there is none of that id."""
        # An argument may hold bytes that are no UTF-8, which a database takes for an error.
        wanted = run_id if run_id.isascii() else ""
        with self._begin() as connection:
            row = connection.execute(tables.runs.select().where(tables.runs.c.id == wanted)).one_or_none()
        if row is None:
            raise InputError(f"There is no run {run_id!r}; `runs` lists those there are.")
        return _run(row)

    def delete(self, run_id: str) -> None:
        """Forget a run and its records; raises InputError while a process works on it."""
        if self.run(run_id).state == "running":
            raise InputError("A process works on this run; cancel it before it is deleted.")
        with self._begin() as connection:
            connection.execute(tables.records.delete().where(tables.records.c.run_id == run_id))
            connection.execute(tables.runs.delete().where(tables.runs.c.id == run_id))

    def acquire(self, run_id: str, owner: str) -> None:
        """Make `owner` the one process that works on the run; raises StoreError while another one does.

        An owner may acquire again what it holds.
        """
        with self._begin() as connection:
            row = connection.execute(tables.runs.select().where(tables.runs.c.id == run_id).with_for_update()).one()
            if row.owner != owner and is_held(row.owner, row.beat):
                raise StoreError(f"Another process works on run {run_id}; pause it there, or wait until it has ended.")
            connection.execute(
                tables.runs.update()
                .where(tables.runs.c.id == run_id, tables.runs.c.owner == row.owner, tables.runs.c.beat == row.beat)
                .values(owner=owner, beat=time.time(), state="running", message="")
            )
        with self._begin() as connection:
            row = connection.execute(tables.runs.select().where(tables.runs.c.id == run_id)).one()
        if row.owner != owner:
            raise StoreError(f"Another process has just begun to work on run {run_id}; watch it there.")

    def beat(self, run_id: str, owner: str) -> str:
        """Renew the lease and return what is wanted of the run: "", "pause" or "cancel".

        Raises StoreError if the lease is lost, as after a long sleep of the machine.
        """
        self._database.require_file()
        with self._begin() as connection:
            _renew(connection, run_id, owner)
            return str(connection.execute(sa.select(tables.runs.c.wanted).where(tables.runs.c.id == run_id)).scalar())

    def release(self, run_id: str, owner: str, state: str, message: str = "") -> None:
        """End the work of `owner` on a run in `state`; without effect if another process has taken it over."""
        own = (tables.runs.c.id == run_id) & (tables.runs.c.owner == owner)
        with self._begin() as connection:
            ended = {"owner": "", "beat": 0.0, "wanted": "", "state": state, "message": storable(message)}
            connection.execute(tables.runs.update().where(own).values(**ended))

    def want(self, run_id: str, wanted: str) -> None:
        """Ask whoever works on the run, or is about to, to "pause" or "cancel"; "" takes it back.

        Where nobody does, the state changes at once.
        """
        values = {"wanted": wanted}
        if wanted and self.run(run_id).state in ("planned", "paused"):
            values["state"] = {"pause": "paused", "cancel": "cancelled"}[wanted]
        with self._begin() as connection:
            connection.execute(tables.runs.update().where(tables.runs.c.id == run_id).values(**values))

    def save(
        self,
        run_id: str,
        records: Sequence[Mapping[str, Any]],
        replies: Mapping[str, str] = NOTHING,
        problems: Mapping[str, str] = NOTHING,
        owner: str = "",
    ) -> None:
        """Keep records, each in place of an earlier one of its cell, with new cached replies and problems, or none.

        With `owner`, whose lease is renewed, nothing is kept once the lease is lost: raises StoreError.
        """
        keys = [record["key"] for record in records]
        rows = [_row(run_id, record) for record in records]
        with self._begin() as connection:
            if owner:
                _renew(connection, run_id, owner)
            if rows:
                connection.execute(
                    tables.records.delete().where(tables.records.c.run_id == run_id, tables.records.c.key.in_(keys))
                )
                connection.execute(tables.records.insert(), rows)
            _add_new(connection, tables.replies, tables.replies.c.key, replies)
            _add_new(connection, tables.problems, tables.problems.c.id, problems)

    def kept(self, run_id: str) -> dict[str, str]:
        """The cells that have a record, by key in the order they came, each with the kind of its error or ""."""
        with self._begin() as connection:
            columns = tables.records.c
            query = (
                sa.select(columns.key, columns.error).where(columns.run_id == run_id).order_by(columns.at, columns.key)
            )
            return {row.key: row.error for row in connection.execute(query)}

    def progress(self, run_id: str) -> Progress:
        """How far a run is."""
        columns, now = tables.records.c, time.time()
        late = columns.at > now - RECENT_S
        kinds = (columns.model, columns.outcome, columns.error)
        recent = sa.func.sum(sa.case((late, 1), else_=0))
        first = sa.func.min(sa.case((late, columns.at), else_=now))
        query = sa.select(*kinds, sa.func.count(), recent, first).where(columns.run_id == run_id).group_by(*kinds)
        outcomes, errors, paces = Counter[str](), Counter[str](), dict[str, Pace]()
        with self._begin() as connection:
            for model, outcome, error, count, lately, began in connection.execute(query):
                (errors if error else outcomes)[error or outcome] += count
                pace = paces.get(model, Pace(0, 0, 0.0))
                paces[model] = Pace(pace.ended + count, pace.recent + lately, max(pace.span_s, now - began))
        return Progress(outcomes.total(), outcomes, errors, sum(pace.recent for pace in paces.values()), paces)

    def done(self, run_ids: Iterable[str]) -> dict[str, int]:
        """How many cells of each of some runs have a verdict; runs that have none are left out."""
        columns = tables.records.c
        with self._begin() as connection:
            query = sa.select(columns.run_id, sa.func.count()).group_by(columns.run_id)
            found = connection.execute(query.where(columns.run_id.in_(list(run_ids)), columns.error == ""))
            return {row[0]: row[1] for row in found}

    def last_errors(self, run_id: str, kinds: Iterable[str]) -> dict[str, str]:
        """The sentence of the newest error of each of the `kinds` that a run has met."""
        columns = tables.records.c
        newest = sa.select(columns.data).order_by(columns.at.desc()).limit(1)
        with self._begin() as connection:
            queries = {kind: newest.where(columns.run_id == run_id, columns.error == kind) for kind in kinds}
            found = {kind: connection.execute(query).scalar() for kind, query in queries.items()}
        return {kind: json.loads(data)["error"]["text"] for kind, data in found.items() if data}

    def summaries(self, run_ids: Iterable[str]) -> list[dict[str, Any]]:
        """The columns of all records of some runs, without prompts and replies, in the order they came."""
        query = (
            sa.select(*tables.SUMMARY).where(tables.records.c.run_id.in_(list(run_ids))).order_by(tables.records.c.at)
        )
        with self._begin() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def fingerprint(self, run_ids: Iterable[str]) -> tuple[tuple[Any, ...], ...]:
        """What changes when records come or are judged otherwise: their number and newest time by outcome and error."""
        columns = tables.records.c
        kinds = (columns.run_id, columns.outcome, columns.error)
        query = sa.select(*kinds, sa.func.count(), sa.func.max(columns.at)).group_by(*kinds)
        with self._begin() as connection:
            found = connection.execute(query.where(columns.run_id.in_(list(run_ids))))
            return tuple(sorted((tuple(row) for row in found), key=repr))

    def records(self, run_id: str, keys: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
        """The whole records of a run, all or those of some cells, in the order they came."""
        query = (
            sa.select(tables.records.c.data)
            .where(tables.records.c.run_id == run_id)
            .order_by(tables.records.c.at, tables.records.c.key)
        )
        if keys is not None:
            query = query.where(tables.records.c.key.in_(list(keys)))
        with self._begin() as connection:
            for (data,) in connection.execute(query.execution_options(yield_per=500)):
                yield json.loads(data)

    def problem(self, problem_id: str) -> dict[str, Any]:
        """The problem of a record; raises InputError if there is none of that id."""
        with self._begin() as connection:
            data = connection.execute(
                sa.select(tables.problems.c.data).where(tables.problems.c.id == problem_id)
            ).scalar()
        if data is None:
            raise InputError(f"The database holds no problem {problem_id!r}; it was made by another one.")
        found: dict[str, Any] = json.loads(data)
        return found

    def reply_keys(self) -> set[str]:
        """The keys of all cached replies."""
        with self._begin() as connection:
            return set(connection.execute(sa.select(tables.replies.c.key)).scalars())

    def reply(self, key: str) -> str | None:
        """The JSON of a cached reply."""
        with self._begin() as connection:
            return connection.execute(sa.select(tables.replies.c.data).where(tables.replies.c.key == key)).scalar()


def storable(text: str) -> str:
    """`text` without what some databases cannot hold: halves of characters and NUL. JSON escapes both."""
    return text.encode(errors="replace").decode().replace("\0", "?")


def _renew(connection: sa.Connection, run_id: str, owner: str) -> None:
    own = (tables.runs.c.id == run_id) & (tables.runs.c.owner == owner)
    if not connection.execute(tables.runs.update().where(own).values(beat=time.time())).rowcount:
        raise StoreError(f"Run {run_id} was deleted or taken over by another process; look at `runs`.")


def _add_new(connection: sa.Connection, table: sa.Table, key: sa.Column[Any], items: Mapping[str, str]) -> None:
    """Insert what is not there yet; what is there says the same, for its key is a hash of it or of its question."""
    if not items:
        return
    there = set(connection.execute(sa.select(key).where(key.in_(list(items)))).scalars())
    rows = [{key.name: name, "data": data} for name, data in items.items() if name not in there]
    if rows:
        connection.execute(table.insert(), rows)


def _row(run_id: str, record: Mapping[str, Any]) -> dict[str, Any]:
    return {"run_id": run_id, "key": record["key"], **columns_of(record), "data": json.dumps(record)}


def _run(row: Any) -> Run:
    dead = row.state == "running" and not is_held(row.owner, row.beat)
    state, message = ("paused", "Its process ended without a word; resume it.") if dead else (row.state, row.message)
    return Run(row.id, row.name, row.plan, row.cells, row.created, state, row.wanted, message)
