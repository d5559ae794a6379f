"""The forms in which others keep their problems, read and written: FORMATS by name."""

from __future__ import annotations

from graphcore.formats.base import Format
from graphcore.formats.nlgraph import NLGraph
from graphcore.registry import Registry

__all__ = ["FORMATS", "Format"]

FORMATS: Registry[Format] = Registry("format")
FORMATS.add(NLGraph())
