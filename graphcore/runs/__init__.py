"""Runs: planned sets of cells, the engine that works through them, and the store that keeps every record."""
