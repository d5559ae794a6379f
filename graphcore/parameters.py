"""Parameters, declared once: the form, the command line, the URL, plan files and checks all read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from graphcore.errors import ParameterError

Value = int | float | bool | str


@dataclass(frozen=True)
class Parameter:
    """One typed parameter with its default and its inclusive range.

    `kind` decides the type; `low` and `high` bound numbers and `choices` lists the values of a choice.
    """

    name: str
    kind: Literal["int", "float", "bool", "choice"]
    default: Value
    title: str
    help: str
    low: float | None = None
    high: float | None = None
    step: float = 1
    choices: tuple[str, ...] = ()

    def read(self, raw: object) -> Value:
        """`raw` (a value or its text) as a value of this parameter; raises ParameterError."""
        value = self._typed(raw)
        if self.clamp(value) != value:
            raise ParameterError(f"{self.name} is {short(raw)}; give {self.range_text}.")
        return value

    def clamp(self, value: Value) -> Value:
        """The nearest value in range."""
        if self.kind == "choice":
            return value if value in self.choices else self.default
        if self.kind == "bool":
            return bool(value)
        number = float(value)
        if self.low is not None:
            number = max(number, self.low)
        if self.high is not None:
            number = min(number, self.high)
        return int(number) if self.kind == "int" else float(number)

    def mend(self, raw: object) -> tuple[Value, str]:
        """`raw` made usable, and a sentence on what was changed ("" if nothing was)."""
        try:
            value = self._typed(raw)
        except ParameterError:
            return self.default, f"{self.name}={short(raw)} is not {self.range_text}; {self.default} is used."
        near = self.clamp(value)
        fault = "cannot be chosen here" if self.kind == "choice" else "is out of range"
        return near, "" if near == value else f"{self.name}={short(raw)} {fault}; {near} is used."

    @property
    def range_text(self) -> str:
        """What may be given, in words."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "bool":
            return "true or false"
        noun = "a whole number" if self.kind == "int" else "a number"
        return f"{noun} from {self.low:g} to {self.high:g}"

    def _typed(self, raw: object) -> Value:
        try:
            if self.kind == "choice":
                return str(raw)
            if self.kind == "bool":
                return _TRUTH[str(raw).lower()]
            number = float(str(raw))
            if number != number or (self.kind == "int" and number != int(number)):
                raise ValueError
            return int(number) if self.kind == "int" else number
        except (KeyError, ValueError, OverflowError):
            raise ParameterError(f"{self.name} is {short(raw)}; give {self.range_text}.") from None


_TRUTH = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def short(raw: object) -> str:
    """`raw` as a message shows it, on 40 characters at most."""
    if isinstance(raw, int) and raw.bit_length() > 128:
        return "a huge number"  # Python refuses to write the largest ones.
    text = repr(raw) if isinstance(raw, str) else str(raw)
    return text if len(text) <= 40 else text[:37] + "..."


def resolve(parameters: Iterable[Parameter], given: Mapping[str, object]) -> dict[str, Any]:
    """All `parameters` with the `given` values read and defaults filled in; unknown names raise ParameterError."""
    declared = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in declared:
            raise ParameterError(f"Unknown parameter {name!r}; choose {', '.join(declared)}.")
    return {name: p.read(given[name]) if name in given else p.default for name, p in declared.items()}
