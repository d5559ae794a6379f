"""A run that is killed again and again: nothing is lost, and hardly anything is asked twice."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

from graphcore.runs.store import Store
from tests.load.stub_server import Stub, running
from tests.runs.commands import asked, begin, begin_plan, ended, last, stubbed, wait_until

KILLS, CELLS, CONCURRENCY = 20, 1200, 16
RETRIES = 8
"""With 4, one in 70 runs would have a call that fails five times in a row."""


def test_a_run_survives_being_killed(store: Store, tmp_path: Path) -> None:
    rng = random.Random(7)
    with running(latency=0.1, faults=0.1, seed=7) as stub:
        process = begin_plan(store, stubbed(stub, CELLS, CONCURRENCY, retries=RETRIES), tmp_path)
        for _ in range(KILLS):
            _wait_for_a_call(stub)
            time.sleep(rng.uniform(0, 0.4))
            process.kill()
            process.wait()
            (run,) = store.runs()
            assert run.state == "paused" and len(store.kept(run.id)) < CELLS, "it was killed while it worked"
            process = begin(store, "--resume", run.id)
        code, out, _ = ended(process)
        again = stub.counts().sound.total() - CELLS

    assert [row["error"] for row in store.records(run.id) if row["error"]] == []
    assert (code, last(out)["state"], last(out)["done"]) == (0, "finished", CELLS)
    assert set(Counter(row["key"] for row in store.records(run.id)).values()) == {1}
    assert 0 <= again <= KILLS * CONCURRENCY


def _wait_for_a_call(stub: Stub) -> None:
    before = asked(stub)
    wait_until(lambda: asked(stub) > before)
