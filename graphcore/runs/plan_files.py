"""Plan files: a plan as TOML, there and back. The Batch page and the command line read and write the same files."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any

import tomli_w

from graphcore.errors import InputError
from graphcore.parameters import Value, short
from graphcore.prompts import K
from graphcore.runs.plan import LISTS, NUMBERS, SETTINGS, Plan, Settings
from graphcore.tasks import TASKS

TEXT_MAX = 1_000
"""Characters of a name; more is no name of anything."""


def write_plan(plan: Plan) -> str:
    """The plan as a file; defaults are written too, so that it says the same to a later version."""
    data = {item.name: _plain(getattr(plan, item.name)) for item in fields(plan)}
    data["model"] = {
        name: {key: value for key, value in asdict(settings).items() if value not in (None, "")}
        for name, settings in plan.model.items()
    }
    return tomli_w.dumps(data)


def read_plan(text: str) -> Plan:
    """The plan of a file's text; raises InputError that names the key at fault."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The plan is no TOML ({error}); mend that line.") from None
    return Plan(**_read(data))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


_TEXTS = [name for name in LISTS if name != "k"]


def _read(data: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a Plan from a parsed file."""
    known = [item.name for item in fields(Plan)]
    if strange := [name for name in data if name not in (*known, "suites")]:
        raise InputError(f"The plan has the unknown key {short(strange[0])}; choose {', '.join([*known, 'suites'])}.")
    read: dict[str, Any] = {name: _texts(name, data[name]) for name in _TEXTS if name in data}
    read["tasks"] = tuple(
        dict.fromkeys((*read.get("tasks", ()), *_of_suites(_texts("suites", data.get("suites", [])))))
    )
    read |= {p.name: p.read(_number(p.name, data[p.name])) for p in NUMBERS if p.name in data}
    read["k"] = tuple(dict.fromkeys(int(K.read(_number("k", k))) for k in _listed("k", data.get("k", []))))
    read["params"] = _params(_table("params", data.get("params", {})))
    read["model"] = {name: _settings(name, given) for name, given in _table("model", data.get("model", {})).items()}
    read["name"] = _text("name", data.get("name", ""))
    if not isinstance(cache := data.get("cache", True), bool):
        raise InputError('The plan\'s "cache" is true or false.')
    missing = [item.name for item in fields(Plan) if item.default is MISSING and item.default_factory is MISSING]
    return dict.fromkeys(missing, ()) | read | {"cache": cache}


def _of_suites(suites: tuple[str, ...]) -> list[str]:
    _known = list(dict.fromkeys(task.suite for task in TASKS))
    for suite in suites:
        if suite not in _known:
            raise InputError(f"The plan names the unknown suite {suite!r}; choose {', '.join(_known)}.")
    return [task.name for task in TASKS if task.suite in suites]


def _params(data: dict[str, Any]) -> dict[str, tuple[Value, ...]]:
    read = {}
    for name, values in data.items():
        listed = values if isinstance(values, list) else [values]
        if not listed or not all(isinstance(value, bool | int | float | str) for value in listed):
            raise InputError(f"The plan's parameter {name!r} needs one value or a list of them.")
        read[name] = tuple(listed)
    return read


def _settings(model: str, data: Any) -> Settings:
    given = _table(f'model."{model}"', data)
    declared = {p.name: p for p in SETTINGS}
    if strange := [name for name in given if name not in (*declared, "base_url")]:
        raise InputError(
            f"The settings of {model!r} have the unknown key {strange[0]!r}; choose base_url, {', '.join(declared)}."
        )
    numbers: dict[str, Any] = {name: declared[name].read(given[name]) for name in given if name in declared}
    return Settings(base_url=_text("base_url", given.get("base_url", "")), **numbers)


def _table(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"The plan's {name!r} is no table; write [{name}] and its keys below.")
    return value


def _listed(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"The plan's {name!r} is no list; write {name} = [...].")
    return value


def _texts(name: str, value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_text(name, item) for item in _listed(name, value)))


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(f"The plan's {name!r} holds {short(value)} where a text belongs; put it in quotes.")
    if len(value) > TEXT_MAX:
        raise InputError(f"The plan's {name!r} holds a text of {len(value):,} characters; keep it under {TEXT_MAX:,}.")
    if any(unicodedata.category(character) == "Cc" for character in value):
        raise InputError(f"The plan's {name!r} holds control characters; leave them out.")
    return value


def _number(name: str, value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"The plan's {name!r} holds {short(value)} where a number belongs.")
    return value
