"""NLGraph's bare graphs (NLGraph/cycle/graph/easy/standard/graph0.txt and the like): lines of whole numbers.

Which task a file belongs to is told by the folder that it lies in, since several look alike. In all of them the first
line holds sizes, and a line for each edge follows:

    cycle, topology, hamilton   n m, edges u v
    connectivity                n m q, edges u v, q pairs that are connected, q pairs that are not
    shortest_path               n m, edges u v weight, source and target
    flow                        n m, edges u v capacity, source and target, the maximum flow
    matching                    applicants jobs m, edges u v where v counts on from the applicants, the matching's size
    GNN                         n m 2, edges u v, embeddings of all nodes, those after one layer, those after two
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from graphcore.errors import InputError
from graphcore.formats.forms import Values
from graphcore.formats.nlgraph_questions import QUESTIONS, Question, bounded, short
from graphcore.records import Problem

DIFFICULTIES = ("easy", "medium", "hard")

_NUMBER = re.compile(r"[0-9]{1,9}")


class _Lines:
    """The lines of a file that are not blank, taken one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = ((number, line.split()) for number, line in enumerate(text.split("\n"), 1) if line.strip())

    def take(self, width: int) -> list[int]:
        """The numbers of the next line; raises InputError if there is none, or it does not hold `width` of them."""
        number, cells = next(self._lines, (0, []))
        if not number:
            raise InputError("It ends too early; give the whole file.")
        if len(cells) != width or not all(map(_NUMBER.fullmatch, cells)):
            raise InputError(f"Line {number} does not hold {width} whole numbers; mend it.")
        return [int(cell) for cell in cells]

    def end(self) -> None:
        """Raise InputError if a line is left."""
        for number, _ in self._lines:
            raise InputError(f"Line {number} is one too many; leave it out, or mend the sizes in the first line.")


def read_graph_file(text: str, file: str) -> Iterator[Problem]:
    """The problems of a bare graph; raises InputError for a file that is none, or lies in none of the folders.

    A file of connectivity asks as many questions as it has pairs, one of GNN asks of one layer and of two.
    """
    folders = Path(file).absolute().parent.parts[::-1]
    question = next((_BY_FOLDER[name] for name in folders if name in _BY_FOLDER), None)
    if question is None:
        names = ", ".join(_BY_FOLDER)
        raise InputError(f"{file} is no JSON, and a bare graph must lie in a folder that names its task: {names}.")
    difficulty = next((name for name in folders[:3] if name in DIFFICULTIES), "")
    about = {"difficulty": difficulty} if difficulty else {}
    try:
        asked = list(_READERS[question.folder](_Lines(short(text))))
        for number, (values, answer) in enumerate(asked):
            given = about if answer is None else {"answer": answer, **about}
            yield question.problem(values, {"params": about, "origin": {"file": file, "key": str(number), **given}})
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


_Asked = Iterator[tuple[Values, Any]]
"""What a question's blanks hold, and the answer that the file states (None if it states none)."""


def _sized(lines: _Lines, *columns: str) -> Values:
    nodes, edges = lines.take(2)
    return {"last": nodes - 1, "edges": _edges(lines, edges, *columns)}


def _edges(lines: _Lines, count: int, *columns: str) -> list[Values]:
    names = ("u", "v", *columns)
    return [dict(zip(names, lines.take(len(names)), strict=True)) for _ in range(count)]


def _plain(lines: _Lines) -> _Asked:
    values = _sized(lines)
    lines.end()
    yield values, None


def _shortest_path(lines: _Lines) -> _Asked:
    values = _sized(lines, "weight")
    source, target = lines.take(2)
    lines.end()
    yield values | {"source": source, "target": target}, None


def _flow(lines: _Lines) -> _Asked:
    values = _sized(lines, "capacity")
    source, target = lines.take(2)
    (flow,) = lines.take(1)
    lines.end()
    yield values | {"source": source, "target": target}, flow


def _connectivity(lines: _Lines) -> _Asked:
    nodes, edges, pairs = lines.take(3)
    graph = {"last": nodes - 1, "edges": _edges(lines, edges)}
    for number in range(2 * pairs):
        u, v = lines.take(2)
        yield graph | {"u": u, "v": v}, "yes" if number < pairs else "no"
    lines.end()


def _matching(lines: _Lines) -> _Asked:
    left, right, edges = lines.take(3)
    rows = [{"u": row["u"], "v": row["v"] - left} for row in _edges(lines, edges)]
    (size,) = lines.take(1)
    lines.end()
    yield {"left": left, "right": right, "edges": rows}, size


def _gnn(lines: _Lines) -> _Asked:
    nodes, edges, _ = lines.take(3)
    graph = {"last": nodes - 1, "edges": _edges(lines, edges)}
    before, *after = [[lines.take(2) for _ in range(bounded(nodes))] for _ in range(3)]
    lines.end()
    rows = [{"x": x, "y": y} for x, y in before]
    for layers, answer in enumerate(after, start=1):
        yield graph | {"layers": layers, "rows": rows}, answer


_BY_FOLDER: Mapping[str, Question] = {question.folder: question for question in QUESTIONS}
_READERS: Mapping[str, Callable[[_Lines], _Asked]] = {
    "connectivity": _connectivity,
    "cycle": _plain,
    "topology": _plain,
    "shortest_path": _shortest_path,
    "flow": _flow,
    "matching": _matching,
    "hamilton": _plain,
    "GNN": _gnn,
}
