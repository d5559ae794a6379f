"""Other people's text reaches the page exactly, and as nothing but text."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.safe_text import NEAR, box_html, cut, escaped, plain

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "<b>x</b>",
    "</div><script>alert(1)</script>",
    "**bold** _it_ ~~no~~ `code`",
    "[a](http://x) ![b](http://x/y.png) <http://x>",
    "$x$ $$y$$ :red[z] :material/home: :smile:",
    "&lt; &amp; &#60;",
    "# Title\n- item\n1. one\n> quote\n| a | b |",
    "\\*not\\* \\[x\\]",
    "http://x.test www.x.test me@x.test",
]


class Reading(HTMLParser):
    """The text and the tags that a browser makes of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.tags = "", list[str]()

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_comment(self, data: str) -> None:
        self.tags.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.tags.append("declaration")


def read(code: str) -> Reading:
    reading = Reading()
    reading.feed(code)
    reading.close()
    return reading


@pytest.mark.parametrize("text", HOSTILE)
def test_a_box_shows_hostile_text_as_it_stands(text: str) -> None:
    reading = read(box_html(text))
    assert (reading.text, reading.tags) == (text, ["div"])


@given(st.text().filter(lambda text: "\r" not in text and "\0" not in text))
def test_a_box_shows_any_text_as_it_stands(text: str) -> None:
    reading = read(box_html(text))
    assert (reading.text, reading.tags) == (text, ["div"])


@given(st.text(alphabet="ab<&>\"'é😀 \n", max_size=30), st.data())
def test_the_span_counts_code_points_and_is_marked_alone(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    code = box_html(text, (start, end))
    marked = code.partition("<mark")[2].partition(">")[2].partition("</mark>")[0]
    assert html.unescape(marked) == text[start:end]
    reading = read(code)
    assert (reading.text, reading.tags) == (text, ["div", "mark"])


def test_a_mark_far_down_is_in_sight_and_nothing_is_lost() -> None:
    text = "<b>word " * 1000 + "[2]" + " and on" * 1000
    start = text.index("[2]")
    code = box_html(text, (start, start + 3))
    folded = code.partition("</summary>")[2].partition("</details>")[0]
    assert len(html.unescape(code.partition("</details>")[2].partition("<mark")[0])) == NEAR
    assert f"{start - NEAR:,} characters before this" in read(code).text
    rest = code.partition("</details>")[2]
    assert read(folded).text + read(rest).text == text
    assert "<details>" not in box_html(text[-1000 - start :], (0, 3))


def test_line_breaks_become_one_kind() -> None:
    assert escaped("a\r\nb\rc\nd") == "a\nb\nc\nd"


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_finds_nothing_to_read_in_plain_text(text: str) -> None:
    escaped_text = plain(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_`\[\]<>$:#!|~&]", escaped_text)
    assert "\n" not in escaped_text
    assert re.sub(r"\\(.)", r"\1", escaped_text) == " ".join(text.split())


def test_a_cut_text_is_one_line_and_says_that_there_is_more() -> None:
    assert cut(" one\n line ", 8) == "one line"
    assert cut("one line more", 9) == "one line…"
    assert cut("x" * 50, 40) == "x" * 39 + "…"
