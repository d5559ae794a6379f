"""Prompt templates of one's own: what is kept, what is refused, and how they make prompts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphcore import templates
from graphcore.errors import InputError
from graphcore.problems import generate, pose_on
from graphcore.prompts import build_prompt, fill_template, style_names
from graphcore.templates import (
    MAX_CHARACTERS,
    PLACEHOLDERS,
    check_template,
    delete_template,
    load_template,
    save_template,
    split_template,
    template_names,
)

TEXT = "Look:\n{graph}\n\n{exemplars}\n{question} {answer_form} Be brief."


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("EDGEWISE_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"


def test_kept_read_changed_and_forgotten(own_home: Path) -> None:
    assert template_names() == []
    save_template("short-1", TEXT)
    save_template("a", "{graph} {question}")
    assert template_names() == ["a", "short-1"]
    assert load_template("short-1") == TEXT
    save_template("short-1", "ä → {graph}\r\n{question}\n")
    assert load_template("short-1").replace("\r\n", "\n") == "ä → {graph}\n{question}\n"
    delete_template("short-1")
    delete_template("short-1")
    assert template_names() == ["a"]
    assert [path.name for path in (own_home / "templates").iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    "name",
    [
        "../x", "..", ".", "", "/etc/passwd", "a/b", "a\\b", "A", "ä", "a b", "-a", "a.b", "a\n", "x" * 41, "a\x00",
        "~", "CON:", "%2e%2e",
    ],
)  # fmt: skip
def test_unusable_names_are_refused_everywhere(name: str, own_home: Path) -> None:
    for use in (lambda: save_template(name, TEXT), lambda: load_template(name), lambda: delete_template(name)):
        with pytest.raises(InputError, match="is unusable; take small letters"):
            use()
    with pytest.raises(InputError):
        build_prompt(generate("llm4dyg/when_link"), f"own/{name}")
    assert not own_home.exists()


def test_a_file_that_is_no_template_of_ours_is_not_listed(own_home: Path) -> None:
    save_template("good", TEXT)
    for name in ("Bad.txt", "good.md", "a b.txt", ".txt"):
        (own_home / "templates" / name).write_text("x")
    assert template_names() == ["good"]
    assert [name for name in style_names() if name.startswith("own/")] == ["own/good"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lacks {graph} and {question}; write it where the graph and question are to stand."),
        ("{graph}", "lacks {question}; write it where the question is to stand."),
        ("{question}", "lacks {graph}; write it where the graph is to stand."),
        (
            "{graph} {question} {answer}",
            "names {answer}, which nothing fills; take it out, or use {graph}, {question}, {answer_form} and {ex",
        ),
        ("{graph} {question} {a} {b} {a}", "names {a} and {b}, which nothing fills"),
        ("{graph} {question}" + "x" * MAX_CHARACTERS, "keep it under 20,000"),
    ],
)
def test_unusable_texts_are_refused_and_not_kept(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        save_template("mine", text)
    assert said in str(error.value) and str(error.value).endswith(".")
    assert template_names() == []


def test_halves_of_characters_are_refused_and_leave_nothing_behind() -> None:
    with pytest.raises(InputError, match="template"):
        save_template("mine", "{graph} {question} \ud800")
    assert template_names() == []


def test_braces_that_name_nothing_are_text() -> None:
    text = '{graph} {question} {"answer": []} {} {{graph}} {0 1}'
    with pytest.raises(InputError, match="nothing fills"):
        check_template(text + " {0}")
    check_template(text)
    assert "".join(f"{{{kind}}}" if kind != "text" else piece for kind, piece in split_template(text)) == text


def test_there_is_a_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "MAX_TEMPLATES", 2)
    save_template("a", TEXT)
    save_template("b", TEXT)
    with pytest.raises(InputError, match="2 templates already; delete one first"):
        save_template("c", TEXT)
    save_template("b", "{graph} {question}")


def test_a_missing_template_names_those_that_there_are() -> None:
    with pytest.raises(InputError, match="no template 'mine'; choose one: write one on the Prompts page"):
        load_template("mine")
    save_template("other", TEXT)
    with pytest.raises(InputError, match="no template 'mine'; choose one: other"):
        load_template("mine")


def test_an_unreadable_file_is_named(own_home: Path) -> None:
    save_template("mine", TEXT)
    (own_home / "templates" / "mine.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"mine\.txt cannot be read"):
        load_template("mine")


def test_a_home_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("EDGEWISE_HOME", str(tmp_path / "file"))
    with pytest.raises(InputError, match="set EDGEWISE_HOME"):
        save_template("mine", TEXT)


def test_a_template_is_a_style() -> None:
    save_template("mine", TEXT)
    problem = generate("llm4dyg/when_link", seed=3)
    prompt = build_prompt(problem, "own/mine", encoding="sentences")
    parts = {part.role: part.text for part in build_prompt(problem, "few-shot", encoding="sentences").parts}
    question, form, exemplar = parts["question"], parts["answer_form"].strip(), parts["exemplar"].strip()
    graph = parts["graph"].split("dynamic graph:\n")[1].strip()
    kinds = [part.role for part in prompt.parts]
    assert kinds == [
        "template",
        "graph",
        "template",
        "exemplar",
        "template",
        "question",
        "template",
        "answer_form",
        "template",
    ]
    assert prompt.style == "own/mine"
    assert prompt.text == f"Look:\n{graph}\n\n{exemplar}\n{question} {form} Be brief."
    assert fill_template(problem, TEXT, encoding="sentences").text.startswith(f"Look:\n{graph}\n\nHere is an example")


@pytest.mark.parametrize(("base", "many"), [("few-shot", 1), ("cot", 1), ("zero-shot", 0)])
def test_a_base_style_says_which_exemplars_a_template_gets(base: str, many: int) -> None:
    save_template("mine", TEXT)
    problem = generate("llm4dyg/when_link", seed=3)
    for style in (f"own/mine+{base}", f"{base}+own/mine"):
        assert build_prompt(problem, style).text.count("Here is an example") == many


@pytest.mark.parametrize("style", ["own/mine+bag", "own/mine+own/other", "own/mine+0-cot", "own/mine+own/mine"])
def test_a_template_is_joined_with_no_addition(style: str) -> None:
    save_template("mine", TEXT)
    save_template("other", TEXT)
    with pytest.raises(InputError):
        build_prompt(generate("llm4dyg/when_link"), style)


def test_what_is_filled_in_is_not_filled_again() -> None:
    save_template("mine", "{graph}|{question}")
    graph = generate("llm4dyg/when_link").graph.relabelled({n: "{question}" if n == 0 else n for n in range(10)})
    text = build_prompt(pose_on(graph, "llm4dyg/when_link"), "own/mine").text
    assert '"{question}"' in text


def test_placeholders_are_the_contract_s() -> None:
    assert PLACEHOLDERS == ("graph", "question", "answer_form", "exemplars")
