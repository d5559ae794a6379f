"""The rules of the house that a glance at the code can hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

# No module imports from one further down this list.
ORDER = [
    "errors", "looks", "registry", "parameters", "graphs", "words", "layers", "layouts", "records", "graph_files",
    "generators", "naming", "encodings", "parsing", "checks", "solvers", "tasks", "problems", "templates", "prompts",
    "models", "strategies", "runs", "reports", "formats", "output", "arguments", "cli_runs", "cli", "__main__",
]  # fmt: skip
PAGE_AIM, PAGE_LIMIT = 60, 80
UNSAFE_CALLS = {"eval", "exec", "compile", "__import__"}
UNSAFE_MODULES = {"pickle", "cPickle", "shelve", "marshal", "dill", "cloudpickle", "joblib"}
UNSAFE_NAMES = {"unsafe_allow_html", "allow_pickle", "read_pickle", "to_pickle"}
OWN_GENERATORS = {"Random", "SystemRandom", "default_rng", "Generator", "PCG64"}
CDN = re.compile(r"https?://[^\s\"'<>]*(cdn|unpkg|jsdelivr|cloudflare|googleapis|gstatic)", re.IGNORECASE)
PERMISSIVE = re.compile(r"\b(MIT|BSD|Apache|PSF|ISC|MPL|Python Software Foundation)\b", re.IGNORECASE)
COPYLEFT = re.compile(r"GPL|General Public License", re.IGNORECASE)

CORE = sorted((ROOT / "graphcore").rglob("*.py"))
COMPONENTS = sorted((ROOT / "components").rglob("*.py"))
PROVIDERS = {path.stem for path in CORE if path.parent.name == "models"} - {"__init__", "base"}
PAGES = sorted((ROOT / "pages").rglob("*.py"))
OURS = [*CORE, *COMPONENTS, *PAGES, *ROOT.glob("app.py")]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=name_of)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that `path` imports, wherever in the file."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def core_part(name: str) -> str | None:
    """The part of graphcore that a full name lies in: "models" of "graphcore.models.base"."""
    parts = name.split(".")
    return parts[1] if parts[0] == "graphcore" and len(parts) > 1 else None


def random_sins(path: Path) -> Iterator[tuple[int, str]]:
    """Line and name of what draws from a global generator, of the standard library or of numpy."""
    names = {full.rpartition(".")[2] for _, full in imports(path) if full in ("random", "numpy.random")}
    for line, full in imports(path):
        if re.match(r"(numpy\.)?random\.", full) and full.rpartition(".")[2] not in OWN_GENERATORS:
            yield line, full
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and node.attr not in OWN_GENERATORS:
            base = ast.unparse(node.value)
            if base in names or base in ("np.random", "numpy.random"):
                yield node.lineno, ast.unparse(node)


def unsafe(path: Path) -> Iterator[tuple[int, str]]:
    """Line and name of what could run other people's text."""
    yield from ((line, full) for line, full in imports(path) if full.partition(".")[0] in UNSAFE_MODULES)
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name) and node.id in UNSAFE_CALLS:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr in UNSAFE_NAMES:
            yield node.lineno, node.attr
        elif isinstance(node, ast.keyword) and node.arg in UNSAFE_NAMES:
            yield node.lineno, node.arg


def requirements(*names: str) -> list[Requirement]:
    lines = [line.partition("#")[0].strip() for name in names for line in (ROOT / name).read_text().splitlines()]
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


@each(CORE)
def test_core_imports_no_user_interface(path: Path) -> None:
    roots = {full.partition(".")[0] for _, full in imports(path)}
    assert not roots & {"streamlit", "components", "pages", "app"}


def test_the_command_line_runs_without_streamlit() -> None:
    code = "import graphcore.cli, sys; sys.exit('streamlit' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


@each([path for path in CORE if path.parent != ROOT / "graphcore" or path.stem != "__init__"])
def test_imports_go_one_way(path: Path) -> None:
    own = path.relative_to(ROOT / "graphcore").parts[0].removesuffix(".py")
    assert own in ORDER, f"give {own} its place in ORDER"
    allowed = ORDER[: ORDER.index(own) + 1]
    for line, full in imports(path):
        assert core_part(full) in (None, *allowed), f"line {line}: {own} imports {full}"


@each(COMPONENTS)
def test_components_know_no_provider_and_no_sql(path: Path) -> None:
    for line, full in imports(path):
        assert full.partition(".")[0] not in ("openai", "anthropic", "sqlalchemy", "sqlite3"), f"line {line}: {full}"
        assert core_part(full) != "models" or not PROVIDERS & set(full.split(".")), f"line {line}: {full}"


@each(PAGES)
def test_pages_are_thin(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= PAGE_LIMIT, "move what the page does into components"
    if lines > PAGE_AIM:
        warnings.warn(f"{name_of(path)} has {lines} lines; aim at {PAGE_AIM}", stacklevel=1)


@each(OURS)
def test_nothing_runs_other_peoples_text(path: Path) -> None:
    assert not list(unsafe(path))


@each(OURS)
def test_randomness_is_passed_in(path: Path) -> None:
    assert not list(random_sins(path))


def test_no_page_needs_the_internet() -> None:
    others = [path for folder in ("components", "pages", ".streamlit") for path in (ROOT / folder).rglob("*.*")]
    texts = [path for path in {*OURS, *others} if path.suffix in (".py", ".js", ".css", ".html", ".toml")]
    assert not [name_of(path) for path in texts if CDN.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("wanted", requirements("requirements.txt", "requirements-local.txt"), ids=lambda r: r.name)
def test_what_the_app_installs_is_permissive(wanted: Requirement) -> None:
    try:
        about = metadata.metadata(wanted.name)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{wanted.name} is not installed")
    said = [text for field in ("License-Expression", "License", "Classifier") for text in about.get_all(field) or []]
    licence = " ".join(text for text in said if not text.startswith(("Programming", "Topic")))
    assert PERMISSIVE.search(licence)
    assert not COPYLEFT.search(licence)


def test_the_lock_pins_what_is_required_and_names_no_host() -> None:
    text = (ROOT / "requirements.lock").read_text()
    pins = {canonicalize_name(pin.name): pin for pin in requirements("requirements.lock")}
    assert all([spec.operator for spec in pin.specifier] == ["=="] and not pin.url for pin in pins.values())
    assert "://" not in text
    for wanted in requirements("requirements.txt", "requirements-local.txt", "requirements-dev.txt"):
        (pin,) = pins[canonicalize_name(wanted.name)].specifier
        assert wanted.specifier.contains(pin.version), f"{wanted} is locked at {pin.version}; run make lock"


@pytest.mark.parametrize(
    ("code", "sins"),
    [
        ("import random\nrandom.shuffle(x)", 1),
        ("import random as r\nr.Random(3).shuffle(x)", 0),
        ("from random import choice", 1),
        ("from random import Random\nRandom(3).choice(x)", 0),
        ("import numpy as np\nnp.random.seed(1)", 1),
        ("import numpy as np\nnp.random.default_rng(1).normal()", 0),
    ],
)
def test_global_generators_are_found(code: str, sins: int, tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(code)
    assert len(list(random_sins(path))) == sins


@pytest.mark.parametrize(
    ("code", "sins"),
    [
        ("eval(x)", 1),
        ("import pickle", 1),
        ("from pickle import loads", 1),
        ("st.markdown(x, unsafe_allow_html=True)", 1),
        ("import re\nre.compile(x)", 0),
        ("import ast\nast.literal_eval(x)", 0),
    ],
)
def test_unsafe_calls_are_found(code: str, sins: int, tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(code)
    assert len(list(unsafe(path))) == sins


@pytest.mark.xdist_group("sample")
def test_groups_of_tests_keep_to_one_worker(request: pytest.FixtureRequest) -> None:
    if not hasattr(request.config, "workerinput"):
        pytest.skip("all tests share one process here")
    assert request.node.nodeid.endswith("@sample")
