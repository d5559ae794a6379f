"""Colours: enough contrast on every ground, and the grounds are those of the configuration."""

from __future__ import annotations

import tomllib

import pytest

from components.theme import DARK, LIGHT, OUTCOMES, ROLES, contrast, mix, palette
from tests.conftest import ROOT

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", [*OUTCOMES, *ROLES])
def test_words_can_be_read(name: str, dark: bool) -> None:
    look = (OUTCOMES | ROLES)[name]
    for ground in (palette(dark).page, palette(dark).panel):
        assert contrast(look.text(dark), ground) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_neutral_words_can_be_read_on_page_panel_and_node(colours: object) -> None:
    for text in (colours.ink, colours.muted):
        for ground in (colours.page, colours.panel, colours.node):
            assert contrast(text, ground) >= 4.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_names_can_be_read_on_tinted_nodes(dark: bool) -> None:
    for look in ROLES.values():
        assert contrast(palette(dark).ink, mix(look.colour, palette(dark).node, 0.35)) >= 4.5


def test_contrast_has_the_known_ends() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert mix("#FF0000", "#0000FF", 0.5) == "#800080"


def test_no_outcome_or_role_is_told_by_colour_alone() -> None:
    assert len({look.symbol for look in OUTCOMES.values()}) == len(OUTCOMES)
    assert len({look.word for look in ROLES.values()}) == len(ROLES)


@pytest.mark.parametrize(("name", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_configuration_and_palettes_agree(name: str, colours: object) -> None:
    theme = CONFIG["theme"][name]
    assert (theme["backgroundColor"], theme["secondaryBackgroundColor"]) == (colours.page, colours.panel)
    assert theme["textColor"] == colours.ink
    words = {"greenTextColor": "correct", "orangeTextColor": "suboptimal", "redTextColor": "hallucinatory"}
    words |= {"grayTextColor": "missing", "violetTextColor": "error"}
    for option, outcome in words.items():
        assert theme[option] == OUTCOMES[outcome].text(name == "dark")


def test_nothing_is_sent_or_fetched() -> None:
    assert CONFIG["browser"] == {"gatherUsageStats": False, "serverAddress": "localhost"}
    assert CONFIG["server"]["enableStaticServing"] is True
    assert "http" not in CONFIG["theme"]["font"]
