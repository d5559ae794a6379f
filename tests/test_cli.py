"""The command line: what each verb prints, and how bad usage and bad input end."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from graphcore.cli import main
from graphcore.naming import NAMINGS
from graphcore.problems import generate
from graphcore.prompts import build_prompt
from graphcore.tasks import TASKS
from tests.conftest import ROOT
from tests.models.stub import Failure, Stub, message, serving

NODES = {"nodes": [0, 1, 2], "edges": [[0, 1, 0], [1, 2, 1], [0, 1, 2]]}
LINKED = {"task": "llm4dyg/when_link", "graph": NODES, "query": {"u": 0, "v": 1}}
PROBLEM = generate("llm4dyg/when_link", seed=7)
LINE = json.dumps(PROBLEM.to_json())


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    def failed(self, code: int = 2) -> str:
        """The one clear line of a command that ended with `code` and printed no data."""
        assert (self.code, self.out) == (code, "")
        return self.said()

    def without_progress(self) -> Ran:
        """The same without the lines that `ask` says of each problem."""
        kept = [line for line in self.err.splitlines(True) if not re.match(r"\d+(/\d+)? [0-9a-f]{16} ", line)]
        return replace(self, err="".join(kept))

    def said(self) -> str:
        (line,) = self.err.splitlines()
        assert line.endswith(".") and len(line) < 800 and "Traceback" not in line
        return line


class Command:
    """Runs the command line within this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ran:
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="ascii") for name in ("stdout", "stderr")}
        streams["stdin"] = io.TextIOWrapper(io.BytesIO(given), encoding="ascii")
        with self.monkeypatch.context() as patched:
            for name, stream in streams.items():
                patched.setattr(sys, name, stream)
            code = main(list(arguments))
        texts = []
        for name in ("stdout", "stderr"):
            streams[name].flush()
            texts.append(streams[name].buffer.getvalue().decode())
        return Ran(code, *texts)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(monkeypatch)


def python(*arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "graphcore", *arguments],
        cwd=ROOT, env=os.environ | env, input=stdin.encode(), capture_output=True, timeout=120, check=False,
    )  # fmt: skip


# What the verbs print


def test_tasks(command: Command) -> None:
    ran = command("tasks", "--json")
    (rows,) = ran.rows
    assert (ran.code, ran.err) == (0, "")
    assert [row["id"] for row in rows] == TASKS.names
    first = {"title", "suite", "ability", "complexity", "graph_kind", "answer_form", "generators", "default_parameters"}
    assert all(first <= set(row) for row in rows)
    table = command("tasks").out
    assert all(name in table for name in TASKS.names)
    assert len(table.splitlines()) == len(TASKS) + 1


def test_models(command: Command) -> None:
    (rows,) = command("models", "--json").rows
    found = {row["id"]: row for row in rows}
    assert found["baseline/exact"]["usable"] and found["baseline/random"]["usable"]
    assert all(row["reason"] for row in rows)
    assert "baseline/random" in command("models").out


def test_models_says_what_remote_ones_need(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "COMPATIBLE_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "canary")
    rows = {row["id"]: row for row in command("models", "--json").rows[0]}
    assert rows["openai/NAME"]["usable"] and "api.openai.com" in rows["openai/NAME"]["reason"]
    assert not rows["anthropic/NAME"]["usable"] and "ANTHROPIC_API_KEY" in rows["anthropic/NAME"]["reason"]
    assert "COMPATIBLE_BASE_URL" in rows["compatible/NAME"]["reason"]
    assert "canary" not in command("models").out


@pytest.mark.parametrize("task", TASKS.names)
def test_generate(command: Command, task: str) -> None:
    ran = command("generate", task, "-n", "3", "--seed", "5")
    assert (ran.code, ran.err) == (0, "")
    assert ran.rows == [generate(task, seed=seed).to_json() for seed in (5, 6, 7)]
    assert all("optimum" in row and "solution" in row for row in ran.rows)


def test_generate_takes_every_choice(command: Command) -> None:
    for generator in TASKS["llm4dyg/find_tpath"].generators:
        for naming in NAMINGS.names:
            flags = ["--generator", generator, "--naming", naming, "--set", "n=7", "--set", "directed=yes"]
            (row,) = command("generate", "llm4dyg/find_tpath", *flags, "--set", "length=2").rows
            given = {"n": 7, "directed": True, "length": 2}
            assert row == generate("llm4dyg/find_tpath", generator, given, 0, naming).to_json()


def test_a_difficulty_is_set_and_kept_in_the_record(command: Command) -> None:
    ran = command("generate", "nlgraph/cycle", "-n", "4", "--set", "difficulty=hard")
    assert [row["params"]["difficulty"] for row in ran.rows] == ["hard"] * 4
    assert all(26 <= len(row["graph"]["nodes"]) == row["params"]["n"] <= 35 for row in ran.rows)
    assert [row["solution"] for row in ran.rows] == ["yes", "no"] * 2


def test_a_special_shape_is_generated_where_a_task_is_asked_on_it(command: Command) -> None:
    rows = command("generate", "nlgraph/connectivity", "-n", "2", "--generator", "chain", "--set", "parts=3").rows
    for row in rows:
        degrees = Counter(node for edge in row["graph"]["edges"] for node in edge[:2])
        assert (row["generator"], row["graph"]["kind"]) == ("chain", "static")
        assert degrees[row["query"]["u"]] == degrees[row["query"]["v"]] == 1
    said = command("generate", "nlgraph/cycle", "--generator", "chain").failed()
    assert said.startswith("nlgraph/cycle is not asked on chain; choose erdos_renyi")


def test_prompt_in_roads(command: Command) -> None:
    made = command("generate", "nlgraph/shortest_path", "-n", "2").out
    for row in command("prompt", "--style", "cot+algorithmic", "--wording", "roads", stdin=made).rows:
        (message,) = row["messages"]
        assert "shortest path from city" in message["content"] and "distance" in message["content"]
        assert not re.search(r"\b(node|edge|weight)s?\b", message["content"])
    dynamic = command("generate", "llm4dyg/when_link").out
    refused = command("prompt", "--wording", "roads", stdin=dynamic)
    assert (refused.code, refused.out) == (2, "")
    assert "llm4dyg/when_link is not asked in the wording roads; choose abstract." in refused.err
    listed = command("prompt", "--encoding", "adjacency-matrix", stdin=made)
    assert all("Nodes in order: 0, 1" in row["messages"][0]["content"] for row in listed.rows)


@pytest.mark.parametrize("task", [task.name for task in TASKS if task.suite == "nlgraph"])
def test_static_problems_stream_through_the_verbs(command: Command, task: str) -> None:
    made = command("generate", task, "-n", "2", "--naming", "people").out
    flags = ("--wording", TASKS[task].wordings[-1], "--encoding", "sentences")
    asked = command("ask", "--model", "baseline/exact", *flags, stdin=made)
    assert [row["verdict"]["outcome"] for row in asked.rows] == ["correct", "correct"]
    assert all(len(row["steps"]) > 1 for row in command("trace", stdin=made).rows)


def test_prompt(command: Command) -> None:
    flags = {
        "--style": "cot+bag",
        "--k": "2",
        "--encoding": "sentences",
        "--order": "shuffled",
        "--wording": "abstract",
    }
    ran = command("prompt", *(text for flag in flags.items() for text in flag), stdin=f"{LINE}\n{LINE}\n")
    expected = build_prompt(PROBLEM, "cot+bag", k=2, encoding="sentences", order="shuffled").to_json()
    assert (ran.code, ran.err) == (0, "")
    assert ran.rows == [expected, expected]
    assert set(expected) == {"problem_id", "messages", "parts", "style", "encoding"}
    (plain,) = command("prompt", stdin=LINE).rows
    assert plain == build_prompt(PROBLEM).to_json()


def test_trace(command: Command) -> None:
    (row,) = command("trace", stdin=LINE).rows
    assert row == {"problem_id": PROBLEM.id, "steps": [step.to_json() for step in TASKS[PROBLEM.task].trace(PROBLEM)]}


@pytest.mark.parametrize("model", ["baseline/exact", "baseline/random"])
def test_ask(command: Command, model: str) -> None:
    ran = command("ask", "--model", model, "--style", "few-shot", stdin=f"{LINE}\n{LINE}")
    outcomes = [row["verdict"]["outcome"] for row in ran.rows]
    assert ran.code == 0
    assert ran.err.splitlines() == [f"{n}/2 {PROBLEM.id} {outcome}" for n, outcome in enumerate(outcomes, start=1)]
    for row in ran.rows:
        assert set(row) == {"problem_id", "model", "reply", "verdict"}
        assert (row["problem_id"], row["model"]) == (PROBLEM.id, model)
        assert row["reply"]["usage"]["input"] > 0
        assert row["verdict"]["answer"] is not None
    if model == "baseline/exact":
        assert {row["verdict"]["outcome"] for row in ran.rows} == {"correct"}


def test_ask_scripted(command: Command, tmp_path: Any) -> None:
    (tmp_path / "r.jsonl").write_text(json.dumps({"problem_id": PROBLEM.id, "text": "Answer: none"}))
    (row,) = command("ask", "--model", f"scripted/{tmp_path}/r.jsonl", stdin=LINE).rows
    assert row["verdict"]["outcome"] == "hallucinatory"


@pytest.mark.parametrize(("more", "sent"), [((), 0.7), (("--temperature", "0.2"), 0.2)])
def test_ask_by_vote(command: Command, more: tuple[str, ...], sent: float) -> None:
    stub = Stub(body=message("Answer: none"))
    with serving(stub):
        ask = ("ask", "--model", "compatible/x", "--base-url", stub.url, "--strategy", "self-consistency:3", *more)
        ran = command(*ask, stdin=LINE)
        stub.failures = [Failure(400, "{}")]
        failed = command(*ask, stdin=LINE)
    (row,) = ran.rows
    assert list(row) == ["problem_id", "model", "reply", "replies", "vote", "verdict"]
    assert row["reply"] == row["replies"][0] and len(row["replies"]) == 3
    assert [(votes["count"], votes["draws"]) for votes in row["vote"]] == [(3, [0, 1, 2])]
    assert [body["temperature"] for body in stub.bodies] == [sent] * len(stub.bodies)
    (row,) = failed.rows
    assert failed.code == 1 and list(row) == ["problem_id", "model", "error"]


def test_ask_a_server(command: Command) -> None:
    soon = {"Retry-After": "0"}
    stub = Stub(body=message("Answer: none"), failures=[Failure(429, None, soon), Failure(500, "<html>", soon)])
    with serving(stub):
        ask = ("ask", "--model", "compatible/vendor/x", "--base-url", stub.url, "--max-tokens", "9")
        ran = command(*ask, stdin=LINE)
        stub.status = 401
        refused = command(*ask, stdin=f"{LINE}\n{LINE}")
    (row,) = ran.rows
    assert (ran.code, row["model"], row["reply"]["text"]) == (0, "compatible/vendor/x", "Answer: none")
    assert row["reply"]["sent"] == {"temperature": 0.0, "max_tokens": 9}
    assert refused.code == 1
    assert [row["error"]["kind"] for row in refused.rows] == ["authentication"] * 2
    assert len(stub.bodies) == 5


@pytest.mark.parametrize("model", ["paste", "scripted/nowhere.jsonl"])
def test_a_failed_call_is_an_error_and_the_exit_code_is_1(command: Command, model: str) -> None:
    ran = command("ask", "--model", model, stdin=f"{LINE}\n{LINE}")
    assert (ran.code, len(ran.rows)) == (1, 2)
    assert ran.err.splitlines() == [f"{n}/2 {PROBLEM.id} error: unavailable" for n in (1, 2)]
    for row in ran.rows:
        assert set(row) == {"problem_id", "model", "error"}
        assert row["error"]["kind"] == "unavailable" and row["error"]["text"].endswith(".")


@pytest.mark.parametrize(
    "verb", ["generate llm4dyg/when_link -n 2", "prompt", "trace", "verify", "ask --model baseline/exact"]
)
def test_json_prints_one_array(command: Command, verb: str) -> None:
    lines = f"{LINE}\n{LINE}\n"
    one_by_one, at_once = command(*verb.split(), stdin=lines), command(*verb.split(), "--json", stdin=lines)
    (array,) = at_once.rows
    assert len(array) == len(one_by_one.rows) == 2
    if not verb.startswith("ask"):
        assert array == one_by_one.rows


@pytest.mark.parametrize("verb", ["prompt", "trace", "verify", "ask --model baseline/exact"])
def test_no_input_gives_no_data(command: Command, verb: str) -> None:
    ran = command(*verb.split())
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert command(*verb.split(), "--json").rows == [[]]


# Other people's files


def test_export_and_import_go_both_ways(command: Command, tmp_path: Path) -> None:
    made = command("generate", "nlgraph/cycle", "-n", "3", "--set", "difficulty=easy")
    exported = command("export", "nlgraph", stdin=made.out)
    (tmp_path / "a.json").write_text(exported.out)
    read = command("import", "nlgraph", str(tmp_path / "a.json"))
    assert (exported.code, exported.err, read.code, read.err) == (0, "", 0, "")
    assert [row["id"] for row in read.rows] == [row["id"] for row in made.rows]
    assert [row["params"] for row in read.rows] == [{"difficulty": "easy"}] * 3
    assert command("import", "nlgraph", str(tmp_path / "a.json"), "--json").rows == [read.rows]


def test_an_imported_text_is_asked_as_it_stands(command: Command, tmp_path: Path) -> None:
    exported = command("export", "nlgraph", stdin=command("generate", "nlgraph/cycle").out)
    (tmp_path / "a.json").write_text(exported.out)
    lines = command("import", "nlgraph", str(tmp_path / "a.json")).out
    (row,) = command("prompt", "--style", "original", stdin=lines).rows
    assert row["messages"] == [{"role": "user", "content": json.loads(exported.out)["0"]["question"]}]
    (answer,) = command("ask", "--style", "original", "--model", "baseline/exact", stdin=lines).rows
    assert answer["verdict"]["outcome"] == "correct"


def test_import_reads_several_files_and_names_what_cannot_be_used(command: Command, tmp_path: Path) -> None:
    entry = json.loads(command("export", "nlgraph", stdin=command("generate", "nlgraph/cycle").out).out)["0"]
    (tmp_path / "a.json").write_text(json.dumps({"x": entry, "y": 3}))
    graph = tmp_path / "cycle" / "graph0.txt"
    graph.parent.mkdir()
    graph.write_text("2 1\n0 1\n")
    ran = command("import", "nlgraph", f"{tmp_path}/none", f"{tmp_path}/a.json", str(graph))
    assert (ran.code, [row["task"] for row in ran.rows]) == (0, ["nlgraph/cycle"] * 2)
    none, bad = ran.err.splitlines()
    assert "none cannot be read" in none and "entry 'y': It is no object" in bad


def test_import_of_nothing_that_can_be_used_ends_with_2(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"0": {"question": "Why?"}}')
    assert "none of NLGraph's eight" in command("import", "nlgraph", str(tmp_path / "a.json")).failed()
    assert "choose nlgraph" in command("import", "graphml", "x").failed()


def test_export_names_bad_lines_and_goes_on(command: Command) -> None:
    ran = command("export", "nlgraph", stdin=f"{LINE}\nnonsense\n" + command("generate", "nlgraph/cycle").out)
    assert (ran.code, list(json.loads(ran.out))) == (2, ["0"])
    first, second = ran.err.splitlines()
    assert first.startswith("Line 1: NLGraph does not ask") and second.startswith("Line 2: ")


# Verdicts


def verdicts(command: Command, *lines: Any) -> list[Any]:
    """The verdict lines on these records (or raw lines)."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    ran = command("verify", stdin="\n".join(texts))
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.rows) == len(lines)
    return ran.rows


def test_verify_takes_both_forms(command: Command) -> None:
    flat, nested = verdicts(
        command, LINKED | {"response": "Answer: [0, 2]"}, {"problem": LINKED, "response": "Answer: [0, 2]"}
    )
    assert flat == nested
    assert flat == {
        "outcome": "correct", "score": {}, "answer": [0, 2], "span": [8, 14], "optimum": [0, 2], "findings": [],
    }  # fmt: skip


def test_verify_keeps_the_order_and_goes_on_after_bad_lines(command: Command) -> None:
    rows = verdicts(
        command,
        LINKED | {"response": "Answer: [2]"},
        "nonsense",
        LINKED | {"response": "Answer: [7]"},
        "",
        LINKED | {"response": ""},
    )
    assert [row.get("outcome", "error") for row in rows] == ["suboptimal", "error", "hallucinatory", "error", "missing"]
    assert all(
        set(row) == {"error"} and row["error"].startswith(f"Line {n}: ") for n, row in ((2, rows[1]), (4, rows[3]))
    )


def test_the_optimum_is_there_only_where_the_verdict_needed_it(command: Command) -> None:
    path = {"task": "llm4dyg/find_tpath", "graph": NODES, "query": {"start": 0}}
    rows = verdicts(
        command,
        LINKED | {"response": "I do not know"},
        path | {"response": "Answer: [0, 1, 2]"},
        path | {"response": "Answer: [0, 9, 2]"},
        LINKED | {"response": "Answer: [0]"},
    )
    assert ["optimum" in row for row in rows] == [False, False, False, True]


UNSOLVABLE = [
    ("llm4dyg/when_connect", {"u": 0, "v": "x"}, ["none", "[]", "no such time", "None"]),
    ("llm4dyg/when_tclosure", {"nodes": [0, 1, 2]}, ["none", "[]"]),
    ("llm4dyg/find_tpath", {"start": "x"}, ["none", "[]", "no path exists"]),
]


@pytest.mark.parametrize(("task", "query", "answers"), UNSOLVABLE, ids=[task for task, _, _ in UNSOLVABLE])
def test_a_problem_without_solution_is_answered_with_none(
    command: Command, task: str, query: dict[str, Any], answers: list[str]
) -> None:
    asked = {"task": task, "graph": {**NODES, "nodes": [0, 1, 2, "x"]}, "query": query}
    for row in verdicts(command, *(asked | {"response": f"Answer: {answer}"} for answer in answers)):
        assert (row["outcome"], row["optimum"]) == ("correct", None)
    wrong = "[x, 0, 1]" if task == "llm4dyg/find_tpath" else "1"
    (row,) = verdicts(command, asked | {"response": f"Answer: {wrong}"})
    assert row["outcome"] == "hallucinatory"


@pytest.mark.parametrize("answer", ["[]", "none", "None", "no nodes"])
def test_an_empty_set_can_be_the_answer(command: Command, answer: str) -> None:
    asked = {"task": "llm4dyg/neighbor_at_time", "graph": NODES, "query": {"node": 2, "time": 0}}
    (row,) = verdicts(command, asked | {"response": f"Answer: {answer}"})
    assert (row["outcome"], row["answer"]) == ("correct", [])


@pytest.mark.parametrize("reason", ["length", "max_tokens"])
def test_a_cut_reply_is_truncated(command: Command, reason: str) -> None:
    cut = {"response": "Node 0 and node 1 are linked at times 0 and 2.", "finish_reason": reason}
    whole = {"response": "Answer: [0, 2]\nIn other words", "finish_reason": reason}
    first, second, third = verdicts(command, LINKED | cut, LINKED | whole, LINKED | cut | {"finish_reason": None})
    assert (first["outcome"], first["findings"][0]["code"], first["answer"]) == ("missing", "truncated", None)
    assert second["outcome"] == third["outcome"] == "correct"


# Bad usage

GENERATE = ("generate", "llm4dyg/when_link")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "required: VERB; see python -m graphcore --help"),
        (["dance"], "invalid choice: 'dance'"),
        (["generate"], "required: TASK"),
        (["generate", "llm4dyg/when_lunch"], "Unknown task 'llm4dyg/when_lunch'; choose llm4dyg/when_link"),
        ([*GENERATE, "-n", "0"], "-n: give a whole number from 1"),
        ([*GENERATE, "-n", "-3"], "-n: give a whole number from 1"),
        ([*GENERATE, "-n", "many"], "-n: give a whole number"),
        ([*GENERATE, "-n", "9" * 5000], "-n: give a whole number"),
        ([*GENERATE, "--seed", "1.5"], "--seed: give a whole number"),
        ([*GENERATE, "--seed", "nan"], "--seed: give a whole number"),
        ([*GENERATE, "--generator", "erdos"], "Unknown generator 'erdos'; choose erdos_renyi"),
        ([*GENERATE, "--naming", "emoji"], "Unknown naming 'emoji'; choose integers"),
        ([*GENERATE, "--set", "n"], "--set 'n' is not KEY=VALUE"),
        ([*GENERATE, "--set", "=3"], "--set '=3' is not KEY=VALUE"),
        ([*GENERATE, "--set", "q=3"], "Unknown parameter 'q'; choose n, p, t, directed"),
        ([*GENERATE, "--set", "length=3"], "Unknown parameter 'length'"),
        ([*GENERATE, "--set", "n=1"], "n is '1'; give a whole number from 2 to 100"),
        ([*GENERATE, "--set", "n=" + "9" * 5000], "give a whole number from 2 to 100"),
        ([*GENERATE, "--set", "p=nan"], "p is 'nan'; give a number from 0 to 1"),
        ([*GENERATE, "--set", "p=0"], "take more nodes"),
        ([*GENERATE, "--set", "t="], "t is ''; give a whole number from 1 to 60"),
        ([*GENERATE, "--colour", "red"], "nrecognized arguments: --colour red"),
        (["prompt", "--style", "dst3"], "Unknown style 'dst3'; choose dst2-v"),
        (["prompt", "--style", "cot+few-shot"], "exclude each other"),
        (["prompt", "--style", "own/../x"], "is unusable"),
        (["prompt", "--k", "17"], "k is '17'; give a whole number from 0 to 16"),
        (["prompt", "--k", "two"], "k is 'two'; give a whole number from 0 to 16"),
        (["prompt", "--encoding", "xml"], "Unknown encoding 'xml'; choose edge-list"),
        (["generate", "llm4dyg/when_link", "--generator", "chain"], "is not asked on chain; choose erdos_renyi"),
        (["generate", "nlgraph/cycle", "--set", "difficulty=brutal"], "give one of custom, easy, medium, hard"),
        (["generate", "nlgraph/cycle", "--set", "t=5"], "Unknown parameter 't'; choose difficulty, n, p, answer"),
        (["prompt", "--order", "random"], "--order: invalid choice: 'random'"),
        (["prompt", "--wording", "road"], "Unknown wording 'road'; choose roads"),
        (["ask"], "required: --model"),
        (["ask", "--model", "gpt"], "Unknown model 'gpt'; choose"),
        (["ask", "--model", "baseline/exacd"], "Unknown model 'baseline/exacd'; choose baseline/exact"),
        (["ask", "--model", "scripted/"], "scripted/ and its path"),
        (["ask", "--model", ""], "Unknown model ''"),
        (["ask", "--model", "compatible/"], "Say which model"),
        (["ask", "--model", "compatible/x", "--base-url", "localhost"], "needs http://"),
        (["ask", "--model", "compatible/x", "--base-url", "http://me:secret@host/v1"], "user name or password"),
        (["ask", "--model", "openai/x", "--base-url", "http://host/v1"], "use compatible/"),
        (["ask", "--model", "baseline/exact", "--base-url", "http://host/v1"], "only compatible/"),
        (["ask", "--model", "baseline/exact", "--max-tokens", "0"], "--max-tokens: give a whole number from 1"),
        (["ask", "--model", "baseline/exact", "--temperature", "nan"], "--temperature: give a number from 0 to 2"),
        (["ask", "--model", "baseline/exact", "--temperature", "-1"], "--temperature: give a number from 0 to 2"),
        (["ask", "--model", "baseline/exact", "--temperature", "hot"], "--temperature: give a number from 0 to 2"),
        (["ask", "--model", "baseline/exact", "--strategy", "luck"], "Unknown strategy 'luck'; choose single"),
        (["ask", "--model", "baseline/exact", "--strategy", "self-consistency:41"], "N from 2 to 40"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)  # fmt: skip
def test_bad_usage_ends_with_2_and_one_clear_line(command: Command, arguments: list[str], said: str) -> None:
    assert said in command(*arguments).failed()


# Bad input

BOMB = "[" * 100_000 + "]" * 100_000


def broken(**changes: Any) -> str:
    return json.dumps(LINKED | {"response": "Answer: [0, 2]"} | changes)


BAD_LINES = {
    "no JSON": "hello",
    "half": '{"task": "llm4dyg/when_link"',
    "blank": " ",
    "list": "[]",
    "number": "3",
    "null": "null",
    "text": '"x"',
    "nan": "NaN",
    "bomb": BOMB,
    "bomb inside": f'{{"task": "llm4dyg/when_link", "graph": {BOMB}, "query": {{}}, "response": ""}}',
    "huge integer": broken().replace("1, 2, 1", "1, 2, " + "9" * 5000),
    "NaN time": broken().replace("1, 2, 1", "1, 2, NaN"),
    "no task": json.dumps({"graph": NODES, "query": {}, "response": ""}),
    "task": broken(task="llm4dyg/when_lunch"),
    "task list": broken(task=["llm4dyg/when_link"]),
    "long task": broken(task="x" * 100_000),
    "graph list": broken(graph=[1]),
    "graph null": broken(graph=None),
    "graph kind": broken(graph={"kind": "pair", "a": {}, "b": {}}),
    "edges": broken(graph={"nodes": [0, 1], "edges": [[0, 1]]}),
    "edges number": broken(graph={"nodes": [0, 1], "edges": 3}),
    "nodes of wrong type": broken(graph={"nodes": [0, 1.5, None], "edges": []}),
    "node is a list": broken(graph={"nodes": [[0], {}], "edges": []}),
    "end of wrong type": broken(graph={"nodes": [0, 1], "edges": [[0, [1], 3]]}),
    "query list": broken(query=[0, 1]),
    "query null": broken(query=None),
    "query field": broken(query={"u": 0, "v": 1, "w": 2}),
    "query node": broken(query={"u": 0, "v": "1"}),
    "query bool": broken(query={"u": 0, "v": True}),
    "query empty": broken(query={}),
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_named_and_the_others_go_on(command: Command, line: str) -> None:
    (good, bad, last) = verdicts(command, broken(), line, broken())
    assert good == last and good["outcome"] == "correct"
    assert set(bad) == {"error"}
    assert bad["error"].startswith("Line 2: ") and len(bad["error"]) < 800 and "\n" not in bad["error"]
    for verb in (["prompt"], ["trace"], ["ask", "--model", "baseline/exact"]):
        ran = command(*verb, stdin=f"{LINE}\n{line}\n{LINE}\n")
        assert (ran.code, len(ran.rows)) == (2, 2)
        assert ran.without_progress().said().startswith("Line 2: ")


def test_a_search_that_is_given_up_is_an_error_of_its_line(command: Command) -> None:
    links = [[u, v, 1] for u in range(60) for v in range(u)] + [[1, 60, 1], [1, 61, 1]]
    asked = {"task": "llm4dyg/find_tpath", "graph": {"edges": links}, "query": {"start": 0, "length": 62}}
    line = json.dumps(asked | {"response": "Answer: none"})
    given_up, path = verdicts(command, line, asked | {"response": "Answer: [0, 1]"})
    assert given_up["error"].startswith("Line 1: The search for a path of 62 nodes was given up")
    assert path["outcome"] == "hallucinatory"
    assert "given up" in command("trace", stdin=line).failed()
    ran = command("ask", "--model", "baseline/exact", stdin=line)
    assert (ran.code, ran.rows[0]["error"]["kind"]) == (1, "request")


@pytest.mark.parametrize(
    "line",
    [broken(response=None), broken(response=3), broken(response=["x"]), LINE, '{"problem": 3, "response": "x"}',
     '{"problem": null, "response": "x"}', '{"problem": [], "response": "x"}'],
    ids=["null", "number", "list", "none", "problem number", "problem null", "problem list"],
)  # fmt: skip
def test_verify_needs_a_problem_and_a_response(command: Command, line: str) -> None:
    (row,) = verdicts(command, line)
    assert set(row) == {"error"} and row["error"].startswith("Line 1: ") and row["error"].endswith(".")


def test_nesting_of_any_depth_is_an_error_of_its_line(command: Command) -> None:
    # Somewhere below Python's recursion limit a line can be parsed but its value cannot be shown.
    depths = (*range(800, 1000), 3000, 20_000)
    line = broken(graph={"edges": [["HERE", 1, 1]]})
    for row in verdicts(command, *(line.replace('"HERE"', "[" * depth + "]" * depth) for depth in depths)):
        assert set(row) == {"error"} and len(row["error"]) < 800


def test_strange_values_that_harm_nothing(command: Command) -> None:
    rows = verdicts(
        command,
        broken(finish_reason=[1], seed=[], naming=3, generator={"x": 1}, id=5, more=None),
        broken(optimum=[5], solution="x"),
        broken(params={"t": 10**30}),
        broken().replace("1, 2, 1", "1, 2, " + "9" * 4000),
    )
    assert [row.get("outcome") for row in rows] == ["correct"] * 4


def test_names_with_halves_of_characters_are_printed_as_json(command: Command) -> None:
    graph = {"nodes": ["\ud800", "ü"], "edges": [["\ud800", "ü", 1]]}
    line = broken(
        task="llm4dyg/neighbor_at_time", graph=graph, query={"node": "ü", "time": 1}, response='Answer: ["\\ud800"]'
    )
    (row,) = verdicts(command, line)
    assert (row["outcome"], row["answer"]) == ("correct", ["\ud800"])
    for verb in (["prompt"], ["trace"], ["ask", "--model", "baseline/exact"]):
        ran = command(*verb, stdin=line).without_progress()
        assert (ran.code, ran.err) == (0, "")
        assert "\ud800" in json.dumps(ran.rows[0], ensure_ascii=False)


def test_bytes_that_are_no_text_are_a_bad_line(command: Command) -> None:
    ran = command("verify", stdin=b"\xff\xfe\n" + broken().encode())
    assert [set(row) == {"error"} for row in ran.rows] == [True, False]


def test_a_second_problem_that_cannot_be_made_leaves_the_first(command: Command) -> None:
    ran = command("generate", "llm4dyg/check_tclosure", "-n", "2", "--set", "p=1", "--set", "n=5")
    assert (ran.code, len(ran.rows)) == (2, 1)
    assert "an open one" in ran.said()


# The process


def test_another_locale_changes_nothing() -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    line = json.dumps(generate("llm4dyg/neighbor_at_time", naming="people").to_json(), ensure_ascii=False)
    made = python("generate", "llm4dyg/neighbor_at_time", "--naming", "people", **env)
    assert (made.returncode, made.stderr, made.stdout.decode().strip()) == (0, b"", line)
    asked = python("ask", "--model", "baseline/exact", stdin=line, **env)
    assert json.loads(asked.stdout)["verdict"]["outcome"] == "correct"
    refused = python("generate", "llm4dyg/ü", **env)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.decode().startswith("Unknown task 'llm4dyg/")


@pytest.mark.parametrize(
    "verb", ["generate llm4dyg/when_link -n 100000", "prompt", "trace", "ask --model baseline/exact"]
)
def test_a_reader_that_leaves_ends_it_quietly(verb: str, tmp_path: Path) -> None:
    (tmp_path / "problems.jsonl").write_text(f"{LINE}\n" * 5_000)
    with (
        (tmp_path / "problems.jsonl").open() as problems,
        subprocess.Popen(
            [sys.executable, "-m", "graphcore", *verb.split()],
            cwd=ROOT, stdin=problems, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process,
    ):  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        json.loads(process.stdout.readline())
        process.stdout.close()
        said = process.stderr.read().decode()
        assert process.wait(timeout=60) == 0
        assert Ran(0, "", said).without_progress().err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("verb", ["tasks", "generate llm4dyg/when_link"])
def test_output_that_cannot_be_written_is_said(verb: str) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "graphcore", *verb.split()],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False,
        )  # fmt: skip
    assert (ran.returncode, len(ran.stderr.splitlines())) == (1, 1)
    assert b"Reading or writing failed" in ran.stderr


def test_input_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with (tmp_path / "only to write").open("w") as closed:
        ran = subprocess.run(
            [sys.executable, "-m", "graphcore", "verify"],
            cwd=ROOT, stdin=closed, capture_output=True, timeout=60, check=False,
        )  # fmt: skip
    assert (ran.returncode, ran.stdout, len(ran.stderr.splitlines())) == (1, b"", 1)


def test_progress_counts_lines_where_the_end_is_not_known() -> None:
    asked = python("ask", "--model", "baseline/exact", stdin=f"nonsense\n{LINE}\n")
    first, second = asked.stderr.decode().splitlines()
    assert first.startswith("Line 1: ")
    assert second == f"2 {PROBLEM.id} correct"


def test_a_mark_of_the_encoding_is_no_part_of_the_first_line(command: Command) -> None:
    ran = command("verify", stdin=b"\xef\xbb\xbf" + broken().encode() + b"\r\n")
    assert ran.rows[0]["outcome"] == "correct"


@pytest.mark.parametrize("verb", ["tasks", "verify"])
def test_closed_input_is_empty_input(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO()))
    assert main([verb]) == 0


def test_interrupting_says_one_line(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("graphcore.cli.generate", interrupt)
    assert command("generate", "llm4dyg/when_link").failed(1) == "Stopped."


def test_help_names_every_verb_and_goes_to_standard_output() -> None:
    ran = python("--help")
    assert (ran.returncode, ran.stderr) == (0, b"")
    for verb in ("tasks", "generate", "prompt", "verify", "trace", "models", "ask"):
        assert verb.encode() in ran.stdout


def test_a_problem_streams_through_all_verbs() -> None:
    made = python("generate", "llm4dyg/sort_edge", "-n", "2").stdout.decode()
    asked = python("ask", "--model", "baseline/exact", stdin=made).stdout.decode()
    replies = [json.loads(line)["reply"]["text"] for line in asked.splitlines()]
    lines = [
        json.dumps({"problem": json.loads(problem), "response": reply})
        for problem, reply in zip(made.splitlines(), replies, strict=True)
    ]
    judged = [json.loads(line) for line in python("verify", stdin="\n".join(lines)).stdout.decode().splitlines()]
    assert [row["outcome"] for row in judged] == ["correct", "correct"]
