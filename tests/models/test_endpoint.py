"""Addresses, and what servers ask to wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import InputError
from graphcore.models.endpoint import Endpoint, checked_url, refused

ENDPOINT = Endpoint("stub/model", "http://127.0.0.1:1/v1", "canary-00aa")


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("http://127.0.0.1:8901/v1", "http://127.0.0.1:8901/v1"),
        (" https://openrouter.ai/api/v1/ ", "https://openrouter.ai/api/v1"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_addresses_are_taken(url: str, kept: str) -> None:
    assert checked_url(url) == kept


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("localhost:11434/v1", "http://"),
        ("ftp://host/v1", "http://"),
        ("file:///etc/passwd", "http://"),
        ("http://", "host"),
        ("", "http://"),
        ("http://me:secret-9@host/v1", "user name"),
        ("http://host/v1?key=secret-9", "query"),
        ("http://host/v1?", "query"),
        ("http://host/v1#secret-9", "fragment"),
        ("http://host:99999/v1", "cannot be read"),
        ("http://[bad/v1", "cannot be read"),
        ("http://ho st/v1", "spaces"),
        ("http://host/v1\nsecret-9", "spaces"),
        ("http://host\\@other/v1", "odd"),
    ],
)
def test_other_addresses_get_one_sentence_without_them(url: str, word: str) -> None:
    with pytest.raises(InputError, match=word) as caught:
        checked_url(url)
    assert str(caught.value).endswith(".")
    assert "secret-9" not in str(caught.value)


def waited(text: str) -> float | None:
    return refused(ENDPOINT, 429, {}, {"retry-after": text}).retry_after_s


def test_a_wait_is_a_number_or_a_date() -> None:
    assert waited("7") == 7
    assert waited("0.5") == 0.5
    soon = waited(format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True))
    assert soon is not None and 60 < soon <= 90
    assert waited("Wed, 21 Oct 2015 07:28:00 GMT") == 0


@given(st.one_of(st.sampled_from(["", "nan", "inf", "-5", "soon", "1e9", "Wed, 99 Oct 2015 07:28:00 GMT"]), st.text()))
def test_nonsense_asks_for_no_wait(text: str) -> None:
    wait = waited(text)
    assert wait is None or wait >= 0


@given(st.integers(300, 599), st.text(max_size=40), st.text(max_size=40))
def test_no_sentence_holds_the_key(status: int, before: str, after: str) -> None:
    error = refused(ENDPOINT, status, {"error": {"message": f"{before}{ENDPOINT.api_key}{after}"}}, {})
    assert ENDPOINT.api_key not in str(error)
    assert len(str(error)) < 400
