"""Replies that were not made here: recorded ones from a file, and those that a person pastes.

A file of "scripted/FILE" holds JSON lines {"problem_id", "text"} with optional "finish_reason" and "reasoning". Several
lines for one problem are its successive draws.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from graphcore.errors import InputError, ModelError
from graphcore.models.base import Connection, Delta, InProcess, Model, Request, Status, estimate_messages
from graphcore.records import Reply

FILE_MAX = 64 * 2**20
"""Bytes of a file of replies."""

_HALVES = re.compile("[\ud800-\udfff]")

_SHOWN = 3
"""How many bad lines a status names."""


@dataclass(frozen=True)
class Script:
    """What a file holds: replies by problem id in order, and one sentence for each line that cannot be used."""

    replies: dict[str, list[Reply]]
    problems: list[str]


@dataclass(frozen=True)
class ScriptedModel(InProcess):
    """Recorded replies of the file at `path`."""

    name: str
    path: Path

    @property
    def context_size(self) -> None:
        """It reads no prompt and knows no limit."""
        return None

    def status(self) -> Status:
        """How many replies there are, and which lines are bad."""
        try:
            script = self.script()
        except InputError as error:
            return Status(False, str(error))
        count, bad = sum(map(len, script.replies.values())), script.problems
        more = f" and {len(bad) - _SHOWN} more bad lines" if len(bad) > _SHOWN else ""
        faults = f" Bad lines are left out: {' '.join(bad[:_SHOWN])}{more}" if bad else ""
        if not count:
            return Status(False, f'{self.path} holds no reply; give lines {{"problem_id", "text"}}.{faults}')
        return Status(True, f"Recorded replies: {count:,} for {len(script.replies):,} problems.{faults}")

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        """An estimate."""
        return estimate_messages(messages)

    async def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        """The recorded reply, unchanged; draws beyond the recorded ones begin again."""
        try:
            replies = self.script().replies.get(request.problem.id)
        except InputError as error:
            raise ModelError("unavailable", str(error)) from error
        if not replies:
            raise ModelError("unavailable", f"{self.path} holds no reply to problem {request.problem.id}; add a line.")
        reply = replies[request.draw % len(replies)]
        yield Delta(reply.text, reply.reasoning)
        yield reply

    def script(self) -> Script:
        """The file's content, read once as long as the file does not change; raises InputError."""
        try:
            stat = self.path.stat()
            if not self.path.is_file():
                raise InputError(f"{self.path} is no file; give one with recorded replies.")
            if stat.st_size > FILE_MAX:
                raise InputError(f"{self.path} is larger than {FILE_MAX // 2**20} MB; split it.")
            return _read(self.path, stat.st_mtime_ns, stat.st_size)
        except FileNotFoundError:
            raise InputError(f"There is no file {self.path}; give one with recorded replies.") from None
        except (OSError, ValueError) as error:
            raise InputError(f"The file of recorded replies cannot be read ({error}); make it readable.") from None


class ScriptedProvider:
    """Files of recorded replies; they have to be named."""

    name = "scripted"

    def models(self) -> list[Model]:
        """None: no file is known before it is named."""
        return []

    def open(self, rest: str, connection: Connection) -> Model:
        """The file at the path `rest`."""
        if not rest:
            raise InputError("Say which file of recorded replies: scripted/ and its path.")
        return ScriptedModel(f"scripted/{rest}", Path(os.path.expanduser(rest)))


@dataclass(frozen=True)
class PastedModel(InProcess):
    """Text typed by a person. The Ask page judges it; there is nothing that could be called."""

    name: str = "paste"

    @property
    def context_size(self) -> None:
        """Whoever is asked elsewhere has a limit of their own."""
        return None

    def status(self) -> Status:
        """Usable on one page."""
        return Status(True, "For the Ask page: ask any model elsewhere and paste its reply there.")

    def count_tokens(self, messages: list[dict[str, str]]) -> int:
        """An estimate."""
        return estimate_messages(messages)

    def stream(self, request: Request) -> AsyncGenerator[Delta | Reply, None]:
        """Raises ModelError("unavailable")."""
        where = "paste the reply on the Ask page, or pipe it to python -m graphcore verify"
        raise ModelError("unavailable", f"A person's reply cannot be called for; {where}.")


class PasteProvider:
    """The one model "paste"."""

    name = "paste"

    def models(self) -> list[Model]:
        """That one."""
        return [PastedModel()]

    def open(self, rest: str, connection: Connection) -> Model:
        """That one; it takes nothing after its name."""
        if rest:
            raise InputError(f"Unknown model {f'paste/{rest}'!r}; choose paste.")
        return PastedModel()


@lru_cache(maxsize=4)
def _read(path: Path, mtime_ns: int, size: int) -> Script:
    """`mtime_ns` and `size` tell a changed file from the one read before."""
    script = Script({}, [])
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                problem_id, reply = _parsed(line)
            except InputError as error:
                script.problems.append(f"Line {number}: {error}")
            else:
                script.replies.setdefault(problem_id, []).append(reply)
    return script


def _parsed(line: bytes) -> tuple[str, Reply]:
    try:
        data: Any = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise InputError("write one JSON object in UTF-8.") from None
    if not isinstance(data, dict) or not (_is_text(data.get("problem_id")) and _is_text(data.get("text"))):
        raise InputError('give the strings "problem_id" and "text".')
    finish_reason, reasoning = data.get("finish_reason") or "stop", data.get("reasoning") or ""
    if not (_is_text(finish_reason) and _is_text(reasoning)):
        raise InputError('make "finish_reason" and "reasoning" strings or leave them out.')
    return data["problem_id"], Reply(data["text"], reasoning, finish_reason)


def _is_text(value: object) -> bool:
    """Whether it is a string; JSON can also write halves of characters, which nothing could show or store."""
    return isinstance(value, str) and not _HALVES.search(value)
