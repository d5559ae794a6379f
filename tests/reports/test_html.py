"""The report of one file: other people's text stays text, and nothing is loaded from anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphcore.looks import OUTCOMES
from graphcore.reports.html import ITEMS, report
from graphcore.reports.llm4dyg import tables
from graphcore.reports.metrics import leaderboard
from graphcore.reports.tables import Cell, Table
from tests.conftest import ROOT
from tests.reports.frames import cells, frame

HOSTILE = (
    "</style></title></pre><script src=//x.test></script><img src=x onerror='alert(1)'>\" & ' &lt;b&gt; \x00 \u202e"
)
LOADING = {"src", "href", "data", "action", "srcset", "poster", "background", "formaction"}


class Page(HTMLParser):
    """Counts tags, notes attributes and collects the text outside of the style sheet."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def written(text: str) -> str:
    """A report that says `text` wherever other people's text can stand."""
    records = frame(*cells("c!", model=text, style=text, findings=[text], score={text: 1}, error=text))
    records.loc[1, ["outcome", "error"]] = [None, text]
    table = Table(text, text, (text, "b", "c"), 1, ((text, Cell(1.0), text),), (text,))
    return report(text, text, [table, *tables(records)], leaderboard(records, ["model", "style"]), records)


def test_hostile_text_stays_text() -> None:
    made, plain = written(HOSTILE), written("plain")
    assert Page(made).tags == Page(plain).tags
    assert Page(made).attributes == Page(plain).attributes
    assert HOSTILE.replace("\x00", "") in Page(made).text.replace("\x00", "").replace("\ufffd", "")
    assert "<script" not in made


def one_cell(text: str) -> Page:
    # Half of a surrogate pair can stand in a plan, but in no frame of pandas.
    records = frame(*cells("c", model=text.encode("utf-8", "replace").decode()))
    return Page(report(text, text, [], leaderboard(records), records))


PLAIN_TAGS = one_cell("plain").tags


@given(st.text(st.characters(codec=None), min_size=1, max_size=30))
@example("\ud800")
def test_any_text_gives_the_same_page(text: str) -> None:
    page = one_cell(text)
    assert page.tags == PLAIN_TAGS
    assert page.open == []


def test_nothing_is_loaded_or_run() -> None:
    made = written("https://x.test/a.js")
    page = Page(made)
    assert not page.attributes & LOADING
    assert not [name for name in page.attributes if name.startswith("on")]
    assert not set(page.tags) & {"script", "link", "iframe", "object", "embed", "base", "form", "img", "svg"}
    assert "url(" not in made
    assert "@import" not in made
    assert "default-src 'none'" in made


def test_it_is_ascii_in_any_locale(tmp_path: Path) -> None:
    code = """
import sys
from graphcore.reports.html import report
from graphcore.reports.metrics import leaderboard
from tests.reports.frames import cells, frame
records = frame(*cells("c", model="Zo\\xeb \\u2713"))
open(sys.argv[1], "w").write(report("\\u2192 \\ud800", "", [], leaderboard(records), records))
"""
    path = tmp_path / "report.html"
    env = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, env=env, check=True, timeout=60)
    text = path.read_bytes().decode("ascii")
    assert "<meta charset='utf-8'>" in text
    assert "Zoë ✓" in Page(text).text


def test_outcomes_and_errors_come_with_their_signs() -> None:
    records = frame(*cells("cshm!"))
    text = Page(report("t", "", [], leaderboard(records), records[["problem_id", "error", "outcome"]])).text
    for name, look in OUTCOMES.items():
        assert f"{look.symbol} {'network' if name == 'error' else look.word}" in text


def test_it_has_both_themes_and_fits_a_phone() -> None:
    made = report("t", "", [], leaderboard(frame()), frame())
    assert "prefers-color-scheme: dark" in made
    assert "width=device-width" in made
    for look in OUTCOMES.values():
        assert look.on_light in made
        assert look.on_dark in made


def test_the_plan_stands_after_what_came_of_it() -> None:
    text = Page(report("t", "count = 1", tables(frame()), leaderboard(frame()), frame())).text
    assert text.index("Leaderboard") < text.index("count = 1") < text.index("No item is listed.")


def test_an_empty_run_says_so() -> None:
    empty = frame()
    text = Page(report("t", "", tables(empty), leaderboard(empty), empty)).text
    assert "Nothing was run yet." in text
    assert "No item is listed." in text
    assert text.count("No record fits this table") == 5


@pytest.mark.parametrize(("count", "said"), [(ITEMS, False), (ITEMS + 1, True)])
def test_a_long_list_is_cut_and_says_so(count: int, said: bool) -> None:
    items = pd.DataFrame({"outcome": ["correct"] * count})
    text = Page(report("t", "", [], leaderboard(frame()), items)).text
    assert text.count("✓ correct") == ITEMS
    assert (f"first {ITEMS} of {count} items" in text) == said
