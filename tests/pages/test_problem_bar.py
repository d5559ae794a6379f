"""The sidebar: suites and their tasks, what each task lets set, and the ways in which it can be written."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from graphcore.generators import GENERATORS
from graphcore.problems import generate, parameters_of
from graphcore.prompts import build_prompt
from graphcore.tasks import SUITES, TASKS
from tests.pages.looking import app_names_the_pages, problem_of, said, turn_to, visit

__all__ = ["app_names_the_pages"]


def at(task: str, **address: object) -> AppTest:
    app = visit("prompts", task=task, **address)
    assert not app.exception
    return app


def options(app: AppTest, key: str) -> list[str]:
    return list(app.selectbox(key=key).options)


def shown(app: AppTest) -> set[str]:
    """The keys of the sidebar's fields."""
    return {key for element in app.sidebar if (key := getattr(element, "key", None))}


def in_address(app: AppTest) -> dict[str, str]:
    return {name: value if isinstance(value, str) else value[0] for name, value in app.query_params.items()}


@pytest.mark.parametrize("task", TASKS.names)
def test_a_task_stands_in_its_suite_with_what_can_be_set_of_it(task: str) -> None:
    app = at(task, seed=4)
    assert app.segmented_control(key="suite").value == TASKS[task].suite
    assert options(app, "task") == [item.title for item in TASKS if item.suite == TASKS[task].suite]
    assert len(options(app, "generator")) == len(TASKS[task].generators) + 1
    assert {p.name for p in parameters_of(TASKS[task], GENERATORS[TASKS[task].generators[0]])} <= shown(app)
    assert app.session_state["k"] == TASKS[task].shots
    assert problem_of(app) == generate(task, seed=4)
    assert in_address(app) == {"task": task, "seed": "4"}


def test_a_suite_opens_with_the_task_that_was_chosen_there_last() -> None:
    app = at("llm4dyg/sort_edge", n=6)
    for suite in SUITES:
        app.segmented_control(key="suite").set_value(suite).run()
        assert TASKS[problem_of(app).task].suite == suite
        assert not app.exception and not app.error
        assert in_address(app)["task"] == problem_of(app).task
        assert "suite" not in app.query_params
    app.segmented_control(key="suite").set_value("llm4dyg").run()
    assert problem_of(app).task == "llm4dyg/sort_edge"
    assert len(problem_of(app).graph.nodes) == 6


def test_a_difficulty_sets_what_it_sets_and_tells_what_it_drew() -> None:
    app = at("nlgraph/connectivity", n=30)
    app.segmented_control(key="difficulty").set_value("easy").run()
    problem = problem_of(app)
    assert problem == generate("nlgraph/connectivity", given={"difficulty": "easy"}, seed=7)
    assert "n" not in shown(app) and "p" in shown(app)
    assert f"Drawn here: Nodes {len(problem.graph.nodes)}." in said(app.sidebar.caption)
    assert in_address(app) == {"task": "nlgraph/connectivity", "difficulty": "easy"}
    app.segmented_control(key="difficulty").set_value("custom").run()
    assert len(problem_of(app).graph.nodes) == 30
    assert not [text for text in said(app.sidebar.caption) if "Drawn" in text]


def test_the_answer_can_be_chosen() -> None:
    app = at("nlgraph/cycle")
    for answer in ("yes", "no"):
        app.segmented_control(key="answer").set_value(answer).run()
        assert problem_of(app).reference.solution == answer
        assert in_address(app)["answer"] == answer


def test_only_encodings_and_wordings_that_a_task_is_asked_in_are_offered() -> None:
    app = at("llm4dyg/sort_edge", encoding="snapshots", wording="roads")
    assert len(said(app.info)) == 2
    assert "Snapshots" not in options(app, "encoding") and "wording" not in shown(app)
    app.segmented_control(key="suite").set_value("nlgraph").run()
    assert options(app, "encoding") == ["Edge list", "Adjacency list", "Adjacency matrix", "Sentences"]
    app.selectbox(key="encoding").set_value("adjacency-matrix").run()
    app.segmented_control(key="suite").set_value("llm4dyg").run()
    assert app.session_state["encoding"] == "edge-list"
    assert not app.exception and not app.error


def test_the_wording_is_in_the_prompt_and_in_the_address() -> None:
    app = at("nlgraph/shortest_path")
    app.selectbox(key="wording").set_value("roads").run()
    assert in_address(app)["wording"] == "roads"
    again = turn_to(at("nlgraph/shortest_path", wording="roads"), "ask")
    prompt = next(area.value for area in again.text_area if area.label == "Prompt")
    assert prompt == build_prompt(problem_of(again), again.session_state["style"], wording="roads").text
    assert "shortest path from city" in prompt


def test_parameters_of_one_name_keep_to_the_default_of_their_generator() -> None:
    app = at("nlgraph/connectivity")
    before = app.session_state["p"]
    app.selectbox(key="generator").set_value("clique").run()
    assert app.session_state["p"] == next(p.default for p in GENERATORS["clique"].parameters if p.name == "p") != before
    app.selectbox(key="task").set_value("nlgraph/shortest_path").run()
    assert (app.session_state["generator"], app.session_state["p"]) == ("erdos_renyi", before)
    assert in_address(app) == {"task": "nlgraph/shortest_path"}


def test_exemplars_are_as_many_as_the_papers_take_unless_chosen() -> None:
    app = at("nlgraph/connectivity")
    app.selectbox(key="task").set_value("nlgraph/shortest_path").run()
    assert app.slider(key="k").value == TASKS["nlgraph/shortest_path"].shots
    app.slider(key="k").set_value(2).run()
    app.segmented_control(key="suite").set_value("llm4dyg").run()
    assert app.slider(key="k").value == 2
    assert in_address(app)["k"] == "2"


def test_a_link_from_before_there_were_suites_still_opens() -> None:
    app = at("llm4dyg/find_tpath", n=12, length=4, directed="true", t=6, naming="letters", order="shuffled")
    assert not app.info
    given = {"n": 12, "length": 4, "directed": True, "t": 6}
    assert problem_of(app) == generate("llm4dyg/find_tpath", given=given, seed=7, naming="letters")
