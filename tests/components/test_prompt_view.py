"""A prompt on the page: all of it, part by part, and what differs from another."""

from __future__ import annotations

import pytest

from components.prompt_view import PART_COLOURS, difference_html, parts_html
from graphcore.problems import generate
from graphcore.prompts import build_prompt, style_names
from graphcore.records import Part
from tests.components.test_safe_text import read


@pytest.mark.parametrize("style", style_names())
def test_every_part_has_a_colour_of_its_own_kind(style: str) -> None:
    prompt = build_prompt(generate("llm4dyg/when_link", seed=1), style)
    assert {part.role for part in prompt.parts} <= set(PART_COLOURS)
    shown = parts_html(prompt.parts)
    for part in prompt.parts:
        assert PART_COLOURS[part.role] in shown
        assert part.text.strip() in read(shown).text


def test_hostile_parts_stay_text() -> None:
    evil = "<img src=x onerror=alert(1)>"
    assert "<img" not in parts_html((Part("graph", evil, evil), Part("<b>", evil, evil)))
    assert "<img" not in difference_html(evil, f"{evil}\n{evil}!")


def test_differences_are_marked_line_by_line() -> None:
    shown = difference_html("same\nold\nend", "same\nnew\nend\nmore")
    lines = [line.partition(">") for line in shown.split("<div style=")[1:] if line]
    kinds = {text.removesuffix("</div>"): style for style, _, text in lines}
    gone = next(style for text, style in kinds.items() if text.startswith("old"))
    added = [style for text, style in kinds.items() if text.startswith(("new", "more"))]
    same = [style for text, style in kinds.items() if text.startswith(("same", "end"))]
    assert "line-through" in gone
    assert all("background" in style and "line-through" not in style for style in added)
    assert not any("background" in style for style in same)
    assert read(shown).text.replace("\xa0", "") == "sameoldnewendmore"


def test_equal_prompts_have_no_difference() -> None:
    assert "background: #" not in difference_html("a\n\nb", "a\n\nb").partition(">")[2]
