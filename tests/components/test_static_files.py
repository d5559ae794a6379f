"""vis-network reaches the folder whole, or the page gets a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from components import static_files
from components.static_files import FILE_NAME, ensure_vis_network, vis_network_file
from graphcore.errors import EdgewiseError


def test_absent_cut_and_whole(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    ensure_vis_network(folder)
    target = folder / FILE_NAME
    assert target.read_bytes() == vis_network_file().read_bytes()
    target.write_bytes(b"cut")
    ensure_vis_network(folder)
    assert target.stat().st_size == vis_network_file().stat().st_size
    before = target.stat()
    ensure_vis_network(folder)
    assert target.stat().st_mtime_ns == before.st_mtime_ns
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]


def test_every_server_may_read_it(tmp_path: Path) -> None:
    ensure_vis_network(tmp_path)
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o044 == 0o044


def test_the_newest_version_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("9.0.4", "9.1.2", "10.0.0"):
        path = tmp_path / "lib" / f"vis-{version}" / FILE_NAME
        path.parent.mkdir(parents=True)
        path.touch()
    spec = type("Spec", (), {"submodule_search_locations": [str(tmp_path)]})
    monkeypatch.setattr(static_files.importlib.util, "find_spec", lambda name: spec)
    assert vis_network_file().parent.name == "vis-10.0.0"


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "static"
    blocked.write_text("a file stands where the folder should be")
    with pytest.raises(EdgewiseError, match='the folder "static"'):
        ensure_vis_network(blocked)


def test_a_failed_copy_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(EdgewiseError):
        ensure_vis_network(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_pyvis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(EdgewiseError, match="pip install"):
        vis_network_file()
