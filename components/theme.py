"""Colours and signs, the same in every picture, table and sentence.

The hues are Okabe and Ito's set for colour-blind readers. None of them is used alone: every outcome has a sign and
a word, every role in a picture its own kind of line. Lines and fills take `colour`; text takes a darker or lighter
shade of it, so that it keeps a contrast of at least 4.5 : 1 on the page and on its panels (.streamlit/config.toml).
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

ROLES = {
    "reference": Look(BLUE, "━", "reference", "#006AA6", "#66AAD1"),
    "answer": Look(GREEN, "╌", "answer that holds", "#007052", "#33B18F"),
    "fault": Look(VERMILION, "✕", "fault", "#A34800", "#E2894A"),
    "step": Look(ORANGE, "●", "this step", "#805800", "#E69F00"),
}


@dataclass(frozen=True)
class Palette:
    """The neutral colours of a picture, for one of the two themes."""

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


def palette(dark: bool) -> Palette:
    """The neutral colours of the dark or the light theme."""
    return DARK if dark else LIGHT


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two "#RRGGBB" colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(colour: str, ground: str, share: float) -> str:
    """`share` (0 to 1) of "#RRGGBB" `colour` on `ground`."""
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(share * c + (1 - share) * g):02X}" for c, g in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    shares = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
