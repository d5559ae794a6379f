from __future__ import annotations

from pathlib import Path

import pytest

from graphcore.models import PROVIDERS
from graphcore.runs.store import Store
from tests.runs.sample import Probe


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path}/runs.db")


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> Probe:
    """A registered provider whose calls the test decides."""
    made = Probe()
    monkeypatch.setitem(PROVIDERS._items, "probe", made)
    return made
