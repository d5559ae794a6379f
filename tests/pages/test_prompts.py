"""Prompts: styles side by side as the command line builds them, and templates of one's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from components.usual_styles import offered_styles
from graphcore.prompts import build_prompt
from graphcore.templates import delete_template, load_template, save_template, template_names
from tests.pages.looking import boxes, problem_of, said, turn_to, visit, words


@pytest.fixture
def page() -> Iterator[AppTest]:
    """The page; templates that a test saves are gone after it."""
    yield visit("prompts", task="llm4dyg/when_connect", seed=4, encoding="snapshots")
    for name in template_names():
        delete_template(name)


def squeezed(text: str) -> str:
    """Text without white space: how much of it parts a prompt on the page is a matter of looks."""
    return "".join(text.split())


def shows(app: AppTest, text: str) -> bool:
    return any(squeezed(text) in squeezed(box) for box in boxes(app))


@pytest.mark.parametrize("style", offered_styles("llm4dyg/when_connect"))
def test_a_style_is_shown_part_by_part_as_it_is_built(page: AppTest, style: str) -> None:
    page.multiselect(key="styles").set_value([style]).run()
    assert not page.exception
    built = build_prompt(problem_of(page), style, k=1, encoding="snapshots", order="sorted")
    for part in built.parts:
        assert shows(page, part.text), part.title
    assert f"{len(built.text):,} characters" in words(page)


def test_four_styles_stand_side_by_side_and_none_says_what_to_do(page: AppTest) -> None:
    page.multiselect(key="styles").set_value(["zero-shot", "few-shot", "cot", "0-cot"]).run()
    assert [text for text in ("zero-shot", "few-shot", "cot", "0-cot") if text not in words(page)] == []
    page.multiselect(key="styles").set_value([]).run()
    assert not page.exception
    assert page.info[0].value.startswith("Choose a style above to see its prompt")


def test_an_unknown_style_gets_one_sentence_beside_the_others(page: AppTest) -> None:
    page.multiselect(key="styles").set_value(["zero-shot", "cot+<script>"]).run()
    assert not page.exception
    (error,) = said(page.error)
    assert "zero-shot" in error
    assert "about" in words(page)


def test_the_number_of_exemplars_counts_here_and_in_the_address(page: AppTest) -> None:
    page.multiselect(key="styles").set_value(["few-shot"]).run()
    page.slider(key="k").set_value(3).run()
    built = build_prompt(problem_of(page), "few-shot", k=3, encoding="snapshots", order="sorted")
    assert all(shows(page, part.text) for part in built.parts)
    assert page.query_params["k"] in ("3", ["3"])


def test_what_differs_is_marked(page: AppTest) -> None:
    page.multiselect(key="styles").set_value(["zero-shot", "0-cot"]).run()
    before = [element.proto.body for element in page.get("html")]
    page.selectbox(key="against").set_value("zero-shot").run()
    after = [element.proto.body for element in page.get("html")]
    assert "background" in "".join(set(after) - set(before))
    page.multiselect(key="styles").set_value(["0-cot"]).run()
    assert not page.exception


def test_a_template_is_written_previewed_saved_used_and_deleted(page: AppTest) -> None:
    text = "Mind the clock.\n{graph}\nNow: {question}\n{answer_form}"
    page.text_area(key="template_text").set_value(text).run()
    problem = problem_of(page)
    assert shows(page, "Mind the clock.")

    page.text_input(key="template_name").set_value("clock").run()
    page.button(key="template_save").click().run()
    assert not page.exception
    assert load_template("clock") == text
    assert "own/clock" in said(page.success)[0]
    assert page.selectbox(key="template_chosen").value == "clock"

    turn_to(page, "ask").selectbox(key="style").set_value("own/clock").run()
    prompt = next(area.value for area in page.text_area if area.label == "Prompt")
    built = build_prompt(problem, "own/clock", k=1, encoding="snapshots", order="sorted")
    assert prompt == built.text
    assert prompt.startswith("Mind the clock.")

    turn_to(page, "prompts").multiselect(key="styles").set_value(["cot+own/clock", "few-shot", "own/clock"]).run()
    page.selectbox(key="against").set_value("own/clock").run()
    page.selectbox(key="template_chosen").set_value("clock").run()
    page.button(key="template_drop").click().run()
    assert not page.exception
    assert template_names() == []
    assert page.selectbox(key="template_chosen").value != "clock"
    assert page.multiselect(key="styles").value == ["few-shot"]
    assert not said(page.error)
    assert not said(turn_to(page, "ask").error)
    assert page.selectbox(key="style").value == "zero-shot"


def test_of_a_template_that_was_the_only_style_another_is_chosen(page: AppTest) -> None:
    save_template("clock", "{graph}\n{question}")
    page.run()
    page.multiselect(key="styles").set_value(["own/clock"]).run()
    page.selectbox(key="template_chosen").set_value("clock").run()
    page.button(key="template_drop").click().run()
    assert page.multiselect(key="styles").value == ["zero-shot"]
    assert not said(page.error)


def test_a_template_that_changes_changes_the_prompt_that_is_asked(page: AppTest) -> None:
    for text in ("First {graph}\n{question}", "Second {graph}\n{question}"):
        save_template("clock", text)
        page.session_state["style"] = "own/clock"
        prompt = next(area.value for area in turn_to(page, "ask").text_area if area.label == "Prompt")
        assert prompt.startswith(text.split()[0])
        turn_to(page, "prompts")


def test_white_space_of_a_template_is_no_part_in_the_preview(page: AppTest) -> None:
    assert not shows(page, "Template")
    page.text_area(key="template_text").set_value("Mind the clock.\n{graph}\n\n{question}").run()
    assert sum(box.count("Template") for box in boxes(page)) == 1


def test_colours_are_explained(page: AppTest) -> None:
    page.multiselect(key="styles").set_value(["zero-shot", "few-shot+dst2-v4"]).run()
    (legend,) = [box for box in boxes(page) if box.startswith("how to read the graph")]
    assert legend.endswith("what the style addsanswer formexemplargraphquestion")
    page.selectbox(key="against").set_value("zero-shot").run()
    assert "+ not in zero-shot− only in zero-shot" in boxes(page)
    (legend,) = [box for box in boxes(page) if box.startswith("how to read the graph")]
    assert "exemplar" not in legend


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Only words.", "{graph}"),
        ("{graph}", "{question}"),
        ("{graph} {question} {password}", "{password}"),
    ],
)
def test_a_bad_template_gives_one_sentence_and_is_not_kept(page: AppTest, text: str, fault: str) -> None:
    page.text_area(key="template_text").set_value(text).run()
    (error,) = said(page.error)
    assert fault in error
    assert page.button(key="template_save").disabled
    assert [text for text in said(page.info) if text.startswith("The preview appears here")]
    assert "Preview" not in words(page)


@pytest.mark.parametrize("name", ["", "../up", "Großes"])
def test_an_unusable_name_gives_one_sentence(page: AppTest, name: str) -> None:
    page.text_input(key="template_name").set_value(name).run()
    page.button(key="template_save").click().run()
    assert not page.exception
    (error,) = said(page.error)
    assert "take small letters" in error
    assert template_names() == []


def test_a_template_is_text_and_no_format_string(page: AppTest) -> None:
    text = "{graph.__class__} {question!r} {{x}} {0}\n{graph}\n{question}"
    page.text_area(key="template_text").set_value(text).run()
    assert not page.exception
    assert "<class" not in words(page)


@pytest.mark.parametrize("task", ["nlgraph/connectivity", "nlgraph/hamilton_path"])
def test_prompts_about_static_graphs_are_shown_in_their_wordings(task: str) -> None:
    app = visit("prompts", task=task, seed=4, encoding="adjacency-list", wording="roads")
    offered = [style for style in offered_styles(task) if not style.startswith("own/")]
    assert "few-shot+bag" in app.multiselect(key="styles").value
    for number in range(0, len(offered), 4):
        styles = offered[number : number + 4]
        app.multiselect(key="styles").set_value(styles).run()
        assert not app.exception and not said(app.error)
        for style in styles:
            built = build_prompt(problem_of(app), style, encoding="adjacency-list", wording="roads")
            assert all(shows(app, part.text) for part in built.parts)


def test_styles_that_do_not_go_together_get_one_sentence_each(page: AppTest) -> None:
    page.multiselect(key="styles").set_value(["zero-shot", "exemplars-easy", "few-shot+cot", "bag+bag"]).run()
    assert not page.exception
    no_difficulty, exclude, twice = said(page.error)
    assert no_difficulty == "llm4dyg/when_connect has no difficulty easy for its exemplars; leave out exemplars-easy."
    assert "exclude each other" in exclude and "names a part twice" in twice
    assert "about" in words(page)
    static = visit("prompts", task="nlgraph/shortest_path")
    assert "exemplars-medium" not in static.multiselect(key="styles").options
    static.multiselect(key="styles").set_value(["exemplars-medium"]).run()
    assert "has no difficulty medium" in said(static.error)[0]
