"""The sign, word and colours of each outcome, and the neutral colours, the same on every page and in every file.

The hues are Okabe and Ito's set for colour-blind readers. None of them is used alone: every outcome has a sign and
a word. Lines and fills take `colour`; text takes a darker or lighter shade of it, so that it keeps a contrast of at
least 4.5 : 1 on the page and on its panels.
"""

from __future__ import annotations

from dataclasses import dataclass

ORANGE, GREEN = "#E69F00", "#009E73"
BLUE, VERMILION, PURPLE, GREY = "#0072B2", "#D55E00", "#CC79A7", "#6E6E6E"


@dataclass(frozen=True)
class Look:
    """How one outcome or role is shown: colour of lines and fills, sign, word, and text on light and on dark."""

    colour: str
    symbol: str
    word: str
    on_light: str
    on_dark: str

    def text(self, dark: bool) -> str:
        """The shade in which words are written."""
        return self.on_dark if dark else self.on_light


OUTCOMES = {
    "correct": Look(GREEN, "✓", "correct", "#007052", "#33B18F"),
    "suboptimal": Look(ORANGE, "≈", "suboptimal", "#805800", "#E69F00"),
    "hallucinatory": Look(VERMILION, "✕", "hallucinatory", "#A34800", "#E2894A"),
    "missing": Look(GREY, "∅", "missing", "#626262", "#A3A3A3"),
    "error": Look(PURPLE, "!", "error", "#8E5474", "#D48DB4"),
}


@dataclass(frozen=True)
class Palette:
    """The neutral colours of a page or picture, for one of the two themes."""

    page: str
    panel: str
    ink: str
    muted: str
    link: str
    earlier: str
    base: str
    node: str


LIGHT = Palette("#FFFFFF", "#F4F6F8", "#1F2933", "#52606D", "#1F2933", "#8FA1B3", "#D9E0E7", "#F4F6F8")
DARK = Palette("#14181D", "#222931", "#E8ECF0", "#A9B4C0", "#E8ECF0", "#66788A", "#333D48", "#222931")
