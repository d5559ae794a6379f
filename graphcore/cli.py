"""The command line: `python -m graphcore VERB`, over the same functions that the pages call.

Records go to standard output, one JSON object a line (one array with --json); everything else to standard error.
Exit codes: 0 success, 2 bad usage or input, 1 failure.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from graphcore.arguments import RUN_FORMATS, parser_of
from graphcore.cli_runs import RUN_VERBS, export_run, problem_lines
from graphcore.errors import EdgewiseError, InputError, ModelError
from graphcore.formats import FORMATS, Format
from graphcore.models import Connection, Patient, Request, complete, get_model, list_models, remote_providers
from graphcore.output import Row, complain, emit, one_line, table, tell
from graphcore.problems import describe, generate, load_problem
from graphcore.prompts import build_prompt
from graphcore.records import Problem, Prompt, Reply
from graphcore.strategies import strategy
from graphcore.tasks import TASKS


def main(arguments: list[str] | None = None) -> int:
    """Run one verb and return its exit code."""
    for stream in filter(None, (sys.stdin, sys.stdout, sys.stderr)):
        # Some programs begin a text with a mark of its encoding.
        stream.reconfigure(encoding="utf-8-sig" if stream is sys.stdin else "utf-8", errors="backslashreplace")
    try:
        options = parser_of(_VERBS).parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except InputError as error:
        return complain(one_line(error), 2)
    except EdgewiseError as error:
        return complain(one_line(error), 1)
    except KeyboardInterrupt:
        return complain("Stopped.", 1)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        return _without_output(0)
    except OSError as error:
        return _without_output(complain(f"Reading or writing failed: {error.strerror or error}; use another file.", 1))


def _without_output(code: int) -> int:
    """`code`, with the output turned away: what could not be written is not tried again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _tasks(options: argparse.Namespace) -> int:
    rows = [describe(task) for task in TASKS]
    columns = ["id", "ability", "complexity", "graph_kind", "answer_form", "title"]
    return table(rows, columns, options.json)


def _models(options: argparse.Namespace) -> int:
    rows: list[Row] = []
    for model in list_models():
        status = model.status()
        row = {"id": model.name, "usable": status.usable, "context_size": model.context_size, "reason": status.reason}
        rows.append(row)
    for provider in remote_providers():
        status = provider.status(Connection())
        name = f"{provider.name}/NAME"
        rows.append({"id": name, "usable": status.usable, "context_size": None, "reason": status.reason})
    return table(rows, ["id", "usable", "context_size", "reason"], options.json)


def _generate(options: argparse.Namespace) -> int:
    given = dict(_setting(text) for text in options.set)
    seeds = range(options.seed, options.seed + options.n)
    make = (generate(options.task, options.generator, given, seed, options.naming) for seed in seeds)
    return emit((problem.to_json() for problem in make), options.json)


def _prompt(options: argparse.Namespace) -> int:
    return _for_each_problem(options, lambda problem, _: _built(problem, options).to_json())


def _trace(options: argparse.Namespace) -> int:
    def row(problem: Problem, number: int) -> Row:
        steps = TASKS[problem.task].trace(problem)
        return {"problem_id": problem.id, "steps": [step.to_json() for step in steps]}

    return _for_each_problem(options, row)


def _verify(options: argparse.Namespace) -> int:
    rows = (_verdict(number, line) for number, line in enumerate(_lines(), start=1))
    return emit(rows, options.json)


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
        return {"error": f"Line {number}: {one_line(error)}"}


def _ask(options: argparse.Namespace) -> int:
    opened = get_model(options.model, {options.model: Connection(base_url=options.base_url)})
    model, total = Patient(opened, random.Random()), _total()
    failed = False

    def row(problem: Problem, number: int) -> Row:
        nonlocal failed
        tell(f"{number}{total} {problem.id} ")
        told = "no reply"
        try:
            made = _answered(model, problem, options)
            failed = failed or "error" in made
            told = f"error: {made['error']['kind']}" if "error" in made else made["verdict"]["outcome"]
        finally:
            tell(f"{told}\n")
        return made

    return _for_each_problem(options, row) or int(failed)


def _answered(model: Patient, problem: Problem, options: argparse.Namespace) -> Row:
    """The reply, or the replies with their vote, and the verdict; or the error of the first call that failed."""
    head = {"problem_id": problem.id, "model": model.name}
    prompt, chosen = _built(problem, options), strategy(options.strategy)
    temperature = chosen.temperature if options.temperature is None else options.temperature
    request = Request(prompt.messages, problem, temperature, options.max_tokens, whole=True)
    try:
        replies = [complete(model, replace(request, draw=draw)) for draw in range(chosen.draws)]
    except ModelError as error:
        return head | {"error": {"kind": error.kind, "text": str(error)}}
    return head | chosen.decide(problem, replies).to_json()


def _built(problem: Problem, options: argparse.Namespace) -> Prompt:
    flags = {"k": options.k, "encoding": options.encoding, "order": options.order, "wording": options.wording}
    return build_prompt(problem, options.style, **flags)


def _total() -> str:
    """ "/20" where standard input is a file of 20 lines, else ""."""
    if sys.stdin is None or not sys.stdin.seekable():
        return ""
    start = sys.stdin.tell()
    count = sum(1 for _ in sys.stdin)
    sys.stdin.seek(start)
    return f"/{count}"


def _import(options: argparse.Namespace) -> int:
    """Emit the problems of all files; what cannot be used is named, and the others go on."""
    found = False

    def rows() -> Iterator[Row]:
        nonlocal found
        for problem in _imported(FORMATS[options.format], options.files):
            if isinstance(problem, InputError):
                complain(one_line(problem), 2)
            else:
                found = True
                yield problem.to_json()

    emit(rows(), options.json)
    return 0 if found else 2


def _imported(made: Format, files: list[str]) -> Iterator[Problem | InputError]:
    for file in files:
        try:
            yield from made.problems(file)
        except InputError as error:
            yield error


def _export(options: argparse.Namespace) -> int:
    if options.format in RUN_FORMATS:
        return export_run(options)
    made = FORMATS[options.format]
    lines = _lines() if options.run_id is None else problem_lines(options)
    return _for_each_problem(options, lambda problem, _: made.entry(problem), lines, made.written)


def _for_each_problem(
    options: argparse.Namespace,
    make: Callable[[Problem, int], Row],
    lines: Iterable[str] | None = None,
    write: Callable[[Iterable[Row]], Iterable[str]] | None = None,
) -> int:
    """Emit what `make` gives for each problem on standard input (or in `lines`) and the number of its line.

    A bad line is named on standard error and the others go on. `write` makes the output's text, if it is no JSON Lines.
    """
    bad = 0

    def rows() -> Iterator[Row]:
        nonlocal bad
        for number, line in enumerate(_lines() if lines is None else lines, start=1):
            try:
                problem = load_problem(_parsed(line))
                row = make(problem, number)
            except (InputError, RecursionError) as error:
                bad = complain(f"Line {number}: {one_line(error)}", 2)
            else:
                yield row

    if write is None:
        emit(rows(), options.json)
    else:
        sys.stdout.writelines(write(rows()))
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


def _lines() -> Iterable[str]:
    """The lines of standard input, which may be closed."""
    return sys.stdin or ()


_VERBS = {
    "tasks": _tasks,
    "models": _models,
    "generate": _generate,
    "prompt": _prompt,
    "verify": _verify,
    "trace": _trace,
    "ask": _ask,
    "import": _import,
    "export": _export,
    **RUN_VERBS,
}
