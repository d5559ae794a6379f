"""Posing problems: on generated graphs and one's own, renamed, and read back from records."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.errors import GenerationError, InputError, ParameterError
from graphcore.generators import GENERATORS
from graphcore.graphs import TemporalGraph
from graphcore.naming import NAMINGS
from graphcore.problems import OWN, describe, generate, load_problem, parameters_of, pose_on, renamed
from graphcore.records import Problem, Reply
from graphcore.tasks import TASKS
from tests.tasks import meaning

EACH = pytest.mark.parametrize("name", TASKS.names)


def nodes_in(value: Any) -> set[Any]:
    """Everything that a field holds, however deep."""
    return set().union(*map(nodes_in, value)) if isinstance(value, list) else {value}


@EACH
def test_a_generated_problem_says_where_it_came_from(name: str) -> None:
    problem = generate(name, "stochastic_block_model", {"n": "8", "p_in": 0.9}, seed=12)
    assert (problem.task, problem.generator, problem.seed, problem.naming) == (
        (name, "stochastic_block_model", 12, "integers")
    )
    defaults = {p.name: p.default for p in parameters_of(TASKS[name], GENERATORS["stochastic_block_model"])}
    assert problem.params == defaults | {"n": 8, "p_in": 0.9}
    assert problem.graph.nodes == tuple(range(8))
    assert all(0 <= t < 5 for t in problem.graph.times)
    assert problem.reference is not None
    assert problem.origin is None


@EACH
def test_the_paper_s_defaults(name: str) -> None:
    params = generate(name).params
    assert (params["n"], params["p"], params["t"], params["directed"]) == (10, 0.3, 5, False)


@EACH
@pytest.mark.parametrize("naming", NAMINGS.names)
def test_a_naming_renames_the_graph_and_the_query_and_nothing_else(name: str, naming: str) -> None:
    plain, named = generate(name, seed=4), generate(name, seed=4, naming=naming)
    new = dict(zip(plain.graph.nodes, named.graph.nodes, strict=True))
    assert named.graph == plain.graph.relabelled(new)
    for field, value in plain.query.items():
        nested = TASKS[name].fields[field].depth is not None
        assert nodes_in(named.query[field]) == ({new[node] for node in nodes_in(value)} if nested else nodes_in(value))
    assert named.naming == naming
    assert named.reference == TASKS[name].reference(Problem(name, named.graph, named.query))
    assert (named.id == plain.id) == (naming == "integers")


def test_without_a_naming_all_names_stay() -> None:
    graph = TemporalGraph(("b", 1), (("b", 1, 3),))
    asked = Problem("llm4dyg/when_link", graph, {"u": "b", "v": 1})
    assert renamed(asked, "").graph == graph
    assert renamed(asked, "").reference is not None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("llm4dyg/when_lunch",), "Unknown task 'llm4dyg/when_lunch'; choose llm4dyg/when_link"),
        (("llm4dyg/when_link", "erdos"), "Unknown generator 'erdos'; choose erdos_renyi"),
        (("llm4dyg/when_link", "erdos_renyi", {"q": 1}), "Unknown parameter 'q'; choose n, p, t, directed"),
        (("llm4dyg/when_link", "forest_fire", {"p": 1}), "Unknown parameter 'p'; choose n, p_forward"),
        (("llm4dyg/when_link", "erdos_renyi", {"length": 3}), "Unknown parameter 'length'"),
        (("llm4dyg/when_link", "erdos_renyi", {"n": 1}), "n is 1; give a whole number from 2 to 100."),
        (("llm4dyg/find_tpath", "erdos_renyi", {"length": 5}), "length is 5; give a whole number from 2 to 4."),
        (("llm4dyg/when_link", "erdos_renyi", {}, 0, "emoji"), "Unknown naming 'emoji'; choose integers"),
    ],
)
def test_unknown_names_and_values_are_refused(arguments: tuple[Any, ...], said: str) -> None:
    with pytest.raises(InputError) as error:
        generate(*arguments)
    assert str(error.value).startswith(said)


@EACH
def test_giving_up_ends_soon_and_says_what_is_needed(name: str) -> None:
    start = time.process_time()
    with pytest.raises(GenerationError) as error:
        generate(name, given={"n": 100, "p": 0})
    assert TASKS[name].needs.rstrip(",") in str(error.value)
    assert "erdos_renyi, n=100, p=0" in str(error.value) and "take more nodes" in str(error.value)
    assert time.process_time() - start < 20


@EACH
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_large_graphs_are_posed_solved_and_judged(name: str, directed: bool) -> None:
    start = time.process_time()
    problem = generate(name, given={"n": 100, "p": 0.5, "t": 60, "directed": directed})
    assert TASKS[name].judge(problem, Reply(TASKS[name].exact_text(problem))).outcome == "correct"
    assert time.process_time() - start < 30


def largest(spread: bool) -> TemporalGraph:
    """As many links as a graph of one's own may have, each at a time of its own or all at one."""
    links = tuple((u, v, (97 * u + v if spread else 0)) for u in range(100) for v in range(u))
    return TemporalGraph(tuple(range(100)), links)


@EACH
@pytest.mark.parametrize("spread", [False, True], ids=["one time", "every time"])
def test_the_largest_graph_of_one_s_own_is_posed_and_explained_soon(name: str, spread: bool) -> None:
    start = time.process_time()
    try:
        problem = pose_on(largest(spread), name)
    except GenerationError:
        assert not spread
    else:
        assert TASKS[name].trace(problem)
        assert 0 <= TASKS[name].chance(problem) <= 1
    assert time.process_time() - start < 20


MINE = TemporalGraph(("a", "b", "c", 4), (("a", "b", 1), ("b", "c", 1), ("a", "c", 9), ("c", 4, 3)))


@EACH
def test_a_graph_of_one_s_own_is_asked_as_it_is(name: str) -> None:
    for seed in range(6):
        problem = pose_on(MINE, name, {}, seed)
        assert problem.graph.nodes == MINE.nodes
        assert set(problem.graph.edges) <= set(MINE.edges)
        assert (problem.generator, problem.seed, problem.naming) == (OWN, seed, "")
        assert problem == pose_on(MINE, name, {}, seed)
        assert TASKS[name].judge(problem, Reply(TASKS[name].exact_text(problem))).outcome == "correct"
        assert load_problem(json.loads(json.dumps(problem.to_json()))).id == problem.id


def test_task_parameters_hold_on_one_s_own_graph_too() -> None:
    assert pose_on(MINE, "llm4dyg/find_tpath", {"length": "2"}).query["length"] == 2
    with pytest.raises(ParameterError, match="Unknown parameter 'n'"):
        pose_on(MINE, "llm4dyg/find_tpath", {"n": 3})


@EACH
def test_a_graph_with_nothing_to_ask_about_says_so(name: str) -> None:
    with pytest.raises(GenerationError, match=r"^This graph cannot be asked “.*”: it needs .*[^,]\.$"):
        pose_on(TemporalGraph((0, 1, 2), ()), name)


def test_a_graph_with_one_answer_only_says_so() -> None:
    triangle = TemporalGraph((0, 1, 2), ((0, 1, 0), (1, 2, 0), (0, 2, 0)))
    assert pose_on(triangle, "llm4dyg/check_tclosure", seed=0).reference is not None
    with pytest.raises(GenerationError, match=r"only one answer.*another seed"):
        pose_on(triangle, "llm4dyg/check_tclosure", seed=1)


@given(graph=meaning.graphs(), name=st.sampled_from(TASKS.names), seed=st.integers(0, 3))
def test_any_graph_is_posed_or_refused(graph: TemporalGraph, name: str, seed: int) -> None:
    try:
        problem = pose_on(graph, name, {}, seed)
    except GenerationError as error:
        assert str(error).endswith(".")
    else:
        assert TASKS[name].judge(problem, Reply(TASKS[name].exact_text(problem))).outcome == "correct"


def record(task: str = "llm4dyg/when_link", **query: Any) -> dict[str, Any]:
    return {"task": task, "graph": {"nodes": [0, 1, "x"], "edges": [[0, 1, 0], [1, "x", 2]]}, "query": query}


def test_loading_fills_in_what_the_query_leaves_out() -> None:
    short, full = record("llm4dyg/find_tpath", start=0), record("llm4dyg/find_tpath", start=0, length=3)
    assert load_problem(short).query == {"start": 0, "length": 3}
    assert load_problem(short).id == load_problem(full).id


def test_loading_gives_no_id_and_no_reference_by_itself() -> None:
    problem = load_problem(record(u=0, v=1) | {"id": "made up"})
    assert problem.reference is None
    assert problem.id == Problem("llm4dyg/when_link", problem.graph, {"u": 0, "v": 1}).id


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (record("llm4dyg/when", u=0, v=1), "Unknown task"),
        (record(u=0), "'v' of llm4dyg/when_link names None, which is no node of the graph."),
        (record(u=0, v=7), "names 7"),
        (record(u=0, v="1"), "names '1'"),
        (record(u=0, v=True), "names True"),
        (record(u=0, v=1.0), "names 1.0"),
        (record(u=0, v=[1]), "names [1]"),
        (record(u=0, v={}), "names {}"),
        (record(u=1, v=1), "names node 1 twice; give different nodes."),
        (record("llm4dyg/when_connect", u="x", v="x"), "names node x twice; give different nodes."),
        (record(u=0, v=1, w=2), "knows no query field 'w'; give 'u' and 'v'."),
        (record("llm4dyg/sort_edge", u=1), "knows no query field 'u'; give an empty query."),
        (record("llm4dyg/neighbor_at_time", node=0, time="2"), "must be a whole number."),
        (record("llm4dyg/neighbor_at_time", node=0, time=2.0), "must be a whole number."),
        (record("llm4dyg/neighbor_at_time", node=0, time=True), "must be a whole number."),
        (record("llm4dyg/neighbor_at_time", node=0, time=float("nan")), "must be a whole number."),
        (record("llm4dyg/find_tpath", start=0, length=1), "must be a whole number from 2."),
        (record("llm4dyg/find_tpath", start=0, length=-9), "must be a whole number from 2."),
        (record("llm4dyg/find_tpath", start=0, length=None), "must be a whole number from 2."),
        (record("llm4dyg/check_tpath", path=[0, 1]), "must be a list of 3 entries."),
        (record("llm4dyg/check_tpath", path="01x"), "must be a list of 3 entries."),
        (record("llm4dyg/check_tpath", path=[0, 1, 0]), "must name different nodes."),
        (record("llm4dyg/check_tpath", path=[0, 1, [2]]), "names [2]"),
        (record("llm4dyg/link_prediction", pairs=[], labels=[], time=3), "must be a list with entries."),
        (
            record("llm4dyg/link_prediction", pairs=[[0]], labels=[1], time=3),
            "(each pair) must be a list of 2 entries.",
        ),
        (record("llm4dyg/link_prediction", pairs=[[0, 0]], labels=[1], time=3), "must name different nodes."),
        (record("llm4dyg/link_prediction", pairs=[[0, 1]], labels=[2], time=3), "must hold only 0 and 1."),
        (record("llm4dyg/link_prediction", pairs=[[0, 1]], labels=[[1]], time=3), "must hold only 0 and 1."),
        (record("llm4dyg/link_prediction", pairs=[[0, 1]], labels=[1, 0], time=3), "has 1 pairs but 2 labels"),
    ],
)
def test_queries_that_do_not_suit_are_refused_in_one_sentence(data: object, said: str) -> None:
    with pytest.raises(InputError) as error:
        load_problem(data)
    text = str(error.value)
    assert said in text and text.endswith(".") and "\n" not in text


def test_huge_numbers_are_only_numbers() -> None:
    data = record("llm4dyg/neighbor_at_time", node=0, time=10**300)
    assert TASKS[data["task"]].judge(load_problem(data), Reply("Answer: []")).outcome == "correct"


def test_the_listing_is_that_of_the_contract() -> None:
    for task in TASKS:
        row = describe(task)
        assert set(row) == {
            "id", "title", "suite", "ability", "complexity", "graph_kind", "answer_form", "generators",
            "default_parameters",
        }  # fmt: skip
        assert row["id"] == task.name and row["suite"] == task.name.split("/")[0]
        assert row["complexity"] in ("P", "NP-hard", "n/a")
        assert row["graph_kind"] == "temporal"
        assert row["generators"] == GENERATORS.names
        assert {"n", "t", "directed"} <= set(row["default_parameters"])
        json.dumps(row)
