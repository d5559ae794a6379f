"""NLGraph's own files: its published questions (main.json, train.json, test.json) and its bare graphs (graph0.txt).

The published form is an object of entries {"question", "answer", "difficulty"} under their numbers. We add "nodes", how
many there are, where a question on connectivity does not tell. Bare graphs are only read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graphcore.errors import InputError
from graphcore.formats.base import Format, content, parsed
from graphcore.formats.nlgraph_answers import write_answer
from graphcore.formats.nlgraph_graphs import read_graph_file
from graphcore.formats.nlgraph_questions import read_question, write_question
from graphcore.problems import CUSTOM
from graphcore.records import Problem

FIELDS = ("question", "answer", "difficulty")


class NLGraph(Format):
    """The problems of NLGraph's eight tasks."""

    name = "nlgraph"
    title = "NLGraph's published questions"

    def problems(self, file: str) -> Iterator[Problem | InputError]:
        text = content(file)
        if not text.lstrip().startswith(("{", "[")):
            yield from read_graph_file(text, file)
            return
        entries = parsed(text, file)
        if not isinstance(entries, Mapping) or not entries:
            raise InputError(f'{file} is no object of entries; give one such as {{"0": {{"question": "…"}}}}.')
        for key, entry in entries.items():
            try:
                yield _problem(entry, key, file)
            except InputError as error:
                yield InputError(f"{file}, entry {key!r}: {error}")

    def entry(self, problem: Problem) -> dict[str, Any]:
        question = write_question(problem)
        difficulty = str(problem.params.get("difficulty", CUSTOM))
        return {**question, "answer": write_answer(problem), "difficulty": difficulty}

    def written(self, entries: Iterable[Any]) -> Iterator[str]:
        yield "{"
        for number, entry in enumerate(entries):
            yield f'{", " if number else ""}"{number}": {json.dumps(entry, ensure_ascii=False)}'
        yield "}\n"


def _problem(entry: object, key: str, file: str) -> Problem:
    """The problem of one entry, of which only the question must be there; raises InputError."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("question"), str):
        raise InputError('It is no object with a "question"; give one with "question", "answer" and "difficulty".')
    given = {name: entry[name] for name in FIELDS if entry.get(name) is not None}
    for name, value in given.items():
        if not isinstance(value, str):
            raise InputError(f"Its {name} is no text; put it in quotes.")
    origin = {"file": file, "key": key, "prompt": given.pop("question"), **given}
    params = {"difficulty": given["difficulty"]} if "difficulty" in given else {}
    nodes = entry.get("nodes")
    if nodes is not None and (isinstance(nodes, bool) or not isinstance(nodes, int)):
        raise InputError('Its "nodes" is no whole number; give how many there are.')
    return read_question(origin["prompt"], {"params": params, "origin": origin}, nodes)
