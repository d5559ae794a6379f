"""Prompts on a page: coloured by part, compared line by line, counted and copied."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

import streamlit as st

from components.copy_button import copy_button
from components.safe_text import BOX, escaped
from graphcore.models.base import estimate_tokens
from graphcore.records import Part, Prompt

PART_COLOURS = {
    "reading": "#56B4E9",
    "task": "#0072B2",
    "style": "#D55E00",
    "answer_form": "#CC79A7",
    "exemplar": "#E69F00",
    "graph": "#009E73",
    "question": "#6E6E6E",
    "template": "#A0A0A0",
}
_SAME, _ADDED, _GONE = "", "background: #009E7333;", "background: #D55E0033; text-decoration: line-through;"


def prompt_card(prompt: Prompt, against: Prompt | None = None) -> None:
    """One prompt with its token estimate and a copy button; differences to `against` are marked if it is given."""
    left, right = st.columns([2, 1], vertical_alignment="center")
    left.markdown(f"**{prompt.style}**" if prompt.style != "template" else "**Preview**")
    with right:
        copy_button(prompt.text, key=f"copy-{prompt.style}")
    st.caption(f"about {estimate_tokens(prompt.text):,} tokens · {len(prompt.text):,} characters")
    st.html(parts_html(prompt.parts) if against is None else difference_html(against.text, prompt.text))


def parts_html(parts: tuple[Part, ...]) -> str:
    """Every part with a coloured edge and its name."""
    return f'<div class="ew-text" style="{BOX}">{"".join(_part(part) for part in parts)}</div>'


def difference_html(old: str, new: str) -> str:
    """`new` with the lines that it adds to `old` marked, and those that it lacks struck out."""
    lines = "".join(f'<div style="{style}">{escaped(line) or "&nbsp;"}</div>' for style, line in _compared(old, new))
    return f'<div class="ew-text" style="{BOX}">{lines}</div>'


def _compared(old: str, new: str) -> Iterator[tuple[str, str]]:
    before, after = old.splitlines(), new.splitlines()
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        yield from ((_GONE, line) for line in before[a:b] if kind != "equal")
        yield from ((_SAME if kind == "equal" else _ADDED, line) for line in after[c:d])


def _part(part: Part) -> str:
    colour = PART_COLOURS.get(part.role, "#6E6E6E")
    name = f'<div style="font-size: .72rem; opacity: .75; font-family: sans-serif;">{escaped(part.title)}</div>'
    edge = f"border-left: 4px solid {colour}; padding: .1rem 0 .1rem .6rem; margin-bottom: .6rem;"
    return f'<div style="{edge}">{name}{escaped(part.text.strip())}</div>'
