"""What is seen of a model while it is asked."""

from __future__ import annotations

import pytest

from components.attempts import Progress
from components.live_reply import reply_html
from graphcore.records import Reply
from tests.components.test_safe_text import HOSTILE, read


@pytest.mark.parametrize(
    ("came", "doing"),
    [
        (Progress("local/x", seconds=3.4), "local/x is reading the prompt … 3 s"),
        (Progress("local/x", "hm", seconds=12.6), "local/x is thinking … 13 shm"),
        (Progress("local/x", "hm", "Ans"), "local/x is answering … 0 shm\n\nAns"),
        (Progress("local/x", "", "Ans"), "local/x is answering … 0 sAns"),
        (Progress("m", draws=5, earlier=(Reply("a"), Reply("b"))), "m is reading the prompt (reply 3 of 5) … 0 s"),
    ],
)
def test_it_says_what_the_model_does_and_for_how_long(came: Progress, doing: str) -> None:
    assert read(reply_html(came)).text == doing


def test_the_seconds_are_not_read_aloud_each_time() -> None:
    assert '<span aria-hidden="true"' in reply_html(Progress("m")).partition(" s</span>")[0]


@pytest.mark.parametrize("text", HOSTILE)
def test_names_and_replies_stay_text(text: str) -> None:
    shown = read(reply_html(Progress(text, text, text)))
    assert set(shown.tags) == {"div", "strong", "span"}
    assert shown.text.count(text.replace("\r\n", "\n").replace("\r", "\n")) == 3
