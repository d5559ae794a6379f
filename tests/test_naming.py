"""Namings of problems."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import InputError
from graphcore.graphs import TemporalGraph
from graphcore.naming import NAMINGS, PEOPLE, rename
from graphcore.records import Problem, Reference

ALL = pytest.mark.parametrize("naming", NAMINGS.names)
FIELDS = {"u": 0, "nodes": 1, "pairs": 2}


def problem(n: int = 6, nodes: tuple[int | str, ...] | None = None) -> Problem:
    nodes = nodes if nodes is not None else tuple(range(n))
    edges = tuple((u, v, index % 3) for index, (u, v) in enumerate(pairwise(nodes)))
    query = {"u": nodes[0], "nodes": list(nodes[:3]), "pairs": [[nodes[1], nodes[0]]], "time": 1, "label": 0}
    return Problem(
        "suite/task",
        TemporalGraph(nodes, edges),
        query,
        generator="erdos_renyi",
        params={"n": n},
        seed=4,
        reference=Reference([1], [1]),
        origin={"file": "x"},
    )


def simple(name: str) -> str:
    """The name without accents and case."""
    name = name.translate(str.maketrans({"ø": "o", "ł": "l", "ı": "i"}))
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c)).casefold()


@ALL
def test_only_names_change(naming: str) -> None:
    old, new = problem(), rename(problem(), naming, FIELDS)
    names = dict(zip(old.graph.nodes, new.graph.nodes, strict=True))
    assert new.graph.edges == tuple((names[u], names[v], t) for u, v, t in old.graph.edges)
    assert new.query["u"] == names[0]
    assert new.query["nodes"] == [names[0], names[1], names[2]]
    assert new.query["pairs"] == [[names[1], names[0]]]
    assert (new.query["time"], new.query["label"]) == (1, 0)
    assert new.naming == naming
    assert (new.task, new.generator, new.params, new.seed, new.origin) == (
        (old.task, old.generator, old.params, old.seed, old.origin)
    )


def test_integers_keep_a_problem_that_has_them() -> None:
    old = problem()
    assert rename(old, "integers", FIELDS) is old


@pytest.mark.parametrize("naming", ["letters", "people", "shuffled"])
def test_another_problem_without_reference(naming: str) -> None:
    new = rename(problem(), naming, FIELDS)
    assert new.id != problem().id
    assert new.reference is None


@ALL
@given(n=st.integers(3, 300))
def test_names_are_different_and_seeded_by_the_id(naming: str, n: int) -> None:
    new = rename(problem(n), naming, FIELDS)
    assert len({simple(str(node)) for node in new.graph.nodes}) == n
    assert new == rename(problem(n), naming, FIELDS)


def test_integers_undo_other_names() -> None:
    named = rename(problem(), "people", FIELDS)
    back = rename(named, "integers", FIELDS)
    assert back.graph == problem().graph
    assert back.query == problem().query
    assert back.id == problem().id


def test_letters() -> None:
    names = rename(problem(60), "letters", FIELDS).graph.nodes
    assert names[:3] == ("A", "B", "C")
    assert names[25:28] == ("Z", "AA", "AB")
    assert names[51:53] == ("AZ", "BA")


@given(st.integers(2, 60), st.integers(0, 10**6))
def test_shuffled_is_a_permutation_that_changes_something(n: int, seed: int) -> None:
    names = NAMINGS["shuffled"].names(range(n), random.Random(seed))
    assert names != list(range(n))
    assert sorted(map(int, names)) == list(range(n))


def test_shuffles_of_problems_differ() -> None:
    problems = [replace(problem(9), task=f"suite/{number}") for number in range(12)]
    for naming in ("shuffled", "people"):
        assert len({rename(one, naming, FIELDS).graph.nodes for one in problems}) == 12


def test_people() -> None:
    assert len(PEOPLE) >= 100
    assert all(name.isalpha() for name in PEOPLE)
    assert all(simple(a) < simple(b) for a, b in pairwise(PEOPLE))
    assert sum(not name.isascii() for name in PEOPLE) > 20


def test_people_are_chosen_in_alphabetical_order() -> None:
    names = rename(problem(30), "people", FIELDS).graph.nodes
    assert set(names) < set(PEOPLE)
    assert [simple(str(name)) for name in names] == sorted(simple(str(name)) for name in names)
    assert set(names) != set(PEOPLE[:30])


def test_more_nodes_than_people() -> None:
    names = rename(problem(len(PEOPLE) + 2), "people", FIELDS).graph.nodes
    assert names[: len(PEOPLE)] == PEOPLE
    assert names[len(PEOPLE) :] == (f"{PEOPLE[0]} 2", f"{PEOPLE[1]} 2")


def test_names_that_are_texts_are_renamed_too() -> None:
    new = rename(problem(nodes=("x", "y", "z w")), "letters", FIELDS)
    assert new.graph.nodes == ("A", "B", "C")
    assert new.query["nodes"] == ["A", "B", "C"]


def test_renamed_problems_lose_the_texts_that_call_their_nodes_otherwise() -> None:
    origin = {"file": "test.json", "key": "3", "prompt": "Is node 0 here?", "answer": "node 0", "difficulty": "easy"}
    old = replace(problem(), origin=origin)
    assert rename(old, "letters", FIELDS).origin == {"file": "test.json", "key": "3", "difficulty": "easy"}
    assert rename(old, "integers", FIELDS).origin == origin
    assert rename(replace(problem(), origin=None), "letters", FIELDS).origin is None


def test_unknown_naming() -> None:
    with pytest.raises(InputError, match="choose letters"):
        rename(problem(), "leters", FIELDS)


@pytest.mark.parametrize(
    ("field", "value"), [("u", 99), ("u", True), ("u", [0]), ("nodes", 3), ("nodes", [0, "0"]), ("pairs", [0, 1])]
)
def test_queries_without_the_nodes_they_should_hold(field: str, value: object) -> None:
    old = problem()
    broken = Problem(old.task, old.graph, dict(old.query) | {field: value})
    with pytest.raises(InputError, match=f"'{field}'.*; give a"):
        rename(broken, "letters", FIELDS)
