"""How nodes, links and times are named in sentences."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore import words


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (3, "3"),
        (-1, '"-1"'),
        ("Anna", "Anna"),
        ("中村", "中村"),
        ("Anna 2", '"Anna 2"'),
        ("O'Brien", '"O\'Brien"'),
        ('say "hi"', '"say \\"hi\\""'),
        ("a\nb", '"a\\nb"'),
        ("[x]", '"[x]"'),
    ],
)
def test_a_name_is_quoted_unless_it_is_one_plain_word(node: int | str, text: str) -> None:
    assert words.name_text(node) == text
    assert words.node(node) == f"node {text}"


@given(st.text(min_size=1))
def test_a_quoted_name_can_be_read_back_and_keeps_its_line(name: str) -> None:
    text = words.name_text(name)
    assert (json.loads(text) if text.startswith('"') else text) == name
    assert "\n" not in text


@pytest.mark.parametrize(
    ("names", "text"),
    [([], "no node"), ([3], "node 3"), ([1, 3], "nodes 1 and 3"), ([1, "x y", 3], 'nodes 1, "x y" and 3')],
)
def test_nodes(names: list[int | str], text: str) -> None:
    assert words.nodes(names) == text
    assert words.nodes(iter(names)) == text


@pytest.mark.parametrize(
    ("times", "text"), [([], "no time"), ([-2], "time -2"), ([1, 2], "times 1 and 2"), ([0, 1, 2], "times 0, 1 and 2")]
)
def test_times(times: list[int], text: str) -> None:
    assert words.times(times) == text


def test_links_and_paths() -> None:
    assert words.link((0, "Anna 2", 4)) == '(0, "Anna 2", 4)'
    assert words.path([2, 3, "x"]) == "2 → 3 → x"
    assert words.path([2]) == "2"


def test_joining() -> None:
    assert words.joined(["a"]) == "a"
    assert words.joined(["a", "b"], "nor") == "a nor b"
    assert words.joined(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(("text", "sentence"), [("", ""), ("node ann", "Node ann"), ("éa B", "Éa B"), ("3 x", "3 x")])
def test_sentences_begin_with_a_capital(text: str, sentence: str) -> None:
    assert words.sentence(text) == sentence


@pytest.mark.parametrize(
    ("place", "told"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")]
)
def test_ordinals(place: int, told: str) -> None:
    assert words.ordinal(place) == told
    assert words.ordinal(place + 100) == f"{place + 100}{told[-2:]}"
