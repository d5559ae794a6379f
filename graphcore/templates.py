"""Prompt templates of one's own: named texts that are kept as files and used wherever a style is.

They live in the folder EDGEWISE_HOME (by default .edgewise in the home folder) and are shared by all who use this
installation.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from graphcore import words
from graphcore.errors import InputError

PLACEHOLDERS = ("graph", "question", "answer_form", "exemplars")
NEEDED = ("graph", "question")
MAX_TEMPLATES = 200
MAX_CHARACTERS = 20_000
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PLACEHOLDER = re.compile(r"\{(" + "|".join(PLACEHOLDERS) + r")\}")
_ANY_WORD = re.compile(r"\{(\w+)\}")


def home() -> Path:
    """The folder of what a person keeps."""
    return Path(os.environ.get("EDGEWISE_HOME") or Path.home() / ".edgewise")


def template_names() -> list[str]:
    """The names of all templates, sorted."""
    return sorted(path.stem for path in _folder().glob("*.txt") if _NAME.fullmatch(path.stem))


def load_template(name: str) -> str:
    """The text of a template; raises InputError if there is none of that name."""
    path = _path(name)
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        known = ", ".join(template_names()) or "write one on the Prompts page"
        raise InputError(f"There is no template {name!r}; choose one: {known}.") from None
    except (OSError, UnicodeDecodeError):
        raise InputError(f"The template file {path} cannot be read; check it, or save the template again.") from None


def save_template(name: str, text: str) -> None:
    """Keep `text` under `name`; raises InputError for unusable names and texts."""
    path = _path(name)
    check_template(text)
    if not path.exists() and len(template_names()) >= MAX_TEMPLATES:
        raise InputError(f"There are {MAX_TEMPLATES} templates already; delete one first.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_suffix(f".{os.getpid()}.new")
        scratch.write_text(text, encoding="utf-8")
        scratch.replace(path)
    except (OSError, UnicodeEncodeError):
        raise InputError(
            f"The template cannot be written to {path.parent}; set EDGEWISE_HOME to a folder you may write."
        ) from None


def delete_template(name: str) -> None:
    """Forget a template."""
    _path(name).unlink(missing_ok=True)


def check_template(text: str) -> None:
    """Raise InputError if `text` cannot serve as a prompt: it must say the question, and name only known places."""
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"The template has {len(text):,} characters; keep it under {MAX_CHARACTERS:,}.")
    lacking = [name for name in NEEDED if f"{{{name}}}" not in text]
    if lacking:
        places, things = _joined(lacking), " and ".join(lacking)
        verb = "are" if len(lacking) > 1 else "is"
        raise InputError(f"The template lacks {places}; write it where the {things} {verb} to stand.")
    strange = [word for word in dict.fromkeys(_ANY_WORD.findall(text)) if word not in PLACEHOLDERS]
    if strange:
        raise InputError(
            f"The template names {_joined(strange)}, which nothing fills; take it out, or use {_joined(PLACEHOLDERS)}."
        )


def _joined(names: Sequence[str]) -> str:
    return words.joined([f"{{{name}}}" for name in names])


def split_template(text: str) -> list[tuple[str, str]]:
    """The template as (kind, text) pieces in order; kind is "text" or the name of a placeholder."""
    pieces = _PLACEHOLDER.split(text)
    return [("text", piece) if index % 2 == 0 else (piece, "") for index, piece in enumerate(pieces) if piece]


def _folder() -> Path:
    return home() / "templates"


def _path(name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise InputError(f"The template name {name!r} is unusable; take small letters, digits and hyphens, 40 at most.")
    return _folder() / f"{name}.txt"
