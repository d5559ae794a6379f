"""What the command line takes: the verbs, their flags, and one clear line on any that cannot be used."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from graphcore import words
from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS
from graphcore.errors import InputError
from graphcore.formats import FORMATS
from graphcore.generators import GENERATORS
from graphcore.naming import NAMINGS
from graphcore.prompts import ORIGINAL, K, compose, style_names
from graphcore.registry import Registry
from graphcore.runs.database import DEFAULT_URL
from graphcore.strategies import FORMS, strategy
from graphcore.tasks import TASKS

Verb = Callable[[argparse.Namespace], int]

RUN_FORMATS = ("csv", "jsonl", "html")
"""What the records of a run are exported as."""

HOTTEST = 2
"""The highest temperature that providers take."""


class _Parser(argparse.ArgumentParser):
    """Says bad usage in one line, as everything else does."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{words.sentence(message)}; see {self.prog} --help.")


def parser_of(runs: Mapping[str, Verb]) -> argparse.ArgumentParser:
    """The parser whose options hold, as `run`, the function that `runs` has for the verb; raises InputError."""
    parser = _Parser(prog="python -m graphcore", description="Ask language models about graphs, and check them.")
    verbs = parser.add_subparsers(title="verbs", required=True, metavar="VERB")

    for name, (text, *adds) in _VERBS.items():
        verb = verbs.add_parser(name, help=text, description=text)
        verb.add_argument("--json", action="store_true", help="print one JSON array")
        verb.set_defaults(run=runs[name])
        for add in adds:
            add(verb)
    return parser


def _add_generate(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("task", type=_named(TASKS), metavar="TASK", help=f"one of {', '.join(TASKS.names)}")
    verb.add_argument("-n", type=_count, default=1, metavar="N", help="how many problems (default 1)")
    verb.add_argument("--seed", type=_integer, default=0, metavar="S", help="seeds S..S+N-1 (default 0)")
    verb.add_argument(
        "--generator",
        type=_named(GENERATORS),
        metavar="G",
        help=f"one of {', '.join(GENERATORS.names)} (default: the task's)",
    )
    _add_name(verb, "--naming", "M", NAMINGS, "integers")
    told = "a parameter of task or generator, see `tasks --json`; repeatable"
    verb.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help=told)


def _add_prompt_flags(verb: argparse.ArgumentParser) -> None:
    parts = ", ".join(style_names())
    told = f"parts joined by +, of {parts}; {ORIGINAL}: the text of an imported problem (default zero-shot)"
    verb.add_argument("--style", type=_style, default="zero-shot", help=told)
    verb.add_argument("--k", type=K.read, help=f"how many exemplars, {K.range_text} (default: the task's)")
    _add_name(verb, "--encoding", "E", ENCODINGS, "edge-list")
    verb.add_argument("--order", choices=ORDERS, default="sorted", help="how links are listed (default sorted)")
    _add_name(verb, "--wording", "W", WORDINGS, "abstract")


def _add_ask_flags(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--model", required=True, metavar="M", help="such as local/smollm2-135m; see `models`")
    verb.add_argument("--base-url", default="", metavar="U", help="where the server of a compatible/ model listens")
    verb.add_argument("--strategy", type=_strategy, default="single", metavar="S", help=f"{FORMS} (default single)")
    verb.add_argument("--temperature", type=_temperature, metavar="T", help="default: the strategy's")
    verb.add_argument("--max-tokens", type=_count, default=512, metavar="N", help="the longest reply (default 512)")


def _add_run(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("plan", nargs="?", metavar="PLAN.toml", help="a plan file")
    verb.add_argument("--resume", metavar="RUN_ID", help="go on with a run")
    verb.add_argument("--only-errors", action="store_true", help="ask only those cells again whose call failed")
    verb.add_argument("--connections-on-stdin", action="store_true", help=argparse.SUPPRESS)
    verb.add_argument("--lease", default="", help=argparse.SUPPRESS)
    _add_database(verb)


def _add_run_id(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("run_id", metavar="RUN_ID", help="see `runs`")
    _add_database(verb)


def _add_report(verb: argparse.ArgumentParser) -> None:
    formats = ["table", "csv", "json", "html"]
    verb.add_argument("--format", choices=formats, default="table", help="default table; json gives the records")
    _add_run_id(verb)


def _add_import(verb: argparse.ArgumentParser) -> None:
    names = ", ".join(FORMATS.names)
    verb.add_argument("format", type=_named(FORMATS), metavar="FORMAT", help=f"one of {names}")
    verb.add_argument("files", nargs="+", metavar="FILE", help="a file in that format; several are read in turn")


def _add_export(verb: argparse.ArgumentParser) -> None:
    formats = [*FORMATS.names, *RUN_FORMATS]
    told = f"{', '.join(FORMATS.names)}: problems; {', '.join(RUN_FORMATS)}: the records of a run"
    verb.add_argument("format", choices=formats, metavar="FORMAT", help=told)
    verb.add_argument("run_id", nargs="?", metavar="RUN_ID", help="a run (see `runs`), else standard input is read")
    _add_database(verb)


def _add_database(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--db", default="", metavar="URL", help=f"the database (default EDGEWISE_DB, else {DEFAULT_URL})")


def _add_name(verb: argparse.ArgumentParser, flag: str, metavar: str, registry: Registry[Any], default: str) -> None:
    names = ", ".join(registry.names)
    told = f"one of {names} (default {default})"
    verb.add_argument(flag, type=_named(registry), default=default, metavar=metavar, help=told)


def _named(registry: Registry[Any]) -> Callable[[str], str]:
    """The argument type of a name; a name that is not in `registry` raises InputError with the nearest ones."""

    def known(name: str) -> str:
        return str(registry[name].name)

    return known


def _style(text: str) -> str:
    compose(text)
    return text


def _strategy(text: str) -> str:
    return strategy(text).name


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("give a whole number") from None


def _count(text: str) -> int:
    number = _integer(text)
    if number < 1:
        raise argparse.ArgumentTypeError("give a whole number from 1")
    return number


def _temperature(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= HOTTEST:
        raise argparse.ArgumentTypeError(f"give a number from 0 to {HOTTEST}")
    return number


_VERBS: dict[str, tuple[Any, ...]] = {
    "tasks": ("List the tasks.",),
    "models": ("List the models that can be used now, and why the others cannot.",),
    "generate": ("Make problems, one JSON object a line.", _add_generate),
    "prompt": ("Read problems from standard input and print their prompts.", _add_prompt_flags),
    "verify": ("Read replies to problems from standard input and print a verdict for each line.",),
    "trace": ("Read problems from standard input and print the steps of the reference algorithm.",),
    "ask": (
        "Read problems from standard input, ask a model and print its replies and verdicts.",
        _add_ask_flags,
        _add_prompt_flags,
    ),
    "run": ("Ask everything that a plan file says, or go on with a run.", _add_run),
    "runs": ("List the runs.", _add_database),
    "report": ("Print a run's tables in the papers' shapes, or all its records.", _add_report),
    "rescore": ("Judge the stored replies of a run anew, and list the verdicts that change.", _add_run_id),
    "import": ("Read other people's files and print their problems, one JSON object a line.", _add_import),
    "export": ("Write problems, or a run, in another format.", _add_export),
}
