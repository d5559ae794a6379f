"""Strategies: how many replies are drawn for one question, and how they become one answer.

Self-consistency (Wang et al. 2023) draws several replies and takes the answer that most of them give; NLGraph
(section 3) draws five at temperature 0.7.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphcore.errors import InputError
from graphcore.parameters import short
from graphcore.records import Problem, Reply, Verdict
from graphcore.tasks import TASKS

DRAWS = range(2, 41)
"""How many replies self-consistency may draw (Wang et al. 2023 sample 40)."""


@dataclass(frozen=True)
class Votes:
    """One answer, and which replies gave it, counted from 0 in the order of their draws."""

    answer: Any
    draws: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The vote's entry in a record."""
        return {"answer": self.answer, "count": len(self.draws), "draws": list(self.draws)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Votes:
        """The entry of a record that `to_json` made."""
        return cls(data["answer"], tuple(data["draws"]))


@dataclass(frozen=True)
class Decision:
    """What `replies` come to: the verdict, the one `reply` that it speaks of, and the vote, the most votes first.

    A reply that cannot be read is in no entry of the vote.
    """

    verdict: Verdict
    reply: Reply
    replies: tuple[Reply, ...]
    vote: tuple[Votes, ...]

    def to_json(self) -> dict[str, Any]:
        """The contract's fields of a record; `replies` and `vote` only where several were drawn."""
        data: dict[str, Any] = {"reply": self.reply.to_json()}
        if len(self.replies) > 1:
            data["replies"] = [reply.to_json() for reply in self.replies]
            data["vote"] = [votes.to_json() for votes in self.vote]
        return data | {"verdict": self.verdict.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Decision:
        """The decision of a record that `to_json` made."""
        reply = Reply.from_json(data["reply"])
        replies = tuple(map(Reply.from_json, data.get("replies") or [data["reply"]]))
        return cls(
            Verdict.from_json(data["verdict"]), reply, replies, tuple(map(Votes.from_json, data.get("vote", ())))
        )


@dataclass(frozen=True)
class Strategy:
    """One strategy: `draws` replies, at `temperature` where no other is given."""

    name: str
    draws: int = 1
    temperature: float = 0.0

    def decide(self, problem: Problem, replies: Sequence[Reply]) -> Decision:
        """The answer that most `replies` (one at least) give, of several the first drawn, as the task judges it.

        Equal answers count together, sets in whatever order. If no reply can be read, the verdict is the first one's.
        """
        task = TASKS[problem.task]
        verdicts = [task.judge(problem, reply) for reply in replies]
        ballots: dict[str, list[int]] = {}
        for draw, verdict in enumerate(verdicts):
            if verdict.outcome != "missing":
                ballots.setdefault(_ballot(verdict.answer, task.reader.is_set), []).append(draw)
        # The sort is stable, and the ballots stand in the order of their first draws.
        counted = sorted(ballots.values(), key=len, reverse=True)
        chosen = counted[0][0] if counted else 0
        vote = tuple(Votes(verdicts[draws[0]].answer, tuple(draws)) for draws in counted)
        return Decision(verdicts[chosen], replies[chosen], tuple(replies), vote)


STRATEGIES = {
    item.name: item for item in (Strategy("single"), *(Strategy(f"self-consistency:{n}", n, 0.7) for n in DRAWS))
}
FORMS = f"single, or self-consistency:N with N from {DRAWS[0]} to {DRAWS[-1]}"
"""What a strategy may be called."""
USUAL = ("single", "self-consistency:5")
"""The strategies that forms offer; any other can be typed."""


def strategy(name: str) -> Strategy:
    """The strategy called `name`, such as "self-consistency:5"; raises InputError."""
    if name not in STRATEGIES:
        raise InputError(f"Unknown strategy {short(name)}; choose {FORMS}.")
    return STRATEGIES[name]


def _ballot(answer: Any, is_set: bool) -> str:
    """What equal answers share."""
    entries = [json.dumps(entry) for entry in answer] if is_set and answer else [json.dumps(answer)]
    return "\n".join(sorted(entries))
