"""How well and how fast recorded replies are judged: agreement with the right outcome by task and form, and the time.

The replies are those of NLGraph's models (README.md beside them); `expected` is an outcome or a list of such as can be
defended.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphcore.problems import load_problem
from graphcore.records import Reply, Verdict
from graphcore.tasks import TASKS

DISPUTED: frozenset[str] = frozenset()
"""Ids of cases whose `expected` we hold wrong: none."""


@dataclass(frozen=True)
class Judged:
    """One recorded reply, what we say of it, and the seconds of processor time that took."""

    case: dict[str, Any]
    verdict: Verdict
    seconds: float

    @property
    def agrees(self) -> bool:
        expected = self.case["expected"]
        return self.verdict.outcome in (expected if isinstance(expected, list) else [expected])


def judged(file: Path) -> Iterator[Judged]:
    """Every case of `file`, read and judged as `verify` does."""
    for line in file.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        start = time.process_time()
        problem = load_problem({name: case[name] for name in ("task", "graph", "query")})
        verdict = TASKS[problem.task].judge(problem, Reply(case["response"]))
        yield Judged(case, verdict, time.process_time() - start)


def report(found: list[Judged]) -> str:
    """Agreement by task and form, every disagreement, and the speed."""
    asked, agreed = Counter(map(_place, found)), Counter(_place(one) for one in found if one.agrees)
    lines = [f"  {task:<28}{form:<28}{agreed[task, form]:>4} of {asked[task, form]}" for task, form in sorted(asked)]
    lines += [
        f"  {one.case['id']}: {one.verdict.outcome}, expected {one.case['expected']}" for one in found if not one.agrees
    ]
    times = sorted(one.seconds for one in found)
    slowest = times[-max(1, len(times) // 100) :]
    total = f"{sum(agreed.values())} of {len(found)} agree, {len(found) / sum(times):,.0f} a second on one core"
    return "\n".join([*lines, f"  {total}, the slowest 1 % from {1000 * slowest[0]:.1f} ms on"])


def _place(one: Judged) -> tuple[str, str]:
    return one.case["task"], one.case["form"]
