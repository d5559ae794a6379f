"""The record of one cell: what was asked, what came back, and what the verifier says."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from graphcore.errors import ModelError
from graphcore.records import Prompt
from graphcore.runs.plan import Cell, fields_of
from graphcore.strategies import Decision

COLUMNS: dict[str, type] = {
    "at": float,
    "problem_id": str,
    "task": str,
    "generator": str,
    "params": dict,
    "seed": int,
    "naming": str,
    "style": str,
    "k": int,
    "encoding": str,
    "order": str,
    "wording": str,
    "strategy": str,
    "repeat": int,
    "model": str,
    "outcome": str,
    "answer": str,
    "error": str,
    "findings": list,
    "truncated": bool,
    "score": dict,
    "latency_s": float,
    "cached": bool,
    "input_tokens": int,
    "output_tokens": int,
    "reasoning_tokens": int,
}
"""What tables and filters read, and the types they find; the whole record is one JSON text beside them."""


ANSWER_MAX = 60
"""Characters of an answer in its column."""


@dataclass(frozen=True)
class Record:
    """One cell's result: what its replies come to, or the error (its kind and sentence) that came instead."""

    cell: Cell
    problem_id: str
    prompt_hash: str = ""
    decision: Decision | None = None
    error: ModelError | None = None
    at: float = field(default_factory=time.time)

    @property
    def key(self) -> str:
        """The cell's key."""
        return self.cell.key

    def to_json(self) -> dict[str, Any]:
        """The contract's record."""
        spec = self.cell.spec
        head = {"key": self.key, "problem_id": self.problem_id} | fields_of(spec) | {"params": dict(spec.params)}
        head |= {name: value for name, value in fields_of(self.cell).items() if name != "spec"}
        decided = self.decision.to_json() if self.decision else {"reply": None, "verdict": None}
        return head | {
            "sent": dict(self.decision.reply.sent) if self.decision else {},
            "messages_hash": self.prompt_hash,
            **decided,
            "error": self.error and {"kind": self.error.kind, "text": str(self.error)},
            "verifier": verifier_version(),
            "at": self.at,
        }


def replies_of(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All replies in a record's JSON, in the order of their draws."""
    return record.get("replies") or ([record["reply"]] if record["reply"] else [])


def columns_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The values of COLUMNS in a record's JSON; times and tokens are those of all its replies together."""
    replies, verdict, error = replies_of(record), record["verdict"] or {}, record["error"] or {}
    codes = sorted({finding["code"] for finding in verdict.get("findings", [])})
    found = {
        "outcome": verdict.get("outcome"),
        "answer": _gist(verdict.get("answer")),
        "error": error.get("kind", ""),
        "findings": codes,
        "truncated": "truncated" in codes,
        "score": verdict.get("score", {}),
        "latency_s": sum(reply["latency_s"] for reply in replies) if replies else None,
        "cached": bool(replies) and all(reply["cached"] for reply in replies),
        **{f"{name}_tokens": _tokens(replies, name) for name in ("input", "output", "reasoning")},
    }
    return {name: found[name] if name in found else record[name] for name in COLUMNS}


def _tokens(replies: Sequence[Mapping[str, Any]], kind: str) -> int | None:
    return sum(reply["usage"][kind] for reply in replies) if replies else None


def _gist(answer: Any) -> str:
    """An answer as JSON on one line, cut; "" if there is none."""
    text = "" if answer is None else json.dumps(answer, ensure_ascii=False)
    text = text if text.isprintable() else json.dumps(answer)
    return text if len(text) <= ANSWER_MAX else f"{text[: ANSWER_MAX - 2]} …"


def messages_hash(prompt: Prompt) -> str:
    """16 hex digits that tell prompts apart."""
    return _digest(prompt.messages)[:16]


def reply_key(
    model: str, base_url: str, parameters: Mapping[str, Any], messages: Sequence[Mapping[str, str]], draw: Sequence[int]
) -> str:
    """The key of a cached reply: everything that it depends on. `draw` is the repeat and the draw within it."""
    return _digest([model, base_url, dict(parameters), list(messages), list(draw)])


@cache
def verifier_version() -> str:
    """8 hex digits of a hash over the sources of readers, checks, solvers and tasks: what can change a verdict."""
    core = Path(__file__).parents[1]
    files = [core / "checks.py", *(f for name in ("parsing", "solvers", "tasks") for f in (core / name).rglob("*.py"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:8]


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
