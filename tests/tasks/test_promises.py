"""What every registered task promises, whatever it asks."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS
from graphcore.errors import InputError
from graphcore.graphs import graph_from_json
from graphcore.models import complete, get_model
from graphcore.models.base import Request
from graphcore.naming import NAMINGS
from graphcore.parsing import written
from graphcore.problems import CUSTOM, generate, load_problem, renamed, with_reference
from graphcore.prompts import STYLES, build_prompt, why_not, worked
from graphcore.records import OUTCOMES, Problem, Reference, Reply, Verdict
from graphcore.tasks import TASKS, Task
from tests.conftest import ROOT
from tests.tasks import meaning

EACH = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name.partition("/")[2])
EITHER_WAY = pytest.mark.parametrize(
    ("task", "directed"),
    [(task, directed) for task in TASKS for directed in ({}, *meaning.directions(task.name))],
    ids=lambda value: ("directed" if value else "") if isinstance(value, dict) else value.name.partition("/")[2],
)
"""Every task, and again on directed graphs, where that can be chosen."""


def judged(problem: Problem, value: Any) -> Verdict:
    """The verdict on `value`, which takes the way of every reply: as text."""
    task = TASKS[problem.task]
    verdict = task.judge(problem, Reply(written(task.reader, value)))
    assert verdict.answer == value
    return verdict


def turned(task: Task[Any], seed: int) -> dict[str, Any]:
    """Parameters that make every second problem directed, where that can be chosen."""
    return meaning.known(task.name, {"directed": seed % 2 == 1})


@EITHER_WAY
@pytest.mark.parametrize("naming", ["integers", "people"])
def test_the_verdict_on_every_possible_answer(task: Task[Any], directed: dict[str, bool], naming: str) -> None:
    seen = set()
    for seed in range(4):
        problem = renamed(meaning.small(task.name, seed, **directed), naming)
        for value in meaning.of(task.name).answers(problem):
            verdict = judged(problem, value)
            assert verdict.outcome == meaning.of(task.name).outcome(problem, value), (problem.to_json(), value)
            assert (verdict.outcome == "correct") or verdict.findings
            seen.add(verdict.outcome)
    assert {"correct", "hallucinatory"} <= seen


@EACH
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_the_verdict_on_any_question_solvable_or_not(task: Task[Any], data: st.DataObject) -> None:
    means = meaning.of(task.name)
    problem = data.draw(meaning.problems(task.name))
    assert task.judge(problem, Reply(task.exact_text(problem))).outcome == "correct"
    values = list(means.answers(problem))
    for value in data.draw(st.lists(st.sampled_from(values), max_size=25)):
        verdict = judged(problem, value)
        assert verdict.outcome == means.outcome(problem, value)
        if means.score is not None:
            assert verdict.score == pytest.approx(means.score(problem, value))


@EACH
def test_a_changed_solution_is_correct_only_if_brute_force_says_so(task: Task[Any]) -> None:
    changed = 0
    for seed in range(10):
        problem = meaning.small(task.name, seed, directed=seed % 3 == 0)
        for value in meaning.mutated(task.reference(problem).solution):
            changed += 1
            verdict = task.judge(problem, Reply(written(task.reader, value)))
            # A change may also leave the answer form, such as a label of 2.
            outcome = meaning.of(task.name).outcome(problem, value)
            assert verdict.outcome in ("missing", outcome), (problem.to_json(), value)
    assert changed >= 10


@EITHER_WAY
def test_its_own_solution_is_correct(task: Task[Any], directed: dict[str, bool]) -> None:
    for generator in task.generators:
        many = 100 if generator == task.generators[0] and not directed else 25
        for seed in range(many):
            problem = generate(task.name, generator, directed, seed)
            verdict = task.judge(problem, Reply(task.exact_text(problem)))
            assert (verdict.outcome, verdict.findings) == ("correct", ()), problem.to_json()


@EACH
def test_its_own_solution_is_correct_at_every_published_size(task: Task[Any]) -> None:
    for difficulty in task.presets:
        for seed in range(8):
            problem = generate(task.name, given={"difficulty": difficulty}, seed=seed)
            assert task.judge(problem, Reply(task.exact_text(problem))).outcome == "correct"


FACTORS = (
    TASKS.names, ENCODINGS.names, list(ORDERS), NAMINGS.names, STYLES.names, WORDINGS.names,
    list(dict.fromkeys([CUSTOM, *(difficulty for task in TASKS for difficulty in task.presets)])),
)  # fmt: skip
Row = tuple[str, ...]
Pair = tuple[int, str, int, str]


def offered(task: Task[Any]) -> list[list[str]]:
    """The values of each factor that the task can be asked with."""
    whole = [[task.name], *FACTORS[1:]]
    whole[1] = [encoding for encoding in ENCODINGS.names if not task.why_not(encoding)]
    whole[4] = [style for style in STYLES.names if not why_not(task, style, whole[1][0], "abstract")]
    whole[5] = [wording for wording in WORDINGS.names if not task.why_not(whole[1][0], wording)]
    whole[6] = [CUSTOM, *task.presets]
    return whole


def pairs_of(row: Row) -> set[Pair]:
    return {(i, row[i], j, row[j]) for i, j in combinations(range(len(row)), 2)}


def pairs_with(task: Task[Any]) -> set[Pair]:
    """All pairs of values that can be had with the task."""
    pairs = combinations(enumerate(offered(task)), 2)
    return {(i, a, j, b) for (i, first), (j, second) in pairs for a in first for b in second}


def filled(values: list[list[str]], first: Pair, missing: set[Pair]) -> Row:
    """A row of one value a factor that has the pair `first` and takes many others from `missing`, chosen greedily."""
    row = {0: values[0][0], first[0]: first[1], first[2]: first[3]}
    for factor in sorted(set(range(len(values))) - row.keys(), key=lambda factor: -len(values[factor])):
        gains = [
            sum((*min(here, there), *max(here, there)) in missing for here in row.items())
            for there in ((factor, value) for value in values[factor])
        ]
        row[factor] = values[factor][gains.index(max(gains))]
    return tuple(row[factor] for factor in range(len(values)))


def covering() -> list[Row]:
    """Rows that together hold every pair of values that can be had: those with each task first, then the others."""
    missing = set().union(*map(pairs_with, TASKS))
    rows = []
    for others in (False, True):
        for task in TASKS:
            while wanted := {pair for pair in missing & pairs_with(task) if others or pair[0] == 0}:
                rows.append(filled(offered(task), min(wanted), missing))
                missing -= pairs_of(rows[-1])
    return rows


COVERING = covering()


def test_every_pair_of_choices_takes_part() -> None:
    assert set().union(*map(pairs_of, COVERING)) == set().union(*map(pairs_with, TASKS))
    assert {value for row in COVERING for value in row} == {value for values in FACTORS for value in values}
    assert len(COVERING) < 25 * len(TASKS)


@pytest.mark.parametrize("row", COVERING, ids="/".join)
def test_the_exact_model_is_correct_however_it_is_asked(row: Row) -> None:
    name, encoding, order, naming, style, wording, difficulty = row
    task, seed = TASKS[name], COVERING.index(row)
    given = meaning.known(name, {"difficulty": difficulty}) | turned(task, seed)
    problem = generate(name, given=given, seed=seed, naming=naming)
    prompt = build_prompt(problem, style, encoding=encoding, order=order, wording=wording)
    question = task.question(problem.graph, problem.query)
    assert task.worded(question, problem.graph, wording) in prompt.text
    reply = complete(get_model("baseline/exact"), Request(prompt.messages, problem))
    assert task.judge(problem, reply).outcome == "correct"


@EACH
def test_what_is_not_offered_is_refused_in_one_sentence(task: Task[Any]) -> None:
    problem = generate(task.name)
    assert not task.why_not(task_encodings(task)[0])
    for encoding in ENCODINGS.names:
        for wording in WORDINGS.names:
            if not task.why_not(encoding, wording):
                assert build_prompt(problem, encoding=encoding, wording=wording).text
                continue
            with pytest.raises(InputError) as error:
                build_prompt(problem, encoding=encoding, wording=wording)
            said = str(error.value)
            assert said.startswith(f"{task.name} is not asked in ") and said.endswith(".") and "\n" not in said


def task_encodings(task: Task[Any]) -> list[str]:
    """The encodings that the task can be asked in."""
    return [encoding for encoding in ENCODINGS.names if not task.why_not(encoding)]


@EACH
def test_different_seeds_differ(task: Task[Any]) -> None:
    ids = {generate(task.name, seed=seed).id for seed in range(60)}
    assert len(ids) == 60


def test_same_seed_same_problem_in_a_new_process() -> None:
    code = (
        "from graphcore.problems import generate\nfrom graphcore.tasks import TASKS\n"
        "from graphcore.naming import NAMINGS\n"
        "for t in TASKS:\n for g in t.generators:\n  for m in NAMINGS.names:\n"
        "   print(generate(t.name, g, {}, 5, m).to_json())"
    )
    here = [
        str(generate(task.name, g, {}, 5, m).to_json())
        for task in TASKS
        for g in task.generators
        for m in NAMINGS.names
    ]
    for salt in ("0", "4242"):
        env = os.environ | {"PYTHONHASHSEED": salt, "PYTHONIOENCODING": "utf-8"}
        ran = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=env,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=True,
        )
        assert ran.stdout.splitlines() == here


@EACH
def test_the_id_is_the_hash_of_task_graph_and_query(task: Task[Any]) -> None:
    problem = generate(task.name, seed=3, naming="people")
    content = {"task": problem.task, "graph": problem.graph.to_json(), "query": dict(problem.query)}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    assert problem.id == hashlib.sha256(text.encode()).hexdigest()[:16]


@EACH
@pytest.mark.parametrize("naming", NAMINGS.names)
def test_json_there_and_back_changes_nothing(task: Task[Any], naming: str) -> None:
    for seed in range(10):
        problem = generate(task.name, given=turned(task, seed), seed=seed, naming=naming)
        record = json.loads(json.dumps(problem.to_json()))
        back = Problem.from_json(record)
        assert back == problem
        assert (back.id, back.reference, back.to_json()) == (problem.id, problem.reference, problem.to_json())
        assert with_reference(load_problem(record)) == problem


@EACH
@pytest.mark.parametrize("naming", ["integers", "people"])
def test_the_trace_ends_in_the_solution_and_is_read_back_as_it(task: Task[Any], naming: str) -> None:
    for seed in range(25):
        problem = generate(task.name, given=turned(task, seed), seed=seed, naming=naming)
        solution = task.reference(problem).solution
        steps = task.trace(problem)
        assert len(steps) > 1
        assert steps[-1].text == f"So the answer is {task.told(problem.graph, solution)}."
        for text in (
            steps[-1].text,
            worked(problem, "plain"),
            worked(problem, "trace"),
            "\n".join(s.text for s in steps),
        ):
            verdict = task.judge(problem, Reply(text))
            assert (verdict.outcome, verdict.answer) == ("correct", solution), text


@EACH
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_step_speaks_of_the_graph(task: Task[Any], data: st.DataObject) -> None:
    problem = data.draw(meaning.problems(task.name))
    graph = problem.graph
    for step in task.trace(problem):
        assert step.text.endswith(".") and step.text[0] == step.text[0].upper()
        assert set(step.nodes) <= set(graph.nodes)
        assert all(set(edge[:2]) <= set(graph.nodes) for edge in step.edges)
        json.dumps(step.to_json())


HOPELESS = (
    "", " \n", "]", "[", "((((", "[[[[[[1", "{", "```", "Answer:", "Answer: ???", "Answer: [", "\\boxed{",
    "<think>yes [0] 3", "colourless green ideas", "\x00\x01", "\ud800", "I cannot help with that.", "💥" * 50,
)  # fmt: skip


@EACH
@pytest.mark.parametrize("text", HOPELESS, ids=repr)
def test_what_says_nothing_is_missing(task: Task[Any], text: str) -> None:
    verdict = task.judge(generate(task.name), Reply(text))
    assert verdict.outcome == "missing"
    assert (verdict.answer, verdict.span) == (None, None)
    assert verdict.findings[0].code in ("no_answer", "refused", "truncated")
    assert verdict.findings[0].text.endswith(".")


@EACH
@given(text=st.text(st.characters(codec="utf-8") | st.sampled_from("[](){},->0123456789 \nAnswer: yesno"), max_size=80))
def test_no_text_is_too_strange(task: Task[Any], text: str) -> None:
    verdict = task.judge(PROBLEMS[task.name], Reply(text))
    assert verdict.outcome in OUTCOMES
    json.dumps(verdict.to_json())


PROBLEMS = {task.name: generate(task.name) for task in TASKS}


STRANGE = {
    "list of nodes": "[Zaphod]",
    "list of pairs": "[(Zaphod, Ford)]",
    "list of (u, v, t)": "[(Zaphod, Ford, 1)]",
    **dict.fromkeys(["path", "order of nodes", "path or no", "path and total weight"], "[Zaphod, Ford, Trillian]"),
}
"""Answers that name nodes of no graph, by the form of the answer."""


@EACH
@pytest.mark.parametrize("naming", ["integers", "people"])
def test_unknown_nodes_are_hallucinatory(task: Task[Any], naming: str) -> None:
    problem = generate(task.name, naming=naming)
    text = STRANGE.get(task.reader.name)
    if text:
        verdict = task.judge(problem, Reply(f"Answer: {text}"))
        assert verdict.outcome == "hallucinatory"
        assert verdict.findings[0].code == "unknown_node"
        assert "Zaphod" in verdict.findings[0].nodes


@EACH
def test_a_cut_reply_is_truncated_and_a_complete_one_before_the_cut_counts(task: Task[Any]) -> None:
    problem = generate(task.name)
    cut = task.judge(problem, Reply("Let me look at the links one by one.", finish_reason="length"))
    assert (cut.outcome, cut.findings[0].code) == ("missing", "truncated")
    done = task.judge(problem, Reply(f"{task.exact_text(problem)}\n\nI hope that this", finish_reason="length"))
    assert done.outcome == "correct"


def seconds(task: Task[Any], problem: Problem, text: str) -> float:
    """How long a verdict takes; the lesser of two times, since the machine may be busy."""
    times = []
    for _ in range(2):
        start = time.process_time()
        task.judge(problem, Reply(text))
        times.append(time.process_time() - start)
    return min(times)


@EACH
def test_time_grows_no_faster_than_the_text(task: Task[Any]) -> None:
    problem = generate(task.name)
    piece = "We see [(0, 1, 2), (3, 4, 5)] and go 1 -> 2. Answer: yes, node 3 at time 2 ("
    short, long = (piece * (size // len(piece)) for size in (100_000, 1_000_000))
    assert seconds(task, problem, long) < 15 * seconds(task, problem, short) + 0.2


@EACH
def test_a_stated_solution_is_not_believed(task: Task[Any]) -> None:
    problem = generate(task.name)
    lie = Reference(None, None)
    for lied in (problem.with_reference(lie), load_problem(problem.with_reference(lie).to_json())):
        assert lied.id == problem.id
        assert task.judge(lied, Reply(task.exact_text(problem))).outcome == "correct"
    assert task.exact_text(lied) == task.exact_text(problem)
    assert task.trace(lied) == task.trace(problem)


@EACH
def test_guesses_are_answers(task: Task[Any]) -> None:
    problem = generate(task.name, given=meaning.known(task.name, {"n": 8}))
    rng = random.Random(0)
    for _ in range(50):
        guess = task.guess(problem, rng)
        verdict = task.judge(problem, Reply(written(task.reader, guess)))
        assert verdict.answer == guess
        assert not {finding.code for finding in verdict.findings} & {"unknown_node", "repeated_node", "unknown_time"}


@EACH
def test_a_query_that_does_not_suit_is_refused_in_one_sentence(task: Task[Any]) -> None:
    graph, good = PROBLEMS[task.name].graph, PROBLEMS[task.name].query
    numbers = {name for name, field in task.fields.items() if field.kind in ("time", "count")}
    for broken in [
        {"colour": 1},
        *({**good, name: 999} for name in task.fields.keys() - numbers),
        *({**good, name: None} for name in task.fields),
    ]:
        with pytest.raises(InputError) as error:
            task.checked_query(graph, broken)
        assert str(error.value).endswith(".") and "\n" not in str(error.value)


@EACH
def test_a_graph_that_does_not_suit_is_refused_in_one_sentence(task: Task[Any]) -> None:
    problem = PROBLEMS[task.name]
    record = problem.graph.to_json()
    others = [TASKS[name] for name in ("llm4dyg/sort_edge", "nlgraph/connectivity")]
    strange = [PROBLEMS[other.name].graph for other in others if other.graph_kind != task.graph_kind]
    if task.directed is not None:
        strange.append(graph_from_json(record | {"directed": not task.directed}))
    assert strange
    for graph in strange:
        with pytest.raises(InputError, match=rf"^{task.name} is asked about an? \w+ graph, and this one is \w+\.$"):
            task.checked_query(graph, problem.query)
