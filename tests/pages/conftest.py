"""AppTest with pages that app.py declares."""

from __future__ import annotations

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import app_test


@pytest.fixture(autouse=True)
def app_names_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every run go through app.py, as on a server, which remembers that app.py called st.navigation.

    AppTest forgets it before each run, and then runs the scripts in the folder "pages" by themselves.
    """
    monkeypatch.setattr(PagesManager, "uses_pages_directory", False)
    monkeypatch.setattr(app_test, "PagesManager", type("PagesManager", (PagesManager,), {}))
