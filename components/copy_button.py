"""A button that copies a text to the clipboard."""

from __future__ import annotations

import streamlit as st

WIDTH = 96
_STYLE = """
button { font: inherit; font-size: .85rem; width: 100%; padding: .25rem .6rem; cursor: pointer; background: transparent;
  color: var(--st-text-color); border: 1px solid var(--st-border-color); border-radius: .5rem; }
button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color); }
"""

# Without a secure context (a plain http address that is not localhost) there is no navigator.clipboard.
_SCRIPT = """
const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
};
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  button.onclick = async () => {
    await copy(data);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };
}
"""

_component = st.components.v2.component(
    "edgewise_copy_button", html='<button type="button">Copy</button>\n', css=_STYLE, js=_SCRIPT
)


def copy_button(text: str, key: str) -> None:
    """Show the button for `text`."""
    _component(key=key, data=text, width=WIDTH)
