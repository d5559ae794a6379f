"""Declared parameters: reading, ranges, mending."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import ParameterError
from graphcore.generators import GENERATORS
from graphcore.parameters import Parameter, resolve
from graphcore.problems import parameters_of
from graphcore.tasks import TASKS

N = Parameter("n", "int", 10, "Nodes", "How many.", 2, 100)
P = Parameter("p", "float", 0.3, "Density", "How dense.", 0, 1, step=0.05)
FLAG = Parameter("directed", "bool", False, "Directed", "Whether.")
SIZE = Parameter("size", "choice", "small", "Size", "Which.", choices=("small", "large"))
ALL = (N, P, FLAG, SIZE)
DECLARED = {p for task in TASKS for generator in GENERATORS for p in parameters_of(task, generator)}


@pytest.mark.parametrize(
    ("parameter", "raw", "value"),
    [
        (N, 20, 20),
        (N, "20", 20),
        (N, " 20 ", 20),
        (N, 20.0, 20),
        (N, "2e1", 20),
        (N, 2, 2),
        (N, 100, 100),
        (P, 1, 1.0),
        (P, "0.25", 0.25),
        (P, 0, 0.0),
        (FLAG, True, True),
        (FLAG, "true", True),
        (FLAG, "No", False),
        (FLAG, 0, False),
        (FLAG, "1", True),
        (SIZE, "large", "large"),
    ],
)
def test_values_and_their_texts_are_read(parameter: Parameter, raw: object, value: object) -> None:
    read = parameter.read(raw)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("parameter", "raw"),
    [
        *(
            (N, raw)
            for raw in (1, 101, "1", 2.5, "x", "", None, [], {}, "nan", "inf", "-inf", True, 10**400, "1" * 400)
        ),
        *((P, raw) for raw in (-0.01, 1.01, "nan", float("nan"), "inf", "half", None, [0.5], 10**400)),
        *((FLAG, raw) for raw in ("maybe", "", None, 2, [])),
        *((SIZE, raw) for raw in ("medium", "", None, 3)),
    ],
)
def test_anything_else_is_refused_in_one_sentence_with_the_range(parameter: Parameter, raw: object) -> None:
    with pytest.raises(ParameterError) as error:
        parameter.read(raw)
    text = str(error.value)
    assert text.startswith(f"{parameter.name} is ") and text.endswith(f"give {parameter.range_text}.")
    assert "\n" not in text and len(text) < 200


@pytest.mark.parametrize(
    ("parameter", "raw", "value", "said"),
    [
        (N, "20", 20, ""),
        (N, 500, 100, "n=500 is out of range; 100 is used."),
        (N, "-3", 2, "n='-3' is out of range; 2 is used."),
        (N, "many", 10, "n='many' is not a whole number from 2 to 100; 10 is used."),
        (P, "7", 1.0, "p='7' is out of range; 1.0 is used."),
        (FLAG, "maybe", False, "directed='maybe' is not true or false; False is used."),
        (SIZE, "medium", "small", "size='medium' cannot be chosen here; small is used."),
    ],
)
def test_mending_says_what_it_did(parameter: Parameter, raw: object, value: object, said: str) -> None:
    assert parameter.mend(raw) == (value, said)


anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50) | st.lists(st.integers())


@given(parameter=st.sampled_from(ALL), raw=anything)
def test_what_is_mended_can_be_read(parameter: Parameter, raw: object) -> None:
    value, said = parameter.mend(raw)
    assert parameter.read(value) == value == parameter.clamp(value)
    assert not said or said.endswith(" is used.")
    try:
        assert parameter.read(raw) == value
    except ParameterError:
        assert said
    else:
        assert not said


def test_resolving_fills_in_defaults() -> None:
    assert resolve(ALL, {}) == {"n": 10, "p": 0.3, "directed": False, "size": "small"}
    assert resolve(ALL, {"p": "1", "n": 5}) == {"n": 5, "p": 1.0, "directed": False, "size": "small"}


def test_resolving_refuses_unknown_names() -> None:
    with pytest.raises(ParameterError, match=r"^Unknown parameter 'q'; choose n, p, directed, size\.$"):
        resolve(ALL, {"q": 1})


@pytest.mark.parametrize("parameter", sorted(DECLARED, key=lambda p: (p.name, str(p.default))), ids=lambda p: p.name)
def test_every_declared_parameter_is_sound(parameter: Parameter) -> None:
    assert parameter.read(parameter.default) == parameter.default
    assert parameter.title and parameter.help.endswith(".")
    if parameter.kind in ("int", "float"):
        assert parameter.low is not None and parameter.high is not None
        assert parameter.read(parameter.low) == parameter.low and parameter.read(parameter.high) == parameter.high
    if parameter.kind == "choice":
        assert parameter.default in parameter.choices
