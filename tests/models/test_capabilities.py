"""Which parameters go to which model, and what is learned from refusals."""

from __future__ import annotations

import re
from typing import Any

import pytest

from graphcore.models.capabilities import TABLE, fitted, learn, parameters
from tests.models.stub import request

RENAME = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
NO_TEMPERATURE = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is."


@pytest.mark.parametrize(
    ("model", "sent"),
    [
        ("openai/gpt-4o", {"temperature": 0.5, "max_completion_tokens": 9}),
        ("openai/gpt-5-mini", {"max_completion_tokens": 9}),
        ("openai/o3", {"max_completion_tokens": 9}),
        ("openai/gpt-5-chat-latest", {"temperature": 0.5, "max_completion_tokens": 9}),
        ("anthropic/claude-3-haiku-20240307", {"temperature": 0.5, "max_tokens": 9}),
        ("anthropic/claude-sonnet-4-5", {"temperature": 0.5, "max_tokens": 9}),
        ("anthropic/claude-opus-4-8", {"max_tokens": 9}),
        ("compatible/openai/gpt-5", {"temperature": 0.5, "max_tokens": 9}),
        ("compatible/qwen3", {"temperature": 0.5, "max_tokens": 9}),
    ],
)
def test_models_get_what_they_take(model: str, sent: dict[str, Any]) -> None:
    assert parameters(model, request(temperature=0.5, max_tokens=9)) == sent


@pytest.mark.parametrize("asked", [1, 1024, 4000])
def test_a_thinking_budget_lies_between_the_least_and_the_whole(asked: int) -> None:
    sent = parameters("anthropic/claude-sonnet-4-5", request(max_tokens=1024, thinking=asked))
    budget = sent["thinking"]["budget_tokens"]
    assert max(1024, asked) == budget < sent["max_tokens"] == budget + 1024
    assert "temperature" not in sent


def test_thinking_is_asked_for_as_each_model_takes_it() -> None:
    assert parameters("anthropic/claude-opus-5", request(thinking=2000))["thinking"]["type"] == "adaptive"
    assert parameters("openai/o3", request(thinking=9000))["reasoning_effort"] == "high"
    assert parameters("openai/o3", request(max_tokens=9, thinking=2000))["max_completion_tokens"] == 2009
    plain = parameters("compatible/qwen3", request(thinking=2000))
    assert plain == parameters("compatible/qwen3", request())


def test_every_id_has_its_line() -> None:
    assert re.match(TABLE[-1].pattern, "anything/at all")


def after(where: tuple[str, str], sent: dict[str, Any], *said: str) -> dict[str, Any]:
    for words in said:
        learn(where, sent, words)
        sent = fitted(where, sent)
    return sent


SENT = {"temperature": 0, "max_tokens": 9}


def test_refused_parameters_are_renamed_or_dropped_where_they_were_refused() -> None:
    where = ("http://a/v1", "both")
    assert after(where, SENT, RENAME) == {"temperature": 0, "max_completion_tokens": 9}
    assert after(where, SENT, RENAME, NO_TEMPERATURE) == {"max_completion_tokens": 9}
    assert fitted(where, SENT) == {"max_completion_tokens": 9}
    assert fitted(("http://b/v1", "both"), SENT) == SENT


def test_two_names_are_not_swapped_for_ever() -> None:
    where = ("http://a/v1", "neither")
    renamed = after(where, SENT, "Unknown parameter: max_tokens")
    assert after(where, renamed, "Unknown parameter: max_completion_tokens") == renamed
    assert fitted(where, SENT) == renamed


@pytest.mark.parametrize(
    "said",
    [
        "temperature: range: 0..1",
        "`max_tokens` must be greater than `thinking.budget_tokens`",
        "Unknown parameter: top_p",
        "This model does not support tools",
    ],
)
def test_a_wrong_value_or_another_parameter_changes_nothing(said: str) -> None:
    assert after(("http://a/v1", said), SENT, said) == SENT
