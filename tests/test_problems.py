"""Posing problems: on generated graphs and one's own, renamed, and read back from records."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphcore.errors import GenerationError, InputError, ParameterError
from graphcore.generators import GENERATORS
from graphcore.graphs import Graph, StaticGraph, TemporalGraph, static_graph
from graphcore.naming import NAMINGS
from graphcore.problems import OWN, describe, generate, load_problem, parameters_of, pose_on, renamed
from graphcore.records import Problem, Reply
from graphcore.tasks import TASKS, Task
from tests.tasks import meaning

EACH = pytest.mark.parametrize("name", TASKS.names)
DYNAMIC = [task.name for task in TASKS if task.graph_kind == "temporal"]


def nodes_in(value: Any) -> set[Any]:
    """Everything that a field holds, however deep."""
    return set().union(*map(nodes_in, value)) if isinstance(value, list) else {value}


@EACH
def test_a_generated_problem_says_where_it_came_from(name: str) -> None:
    generator = TASKS[name].generators[-1]
    given = meaning.known(name, {"n": "8", "left": "4", "right": "4", "p_forward": 0.4}, generator)
    problem = generate(name, generator, given, seed=12)
    assert (problem.task, problem.generator, problem.seed, problem.naming) == (name, generator, 12, "integers")
    defaults = {p.name: p.default for p in parameters_of(TASKS[name], GENERATORS[generator])}
    assert problem.params == defaults | {key: float(value) for key, value in given.items()}
    assert len(problem.graph.nodes) == 8
    assert TASKS[name].own_names or problem.graph.nodes == tuple(range(8))
    assert problem.reference is not None
    assert problem.origin is None


@pytest.mark.parametrize("name", DYNAMIC)
def test_llm4dyg_s_defaults(name: str) -> None:
    problem = generate(name)
    params = problem.params
    assert (params["n"], params["p"], params["t"], params["directed"]) == (10, 0.3, 5, False)
    assert all(0 <= t < 5 for t in problem.graph.times)


@EACH
def test_a_difficulty_draws_the_published_sizes(name: str) -> None:
    for difficulty, preset in TASKS[name].presets.items():
        for seed in range(8):
            params = generate(name, given={"difficulty": difficulty}, seed=seed).params
            assert params["difficulty"] == difficulty
            for key, value in preset.items():
                low, high = value if isinstance(value, tuple) else (value, value)
                assert low <= params[key] <= high


def test_a_difficulty_reaches_both_ends_of_its_range() -> None:
    sizes = {len(generate("nlgraph/cycle", given={"difficulty": "easy"}, seed=seed).graph.nodes) for seed in range(80)}
    assert sizes == set(range(5, 11))


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
        (("nlgraph/cycle", "bipartite"), "nlgraph/cycle is not asked on bipartite; choose erdos_renyi"),
        (("llm4dyg/when_link", "chain"), "llm4dyg/when_link is not asked on chain; choose erdos_renyi"),
        (("nlgraph/cycle", None, {"difficulty": "brutal"}), "difficulty is 'brutal'; give one of custom, easy"),
        (("nlgraph/shortest_path", None, {"difficulty": "medium"}), "difficulty is 'medium'; give one of custom, easy"),
        (("nlgraph/cycle", None, {"answer": "maybe"}), "answer is 'maybe'; give one of balanced, yes, no."),
        (("llm4dyg/when_link", None, {"difficulty": "easy"}), "Unknown parameter 'difficulty'"),
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
    given = meaning.known(name, {"n": 100, "p": 0})
    with pytest.raises(GenerationError) as error:
        generate(name, given=given, seed=2)
    said = str(error.value)
    assert TASKS[name].needs.rstrip(",") in said and said.endswith(f"; {TASKS[name].remedy}.")
    assert f"({TASKS[name].generators[0]}, " in said
    assert all(f"{key}={value}" in said for key, value in given.items())
    assert time.process_time() - start < 20


@EACH
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_large_graphs_are_posed_solved_and_judged(name: str, directed: bool) -> None:
    given = meaning.known(name, {"n": 100, "p": 0.5, "t": 60, "left": 50, "right": 50, "directed": directed})
    if directed and "directed" not in given:
        return
    start = time.process_time()
    problem = generate(name, given=given)
    assert TASKS[name].judge(problem, Reply(TASKS[name].exact_text(problem))).outcome == "correct"
    assert time.process_time() - start < 30


def largest(task: Task[Any], spread: bool) -> Graph:
    """As many edges as a graph of one's own may have; where they have times, each its own or all the same."""
    pairs = [(v, u) for u in range(100) for v in range(u)]
    if task.graph_kind == StaticGraph.kind:
        return static_graph(range(100), pairs, bool(task.directed))
    return TemporalGraph(tuple(range(100)), tuple((u, v, (97 * u + v if spread else 0)) for u, v in pairs))


@EACH
@pytest.mark.parametrize("spread", [False, True], ids=["one time", "every time"])
def test_the_largest_graph_of_one_s_own_is_posed_and_explained_soon(name: str, spread: bool) -> None:
    task = TASKS[name]
    start = time.process_time()
    try:
        problem = pose_on(largest(task, spread), name)
    except GenerationError:
        assert not spread or task.graph_kind == StaticGraph.kind
    else:
        assert task.trace(problem)
        assert 0 <= (task.chance(problem) or 0) <= 1
    assert time.process_time() - start < 20


@EACH
def test_a_graph_of_one_s_own_is_asked_as_it_is_or_refused(name: str) -> None:
    task = TASKS[name]
    asked = []

    @settings(max_examples=40)
    @given(graph=meaning.of(name).graphs, seed=st.integers(0, 3))
    def pose(graph: Any, seed: int) -> None:
        try:
            problem = pose_on(graph, name, {}, seed)
        except GenerationError as error:
            assert str(error).endswith(".")
            return
        asked.append(problem)
        assert problem.graph.nodes == graph.nodes
        assert {edge[:2] for edge in problem.graph.edges} <= {edge[:2] for edge in graph.edges}
        assert (problem.generator, problem.seed, problem.naming) == (OWN, seed, "")
        assert problem == pose_on(graph, name, {}, seed)
        assert task.judge(problem, Reply(task.exact_text(problem))).outcome == "correct"
        assert load_problem(json.loads(json.dumps(problem.to_json()))).id == problem.id

    pose()
    assert asked


MINE = TemporalGraph(("a", "b", "c", 4), (("a", "b", 1), ("b", "c", 1), ("a", "c", 9), ("c", 4, 3)))
PLAIN = static_graph("abc", [("a", "b"), ("b", "c")])


def test_a_graph_of_another_kind_or_direction_is_refused_in_one_sentence() -> None:
    for graph, name, said in (
        (MINE, "nlgraph/cycle", "is asked about a static graph, and this one is temporal."),
        (PLAIN, "llm4dyg/when_link", "is asked about a temporal graph, and this one is static."),
        (PLAIN, "nlgraph/topological_sort", "is asked about a directed graph, and this one is undirected."),
    ):
        with pytest.raises(InputError, match=f"^{name} {said}$"):
            pose_on(graph, name)


def test_task_parameters_hold_on_one_s_own_graph_too() -> None:
    assert pose_on(MINE, "llm4dyg/find_tpath", {"length": "2"}).query["length"] == 2
    with pytest.raises(ParameterError, match="Unknown parameter 'n'"):
        pose_on(MINE, "llm4dyg/find_tpath", {"n": 3})


@EACH
def test_a_graph_with_nothing_to_ask_about_says_so(name: str) -> None:
    task = TASKS[name]
    bare = {"temporal": TemporalGraph((0, 1, 2), ()), "static": static_graph([0], [], bool(task.directed))}
    try:
        problem = pose_on(bare[task.graph_kind], name)
    except GenerationError as error:
        assert re.fullmatch(r"This graph cannot be asked “.*”: it needs .*[^,]\.", str(error))
    else:
        assert name not in DYNAMIC
        assert task.judge(problem, Reply(task.exact_text(problem))).outcome == "correct"


def test_a_graph_with_one_answer_only_says_so() -> None:
    triangle = TemporalGraph((0, 1, 2), ((0, 1, 0), (1, 2, 0), (0, 2, 0)))
    assert pose_on(triangle, "llm4dyg/check_tclosure", seed=0).reference is not None
    with pytest.raises(GenerationError, match=r"only one answer.*another seed"):
        pose_on(triangle, "llm4dyg/check_tclosure", seed=1)


def record(task: str = "llm4dyg/when_link", **query: Any) -> dict[str, Any]:
    return {"task": task, "graph": {"nodes": [0, 1, "x"], "edges": [[0, 1, 0], [1, "x", 2]]}, "query": query}


def test_loading_fills_in_what_the_query_leaves_out() -> None:
    short, full = record("llm4dyg/find_tpath", start=0), record("llm4dyg/find_tpath", start=0, length=3)
    assert load_problem(short).query == {"start": 0, "length": 3}
    assert load_problem(short).id == load_problem(full).id


def test_a_graph_that_says_no_kind_is_of_its_tasks() -> None:
    triangle = {"edges": [[0, 1], [1, 2], [2, 0]]}
    problem = load_problem({"task": "nlgraph/cycle", "graph": triangle, "query": {}})
    assert problem.graph.kind == "static"
    for task in (["nlgraph/cycle"], {}, None):
        with pytest.raises(InputError, match='no usable "task"'):
            load_problem({"task": task, "graph": triangle, "query": {}})


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
        assert row["graph_kind"] == {"llm4dyg": "temporal", "nlgraph": "static"}[task.suite]
        assert row["generators"] and set(row["generators"]) <= set(GENERATORS.names)
        assert row["default_parameters"] == generate(task.name).params
        json.dumps(row)
