"""Looking things up by name."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from graphcore.encodings import ENCODINGS
from graphcore.errors import DefinitionError, InputError
from graphcore.generators import GENERATORS
from graphcore.naming import NAMINGS
from graphcore.prompts import STYLES
from graphcore.registry import Registry
from graphcore.tasks import TASKS


@dataclass(frozen=True)
class Thing:
    name: str


def things(*names: str) -> Registry[Thing]:
    registry: Registry[Thing] = Registry("thing")
    for name in names:
        assert registry.add(Thing(name)).name == name
    return registry


def test_order_is_that_of_registration() -> None:
    registry = things("pear", "apple", "fig")
    assert registry.names == ["pear", "apple", "fig"] == [thing.name for thing in registry]
    assert len(registry) == 3
    assert "apple" in registry and "plum" not in registry
    assert registry["fig"] == Thing("fig")


def test_a_name_is_given_once() -> None:
    registry = things("pear")
    with pytest.raises(DefinitionError, match="'pear' is registered twice"):
        registry.add(Thing("pear"))


def test_an_unknown_name_is_answered_with_all_the_nearest_first() -> None:
    with pytest.raises(InputError, match=r"^Unknown thing 'aple'; choose apple, pear, fig\.$"):
        things("pear", "fig", "apple")["aple"]
    with pytest.raises(InputError, match=r"choose bag, .*zero-shot.*dst2-v4"):
        STYLES["bogus"]


@pytest.mark.parametrize("name", ["zzz", "", None, 3, [1, 2], {}])
def test_a_name_near_to_none_is_answered_with_all(name: object) -> None:
    with pytest.raises(InputError, match=r"choose pear, apple\.$"):
        things("pear", "apple")[name]  # type: ignore[index]


def test_the_registries_hold_what_the_contract_names() -> None:
    dynamic = (
        "when_link when_connect when_tclosure neighbor_at_time neighbor_in_periods check_tclosure check_tpath "
        "find_tpath sort_edge link_prediction"
    )
    assert {f"llm4dyg/{name}" for name in dynamic.split()} <= set(TASKS.names)
    assert {"erdos_renyi", "stochastic_block_model", "forest_fire"} <= set(GENERATORS.names)
    assert {"edge-list", "snapshots", "adjacency-by-time", "sentences"} <= set(ENCODINGS.names)
    assert {"integers", "letters", "people", "shuffled"} <= set(NAMINGS.names)
    styles = "zero-shot few-shot 0-cot cot bag dst2-v1 dst2-v2 dst2-v3 dst2-v4"
    assert set(styles.split()) <= set(STYLES.names)
