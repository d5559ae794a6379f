"""What every registered task promises, whatever it asks."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphcore.encodings import ENCODINGS, ORDERS
from graphcore.errors import InputError
from graphcore.generators import GENERATORS
from graphcore.graphs import TemporalGraph
from graphcore.models import complete, get_model
from graphcore.models.base import Request
from graphcore.naming import NAMINGS
from graphcore.parsing import written
from graphcore.problems import generate, load_problem, renamed, with_reference
from graphcore.prompts import STYLES, build_prompt, worked
from graphcore.records import OUTCOMES, Problem, Reference, Reply, Verdict
from graphcore.tasks import TASKS, Task
from tests.conftest import ROOT
from tests.tasks import meaning

EACH = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name.partition("/")[2])
SMALL = {"n": 5, "p": 0.5, "t": 4}


def judged(problem: Problem, value: Any) -> Verdict:
    """The verdict on `value`, which takes the way of every reply: as text."""
    task = TASKS[problem.task]
    verdict = task.judge(problem, Reply(written(task.reader, value)))
    assert verdict.answer == value
    return verdict


def small(task: Task, seed: int, **params: Any) -> Problem:
    """A problem on five nodes; links to be sorted are five at most, so that all orders can be tried."""
    given = SMALL | ({"p": 0.35} if task.hides_time_order else {}) | params
    problem = generate(task.name, given=given, seed=seed)
    while task.hides_time_order and len(problem.graph.edges) > 5:
        seed += 1000
        problem = generate(task.name, given=given, seed=seed)
    return problem


@EACH
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
@pytest.mark.parametrize("naming", ["integers", "people"])
def test_the_verdict_on_every_possible_answer(task: Task, directed: bool, naming: str) -> None:
    for seed in range(4):
        problem = renamed(small(task, seed, directed=directed), naming)
        seen = set()
        for value in meaning.answers(problem):
            verdict = judged(problem, value)
            assert verdict.outcome == meaning.outcome(problem, value), (problem.to_json(), value)
            assert (verdict.outcome == "correct") or verdict.findings
            seen.add(verdict.outcome)
        assert {"correct", "hallucinatory"} <= seen


@EACH
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_the_verdict_on_any_question_solvable_or_not(task: Task, data: st.DataObject) -> None:
    graph = data.draw(meaning.graphs(most_links=4 if task.hides_time_order else 8))
    query = task.checked_query(graph, data.draw(meaning.queries(graph, task.name)))
    problem = Problem(task.name, graph, query)
    assert task.judge(problem, Reply(task.exact_text(problem))).outcome == "correct"
    values = list(meaning.answers(problem))
    for value in data.draw(st.lists(st.sampled_from(values), max_size=25)):
        assert judged(problem, value).outcome == meaning.outcome(problem, value)


@EACH
def test_a_changed_solution_is_correct_only_if_brute_force_says_so(task: Task) -> None:
    changed = 0
    for seed in range(10):
        problem = small(task, seed, directed=seed % 3 == 0)
        for value in meaning.mutated(task.reference(problem).solution):
            changed += 1
            verdict = task.judge(problem, Reply(written(task.reader, value)))
            # A change may also leave the answer form, such as a label of 2.
            assert verdict.outcome in ("missing", meaning.outcome(problem, value)), (problem.to_json(), value)
    assert changed >= 10


@EACH
@pytest.mark.parametrize("generator", GENERATORS.names)
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_its_own_solution_is_correct(task: Task, generator: str, directed: bool) -> None:
    many = 200 if generator == "erdos_renyi" and not directed else 30
    for seed in range(many):
        problem = generate(task.name, generator, {"directed": directed}, seed)
        verdict = task.judge(problem, Reply(task.exact_text(problem)))
        assert (verdict.outcome, verdict.findings) == ("correct", ()), problem.to_json()


FACTORS = (TASKS.names, ENCODINGS.names, list(ORDERS), NAMINGS.names, STYLES.names)


def offered(row: tuple[str, ...]) -> bool:
    """Whether the task of `row` can be asked in its encoding."""
    return not (TASKS[row[0]].hides_time_order and ENCODINGS[row[1]].by_time)


def pairs_of(row: tuple[str, ...]) -> set[tuple[int, str, int, str]]:
    return {(i, row[i], j, row[j]) for i, j in combinations(range(len(row)), 2)}


def covering() -> list[tuple[str, ...]]:
    """Rows of one value a factor that together hold every pair of values that can be had, chosen greedily."""
    rows = [row for row in product(*FACTORS) if offered(row)]
    missing = set().union(*map(pairs_of, rows))
    chosen = []
    while missing:
        best = max(rows, key=lambda row: len(pairs_of(row) & missing))
        missing -= pairs_of(best)
        chosen.append(best)
    return chosen


COVERING = covering()


def test_every_pair_of_choices_takes_part() -> None:
    assert {value for row in COVERING for value in row} == {value for values in FACTORS for value in values}
    assert len(COVERING) < 200


@pytest.mark.parametrize("row", COVERING, ids="/".join)
def test_the_exact_model_is_correct_however_it_is_asked(row: tuple[str, ...]) -> None:
    name, encoding, order, naming, style = row
    for seed in (0, 1):
        problem = generate(name, given={"directed": seed == 1}, seed=seed, naming=naming)
        prompt = build_prompt(problem, style, encoding=encoding, order=order)
        assert TASKS[name].question(problem.graph, problem.query) in prompt.text
        reply = complete(get_model("baseline/exact"), Request(prompt.messages, problem))
        assert TASKS[name].judge(problem, reply).outcome == "correct"


@EACH
def test_an_encoding_that_is_not_offered_is_refused_in_one_sentence(task: Task) -> None:
    problem = generate(task.name)
    for encoding in ENCODINGS:
        if offered((task.name, encoding.name)):
            assert build_prompt(problem, encoding=encoding.name).text
        else:
            with pytest.raises(InputError, match=r"^The encoding .* gives away the time order .*choose edge-list.*\.$"):
                build_prompt(problem, encoding=encoding.name)


@EACH
def test_different_seeds_differ(task: Task) -> None:
    ids = {generate(task.name, seed=seed).id for seed in range(60)}
    assert len(ids) == 60


def test_same_seed_same_problem_in_a_new_process() -> None:
    code = (
        "from graphcore.problems import generate\nfrom graphcore.tasks import TASKS\n"
        "from graphcore.generators import GENERATORS\nfrom graphcore.naming import NAMINGS\n"
        "for t in TASKS.names:\n for g in GENERATORS.names:\n  for m in NAMINGS.names:\n"
        "   print(generate(t, g, {'directed': m == 'people'}, 5, m).to_json())"
    )
    here = [
        str(generate(t, g, {"directed": m == "people"}, 5, m).to_json())
        for t in TASKS.names
        for g in GENERATORS.names
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
def test_the_id_is_the_hash_of_task_graph_and_query(task: Task) -> None:
    problem = generate(task.name, seed=3, naming="people")
    content = {"task": problem.task, "graph": problem.graph.to_json(), "query": dict(problem.query)}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    assert problem.id == hashlib.sha256(text.encode()).hexdigest()[:16]


@EACH
@pytest.mark.parametrize("naming", NAMINGS.names)
def test_json_there_and_back_changes_nothing(task: Task, naming: str) -> None:
    for seed in range(10):
        problem = generate(task.name, given={"directed": seed % 2 == 1}, seed=seed, naming=naming)
        record = json.loads(json.dumps(problem.to_json()))
        back = Problem.from_json(record)
        assert back == problem
        assert (back.id, back.reference, back.to_json()) == (problem.id, problem.reference, problem.to_json())
        assert with_reference(load_problem(record)) == problem


@EACH
@pytest.mark.parametrize("naming", ["integers", "people"])
def test_the_trace_ends_in_the_solution_and_is_read_back_as_it(task: Task, naming: str) -> None:
    for seed in range(25):
        problem = generate(task.name, given={"directed": seed % 2 == 1}, seed=seed, naming=naming)
        solution = task.reference(problem).solution
        steps = task.trace(problem)
        assert len(steps) > 1
        assert steps[-1].text == f"So the answer is {task.reader.write(solution)}."
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
def test_every_step_speaks_of_the_graph(task: Task, data: st.DataObject) -> None:
    graph = data.draw(meaning.graphs())
    problem = Problem(task.name, graph, task.checked_query(graph, data.draw(meaning.queries(graph, task.name))))
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
def test_what_says_nothing_is_missing(task: Task, text: str) -> None:
    verdict = task.judge(generate(task.name), Reply(text))
    assert verdict.outcome == "missing"
    assert (verdict.answer, verdict.span) == (None, None)
    assert verdict.findings[0].code in ("no_answer", "refused", "truncated")
    assert verdict.findings[0].text.endswith(".")


@EACH
@given(text=st.text(st.characters(codec="utf-8") | st.sampled_from("[](){},->0123456789 \nAnswer: yesno"), max_size=80))
def test_no_text_is_too_strange(task: Task, text: str) -> None:
    verdict = task.judge(PROBLEMS[task.name], Reply(text))
    assert verdict.outcome in OUTCOMES
    json.dumps(verdict.to_json())


PROBLEMS = {task.name: generate(task.name) for task in TASKS}


@EACH
@pytest.mark.parametrize("naming", ["integers", "people"])
def test_unknown_nodes_are_hallucinatory(task: Task, naming: str) -> None:
    problem = generate(task.name, naming=naming)
    text = {"list of nodes": "[Zaphod]", "path": "[Zaphod, Ford, Trillian]", "list of (u, v, t)": "[(Zaphod, Ford, 1)]"}
    if task.reader.name in text:
        verdict = task.judge(problem, Reply(f"Answer: {text[task.reader.name]}"))
        assert verdict.outcome == "hallucinatory"
        assert verdict.findings[0].code == "unknown_node"
        assert "Zaphod" in verdict.findings[0].nodes


@EACH
def test_a_cut_reply_is_truncated_and_a_complete_one_before_the_cut_counts(task: Task) -> None:
    problem = generate(task.name)
    cut = task.judge(problem, Reply("Let me look at the links one by one.", finish_reason="length"))
    assert (cut.outcome, cut.findings[0].code) == ("missing", "truncated")
    done = task.judge(problem, Reply(f"{task.exact_text(problem)}\n\nI hope that this", finish_reason="length"))
    assert done.outcome == "correct"


def seconds(task: Task, problem: Problem, text: str) -> float:
    """How long a verdict takes; the lesser of two times, since the machine may be busy."""
    times = []
    for _ in range(2):
        start = time.process_time()
        task.judge(problem, Reply(text))
        times.append(time.process_time() - start)
    return min(times)


@EACH
def test_time_grows_no_faster_than_the_text(task: Task) -> None:
    problem = generate(task.name)
    piece = "We see [(0, 1, 2), (3, 4, 5)] and go 1 -> 2. Answer: yes, node 3 at time 2 ("
    short, long = (piece * (size // len(piece)) for size in (100_000, 1_000_000))
    assert seconds(task, problem, long) < 15 * seconds(task, problem, short) + 0.2


@EACH
def test_a_stated_solution_is_not_believed(task: Task) -> None:
    problem = generate(task.name)
    lie = Reference(None, None)
    for lied in (problem.with_reference(lie), load_problem(problem.with_reference(lie).to_json())):
        assert lied.id == problem.id
        assert task.judge(lied, Reply(task.exact_text(problem))).outcome == "correct"
    assert task.exact_text(lied) == task.exact_text(problem)
    assert task.trace(lied) == task.trace(problem)


@EACH
def test_guesses_are_answers(task: Task) -> None:
    problem = generate(task.name, given={"n": 8})
    rng = random.Random(0)
    for _ in range(50):
        guess = task.guess(problem, rng)
        verdict = task.judge(problem, Reply(written(task.reader, guess)))
        assert verdict.answer == guess
        assert not {finding.code for finding in verdict.findings} & {"unknown_node", "repeated_node", "unknown_time"}


@EACH
def test_a_query_that_does_not_suit_is_refused_in_one_sentence(task: Task) -> None:
    graph = TemporalGraph((0, 1, 2), ((0, 1, 0), (1, 2, 1)))
    good = PROBLEMS[task.name].query
    for broken in [
        {"colour": 1},
        *({**good, name: 99} for name in task.fields),
        *({**good, name: None} for name in task.fields),
    ]:
        if broken.get("length", 99) is None or (broken.keys() & {"time", "length"} and 99 in broken.values()):
            continue
        with pytest.raises(InputError) as error:
            task.checked_query(graph, broken)
        assert str(error.value).endswith(".") and "\n" not in str(error.value)
