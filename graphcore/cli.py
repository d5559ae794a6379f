"""The command line: `python -m graphcore VERB`, over the same functions that the pages call.

Records go to standard output, one JSON object a line (one array with --json); everything else to standard error.
Exit codes: 0 success, 2 bad usage or input, 1 failure.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TextIO

from graphcore import words
from graphcore.cli_runs import add_run_verbs
from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS
from graphcore.errors import EdgewiseError, InputError, ModelError
from graphcore.generators import GENERATORS
from graphcore.models import Request, complete, get_model, list_models
from graphcore.naming import NAMINGS
from graphcore.problems import describe, generate, load_problem
from graphcore.prompts import K, build_prompt, compose, style_names
from graphcore.records import Problem, Reply
from graphcore.registry import Registry
from graphcore.tasks import TASKS

Row = dict[str, Any]

KEPT = 300
"""How many characters of both ends of a long message are shown."""

HOTTEST = 2
"""The highest temperature that providers take."""


def main(arguments: list[str] | None = None) -> int:
    """Run one verb and return its exit code."""
    for stream in filter(None, (sys.stdin, sys.stdout, sys.stderr)):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except InputError as error:
        return _complain(_line(error), 2)
    except EdgewiseError as error:
        return _complain(_line(error), 1)
    except KeyboardInterrupt:
        return _complain("Stopped.", 1)
    except BrokenPipeError:
        # Whoever read our output has gone: no more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _tasks(options: argparse.Namespace) -> int:
    rows = [describe(task) for task in TASKS]
    columns = ["id", "ability", "complexity", "graph_kind", "answer_form", "title"]
    return _table(rows, columns, options.json)


def _models(options: argparse.Namespace) -> int:
    rows: list[Row] = []
    for model in list_models():
        status = model.status()
        row = {"id": model.name, "usable": status.usable, "context_size": model.context_size, "reason": status.reason}
        rows.append(row)
    return _table(rows, ["id", "usable", "context_size", "reason"], options.json)


def _generate(options: argparse.Namespace) -> int:
    given = dict(_setting(text) for text in options.set)
    seeds = range(options.seed, options.seed + options.n)
    make = (generate(options.task, options.generator, given, seed, options.naming) for seed in seeds)
    return _emit((problem.to_json() for problem in make), options.json)


def _prompt(options: argparse.Namespace) -> int:
    return _for_each_problem(options, lambda problem: _built(problem, options).to_json())


def _trace(options: argparse.Namespace) -> int:
    def row(problem: Problem) -> Row:
        steps = TASKS[problem.task].trace(problem)
        return {"problem_id": problem.id, "steps": [step.to_json() for step in steps]}

    return _for_each_problem(options, row)


def _verify(options: argparse.Namespace) -> int:
    rows = (_verdict(number, line) for number, line in enumerate(_lines(), start=1))
    return _emit(rows, options.json)


def _verdict(number: int, line: str) -> Row:
    try:
        data = _parsed(line)
        if not isinstance(data, dict) or not isinstance(data.get("response"), str):
            raise InputError(
                'Give an object with "task", "graph", "query" and "response", or "problem" and "response".'
            )
        problem = load_problem(data.get("problem", data))
        reply = Reply(data["response"], finish_reason=str(data.get("finish_reason") or "stop"))
        return TASKS[problem.task].judge(problem, reply).to_json()
    except (InputError, RecursionError) as error:
        return {"error": f"Line {number}: {_line(error)}"}


def _ask(options: argparse.Namespace) -> int:
    model = get_model(options.model)
    failed = False

    def row(problem: Problem) -> Row:
        nonlocal failed
        head = {"problem_id": problem.id, "model": model.name}
        prompt = _built(problem, options)
        request = Request(prompt.messages, problem, options.temperature, options.max_tokens)
        try:
            reply = complete(model, request)
        except ModelError as error:
            failed = True
            return head | {"error": {"kind": error.kind, "text": str(error)}}
        return head | {"reply": reply.to_json(), "verdict": TASKS[problem.task].judge(problem, reply).to_json()}

    return _for_each_problem(options, row) or int(failed)


def _built(problem: Problem, options: argparse.Namespace) -> Any:
    flags = {"k": options.k, "encoding": options.encoding, "order": options.order, "wording": options.wording}
    return build_prompt(problem, options.style, **flags)


def _for_each_problem(options: argparse.Namespace, make: Callable[[Problem], Row]) -> int:
    """Emit one row a problem on standard input; a bad line is named on standard error and the others go on."""
    bad = 0

    def rows() -> Iterator[Row]:
        nonlocal bad
        for number, line in enumerate(_lines(), start=1):
            try:
                problem = load_problem(_parsed(line))
                row = make(problem)
            except (InputError, RecursionError) as error:
                bad = _complain(f"Line {number}: {_line(error)}", 2)
            else:
                yield row

    _emit(rows(), options.json)
    return bad


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InputError("This is no JSON object; give one problem a line, as `generate` prints them.") from None


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise InputError(f"--set {text!r} is not KEY=VALUE; write for example --set n=20.")
    return name, value


def _emit(rows: Iterable[Row], as_array: bool) -> int:
    """Print rows as they come, or all in one array."""
    if as_array:
        _write(list(rows), sys.stdout)
    else:
        for row in rows:
            _write(row, sys.stdout)
    return 0


def _write(value: Any, stream: TextIO) -> None:
    stream.write(json.dumps(value, ensure_ascii=False) + "\n")
    stream.flush()


def _table(rows: list[Row], columns: list[str], as_array: bool) -> int:
    """Print rows as an array of records, or some of their columns for people."""
    if as_array:
        return _emit(rows, True)
    cells = [columns] + [["" if row[name] is None else str(row[name]) for name in columns] for row in rows]
    widths = [max(len(line[index]) for line in cells) for index in range(len(columns) - 1)]
    for line in cells:
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=False)]
        sys.stdout.write("  ".join([*padded, line[-1]]) + "\n")
    return 0


def _lines() -> Iterable[str]:
    """The lines of standard input, which may be closed."""
    return sys.stdin or ()


def _complain(text: str, code: int) -> int:
    sys.stderr.write(text + "\n")
    return code


def _line(error: Exception) -> str:
    """What `error` says, in one line of bounded length: a message may repeat what it was given."""
    nested = isinstance(error, RecursionError)
    text = "This is nested too deeply; give a plain problem." if nested else " ".join(str(error).split())
    return text if len(text) <= 2 * KEPT else f"{text[:KEPT]} … {text[-KEPT:]}"


class _Parser(argparse.ArgumentParser):
    """Says bad usage in one line, as everything else does."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{words.sentence(message)}; see {self.prog} --help.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m graphcore", description="Ask language models about graphs, and check them.")
    verbs = parser.add_subparsers(title="verbs", required=True, metavar="VERB")

    def verb(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text)
        added.add_argument("--json", action="store_true", help="print one JSON array")
        added.set_defaults(run=run)
        return added

    verb("tasks", _tasks, "List the tasks.")
    verb("models", _models, "List the models that can be used now, and why the others cannot.")
    _add_generate(verb("generate", _generate, "Make problems, one JSON object a line."))
    _add_prompt_flags(verb("prompt", _prompt, "Read problems from standard input and print their prompts."))
    verb("verify", _verify, "Read replies to problems from standard input and print a verdict for each line.")
    verb("trace", _trace, "Read problems from standard input and print the steps of the reference algorithm.")
    _add_ask_flags(
        verb("ask", _ask, "Read problems from standard input, ask a model and print its replies and verdicts.")
    )
    add_run_verbs(verb)
    return parser


def _add_generate(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("task", type=_named(TASKS), metavar="TASK", help=f"one of {', '.join(TASKS.names)}")
    verb.add_argument("-n", type=_count, default=1, metavar="N", help="how many problems (default 1)")
    verb.add_argument("--seed", type=_integer, default=0, metavar="S", help="seeds S..S+N-1 (default 0)")
    _add_name(verb, "--generator", "G", GENERATORS, "erdos_renyi")
    _add_name(verb, "--naming", "M", NAMINGS, "integers")
    verb.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a generator or task parameter; repeatable"
    )


def _add_prompt_flags(verb: argparse.ArgumentParser) -> None:
    parts = ", ".join(style_names())
    verb.add_argument("--style", type=_style, default="zero-shot", help=f"parts joined by +, of {parts}")
    verb.add_argument("--k", type=K.read, help=f"how many exemplars, {K.range_text} (default: the suite's)")
    _add_name(verb, "--encoding", "E", ENCODINGS, "edge-list")
    verb.add_argument("--order", choices=ORDERS, default="sorted", help="how links are listed (default sorted)")
    verb.add_argument("--wording", choices=WORDINGS, default="abstract", help="how links are told (default abstract)")


def _add_ask_flags(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--model", required=True, metavar="M", help="such as local/smollm2-135m; see `models`")
    verb.add_argument(
        "--strategy", default="single", choices=["single"], help="how many replies are drawn (default single)"
    )
    verb.add_argument("--temperature", type=_temperature, default=0.0, metavar="T", help="default 0")
    verb.add_argument("--max-tokens", type=_count, default=512, metavar="N", help="the longest reply (default 512)")
    _add_prompt_flags(verb)


def _add_name(verb: argparse.ArgumentParser, flag: str, metavar: str, registry: Registry[Any], default: str) -> None:
    names = ", ".join(registry.names)
    verb.add_argument(flag, type=_named(registry), default=default, metavar=metavar, help=f"one of {names}")


def _named(registry: Registry[Any]) -> Callable[[str], str]:
    """The argument type of a name; a name that is not in `registry` raises InputError with the nearest ones."""

    def known(name: str) -> str:
        return str(registry[name].name)

    return known


def _style(text: str) -> str:
    compose(text)
    return text


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
