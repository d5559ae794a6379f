"""Colours and signs of pictures and pages; those of outcomes are in `graphcore.looks`, which files outside share.

Every role in a picture has its own kind of line beside its colour.
"""

from __future__ import annotations

from graphcore.looks import BLUE, DARK, GREEN, LIGHT, ORANGE, OUTCOMES, PURPLE, VERMILION, Look, Palette

__all__ = ["DARK", "LIGHT", "OUTCOMES", "ROLES", "Look", "Palette", "contrast", "mix", "palette"]

ROLES = {
    "reference": Look(BLUE, "━", "reference", "#006AA6", "#66AAD1"),
    "answer": Look(GREEN, "╌", "answer that holds", "#007052", "#33B18F"),
    "fault": Look(VERMILION, "✕", "fault", "#A34800", "#E2894A"),
    "asked": Look(PURPLE, "?", "what is asked about", "#8E5474", "#D48DB4"),
    "step": Look(ORANGE, "●", "this step", "#805800", "#E69F00"),
    "earlier": Look(ORANGE, "○", "earlier steps", "#805800", "#E69F00"),
}


FONT = "'Source Sans', sans-serif"
"""The font of words; Streamlit serves it."""


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
