"""Edgewise's core: graphs, problems, prompts, models and verdicts, without any user interface."""
