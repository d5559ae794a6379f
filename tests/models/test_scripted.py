"""Recorded and pasted replies."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import InputError, ModelError
from graphcore.models import complete, get_model, scripted, stream_sync
from graphcore.models.base import Delta
from graphcore.models.scripted import ScriptedModel
from graphcore.records import Reply
from tests.models.stub import PROBLEM, request

GOOD = {"problem_id": PROBLEM.id, "text": "Answer: [0, 2]"}


def script(folder: Path, *lines: Any) -> str:
    """Write lines, bytes as they are and all else as JSON, and return the model's id."""
    path = folder / "replies.jsonl"
    path.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines))
    return f"scripted/{path}"


def test_draws_follow_the_lines_and_begin_again(tmp_path: Path) -> None:
    other = {"problem_id": "other", "text": "No."}
    second = GOOD | {"text": "Answer: [1]", "finish_reason": "length", "reasoning": "Hm."}
    model = get_model(script(tmp_path, GOOD, other, second))
    first, last = Reply("Answer: [0, 2]"), Reply("Answer: [1]", "Hm.", "length")
    assert [complete(model, request(draw=draw)) for draw in range(4)] == [first, last, first, last]
    assert list(stream_sync(model, request(draw=1))) == [Delta("Answer: [1]", "Hm."), last]
    assert model.context_size is None
    status = model.status()
    assert status.usable
    assert "3 for 2 problems" in status.reason


@pytest.mark.parametrize(
    "bad",
    [
        b"not json",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"problem_id": "x", "text": "\\ud800"}',
        [],
        {"problem_id": "x"},
        {"problem_id": 5, "text": "x"},
        GOOD | {"finish_reason": 5},
        GOOD | {"reasoning": ["x"]},
    ],
)
def test_bad_lines_are_named_and_the_others_go_on(tmp_path: Path, bad: Any) -> None:
    model = get_model(script(tmp_path, b"", bad, b"  ", GOOD))
    assert complete(model, request()).text == GOOD["text"]
    assert model.status().usable
    assert "Line 2: " in model.status().reason


def test_many_bad_lines_are_counted(tmp_path: Path) -> None:
    model = get_model(script(tmp_path, GOOD, *[b"?"] * 10))
    assert isinstance(model, ScriptedModel)
    assert len(model.script().problems) == 10
    assert "and 7 more bad lines" in model.status().reason


def test_a_mark_before_the_first_line_is_skipped(tmp_path: Path) -> None:
    name = script(tmp_path, b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert complete(get_model(name), request()).text == GOOD["text"]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    name = script(tmp_path, GOOD)
    assert complete(get_model(name), request()).text == "Answer: [0, 2]"
    script(tmp_path, GOOD | {"text": "Answer: [0, 1, 2]"})
    assert complete(get_model(name), request()).text == "Answer: [0, 1, 2]"


def test_a_problem_without_a_line_is_unavailable(tmp_path: Path) -> None:
    model = get_model(script(tmp_path, GOOD | {"problem_id": "other"}))
    with pytest.raises(ModelError, match=PROBLEM.id) as caught:
        complete(model, request())
    assert caught.value.kind == "unavailable"


def test_unusable_files_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = script(tmp_path, b"")
    for name, word in ((empty, "holds no reply"), (f"scripted/{tmp_path}", "is no file"), ("scripted/a\0b", "read")):
        assert not get_model(name).status().usable
        assert word in get_model(name).status().reason
    missing = get_model(f"scripted/{tmp_path}/none.jsonl")
    with pytest.raises(ModelError, match="There is no file") as caught:
        complete(missing, request())
    assert caught.value.kind == "unavailable"
    monkeypatch.setattr(scripted, "FILE_MAX", 10)
    assert "split it" in get_model(script(tmp_path, GOOD)).status().reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert not get_model(f"scripted/{tmp_path}/pipe").status().usable


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back_unchanged(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("script")
    assert complete(get_model(script(folder, GOOD | {"text": text})), request()).text == text


def test_pasting_is_for_the_ask_page() -> None:
    model = get_model("paste")
    assert model.status().usable
    assert "Ask page" in model.status().reason
    with pytest.raises(ModelError, match="python -m graphcore verify") as caught:
        complete(model, request())
    assert caught.value.kind == "unavailable"
    with pytest.raises(InputError, match="choose paste"):
        get_model("paste/x")
