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
  /* Four choices stand beside each other. */
  [data-testid="stSidebarUserContent"] [data-testid="stButtonGroup"] button { padding: 0 .4rem; }
  /* The words of captions have more contrast than Streamlit gives them, their coloured words all of theirs. */
  .stApp [data-testid="stCaptionContainer"] { opacity: 1; color: color-mix(in srgb, currentColor 78%, transparent); }
  .stApp [data-testid="stCaptionContainer"] p { color: inherit; }
  /* Words on the bright primary colour of the dark theme are dark. */
  .stApp [data-testid="stBaseButton-primary"]:not(:disabled), .stApp .stMultiSelect [data-tag] {
    color: light-dark(#FFFFFF, #14181D);
  }
  [class*="st-key-earlier-"] summary p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  @media (max-width: 640px) {
    .stMainBlockContainer { padding-left: 1rem; padding-right: 1rem; }
    .stMainBlockContainer h1 { font-size: 1.5rem; }
  }
  /* The logo and the pages' names stand where they stand beside the sidebar, on pages that have none too. */
  @media (min-width: 960px) {
    [data-testid="stHeader"] [data-testid="stLogoLink"] {
      box-sizing: border-box; width: 284px; padding-left: 14px; display: flex; justify-content: flex-start;
    }
  }
</style>
"""

_NO_SIDEBAR = """
<style>
  [data-testid="stSidebarUserContent"] { display: none; }
  @media (min-width: 641px) {
    [data-testid="stSidebar"], [data-testid="stExpandSidebarButton"] { display: none; }
  }
  /* Of the sidebar there is the logo, over the page's header. */
  @media (min-width: 960px) {
    [data-testid="stSidebar"][data-collapsed="false"] {
      display: block; position: absolute !important; z-index: 999991; height: 60px !important; overflow: hidden;
      background: none; border: none;
    }
    [data-testid="stSidebarCollapseButton"] { display: none; }
    [data-testid="stHeader"]:not(:has([data-testid="stHeaderLogo"])) [data-testid="stTopNav"] { margin-left: 300px; }
  }
</style>
"""


def tighten() -> None:
    """Less empty space above and between, smaller headlines, narrow margins on phones."""
    st.html(_RULES)


def without_sidebar() -> None:
    """Hide the sidebar on a page that has no problem, but for the logo; phones navigate there."""
    st.html(_NO_SIDEBAR)
