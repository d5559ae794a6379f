"""Plans: which cells follow from one, in which order and under which keys."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from typing import Any

import pytest

from graphcore.errors import InputError
from graphcore.models import Connection
from graphcore.runs.plan import Plan, Settings, cells, left_out
from graphcore.runs.plan_files import write_plan
from tests.conftest import ROOT
from tests.runs.sample import plan

SWEPT: dict[str, Any] = {
    "styles": ("zero-shot", "few-shot+dst2-v4"),
    "encodings": ("edge-list", "snapshots"),
    "namings": ("integers", "people"),
    "models": ("baseline/exact", "baseline/random"),
    "k": (1, 2),
    "repeats": 2,
    "params": {"n": (5, 8), "p": (0.4,), "generator": ("erdos_renyi", "forest_fire")},
}


def test_every_list_is_crossed_with_every_other() -> None:
    made = plan(tasks=("llm4dyg/when_link",), **SWEPT)
    found = list(cells(made))
    ways = (1 + 2) * 2  # few-shot has two numbers of exemplars, zero-shot none; two encodings.
    sets = 2 + 2
    assert len(found) == made.size == 3 * sets * 2 * ways * 2 * 2
    assert len({cell.key for cell in found}) == len(found)


@pytest.mark.parametrize("tasks", [("llm4dyg/when_link", "llm4dyg/find_tpath"), ("llm4dyg/sort_edge",)])
def test_the_size_is_counted_without_making_cells(tasks: tuple[str, ...]) -> None:
    made = plan(tasks=tasks, **SWEPT)
    assert made.size == len(list(cells(made)))


def test_keys_are_the_same_in_a_new_process() -> None:
    made = plan(**SWEPT)
    code = "import sys; from graphcore.runs.plan_files import read_plan; from graphcore.runs.plan import cells"
    code += "; print([cell.key for cell in cells(read_plan(sys.stdin.read()))])"
    command = [sys.executable, "-c", code]
    other = subprocess.run(command, cwd=ROOT, input=write_plan(made), capture_output=True, text=True, check=True)
    assert json.loads(other.stdout.replace("'", '"')) == [cell.key for cell in cells(made)]


def test_a_parameter_is_left_out_where_a_task_does_not_know_it() -> None:
    made = plan(tasks=("llm4dyg/when_link", "llm4dyg/find_tpath"), params={"length": (3, 4)}, count=1)
    lengths = [(cell.spec.task, dict(cell.spec.params).get("length")) for cell in cells(made)]
    assert lengths == [("llm4dyg/when_link", None), ("llm4dyg/find_tpath", 3), ("llm4dyg/find_tpath", 4)]


def test_a_parameter_that_no_task_knows_is_an_error() -> None:
    with pytest.raises(InputError, match=r"'legnth'; choose .*n"):
        plan(params={"legnth": (3,)})
    with pytest.raises(InputError, match="'length'"):
        plan(tasks=("llm4dyg/when_link",), params={"length": (3,)})


def test_values_that_mean_the_same_are_asked_once() -> None:
    assert plan(params={"n": (6, 6.0, "6")}).size == plan(params={"n": (6,)}).size
    assert plan(params={"generator": ("erdos_renyi", "erdos_renyi")}).size == plan().size


@pytest.mark.parametrize("name", ["tasks", "models", "styles", "encodings", "orders", "wordings", "namings", "k"])
def test_an_entry_given_twice_is_refused(name: str) -> None:
    value = getattr(plan(k=(1,), styles=("few-shot",)), name)[0]
    with pytest.raises(InputError, match=f"{name}.* twice"):
        plan(**{"styles": ("few-shot",), name: (value, value)})


def test_encodings_that_give_the_answer_away_are_not_planned() -> None:
    made = plan(tasks=("llm4dyg/sort_edge", "llm4dyg/when_link"), encodings=("edge-list", "snapshots"))
    asked = {(cell.spec.task, cell.encoding) for cell in cells(made)}
    assert ("llm4dyg/sort_edge", "snapshots") not in asked
    assert len(asked) == 3
    (sentence,) = left_out(made)
    assert "sort_edge" in sentence and "snapshots" in sentence
    with pytest.raises(InputError, match="nothing to ask"):
        plan(tasks=("llm4dyg/sort_edge",), encodings=("snapshots",))


BOTH = ("llm4dyg/when_link", "nlgraph/cycle")


def test_tasks_of_both_suites_are_asked_in_one_plan_and_what_is_left_out_is_told() -> None:
    ways = {
        "encodings": ("edge-list", "snapshots", "adjacency-matrix"),
        "wordings": ("abstract", "roads"),
        "styles": ("few-shot", "exemplars-hard"),
    }
    made = plan(tasks=BOTH, **ways)
    asked = {(cell.spec.task, cell.encoding, cell.wording, cell.style) for cell in cells(made)}
    assert made.size == len(list(cells(made))) == 3 * len(asked)
    assert {way[1:] for way in asked if way[0] == BOTH[0]} == {
        (encoding, "abstract", "few-shot") for encoding in ("edge-list", "snapshots")
    }
    assert {way[1:] for way in asked if way[0] == BOTH[1]} == set(
        product(("edge-list", "adjacency-matrix"), ways["wordings"], ways["styles"])
    )
    assert set(left_out(made)) == {
        "llm4dyg/when_link is not asked in adjacency-matrix, which cannot write temporal graphs.",
        "llm4dyg/when_link is not asked in the wording roads; choose abstract.",
        "llm4dyg/when_link has no difficulty hard for its exemplars; leave out exemplars-hard.",
        "nlgraph/cycle is not asked in snapshots, which cannot write static graphs.",
    }


def test_each_task_is_asked_on_those_generators_that_it_can_be_asked_on() -> None:
    made = plan(tasks=(*BOTH, "nlgraph/connectivity"), params={"generator": ("chain", "forest_fire"), "n": (6,)})
    asked = {(cell.spec.task, cell.spec.generator) for cell in cells(made)}
    assert asked == {*product((*BOTH, "nlgraph/connectivity"), ["forest_fire"]), ("nlgraph/connectivity", "chain")}
    assert left_out(made) == []
    alone = plan(tasks=(*BOTH, "nlgraph/connectivity"), params={"generator": ("chain", "clique")})
    assert {cell.spec.task for cell in cells(alone)} == {"nlgraph/connectivity"}
    assert left_out(alone) == [f"{task} is not asked on chain or clique." for task in BOTH]


def test_a_generator_that_fits_no_task_leaves_nothing_to_ask() -> None:
    with pytest.raises(InputError, match=r"nothing to ask: .*when_link is not asked on chain\. .*cycle is not"):
        plan(tasks=BOTH, params={"generator": ("chain",)})


def test_difficulties_are_swept_where_a_task_has_them() -> None:
    made = plan(tasks=(*BOTH, "nlgraph/hamilton_path"), count=1, params={"difficulty": ("easy", "hard")})
    found = [(cell.spec.task, dict(cell.spec.params).get("difficulty")) for cell in cells(made)]
    assert found == [(BOTH[0], None), *product((BOTH[1], "nlgraph/hamilton_path"), ("easy", "hard"))]
    with pytest.raises(InputError, match="difficulty is 'medium'; give one of custom, easy, hard"):
        plan(tasks=("nlgraph/hamilton_path",), params={"difficulty": ("medium",)})


def test_a_plan_out_of_all_proportion_is_refused() -> None:
    with pytest.raises(InputError, match="2,000,000 cells"):
        plan(count=10_000, repeats=100)


def test_a_key_goes_to_an_address_only_if_it_was_given_for_its_provider() -> None:
    url = "http://127.0.0.1:9/v1"
    made = plan(models=("compatible/a",), model={"compatible/a": Settings(base_url=url)})
    keys = {"openai": Connection("secret"), "compatible": Connection("own")}
    assert made.connections(keys)["compatible/a"] == Connection("own", url)
    assert made.connections({"openai": Connection("secret")})["compatible/a"] == Connection("", url)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"tasks": ()}, "tasks"),
        ({"tasks": ("llm4dyg/nothing",)}, "llm4dyg/nothing"),
        ({"models": ()}, "models"),
        ({"models": ("nobody/x",)}, "nobody/x"),
        ({"styles": ("loud",)}, "loud"),
        ({"encodings": ()}, "encodings"),
        ({"orders": ("backwards",)}, "backwards"),
        ({"strategies": ("code",)}, "code"),
        ({"params": {"n": (0,)}}, "n is 0"),
        ({"params": {"generator": ("magic",)}}, "magic"),
        ({"model": {"baseline/random": Settings()}}, "baseline/random"),
        ({"models": ("openai/x",), "model": {"openai/x": Settings(base_url="http://127.0.0.1:1")}}, "compatible"),
        ({"models": ("compatible/x",), "model": {"compatible/x": Settings(base_url="nowhere")}}, "http"),
    ],
)
def test_a_faulty_plan_is_one_sentence(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        plan(**changes)
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


def test_plans_are_equal_where_they_say_the_same() -> None:
    assert plan() == plan() != plan(seed=1)
    assert isinstance(plan(), Plan)
