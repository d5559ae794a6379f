"""Models: what can be used, why the rest cannot, and files that are added."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from graphcore.models import list_models
from tests.pages.looking import said, turn_to, visit


def add(app: AppTest, kind: str, path: str) -> AppTest:
    app.segmented_control(key="add_kind").set_value(kind)
    app.text_input(key="add_path").set_value(path)
    (button,) = [button for button in app.button if button.label == "Add"]
    return button.click().run()


def listed(app: AppTest) -> list[str]:
    """A line for each model: its sign, its name and what to know of it."""
    lines = (re.fullmatch(r":\w+\[(.)\](.*)", text, re.DOTALL) for text in said(app.markdown))
    return [line[1] + line[2] for line in lines if line]


def test_every_model_is_listed_with_a_reason() -> None:
    app = visit("models")
    assert not app.exception
    for model, line in zip(list_models(), listed(app), strict=True):
        status = model.status()
        assert line[0] == ("✓" if status.usable else "✕")
        assert f"{model.name}" in line
        assert status.reason in line


@pytest.mark.parametrize(
    ("kind", "path"),
    [("local", "/no/such/file.gguf"), ("local", ""), ("scripted", "/no/such/file"), ("local", __file__)],
)
def test_a_file_that_is_no_model_gets_one_sentence(kind: str, path: str) -> None:
    app = add(visit("models"), kind, path)
    assert not app.exception
    (error,) = said(app.error)
    assert error.endswith(".")
    assert len(listed(app)) == len(list_models())


def test_recorded_replies_can_be_asked_and_are_this_sessions_alone(tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps({"problem_id": "0" * 16, "text": "Answer: [1]"}) + "\n")
    app = add(visit("models"), "scripted", str(replies))
    assert not app.exception
    assert f"scripted/{replies}" in said(app.success)[0]
    assert f"scripted/{replies}" in listed(app)[-1]
    assert f"scripted/{replies}" in turn_to(app, "ask").multiselect(key="models").options
    assert f"scripted/{replies}" not in visit("ask").multiselect(key="models").options
