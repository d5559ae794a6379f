"""Other people's text on a page: exactly as it stands, never as Markdown or HTML."""

from __future__ import annotations

import html

import streamlit as st

from components.theme import FONT

BOX = (
    "white-space: pre-wrap; overflow-wrap: anywhere; font-family: monospace; font-size: .85rem; line-height: 1.5;"
    "padding: .75rem 1rem; border-radius: .5rem; border: 1px solid rgba(128,128,128,.35); max-height: 24rem;"
    "overflow-y: auto;"
)

LONGEST_LEAD, NEAR = 600, 300
"""Characters before a mark that are shown at once, and how many of more than these."""


def cut(text: str, limit: int) -> str:
    """A text as one line of at most `limit` characters; the sign … says that there is more."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def plain(text: str) -> str:
    """Text that Markdown shows as it stands."""
    one_line = " ".join(text.split())
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+-.!|<>$:~^&" else c for c in one_line)


def escaped(text: str) -> str:
    """Text for HTML, with one kind of line break."""
    return html.escape(text.replace("\r\n", "\n").replace("\r", "\n"))


def text_box(text: str, span: tuple[int, int] | None = None, colour: str = "#0072B2") -> None:
    """Show `text` in a box, with the code points of `span` marked; what stands far before them is folded away."""
    st.html(box_html(text, span, colour))


def box_html(text: str, span: tuple[int, int] | None = None, colour: str = "#0072B2") -> str:
    """The HTML of `text_box`."""
    if span is None:
        return f'<div class="ew-text" style="{BOX}">{escaped(text)}</div>'
    start, end = span
    mark = f'<mark style="background: {colour}33; color: inherit; border-bottom: 2px solid {colour};">'
    inner = f"{_leading(text[:start])}{mark}{escaped(text[start:end])}</mark>{escaped(text[end:])}"
    return f'<div class="ew-text" style="{BOX}">{inner}</div>'


def _leading(text: str) -> str:
    """What stands before a mark, so that the mark is in sight in a box that is not scrolled."""
    if len(text) <= LONGEST_LEAD:
        return escaped(text)
    far, near = text[:-NEAR], text[-NEAR:]
    head = f'<summary style="cursor: pointer; opacity: .75; font-family: {FONT};">'
    return f"<details>{head}… {len(far):,} characters before this</summary>{escaped(far)}</details>{escaped(near)}"
