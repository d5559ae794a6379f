"""Models: what can be used, why the rest cannot, files that are added, and providers with their keys."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from graphcore.models import list_models
from tests.models.stub import Failure, Stub, message, piece, serving
from tests.pages.looking import boxes, said, turn_to, visit, words

KEY = "canary-90c4e2"
CALLABLE = [model for model in list_models() if model.name != "paste"]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no address in the environment."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "COMPATIBLE_API_KEY", "COMPATIBLE_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def add(app: AppTest, kind: str, path: str) -> AppTest:
    app.segmented_control(key="add_kind").set_value(kind).run()
    app.text_input(key="add_path").set_value(path).run()
    return app.button(key="add").click().run()


def connect(app: AppTest, url: str, key: str = KEY) -> AppTest:
    app.text_input(key="url_compatible").set_value(url).run()
    return app.text_input(key="key_compatible").set_value(key).run()


def choose(app: AppTest, *names: str) -> AppTest:
    return app.multiselect(key="models_compatible").set_value(list(names)).run()


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def listed(app: AppTest) -> list[str]:
    """A line for each model: its sign, its name and what to know of it."""
    lines = (re.fullmatch(r":\w+\[(.)\](.*)", text, re.DOTALL) for text in said(app.markdown))
    return [line[1] + line[2] for line in lines if line]


def state_of(app: AppTest) -> str:
    """All that the session's memory holds, as far as it can be written down."""
    return repr(app.session_state._state.filtered_state)


def asked(app: AppTest, name: str) -> AppTest:
    turn_to(app, "ask").multiselect(key="models").set_value([name]).run()
    return press(app, "ask")


def test_every_model_is_listed_with_a_reason() -> None:
    app = visit("models")
    assert not app.exception
    for model, line in zip(CALLABLE, listed(app), strict=True):
        status = model.status()
        assert line[0] == ("✓" if status.usable else "✕")
        assert f"{model.name}" in line
        assert status.reason in line


def test_nothing_is_added_without_a_path() -> None:
    app = visit("models")
    assert app.button(key="add").disabled
    assert app.text_input(key="add_path").set_value("  ").run().button(key="add").disabled


@pytest.mark.parametrize(
    ("kind", "path"),
    [("local", "/no/such/file.gguf"), ("scripted", "/no/such/file"), ("local", __file__)],
)
def test_a_file_that_is_no_model_gets_one_sentence(kind: str, path: str) -> None:
    app = add(visit("models"), kind, path)
    assert not app.exception
    (error,) = said(app.error)
    assert error.endswith(".")
    assert len(listed(app)) == len(CALLABLE)


def test_recorded_replies_can_be_asked_and_are_this_sessions_alone(tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps({"problem_id": "0" * 16, "text": "Answer: [1]"}) + "\n")
    app = add(visit("models"), "scripted", str(replies))
    assert not app.exception
    assert said(app.success) == [f"scripted/{replies} can now be chosen on Ask and Batch."]
    assert f"scripted/{replies}" in listed(app)[-1]
    assert f"scripted/{replies}" in turn_to(app, "ask").multiselect(key="models").options
    assert f"scripted/{replies}" not in visit("ask").multiselect(key="models").options


def test_providers_say_what_they_need_and_where_prompts_go(monkeypatch: pytest.MonkeyPatch) -> None:
    app = visit("models")
    assert "OPENAI_API_KEY" in words(app) and "ANTHROPIC_API_KEY" in words(app)
    assert app.button(key="list_openai").disabled and app.button(key="test_openai").disabled
    app.text_input(key="key_openai").set_value(KEY).run()
    assert "api.openai.com" in words(app) and "api.anthropic.com" not in words(app)
    assert not app.button(key="list_openai").disabled
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert "api.anthropic.com" in words(visit("models"))


@pytest.mark.parametrize(("url", "word"), [("localhost:1", "http://"), ("http://me:secret@host/v1", "user name")])
def test_an_address_that_is_none_gets_one_sentence(url: str, word: str) -> None:
    app = connect(visit("models"), url)
    assert not app.exception
    assert word in words(app) and "secret" not in words(app)
    assert app.button(key="list_compatible").disabled


def test_a_preset_fills_the_address() -> None:
    app = visit("models")
    app.selectbox(key="preset").set_value("vLLM").run()
    assert app.text_input(key="url_compatible").value == "http://localhost:8000/v1"
    assert "localhost:8000" in words(app)


def test_a_model_of_a_server_is_listed_chosen_tested_and_asked() -> None:
    stub = Stub(models={"data": [{"id": "vendor/big"}, {"id": "small"}]}, body=message("OK"))
    stub.chunks = [piece(content="Answer: [1]"), piece("stop")]
    with serving(stub):
        app = press(connect(visit("models"), stub.url), "list_compatible")
        assert "2 models" in said(app.success)[0]
        assert app.multiselect(key="models_compatible").options == ["small", "vendor/big"]
        press(choose(app, "compatible/small"), "test_compatible")
        assert "compatible/small answered in" in said(app.success)[0]
        line = listed(app)[-1]
        assert "✓ **compatible/small**" in line and stub.url.split("/")[2] in line
        app = asked(app, "compatible/small")
        assert "Answer: [1]" in boxes(app)
        assert "compatible/small" not in visit("ask").multiselect(key="models").options
        app = turn_to(app, "models")
        assert app.text_input(key="url_compatible").value == stub.url
        assert app.multiselect(key="models_compatible").value == ["compatible/small"]
        choose(app)
        assert "compatible/small" not in turn_to(app, "ask").multiselect(key="models").options
    assert {headers["authorization"] for headers in stub.headers} == {f"Bearer {KEY}"}
    assert [body["model"] for body in stub.bodies] == ["small", "small"]


def test_a_typed_name_needs_no_list() -> None:
    app = choose(connect(visit("models"), "http://127.0.0.1:9/v1"), "qwen3:1.7b")
    assert "compatible/qwen3:1.7b" in listed(app)[-1]
    assert "compatible/qwen3:1.7b" in turn_to(app, "ask").multiselect(key="models").options


def test_models_keep_their_address_and_follow_a_new_key() -> None:
    first, second = Stub(body=message("OK")), Stub(body=message("OK"))
    with serving(first), serving(second):
        app = choose(connect(visit("models"), first.url, "old-key"), "one")
        app = connect(app, first.url, "new-key")
        app = choose(connect(app, second.url, "other-key"), "one", "two")
        press(app, "test_compatible")
        assert len(said(app.success)) == 2
    assert [headers["authorization"] for headers in first.headers] == ["Bearer new-key"]
    assert [headers["authorization"] for headers in second.headers] == ["Bearer other-key"]


def test_a_key_that_is_taken_away_is_forgotten() -> None:
    app = visit("models")
    app.text_input(key="key_openai").set_value(KEY).run()
    app.multiselect(key="models_openai").set_value(["gpt-0"]).run()
    assert "✓ **openai/gpt-0**" in listed(app)[-1]
    app.text_input(key="key_openai").set_value("").run()
    assert "✕ **openai/gpt-0**" in listed(app)[-1]
    assert "openai/gpt-0" not in turn_to(app, "ask").multiselect(key="models").options
    assert not [own for own in app.session_state["_remote_models"].values() if own.api_key]


def test_no_model_is_chosen_at_an_address_that_is_none() -> None:
    app = choose(connect(visit("models"), "http://127.0.0.1:9/v1"), "one")
    app = choose(connect(app, "nonsense"), "one", "two", "compatible/", " ")
    assert not app.exception
    assert len(listed(app)) == len(CALLABLE) + 1
    assert not turn_to(app, "ask").exception


ILLS = {
    "401": Stub(status=401, error={"message": f"Incorrect API key provided: {KEY}"}),
    "500": Stub(status=500, error=f"Bearer {KEY} crashed"),
    "cut": Stub(done=False, chunks=[piece(content="Ans")]),
    "broken": Stub(body="{", models="{", chunks=["{"]),
}


@pytest.mark.parametrize("ill", ILLS)
def test_a_key_is_found_in_no_other_place(ill: str, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("", "httpx2", "httpcore2", "openai", "anthropic", "streamlit"):
        caplog.set_level(logging.DEBUG, name)
    with serving(ILLS[ill]) as stub:
        # The first failure lasts, or the page would wait before it asks again.
        stub.failures = [] if ill in ("401", "cut") else [Failure(404, {"message": f"no model for {KEY}"})] * 3
        app = press(connect(visit("models"), stub.url), "list_compatible")
        app = press(choose(app, "compatible/x"), "test_compatible")
        assert not app.exception and len(said(app.error)) == 1
        assert KEY in state_of(app)
        shown = [*said(app.error), words(app), *listed(app)]
        app = asked(app, "compatible/x")
        assert not app.exception
    assert any(KEY in headers.get("authorization", "") for headers in stub.headers)
    (attempt,) = app.session_state["_attempts"]
    other = visit("models")
    shown += [repr(attempt), words(app), *said(app.error), caplog.text, repr(dict(app.query_params))]
    shown += [repr(stub.paths), state_of(other), words(other), *listed(other)]
    assert not [text for text in shown if KEY in text]
    assert other.text_input(key="key_compatible").value == ""
