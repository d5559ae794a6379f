"""What is new comes into view: on a phone the verdict stands below the form that asked for it."""

from __future__ import annotations

import streamlit as st

# What was seen before the page was drawn, or drawn anew, is not news. The bar at the top covers what lies under it.
_SCRIPT = """
let seen;
export default function ({ data }) {
  const before = seen;
  seen = data.news;
  if (before === undefined || before === seen) return;
  const target = document.querySelector(`.st-key-${data.key}`);
  if (!target) return;
  const { top } = target.getBoundingClientRect();
  if (top >= 0 && top < innerHeight / 2) return;
  target.style.scrollMarginTop = "4rem";
  target.scrollIntoView({ block: "start" });
}
"""

_component = st.components.v2.component("edgewise_reveal", html="<span></span>\n", js=_SCRIPT)


def reveal(key: str, news: object) -> None:
    """Scroll to the container with this key, unless it is in sight, whenever `news` changes."""
    _component(key=f"reveal-{key}", data={"key": key, "news": str(news)})
