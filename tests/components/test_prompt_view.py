"""A prompt on the page: all of it, part by part, and what differs from another."""

from __future__ import annotations

import re

import pytest

from components.prompt_view import PART_COLOURS, PART_NAMES, difference_html, parts_html
from graphcore.problems import generate
from graphcore.prompts import build_prompt, style_names
from graphcore.records import Part
from tests.components.test_safe_text import read


@pytest.mark.parametrize("style", style_names())
def test_every_part_has_a_colour_of_its_own_kind(style: str) -> None:
    task = "nlgraph/connectivity" if style.startswith("exemplars-") else "llm4dyg/when_link"
    prompt = build_prompt(generate(task, seed=1), style)
    assert {part.role for part in prompt.parts} <= set(PART_COLOURS)
    shown = parts_html(prompt.parts)
    for part in prompt.parts:
        assert PART_COLOURS[part.role] in shown
        assert part.text.strip() in read(shown).text


def test_hostile_parts_stay_text() -> None:
    evil = "<img src=x onerror=alert(1)>"
    assert "<img" not in parts_html((Part("graph", evil, evil), Part("<b>", evil, evil)))
    assert "<img" not in difference_html(evil, f"{evil}\n{evil}!")


def test_differences_are_marked_line_by_line_with_colour_and_sign() -> None:
    shown = difference_html("same\nold\nend", "same\nnew\nend\nmore")
    assert re.findall(r"<(ins|del|div) [^>]*>(. \w+)<", shown) == [
        ("div", "\xa0 same"),
        ("del", "− old"),
        ("ins", "+ new"),
        ("div", "\xa0 end"),
        ("ins", "+ more"),
    ]
    styles = dict(re.findall(r'<(ins|del) style="([^"]*)', shown))
    assert "background" in styles["ins"] and "background" in styles["del"]
    assert "dashed" in styles["del"] and "solid" in styles["ins"]


def test_no_difference_is_out_of_sight() -> None:
    old = "\n".join(f"line {n} of a long prompt" for n in range(100))
    shown = difference_html(old, f"first\n{old}\nlast")
    assert "max-height: none" in shown
    assert "100 lines the same (2,390 characters)" in read(shown).text
    open_lines = re.sub(r"<details>.*?</details>", "", shown)
    assert re.findall(r"> ?([^<>]+)</ins>", open_lines) == ["+ first", "+ last"]
    assert "line 50" not in open_lines and "line 50" in shown


def test_equal_prompts_are_said_to_be_so() -> None:
    shown = difference_html("a\n\nb", "a\n\nb")
    assert read(shown).text.startswith("Nothing differs.")
    assert "<ins" not in shown and "<del" not in shown


def test_parts_without_words_are_left_out() -> None:
    parts = (Part("graph", "g", "Graph"), Part("template", "\n\n", "Template"), Part("question", "q", "Question"))
    assert read(parts_html(parts)).text == "GraphgQuestionq"


def test_every_part_can_be_named_in_the_legend() -> None:
    assert set(PART_NAMES) == set(PART_COLOURS)
