"""The engine: every cell gets one record, whatever comes back and whatever stops it."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from graphcore.errors import ModelError, StoreError
from graphcore.models import Connection, Request, Status
from graphcore.runs import engine
from graphcore.runs.engine import work
from graphcore.runs.lease import new_owner
from graphcore.runs.plan import Settings, cells
from graphcore.runs.store import Run, Store
from graphcore.tasks import TASKS
from tests.runs.sample import Probe, plan, probing

RIGHT, WRONG = 49, 19


def exact(request: Request) -> str:
    return TASKS[request.problem.task].exact_text(request.problem)


def fail(kind: str, message: str = "It does not work; try later.") -> ModelError:
    return ModelError(kind, message)


def raises(error: Exception) -> Any:
    def answer(request: Request) -> str:
        raise error

    return answer


def kinds(store: Store, run: Run) -> dict[str, int]:
    return dict(store.progress(run.id).errors)


def started(store: Store, **changes: Any) -> tuple[Run, Run]:
    """A run of the probe, before and after it was worked on."""
    run = store.create(probing(**changes))
    return run, work(store, run.id, {})


def test_the_exact_baseline_is_right_everywhere(store: Store) -> None:
    made = plan(tasks=tuple(TASKS.names), styles=("zero-shot", "few-shot+dst2-v4"), count=2)
    run = work(store, store.create(made).id, {})
    assert (run.state, run.message) == ("finished", "")
    assert store.progress(run.id).outcomes == {"correct": made.size}
    assert set(store.kept(run.id)) == {cell.key for cell in cells(made)}
    assert len(list(store.records(run.id))) == made.size


def test_a_record_says_what_was_asked_and_what_came_back(store: Store, probe: Probe) -> None:
    probe.answer = exact
    run, _ = started(store, tasks=("llm4dyg/when_link",), count=1, settings={"temperature": 0.5})
    (row,) = store.records(run.id)
    (cell,) = cells(run.plan)
    wanted = {"key": cell.key, "task": "llm4dyg/when_link", "generator": "erdos_renyi", "seed": 0, "style": "zero-shot"}
    wanted |= {"encoding": "edge-list", "order": "sorted", "wording": "abstract", "naming": "integers", "repeat": 0}
    wanted |= {"strategy": "single", "model": "probe/x", "sent": {"temperature": 0.5}, "error": None}
    assert {name: row[name] for name in wanted} == wanted
    assert row["params"]["n"] == 6 and len(row["messages_hash"]) == 16 and len(row["verifier"]) == 8
    assert row["verdict"]["outcome"] == "correct" and row["reply"]["latency_s"] == 1.5
    assert store.problem(row["problem_id"])["task"] == "llm4dyg/when_link"


@pytest.mark.parametrize("kind", ["network", "rate_limit", "server", "request", "internal"])
def test_failed_cells_are_asked_again_on_resume(store: Store, probe: Probe, kind: str) -> None:
    probe.answer = raises(KeyError("canary") if kind == "internal" else fail(kind))
    run, after = started(store)
    assert (after.state, kinds(store, run), store.progress(run.id).done) == ("finished", {kind: run.cells}, 0)
    assert all("canary" not in str(row["error"]) for row in store.records(run.id))
    probe.answer = exact
    assert work(store, run.id, {}).state == "finished"
    assert store.progress(run.id).outcomes == {"correct": run.cells} and not kinds(store, run)


def test_what_does_not_fit_the_context_is_neither_asked_nor_asked_again(store: Store, probe: Probe) -> None:
    probe.context_size = 600
    run, _ = started(store)
    assert kinds(store, run) == {"context": run.cells}
    probe.context_size = None
    work(store, run.id, {}, only_errors=True)
    work(store, run.id, {})
    assert not probe.asked and kinds(store, run) == {"context": run.cells}


def test_a_problem_that_cannot_be_posed_is_an_error_that_is_seen(store: Store, probe: Probe) -> None:
    run, after = started(store, tasks=("llm4dyg/check_tclosure",), params={"n": (5, 3), "p": (0.01,)}, count=1)
    rows = [row for row in store.records(run.id) if row["error"]]
    assert rows and {row["error"]["kind"] for row in rows} == {"problem"}
    assert after.state == "finished" and "graphs" in rows[0]["error"]["text"]
    assert sum(probe.asked.values()) == run.cells - len(rows)


def test_only_errors_calls_exactly_what_failed(store: Store, probe: Probe) -> None:
    failing = True

    def answer(request: Request) -> str:
        seed = request.problem.seed or 0
        if failing and seed >= RIGHT + WRONG:
            raise fail("network")
        return exact(request) if seed < RIGHT else "Answer: [99]"

    probe.answer = answer
    run, _ = started(store, tasks=("llm4dyg/when_link",), count=RIGHT + WRONG + 6, cache=False)
    assert store.progress(run.id).outcomes == {"correct": RIGHT, "hallucinatory": WRONG}
    before, failing = probe.asked.total(), False
    assert work(store, run.id, {}, only_errors=True).state == "finished"
    assert probe.asked.total() - before == 6
    assert store.progress(run.id).outcomes == {"correct": RIGHT, "hallucinatory": WRONG + 6}


def test_only_errors_leaves_what_was_not_asked_yet(store: Store, probe: Probe) -> None:
    run = store.create(probing())
    assert work(store, run.id, {}, only_errors=True).state == "paused"
    assert not probe.asked


@pytest.mark.parametrize("kind", ["authentication", "quota"])
def test_a_model_that_every_call_would_fail_with_is_left_at_once(store: Store, probe: Probe, kind: str) -> None:
    probe.answer = raises(fail(kind, "The key was refused; check it."))
    settings = {"probe/x": Settings(concurrency=2, retries=4)}
    run = store.create(plan(models=("probe/x", "baseline/exact"), model=settings, count=20))
    after = work(store, run.id, {})
    assert (after.state, after.message) == ("paused", "The key was refused; check it.")
    assert probe.asked.total() == 2
    assert store.progress(run.id).outcomes == {"correct": 40}
    probe.answer = exact
    assert work(store, run.id, {}).state == "finished"


def test_a_model_whose_last_cells_fail_so_leaves_the_run_paused(store: Store, probe: Probe) -> None:
    probe.answer = raises(fail("quota", "Nothing is left; look at its billing."))
    _, after = started(store, settings={"concurrency": 64})
    assert (after.state, after.message) == ("paused", "Nothing is left; look at its billing.")


def test_a_model_that_cannot_be_used_is_told_and_the_others_go_on(store: Store, probe: Probe) -> None:
    probe.state = Status(False, "Set a key.")
    run = store.create(plan(models=("probe/x", "baseline/exact")))
    after = work(store, run.id, {})
    assert (after.state, after.message) == ("paused", "probe/x: Set a key.")
    assert store.progress(run.id).outcomes == {"correct": 6} and not probe.asked


def test_a_key_that_cannot_be_one_is_told(store: Store) -> None:
    settings = {"compatible/x": Settings(base_url="http://127.0.0.1:9/v1")}
    run = store.create(plan(models=("compatible/x",), model=settings))
    after = work(store, run.id, {"compatible": Connection("canary\nkey")})
    assert after.state == "paused" and "odd characters" in after.message and "canary" not in after.message
    assert not store.kept(run.id)


@pytest.mark.parametrize(("wanted", "state"), [("pause", "paused"), ("cancel", "cancelled")])
def test_a_wish_stops_the_run(store: Store, probe: Probe, wanted: str, state: str) -> None:
    def answer(request: Request) -> str:
        if probe.asked.total() > 4:
            store.want(run.id, wanted)
        return exact(request)

    probe.answer, probe.pause = answer, 0.05
    run = store.create(probing(tasks=("llm4dyg/when_link",), count=500))
    assert work(store, run.id, {}).state == state
    assert 4 <= len(store.kept(run.id)) <= probe.asked.total() < 500
    probe.answer, probe.pause = exact, 0
    assert work(store, run.id, {}).state == "finished"


def test_a_cancelled_run_drops_the_calls_in_flight(store: Store, probe: Probe) -> None:
    probe.pause = 1e6
    run = store.create(probing())
    store.want(run.id, "cancel")
    assert work(store, run.id, {}).state == "cancelled"
    assert not store.kept(run.id)


def test_the_first_interrupt_lets_calls_end_and_the_second_drops_them(store: Store, probe: Probe) -> None:
    told: list[str] = []

    def answer(request: Request) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        probe.pause = 1e6
        return exact(request)

    probe.answer = answer
    run = store.create(probing(settings={"concurrency": 1}))
    assert work(store, run.id, {}, say=told.append).state == "paused"
    assert len(store.kept(run.id)) == 1 and "Pausing" in told[0]

    def interrupt_again(text: str) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    def begin(request: Request) -> str:
        probe.pause = 1e6
        os.kill(os.getpid(), signal.SIGTERM)
        return exact(request)

    probe.pause, probe.answer = 0, begin
    assert work(store, run.id, {}, say=interrupt_again).state == "paused"
    assert len(store.kept(run.id)) < run.cells


def test_an_interrupt_before_the_first_call_pauses(store: Store, probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any) -> Any:
        raise KeyboardInterrupt

    run = store.create(probing())
    with monkeypatch.context() as patch:
        patch.setattr(engine, "pending", interrupted)
        assert work(store, run.id, {}).state == "paused"
    assert work(store, run.id, {}).state == "finished"


def test_two_processes_never_work_on_one_run(store: Store, probe: Probe) -> None:
    refused: list[str] = []

    def answer(request: Request) -> str:
        with pytest.raises(StoreError) as caught:
            store.acquire(run.id, new_owner())
        refused.append(str(caught.value))
        return exact(request)

    probe.answer = answer
    run = store.create(probing())
    work(store, run.id, {})
    assert len(refused) == run.cells and "Another process works on" in refused[0]


def test_what_another_process_has_finished_is_not_asked_again(store: Store, probe: Probe) -> None:
    run, _ = started(store)
    before = probe.asked.total()
    assert work(store, run.id, {}).state == "finished"
    assert probe.asked.total() == before


def test_a_run_that_is_taken_over_ends_here(store: Store, probe: Probe) -> None:
    thief = new_owner()

    def answer(request: Request) -> str:
        with store._begin() as connection:
            connection.exec_driver_sql("UPDATE runs SET owner = ?", (thief,))
        return exact(request)

    probe.answer = answer
    run = store.create(probing(settings={"concurrency": 1}))
    with pytest.raises(StoreError, match="taken over"):
        work(store, run.id, {})
    assert not store.kept(run.id) and store.run(run.id).state == "running"


def test_a_full_disk_ends_the_run_in_one_sentence_and_loses_nothing(store: Store, probe: Probe) -> None:
    def answer(request: Request) -> str:
        if probe.asked.total() == 4:
            sa.event.listen(store._database._engine, "begin", fill)
        return " " * 100_000 + exact(request)

    def fill(link: sa.Connection) -> None:
        link.exec_driver_sql("PRAGMA max_page_count = 1")

    probe.answer = answer
    run = store.create(probing(settings={"concurrency": 1}, count=20))
    with pytest.raises(StoreError, match="no room left"):
        work(store, run.id, {})
    again = Store(store.url)
    assert len(again.kept(run.id)) == 3
    probe.answer = exact
    assert work(again, run.id, {}).state == "finished"
    assert again.progress(run.id).outcomes == {"correct": run.cells}
    assert max(probe.asked.values()) <= 2 and probe.asked.total() == run.cells + 1


def test_known_replies_are_not_asked_for_again(store: Store, probe: Probe) -> None:
    first, _ = started(store)
    asked = probe.asked.total()
    second, _ = started(store)
    assert probe.asked.total() == asked
    replies = [row["reply"] for row in store.records(second.id)]
    assert all(reply["cached"] and reply["latency_s"] == 1.5 for reply in replies)
    assert not any(row["reply"]["cached"] for row in store.records(first.id))
    assert {row["cached"] for row in store.summaries([second.id])} == {True}


def test_repeats_are_asked_for_each_by_itself(store: Store, probe: Probe) -> None:
    started(store, repeats=3)
    assert set(probe.asked.values()) == {3}


@pytest.mark.parametrize(
    "changes", [{"settings": {"temperature": 1.0}}, {"settings": {"max_tokens": 9}}, {"settings": {"thinking": 9}}]
)
def test_a_reply_is_known_only_under_the_same_parameters(store: Store, probe: Probe, changes: dict[str, Any]) -> None:
    started(store)
    before = probe.asked.total()
    run, _ = started(store, **changes)
    assert probe.asked.total() == before + run.cells


def test_a_reply_is_known_only_from_the_same_address(store: Store, probe: Probe) -> None:
    started(store)
    probe.address = "http://elsewhere"
    started(store)
    assert set(probe.asked.values()) == {2}


def test_without_a_cache_everything_is_asked(store: Store, probe: Probe) -> None:
    for _ in range(2):
        started(store, cache=False)
    assert set(probe.asked.values()) == {2}


def test_failed_calls_are_not_known(store: Store, probe: Probe) -> None:
    probe.answer = raises(fail("server"))
    started(store)
    probe.answer = exact
    run, _ = started(store)
    assert store.progress(run.id).outcomes == {"correct": run.cells}


ODD = {"half": "\ud800", "nul": "\0", "unicode": "图" * 9, "11 MB": "Answer: yes" * 1_000_000}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_replies_are_records_like_others(store: Store, probe: Probe, text: str) -> None:
    probe.answer = lambda request: text
    run, after = started(store, count=1)
    assert after.state == "finished" and not kinds(store, run)
    assert {row["reply"]["text"] for row in store.records(run.id)} == {text}


def test_problems_that_come_twice_are_cells_of_their_own(store: Store, probe: Probe) -> None:
    run, _ = started(store, tasks=("llm4dyg/check_tpath",), count=40, params={"n": (3,), "t": (2,), "p": (0.9,)})
    problems = Counter(row["problem_id"] for row in store.records(run.id))
    assert max(problems.values()) > 1 and problems.total() == run.cells == len(store.kept(run.id))


def test_no_more_calls_are_open_than_the_plan_allows(store: Store, probe: Probe) -> None:
    open_now: set[int] = set()
    most = 0

    class Counting(Probe):
        async def stream(self, request: Request) -> Any:
            nonlocal most
            open_now.add(id(request))
            most = max(most, len(open_now))
            try:
                async for event in probe.stream(request):
                    yield event
            finally:
                open_now.remove(id(request))

    probe.pause = 0.01
    counting = Counting(name="probe")
    probe.open = lambda rest, connection: counting  # type: ignore[method-assign, assignment, return-value]
    started(store, settings={"concurrency": 5}, count=20)
    assert most == 5


def test_progress_is_told(store: Store, probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SAY_S", 0.02)
    probe.pause = 0.02
    told: list[str] = []
    run = store.create(probing(count=20))
    work(store, run.id, {}, say=told.append)
    assert any(f"of {run.cells} cells" in text and "s left" in text for text in told)


def test_keys_reach_the_provider_and_no_byte_of_the_database(store: Store, probe: Probe, tmp_path: Path) -> None:
    probe.answer = raises(fail("server"))
    run = store.create(probing())
    work(store, run.id, {"probe": Connection("canary-key")})
    assert probe.keys == {"", "canary-key"}  # The plan is checked without keys.
    assert not [path for path in tmp_path.iterdir() if b"canary-key" in path.read_bytes()]


VOTING = ("self-consistency:3",)
"""Strategies of plans whose cells draw three replies."""


def test_the_vote_over_several_draws_is_the_cells_answer(store: Store, probe: Probe) -> None:
    probe.answer = lambda request: "Hm." if request.draw == 0 else exact(request)
    run, after = started(store, tasks=("llm4dyg/when_link",), count=1, strategies=VOTING)
    (row,) = store.records(run.id)
    solution = store.problem(row["problem_id"])["solution"]
    assert (after.state, row["strategy"], row["verdict"]["outcome"]) == ("finished", *VOTING, "correct")
    assert [reply["text"] for reply in row["replies"]] == ["Hm.", row["reply"]["text"], row["reply"]["text"]]
    assert row["vote"] == [{"answer": solution, "count": 2, "draws": [1, 2]}]
    (columns,) = store.summaries([run.id])
    assert (columns["strategy"], columns["latency_s"], columns["outcome"]) == (*VOTING, 4.5, "correct")


@pytest.mark.parametrize(("given", "sent"), [({}, (0, 0.7)), ({"temperature": 0.2}, (0.2, 0.2))])
def test_a_strategy_brings_its_temperature_where_the_plan_gives_none(
    store: Store, probe: Probe, given: dict[str, float], sent: tuple[float, float]
) -> None:
    run, _ = started(store, count=1, strategies=("single", *VOTING), settings=given)
    found = {row["strategy"]: row["sent"]["temperature"] for row in store.records(run.id)}
    assert found == dict(zip(("single", *VOTING), sent, strict=True))


def test_every_draw_of_every_repeat_is_another(store: Store, probe: Probe) -> None:
    seen: list[int] = []
    probe.answer = lambda request: seen.append(request.draw) or "Answer: yes"  # type: ignore[func-returns-value]
    started(store, tasks=("llm4dyg/check_tpath",), count=1, strategies=VOTING, repeats=2, settings={"concurrency": 1})
    assert seen == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("cache", [True, False])
def test_one_failed_draw_fails_its_cell_and_what_came_before_it_is_kept(
    store: Store, probe: Probe, cache: bool
) -> None:
    def answer(request: Request) -> str:
        if request.draw == 2 and failing:
            raise fail("network")
        return exact(request)

    failing, probe.answer = True, answer
    run, _ = started(store, strategies=VOTING, cache=cache)
    assert kinds(store, run) == {"network": run.cells}
    assert not any(row["reply"] or row["verdict"] for row in store.records(run.id))
    failing, before = False, probe.asked.total()
    assert work(store, run.id, {}).state == "finished"
    assert probe.asked.total() - before == run.cells * (1 if cache else 3)
    assert store.progress(run.id).outcomes == {"correct": run.cells}


def test_known_draws_are_not_asked_for_again(store: Store, probe: Probe) -> None:
    started(store, strategies=VOTING)
    asked = probe.asked.total()
    fewer, _ = started(store, strategies=("self-consistency:2",))
    assert probe.asked.total() == asked
    more, _ = started(store, strategies=("self-consistency:4",))
    assert probe.asked.total() == asked + more.cells
    assert {row["cached"] for row in store.summaries([fewer.id])} == {True}
    assert {row["cached"] for row in store.summaries([more.id])} == {False}


def test_a_scripted_file_with_several_replies_to_a_problem_is_voted_on(store: Store, tmp_path: Path) -> None:
    made = plan(tasks=("llm4dyg/when_link",), count=2)
    problems = [cell.spec.make() for cell in cells(made)]
    lines = [
        {"problem_id": problem.id, "text": text}
        for problem in problems
        for text in (
            "Answer: [99]",
            TASKS[problem.task].exact_text(problem),
            "?",
            TASKS[problem.task].exact_text(problem),
        )
    ]
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    strategies = ("single", "self-consistency:2", "self-consistency:4")
    run = store.create(plan(tasks=made.tasks, count=2, models=(f"scripted/{path}",), strategies=strategies))
    work(store, run.id, {})
    found = Counter((row["strategy"], row["verdict"]["outcome"]) for row in store.records(run.id))
    assert found == {
        ("single", "hallucinatory"): 2, ("self-consistency:2", "hallucinatory"): 2, ("self-consistency:4", "correct"): 2
    }  # fmt: skip
