"""Texts with blanks: what is written is read back, and nothing else is."""

from __future__ import annotations

import time

import pytest

from graphcore.formats.forms import Form, Rows, Sentence, Unlike

LINKS = Rows("links", Sentence("{u}-{v}"), between=", ", after=".")
FORM = Form((Sentence("Of {n}: "), LINKS, Sentence(" Weight {w:number}, {layers:layers}?")))


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"n": 3, "links": [{"u": 0, "v": 12}], "w": 2.5, "layers": 1}, "Of 3: 0-12. Weight 2.5, one layer?"),
        ({"n": 0, "links": [], "w": -4, "layers": 2}, "Of 0:  Weight -4, two layers?"),
        (
            {"n": 999_999_999, "links": [{"u": 1, "v": 2}, {"u": 2, "v": 1}], "w": 1.0, "layers": 2},
            "Of 999999999: 1-2, 2-1. Weight 1.0, two layers?",
        ),
    ],
)
def test_what_is_written_is_read_back(values: dict[str, object], text: str) -> None:
    assert FORM.write(values) == text
    read = FORM.read(text)
    assert read == values and isinstance(read["w"], type(values["w"]))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Of: ", 0),
        ("Of 03: 0-1. Weight 1, one layer?", 0),
        ("Of ٣: 0-1. Weight 1, one layer?", 0),
        ("Of 1234567890: 0-1. Weight 1, one layer?", 0),
        ("Of 3: 0-1 Weight 1, one layer?", 6),
        ("Of 3: 0-1, . Weight 1, one layer?", 6),
        ("Of 3: 0-1. Weight 1e5, one layer?", 10),
        ("Of 3: 0-1. Weight 1, three layers?", 10),
        ("Of 3: 0-1. Weight 1, one layer? No", 31),
    ],
)
def test_other_texts_are_refused_where_they_differ(text: str, at: int) -> None:
    with pytest.raises(Unlike) as error:
        FORM.read(text)
    assert error.value.at == at


def test_a_value_that_is_missing_cannot_be_read_back() -> None:
    with pytest.raises(Unlike):
        FORM.read(FORM.write({"n": 3, "links": [{"u": 0, "v": None}], "w": 1, "layers": 3}))


@pytest.mark.parametrize(
    "text",
    ["Of 3: " + "0-1, " * 200_000, "Of 3: " + "0-1" * 200_000, "Of " + "1" * 1_000_000],
    ids=["links", "one link", "digits"],
)
def test_a_megabyte_that_fits_nowhere_takes_no_time(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(Unlike):
        FORM.read(text)
    assert time.perf_counter() - start < 3
