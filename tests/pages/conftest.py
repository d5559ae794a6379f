"""Every test of a page runs it through app.py."""

from __future__ import annotations

from tests.pages.looking import app_names_the_pages

__all__ = ["app_names_the_pages"]
