"""The few rules of style that Streamlit's own settings do not reach."""

from __future__ import annotations

import streamlit as st

_RULES = """
<style>
  .stMainBlockContainer { padding: 4.5rem 2.5rem 3rem; }
  .stMainBlockContainer h1 { font-size: 1.9rem; padding: 0 0 .5rem 0; }
  .stMainBlockContainer h3 { font-size: 1.3rem; padding-top: 1rem; }
  [data-testid="stSidebarUserContent"] { padding-top: 0; }
  [data-testid="stSidebarUserContent"] [data-testid="stVerticalBlock"] { gap: .6rem; }
  /* The words of captions have more contrast than Streamlit gives them, their coloured words all of theirs. */
  .stApp [data-testid="stCaptionContainer"] { opacity: 1; color: color-mix(in srgb, currentColor 78%, transparent); }
  .stApp [data-testid="stCaptionContainer"] p { color: inherit; }
  [class*="st-key-earlier-"] summary p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  @media (max-width: 640px) {
    .stMainBlockContainer { padding-left: 1rem; padding-right: 1rem; }
    .stMainBlockContainer h1 { font-size: 1.5rem; }
  }
</style>
"""

_NO_SIDEBAR = """
<style>
  [data-testid="stSidebarUserContent"] { display: none; }
  @media (min-width: 641px) {
    [data-testid="stSidebar"], [data-testid="stExpandSidebarButton"] { display: none; }
  }
</style>
"""


def tighten() -> None:
    """Less empty space above and between, smaller headlines, narrow margins on phones."""
    st.html(_RULES)


def without_sidebar() -> None:
    """Hide the problem on a page that has none. It is still drawn, as it keeps the address; phones navigate there."""
    st.html(_NO_SIDEBAR)
