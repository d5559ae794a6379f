"""The readers of paths that may not exist and of paths with a total weight."""

from __future__ import annotations

from typing import Any

from graphcore.parsing.base import Found, Scope
from graphcore.parsing.lexer import Page
from graphcore.parsing.node_forms import NodePath
from graphcore.parsing.reader import LIST_NOTE


class PathOrNo(NodePath):
    """Nodes in the order of a path; "no" where the reply says that there is none."""

    name = "path or no"
    due = "a list of nodes or 'no'"
    instruction = f"Give the answer as a list of nodes in the order of the path {LIST_NOTE}, or 'no' if there is none."

    def write(self, value: Any) -> str:
        return "no" if value == "no" else super().write(value)

    def value_at(self, page: Page, low: int, high: int, scope: Scope) -> Found | None:
        found = super().value_at(page, low, high, scope)
        return found and Found(found.value or "no", found.first, found.last)


class WeightedPath(NodePath):
    """Nodes in the order of a path."""

    name = "path and total weight"
