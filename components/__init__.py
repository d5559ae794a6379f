"""Streamlit pieces that know records and nothing of providers or databases."""
