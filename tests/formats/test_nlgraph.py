"""NLGraph's files: the published ones are read with our optimum equal to theirs, and what is written is read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphcore.errors import InputError
from graphcore.formats import FORMATS
from graphcore.formats.base import MAX_BYTES
from graphcore.formats.nlgraph_questions import QUESTIONS
from graphcore.problems import generate
from graphcore.records import Problem, Reply, Verdict
from graphcore.tasks import TASKS

NLGRAPH = FORMATS["nlgraph"]
CYCLE = generate("nlgraph/cycle", seed=1)
ENTRY = NLGRAPH.entry(CYCLE)


def found(tmp_path: Path, content: Any) -> list[Problem | InputError]:
    path = tmp_path / "test.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return list(NLGRAPH.problems(str(path)))


def refused(tmp_path: Path, content: Any) -> str:
    (error,) = found(tmp_path, content)
    assert isinstance(error, InputError)
    return str(error)


# The published files


@pytest.fixture(scope="session", params=[question.folder for question in QUESTIONS])
def published(request: pytest.FixtureRequest, cases: Path) -> list[Problem]:
    """The problems of a published file, none of them refused."""
    path = cases / "official" / "nlgraph" / str(request.param) / "test.json"
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    problems = list(NLGRAPH.problems(str(path)))
    assert len(problems) == len(json.loads(path.read_text()))
    assert not [problem for problem in problems if isinstance(problem, InputError)]
    return [problem for problem in problems if isinstance(problem, Problem)]


def answer_of(problem: Problem) -> str:
    assert problem.origin
    return str(problem.origin["answer"])


def judged(problem: Problem) -> Verdict:
    return TASKS[problem.task].judge(problem, Reply(answer_of(problem)))


def test_every_published_answer_is_correct(published: list[Problem]) -> None:
    """For paths, flows and matchings that says that it attains our optimum, for the others that it is true."""
    for problem in published:
        verdict = judged(problem)
        assert (verdict.outcome, verdict.findings) == ("correct", ()), (problem.id, answer_of(problem))


def test_our_optimum_is_the_published_one(published: list[Problem]) -> None:
    read = {
        "nlgraph/shortest_path": lambda text: int(text.rpartition(" ")[2]),
        "nlgraph/max_flow": lambda text: int(text.rpartition(" ")[2].rstrip(".")),
        "nlgraph/bipartite_matching": lambda text: int(text.splitlines()[-1].split()[0]),
        "nlgraph/connectivity": lambda text: text.rpartition(" ")[2].rstrip("."),
        "nlgraph/cycle": lambda text: text.partition(",")[0].lower(),
        "nlgraph/gnn": lambda text: [json.loads(line.partition(": ")[2]) for line in text.splitlines()[1:]],
    }.get(published[0].task)
    if read is None:
        pytest.skip("any valid answer counts here, and none is the optimum")
    for problem in published:
        assert TASKS[problem.task].reference(problem).optimum == read(answer_of(problem))


def test_published_questions_are_written_as_they_stand(published: list[Problem]) -> None:
    for problem in published:
        entry = NLGRAPH.entry(problem)
        assert problem.origin
        assert entry == {
            "question": problem.origin["prompt"], "answer": entry["answer"], "difficulty": problem.params["difficulty"],
        }  # fmt: skip


# What is read


def test_an_entry_becomes_a_problem_that_knows_where_it_came_from(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, {"17": {**ENTRY, "difficulty": "hard", "more": 1}})
    assert isinstance(problem, Problem)
    assert (problem.id, problem.params) == (CYCLE.id, {"difficulty": "hard"})
    assert problem.origin == {
        "file": str(tmp_path / "test.json"), "key": "17", "prompt": ENTRY["question"], "answer": ENTRY["answer"],
        "difficulty": "hard",
    }  # fmt: skip


def test_the_question_is_enough(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, {"0": {"question": ENTRY["question"]}})
    assert isinstance(problem, Problem) and (problem.id, problem.params) == (CYCLE.id, {})


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (3, "It is no object"),
        ({}, 'It is no object with a "question"'),
        ({"question": 4}, 'It is no object with a "question"'),
        ({**ENTRY, "answer": ["no"]}, "Its answer is no text"),
        ({**ENTRY, "difficulty": 2}, "Its difficulty is no text"),
        ({**ENTRY, "question": "Why?"}, "Its question is none"),
        ({**ENTRY, "nodes": "5"}, 'Its "nodes" is no whole number'),
    ],
)
def test_a_bad_entry_is_named_and_the_others_go_on(tmp_path: Path, entry: Any, said: str) -> None:
    first, bad, last = found(tmp_path, {"0": ENTRY, "1": entry, "2": ENTRY})
    assert isinstance(first, Problem) and isinstance(last, Problem)
    assert isinstance(bad, InputError) and str(bad).startswith(f"{tmp_path}/test.json, entry '1': {said}")


@pytest.mark.parametrize("nodes", [-1, 0, 10**12])
def test_a_number_of_nodes_that_cannot_be_is_refused(tmp_path: Path, nodes: int) -> None:
    entry = NLGRAPH.entry(generate("nlgraph/connectivity", seed=1))
    assert "entry '0'" in refused(tmp_path, {"0": {**entry, "nodes": nodes}})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "breaks at line 1"),
        ("[1, 2]", "no object of entries"),
        ("{}", "no object of entries"),
        ('{"0": ' + "1" * 5000 + "}", "too long"),
        ("[" * 100_000, "nested too deeply"),
        ("\0", "no text in UTF-8"),
        ("nonsense", "must lie in a folder"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        found(tmp_path, content)


def test_a_file_may_be_missing_or_too_large(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            list(NLGRAPH.problems(str(path)))
    large = tmp_path / "large.json"
    with large.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    with pytest.raises(InputError, match="larger than"):
        list(NLGRAPH.problems(str(large)))


# What is written


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    problems = [generate(question.task, seed=seed) for question in QUESTIONS for seed in range(3)]
    text = "".join(NLGRAPH.written(map(NLGRAPH.entry, problems)))
    assert list(json.loads(text)) == [str(number) for number in range(len(problems))]
    read = found(tmp_path, text)
    assert [problem.id for problem in read if isinstance(problem, Problem)] == [problem.id for problem in problems]


def test_no_problem_gives_an_empty_object() -> None:
    assert json.loads("".join(NLGRAPH.written([]))) == {}
