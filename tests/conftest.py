"""What all tests share: their own home folder, Hypothesis's settings, the folder of cases, and who runs beside whom."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def cases_folder() -> Path:
    """Where the folder of cases is looked for; it may not be there."""
    return Path(os.environ.get("EDGEWISE_CASES") or ROOT.parent / "shared" / "cases")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that keep a core busy run one after the other, in one worker that begins with them."""
    browser = ROOT / "tests" / "browser"
    heavy = []
    for item in items:
        if item.path.is_relative_to(browser):
            item.add_marker("browser")
        if item.get_closest_marker("browser") or item.get_closest_marker("local_model"):
            item.add_marker(pytest.mark.xdist_group("heavy"))
            heavy.append(item)
    if hasattr(config, "workerinput"):
        items[:] = heavy + [item for item in items if item not in set(heavy)]


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """EDGEWISE_HOME for the whole session, so that no test touches a person's files; loopback never goes by a proxy."""
    folder = tmp_path_factory.mktemp("home")
    os.environ["EDGEWISE_HOME"] = str(folder)
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"
    return folder


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of recorded replies with their right outcomes."""
    folder = cases_folder()
    if not folder.is_dir():
        pytest.skip(f"no cases: {folder} is not there; set EDGEWISE_CASES to their folder")
    return folder
