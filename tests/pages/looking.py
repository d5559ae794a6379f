"""What tests of the pages need: a page opened through app.py as a link opens it, and what stands on it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest, app_test

from graphcore.records import Problem
from tests.conftest import ROOT

APP = ROOT / "app.py"


@pytest.fixture(autouse=True)
def app_names_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every run go through app.py, as on a server, which remembers that app.py called st.navigation.

    AppTest forgets it before each run, and then runs the scripts in the folder "pages" by themselves.
    """
    monkeypatch.setattr(PagesManager, "uses_pages_directory", False)
    monkeypatch.setattr(app_test, "PagesManager", type("PagesManager", (PagesManager,), {}))


def visit(page: str = "explore", **address: object) -> AppTest:
    """The page, in a new session that came by a link with these values in its address."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in address.items():
        app.query_params[name] = str(value)
    app.run()
    return app if page == "explore" else turn_to(app, page)


def turn_to(app: AppTest, page: str) -> AppTest:
    """Another page in the same session."""
    app.switch_page(f"pages/{page}.py").run()
    return app


def problem_of(app: AppTest) -> Problem:
    """The session's problem."""
    problem: Problem = app.session_state["_problem"]
    return problem


def figures(app: AppTest) -> list[dict[str, Any]]:
    """The Plotly figures on the page."""
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def boxes(app: AppTest) -> list[str]:
    """The texts of everything that is shown as HTML, as a person reads them."""
    return [html.unescape(re.sub(r"<[^>]*>", "", element.proto.body)) for element in app.get("html")]


def words(app: AppTest) -> str:
    """All Markdown and HTML of the page as a person reads it."""
    return "\n".join([*said(app.markdown), *said(app.caption), *boxes(app)])


def said(elements: Iterable[Any]) -> list[str]:
    """What Markdown elements (texts, boxes with a sentence) say, without Markdown's backslashes."""
    return [re.sub(r"\\(.)", r"\1", element.value) for element in elements]
