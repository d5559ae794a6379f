"""Runs that a page starts: they outlive it, and its keys are seen nowhere."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from graphcore.cli import main
from graphcore.errors import InputError, StoreError
from graphcore.models import Connection
from graphcore.runs import launch
from graphcore.runs.store import Store
from tests.load.stub_server import running
from tests.runs.commands import stubbed, wait_until

CANARY = "canary-4f1d"


def command_lines() -> list[bytes]:
    """Those of all processes of this machine that can be read."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes())
        except OSError:
            continue
    return found


def test_a_key_reaches_the_server_and_is_seen_nowhere_else(
    store: Store, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(latency=0.05, faults=0.5, seed=1, key=CANARY) as stub:
        made = stubbed(stub, 40, 4)
        run = store.create(made)
        launch.start(store, run.id, {"compatible": Connection(CANARY)})
        wait_until(lambda: stub.counts().sound.total() > 4)
        assert not [line for line in command_lines() if CANARY.encode() in line]
        files = list(tmp_path.iterdir())
        assert any(path.name.endswith("-wal") for path in files)
        assert not [path for path in files if CANARY.encode() in path.read_bytes()]
        wait_until(lambda: store.run(run.id).state == "finished")

    progress = store.progress(run.id)
    assert progress.done > 0 and "authentication" not in progress.errors
    assert not [path for path in tmp_path.iterdir() if CANARY.encode() in path.read_bytes()]
    monkeypatch.setattr("sys.stdin", None)
    written = [["report", "--format", form] for form in ("table", "csv", "json", "html")]
    written += [["export", form] for form in ("csv", "jsonl", "html")]
    for verb in written:
        assert main([*verb, run.id, "--db", store.url]) == 0
        shown = capfd.readouterr()
        assert made.tasks[0].rpartition("/")[2].replace("_", " ") in shown.out.replace("_", " ")
        assert CANARY not in shown.out + shown.err


def test_a_run_is_started_once(store: Store) -> None:
    with running(latency=0.2) as stub:
        run = store.create(stubbed(stub, 20, 2))
        launch.start(store, run.id, {})
        assert store.run(run.id).state == "running"
        with pytest.raises(StoreError, match="Another process works on"):
            launch.start(store, run.id, {})
        store.want(run.id, "cancel")
        wait_until(lambda: store.run(run.id).state == "cancelled")


def test_a_refused_key_is_not_repeated(store: Store, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with running(key="another") as stub:
        run = store.create(stubbed(stub, 40, 4))
        launch.start(store, run.id, {"compatible": Connection(CANARY)})
        wait_until(lambda: store.run(run.id).message)
    left = store.run(run.id)
    assert left.state == "paused" and "key" in left.message
    assert CANARY not in left.message + "".join(capfd.readouterr())
    assert not [path for path in tmp_path.iterdir() if CANARY.encode() in path.read_bytes()]


def test_connections_go_through_the_pipe_as_they_are() -> None:
    given = {"openai": Connection("sk-1"), "compatible/a b": Connection("ü", "http://127.0.0.1:1/v1")}
    data = json.dumps({name: vars(connection) for name, connection in given.items()})
    assert launch.read_connections(io.StringIO(data)) == given
    assert launch.read_connections(io.StringIO("{}")) == {}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1}', f'{{"a": {{"key": "{CANARY}"}}}}', f'"{CANARY}"'])
def test_what_holds_no_connections_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(InputError, match="holds no connections") as caught:
        launch.read_connections(io.StringIO(text))
    assert CANARY not in str(caught.value) and caught.value.__suppress_context__
