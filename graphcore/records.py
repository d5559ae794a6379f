"""The records that travel through Edgewise, and their JSON (one object a line in files).

Problem → Prompt → Reply → Answer → Verdict; a Finding is one reason in a verdict, a Step one step of a trace.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from graphcore.errors import InputError
from graphcore.graphs import Node, graph_from_json

Outcome = Literal["correct", "suboptimal", "hallucinatory", "missing"]
OUTCOMES: tuple[Outcome, ...] = ("correct", "suboptimal", "hallucinatory", "missing")
Span = tuple[int, int]


@dataclass(frozen=True)
class Reference:
    """What the exact solver found: the optimum (or true value) and one solution; None, None if there is none."""

    optimum: Any
    solution: Any


@dataclass(frozen=True)
class Problem:
    """One concrete question; `id` hashes the canonical JSON of (task, graph, query).

    `graph` is of the kind that its task is asked about.
    """

    task: str
    graph: Any
    query: Mapping[str, Any]
    generator: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    naming: str = "integers"
    reference: Reference | None = None
    origin: Mapping[str, Any] | None = None

    @cached_property
    def id(self) -> str:
        """The first 16 hex digits of SHA-256 over sorted, compact JSON: same content, same id, anywhere."""
        content = {"task": self.task, "graph": self.graph.to_json(), "query": self.query}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def with_reference(self, reference: Reference) -> Problem:
        """The same problem that carries its reference."""
        return replace(self, reference=reference)

    def to_json(self) -> dict[str, Any]:
        """The contract's record; `optimum` and `solution` only where the reference was computed."""
        data: dict[str, Any] = {"id": self.id, "task": self.task, "graph": self.graph.to_json()}
        data |= {"query": dict(self.query), "generator": self.generator, "params": dict(self.params)}
        data |= {"seed": self.seed, "naming": self.naming}
        if self.reference is not None:
            data |= {"optimum": self.reference.optimum, "solution": self.reference.solution}
        if self.origin is not None:
            data["origin"] = dict(self.origin)
        return data

    @classmethod
    def from_json(cls, data: object) -> Problem:
        """The problem of a record; whether the query suits the task is the task's own check. Raises InputError."""
        if not isinstance(data, Mapping):
            raise InputError('A problem is an object with "task", "graph" and "query".')
        for name, kind in (("task", str), ("graph", Mapping), ("query", Mapping)):
            if not isinstance(data.get(name), kind):
                raise InputError(f'The problem has no usable "{name}".')
        known = "solution" in data
        return cls(
            task=data["task"],
            graph=graph_from_json(data["graph"]),
            query=dict(data["query"]),
            generator=str(data.get("generator") or ""),
            params=dict(_mapping(data, "params")),
            seed=data.get("seed"),
            naming=str(data.get("naming") or "integers"),
            reference=Reference(data.get("optimum"), data["solution"]) if known else None,
            origin=dict(_mapping(data, "origin")) if data.get("origin") else None,
        )


@dataclass(frozen=True)
class Part:
    """One piece of a prompt: `role` says which (instruction, style, exemplar, graph, question, ...)."""

    role: str
    text: str
    title: str = ""


@dataclass(frozen=True)
class Prompt:
    """What a model is asked: its parts, one after the other, are the one user message."""

    problem_id: str
    style: str
    encoding: str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The whole prompt."""
        return "".join(part.text for part in self.parts)

    @property
    def messages(self) -> list[dict[str, str]]:
        """The prompt as chat messages."""
        return [{"role": "user", "content": self.text}]

    def to_json(self) -> dict[str, Any]:
        """The contract's record."""
        parts = [asdict(part) for part in self.parts]
        head = {"problem_id": self.problem_id, "messages": self.messages, "parts": parts}
        return head | {"style": self.style, "encoding": self.encoding}


@dataclass(frozen=True)
class Usage:
    """Tokens, as the provider counts them; `reasoning` is part of `output`, `cached` part of `input`."""

    input: int = 0
    output: int = 0
    reasoning: int = 0
    cached: int = 0


@dataclass(frozen=True)
class Reply:
    """What a model sent back. `sent` holds the parameters that really went out."""

    text: str
    reasoning: str = ""
    finish_reason: str = "stop"
    usage: Usage = Usage()
    latency_s: float = 0.0
    sent: Mapping[str, Any] = field(default_factory=dict)
    cached: bool = False

    def to_json(self) -> dict[str, Any]:
        """The contract's record."""
        return vars(self) | {"usage": vars(self.usage), "sent": dict(self.sent)}

    @classmethod
    def from_json(cls, data: object) -> Reply:
        """The reply of a record; only `text` must be there. Raises InputError."""
        if not isinstance(data, Mapping) or not isinstance(data.get("text"), str):
            raise InputError('A reply is an object with a "text".')
        usage = {k: v for k, v in _mapping(data, "usage").items() if k in Usage.__dataclass_fields__}
        kept = {k: v for k, v in data.items() if k in cls.__dataclass_fields__ and v is not None}
        return cls(**kept | {"usage": Usage(**usage), "sent": dict(_mapping(data, "sent"))})


@dataclass(frozen=True)
class Finding:
    """One named reason, with a sentence for people and what to highlight."""

    code: str
    text: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[tuple[Any, ...], ...] = ()
    times: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's record."""
        return {"code": self.code, "text": self.text, **_highlight(self.nodes, self.edges, self.times)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Finding:
        """The finding of a record that `to_json` made."""
        edges = tuple(tuple(edge) for edge in data["edges"])
        return cls(data["code"], data["text"], tuple(data["nodes"]), edges, tuple(data["times"]))


@dataclass(frozen=True)
class Step:
    """One step of a trace: a sentence and what to highlight."""

    text: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[tuple[Any, ...], ...] = ()
    times: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's record."""
        return {"text": self.text, **_highlight(self.nodes, self.edges, self.times)}


@dataclass(frozen=True)
class Answer:
    """A value read from a reply, the half-open range of code points it was read from, and what is stated beside it.

    `beside` decides nothing: a path's stated total, the plan of a flow; None if nothing of that kind is stated.
    """

    value: Any
    span: Span
    beside: Any = None


@dataclass(frozen=True)
class Verdict:
    """The outcome for one reply. `reference` is None where no optimum was needed."""

    outcome: Outcome
    answer: Any = None
    span: Span | None = None
    findings: tuple[Finding, ...] = ()
    score: Mapping[str, float | None] = field(default_factory=dict)
    reference: Reference | None = None

    def to_json(self) -> dict[str, Any]:
        """The contract's record; the key `optimum` is absent where it was not computed."""
        data: dict[str, Any] = {"outcome": self.outcome, "score": dict(self.score), "answer": self.answer}
        data["span"] = None if self.span is None else list(self.span)
        if self.reference is not None:
            data["optimum"] = self.reference.optimum
        return data | {"findings": [finding.to_json() for finding in self.findings]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        """The verdict of a record that `to_json` made; of its reference it knows the optimum alone."""
        return cls(
            outcome=data["outcome"],
            answer=data["answer"],
            span=data["span"] and tuple(data["span"]),
            findings=tuple(Finding.from_json(finding) for finding in data["findings"]),
            score=dict(data["score"]),
            reference=Reference(data["optimum"], None) if "optimum" in data else None,
        )


def _highlight(nodes: tuple[Node, ...], edges: tuple[tuple[Any, ...], ...], times: tuple[int, ...]) -> dict[str, Any]:
    return {"nodes": list(nodes), "edges": [list(edge) for edge in edges], "times": list(times)}


def _mapping(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data.get(name) or {}
    if not isinstance(value, Mapping):
        raise InputError(f'"{name}" is not an object.')
    return value
