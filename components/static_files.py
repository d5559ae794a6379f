"""The one file that pages load from static/: vis-network, taken from the installed pyvis, so that no CDN is asked."""

from __future__ import annotations

import importlib.util
import os
import tempfile
from pathlib import Path

from graphcore.errors import EdgewiseError

FILE_NAME = "vis-network.min.js"
STATIC_FOLDER = Path(__file__).resolve().parent.parent / "static"


def ensure_vis_network(folder: Path = STATIC_FOLDER) -> None:
    """Put vis-network into `folder` if it is absent or of another size.

    Raises EdgewiseError, with a sentence for the page, if pyvis lacks it or the folder cannot be written.
    """
    source = vis_network_file()
    target = folder / FILE_NAME
    try:
        if target.exists() and target.stat().st_size == source.stat().st_size:
            return
        folder.mkdir(exist_ok=True)
        _write_atomically(target, source.read_bytes())
    except OSError as error:
        raise EdgewiseError(
            f'The draggable graph needs {FILE_NAME} in the folder "{folder.name}" beside app.py; make it writable '
            "for the one who starts the app, or stay with the timeline."
        ) from error


def vis_network_file() -> Path:
    """The newest vis-network that the installed pyvis carries. Raises EdgewiseError if there is none."""
    spec = importlib.util.find_spec("pyvis")
    folders = list(spec.submodule_search_locations or []) if spec else []
    found = [path for folder in folders for path in Path(folder).glob(f"**/vis-*/{FILE_NAME}")]
    if not found:
        raise EdgewiseError("The draggable graph needs pyvis; install it with: pip install -r requirements.txt")
    return max(found, key=_version)


def _version(path: Path) -> tuple[int, ...]:
    """The 9.1.2 of ".../vis-9.1.2/vis-network.min.js"."""
    return tuple(int(part) for part in path.parent.name.removeprefix("vis-").split(".") if part.isdigit())


def _write_atomically(target: Path, content: bytes) -> None:
    """Several servers may start at once: each writes a file of its own and renames it."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".vis-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
