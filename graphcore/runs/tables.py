"""The tables of the database of runs."""

from __future__ import annotations

import sqlalchemy as sa

from graphcore.runs.records import COLUMNS

META = sa.MetaData()
runs = sa.Table(
    "runs",
    META,
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
problems = sa.Table(
    "problems", META, sa.Column("id", sa.String(16), primary_key=True), sa.Column("data", sa.Text, nullable=False)
)
replies = sa.Table(
    "replies", META, sa.Column("key", sa.String(64), primary_key=True), sa.Column("data", sa.Text, nullable=False)
)
_KINDS = {str: sa.Text, int: sa.Integer, float: sa.Float, bool: sa.Boolean}
records = sa.Table(
    "records",
    META,
    sa.Column("run_id", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(16), primary_key=True),
    *(sa.Column(name, _KINDS.get(kind, sa.JSON)) for name, kind in COLUMNS.items()),
    sa.Column("data", sa.Text, nullable=False),
    # Progress is asked for every second; without it each time reads all records of the run.
    sa.Index("records_progress", "run_id", "error", "at", "outcome", "model"),
)
SUMMARY = [column for column in records.c if column.name != "data"]
"""The columns of a record without the whole of it."""
