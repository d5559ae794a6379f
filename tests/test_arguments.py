"""What the command line takes, and its defaults."""

from __future__ import annotations

import argparse
from functools import partial

import pytest

from graphcore.arguments import parser_of
from graphcore.errors import InputError

VERBS = (
    "tasks",
    "models",
    "generate",
    "prompt",
    "verify",
    "trace",
    "ask",
    "run",
    "runs",
    "report",
    "rescore",
    "import",
    "export",
)


def ran(verb: str, options: argparse.Namespace) -> int:
    return len(verb)


RUNS = {verb: partial(ran, verb) for verb in VERBS}


def read(text: str) -> argparse.Namespace:
    return parser_of(RUNS).parse_args(text.split())


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_runs_its_own_function(verb: str) -> None:
    more = {
        "generate": " llm4dyg/when_link",
        "ask": " --model paste",
        "rescore": " RUN",
        "report": " RUN",
        "import": " nlgraph FILE",
        "export": " csv RUN",
    }.get(verb, "")
    options = read(verb + more)
    assert options.run is RUNS[verb]
    assert not options.json and read(f"{verb}{more} --json").json


def test_the_defaults_are_the_contract_s() -> None:
    made = read("generate llm4dyg/when_link")
    assert (made.n, made.seed, made.generator, made.naming, made.set) == (1, 0, None, "integers", [])
    asked = read("ask --model paste")
    assert (asked.style, asked.k, asked.encoding) == ("zero-shot", None, "edge-list")
    assert (asked.order, asked.wording, asked.strategy) == ("sorted", "abstract", "single")
    assert (asked.temperature, asked.max_tokens) == (None, 512)


@pytest.mark.parametrize("text", ["", "dance", "generate", "ask", "prompt --k many", "prompt --style x", "tasks more"])
def test_what_cannot_be_used_is_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match=r"^.*\w.*\.$"):
        read(text)
