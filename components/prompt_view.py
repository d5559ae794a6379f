"""Prompts on a page: coloured by part, compared line by line, counted and copied."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

import streamlit as st

from components.copy_button import copy_button
from components.safe_text import BOX, escaped
from components.theme import FONT
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
PART_NAMES = {
    "reading": "how to read the graph",
    "task": "task",
    "style": "what the style adds",
    "answer_form": "answer form",
    "exemplar": "exemplar",
    "graph": "graph",
    "question": "question",
    "template": "template",
}
ADDED = ("ins", "+", "background: #009E7333; border-left: 4px solid #009E73; text-decoration: none;")
GONE = ("del", "−", "background: #D55E0026; border-left: 4px dashed #D55E00; text-decoration: none;")
SAME = ("div", "\xa0", "border-left: 4px solid transparent;")
LONGEST_SAME = 300
"""Characters of what two prompts share that are shown as they stand; more are folded, so that no difference is far."""

_LONG = f"{BOX} max-height: 48rem;"
_WHOLE = f"{BOX} max-height: none;"
_SWATCH = "display: inline-block; width: .9rem; height: .9rem; margin-right: .35rem; vertical-align: -.1rem;"

Change = tuple[str, str, str]


def prompt_card(prompt: Prompt, against: Prompt | None = None) -> None:
    """One prompt with its token estimate and a copy button; differences to `against` are marked if it is given."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{prompt.style}**" if prompt.style != "template" else "**Preview**")
        copy_button(prompt.text, key=f"copy-{prompt.style}")
    st.caption(f"about {estimate_tokens(prompt.text):,} tokens · {len(prompt.text):,} characters")
    st.html(parts_html(prompt.parts) if against is None else difference_html(against.text, prompt.text))


def parts_legend(prompts: Iterable[Prompt]) -> None:
    """What the colours of the parts of `prompts` mean."""
    roles = {part.role for prompt in prompts for part in prompt.parts if part.text.strip()}
    looks = [(f"background: {colour};", PART_NAMES[role]) for role, colour in PART_COLOURS.items() if role in roles]
    st.html(_legend(looks))


def difference_legend(against: str) -> None:
    """What the colours of differences to the style `against` mean."""
    st.html(_legend([(ADDED[2], f"+ not in {against}"), (GONE[2], f"− only in {against}")]))


def parts_html(parts: tuple[Part, ...]) -> str:
    """Every part that says something, with a coloured edge and its name."""
    shown = "".join(_part(part) for part in parts if part.text.strip())
    return f'<div class="ew-text" style="{_LONG}">{shown}</div>'


def difference_html(old: str, new: str) -> str:
    """`new` with the lines that it adds to `old` marked, and those that it lacks struck out; none is out of sight."""
    shown = [_same(lines) if kind == SAME else _changed(kind, lines) for kind, lines in _compared(old, new)]
    said = "" if old != new else f'<div style="opacity: .75; font-family: {FONT};">Nothing differs.</div>'
    return f'<div class="ew-text" style="{_WHOLE}">{said}{"".join(shown)}</div>'


def _compared(old: str, new: str) -> Iterator[tuple[Change, list[str]]]:
    before, after = old.splitlines(), new.splitlines()
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            yield SAME, after[c:d]
            continue
        yield from ((change, lines) for change, lines in ((GONE, before[a:b]), (ADDED, after[c:d])) if lines)


def _changed(kind: Change, lines: list[str]) -> str:
    tag, sign, style = kind
    head = f'<{tag} style="display: block; padding-left: .4rem; {style}">'
    return "".join(f"{head}{f'{sign} {escaped(line)}' if line else '&nbsp;'}</{tag}>" for line in lines)


def _same(lines: list[str]) -> str:
    length = sum(map(len, lines))
    if length <= LONGEST_SAME:
        return _changed(SAME, lines)
    said = f"{len(lines)} lines" if len(lines) > 1 else "1 line"
    summary = f"… {said} the same ({length:,} characters)"
    style = f"cursor: pointer; opacity: .75; font-family: {FONT}; padding: .2rem 0;"
    return f'<details><summary style="{style}">{summary}</summary>{_changed(SAME, lines)}</details>'


def _part(part: Part) -> str:
    colour = PART_COLOURS.get(part.role, "#6E6E6E")
    name = f'<div style="font-size: .72rem; opacity: .75; font-family: {FONT};">{escaped(part.title)}</div>'
    edge = f"border-left: 4px solid {colour}; padding: .1rem 0 .1rem .6rem; margin-bottom: .6rem;"
    return f'<div style="{edge}">{name}{escaped(part.text.strip())}</div>'


def _legend(looks: list[tuple[str, str]]) -> str:
    entries = "".join(f'<span><i style="{_SWATCH} {look}"></i>{escaped(name)}</span>' for look, name in looks)
    style = "display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; font-size: .8rem; opacity: .85;"
    return f'<div style="{style}">{entries}</div>'
