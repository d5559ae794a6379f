"""Explore: the problem of the address, its picture, its question, and the solution step by step."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from components.theme import ROLES
from graphcore.generators import GENERATORS
from graphcore.naming import NAMINGS
from graphcore.problems import generate, parameters_of
from graphcore.tasks import TASKS
from tests.pages.looking import figures, problem_of, said, visit, words


def drawn(app: AppTest) -> set[str]:
    """The roles of what is marked in the picture."""
    names = {trace.get("name") for trace in figures(app)[0]["data"]}
    return {role for role, look in ROLES.items() if look.word in names}


def lines_of(app: AppTest, role: str) -> int:
    """How many lines the picture draws in this role."""
    traces = [trace for trace in figures(app)[0]["data"] if trace.get("name") == ROLES[role].word]
    return sum(len(trace["x"]) // 3 for trace in traces)


@pytest.mark.parametrize("task", TASKS.names)
def test_the_page_shows_the_problem_that_the_command_line_makes(task: str) -> None:
    known = {parameter.name for parameter in parameters_of(TASKS[task], GENERATORS[TASKS[task].generators[0]])}
    given = {name: value for name, value in {"n": 8, "p": 0.4, "t": 4}.items() if name in known}
    app = visit(task=task, seed=3, **given)
    assert not app.exception
    made = generate(task, given=given, seed=3)
    assert problem_of(app) == made
    assert [figure["layout"]["meta"]["problem"] for figure in figures(app)] == [made.id]
    assert app.title[0].value == TASKS[task].title
    assert TASKS[task].question(made.graph, made.query) in words(app)


@pytest.mark.parametrize("naming", NAMINGS.names)
@pytest.mark.parametrize("generator", GENERATORS.names)
def test_every_generator_and_naming_opens(generator: str, naming: str) -> None:
    task = next(task.name for task in TASKS if generator in task.generators)
    app = visit(task=task, generator=generator, naming=naming, seed=5)
    assert not app.exception
    assert not app.error
    assert problem_of(app) == generate(task, generator, seed=5, naming=naming)


def test_the_solution_stays_hidden_until_it_is_asked_for() -> None:
    app = visit(task="llm4dyg/when_connect", seed=11)
    problem = problem_of(app)
    task = TASKS[problem.task]
    hidden = words(app)
    assert "Step" not in hidden
    assert drawn(app) == {"asked"}

    app.toggle(key="show_solution").set_value(True).run()
    assert task.exact_text(problem) in words(app)
    assert drawn(app) == {"reference"}


@pytest.mark.parametrize(
    ("task", "seed"),
    [("llm4dyg/find_tpath", 3), ("llm4dyg/check_tpath", 7), ("nlgraph/shortest_path", 3), ("nlgraph/connectivity", 4)],
)
def test_the_steps_show_the_solution_bit_by_bit(task: str, seed: int) -> None:
    app = visit(task=task, seed=seed)
    app.toggle(key="show_solution").set_value(True).run()
    whole = drawn(app)
    app.segmented_control(key="solution_part").set_value("steps").run()
    steps = TASKS[task].trace(problem_of(app))
    for number, step in enumerate(steps, 1):
        assert f"Step {number} of {len(steps)}" in words(app)
        assert step.text in words(app)
        assert app.button(key="step_forth").disabled == (number == len(steps))
        assert app.button(key="step_back").disabled == (number == 1)
        if number < len(steps):
            assert drawn(app) == {"step", *(["earlier"] if number > 1 else [])}
            past = {frozenset(edge[:2]) for earlier in steps[: number - 1] for edge in earlier.edges}
            assert lines_of(app, "step") == len({frozenset(edge[:2]) for edge in step.edges})
            assert lines_of(app, "earlier") == len(past)
            app.button(key="step_forth").click().run()
    assert drawn(app) == whole
    app.button(key="step_back").click().run()
    assert f"Step {len(steps) - 1} of {len(steps)}" in words(app)

    app.number_input(key="seed").set_value(12).run()
    assert "Step 1 of" in words(app)
    app.segmented_control(key="solution_part").set_value("whole").run()
    assert "Step" not in words(app)
    assert not drawn(app) & {"step", "earlier"}


def test_a_path_that_goes_back_in_time_is_drawn_as_the_asked_one() -> None:
    app = visit(task="llm4dyg/check_tpath", seed=7)
    assert problem_of(app).reference.solution == "no"
    app.toggle(key="show_solution").set_value(True).run()
    assert drawn(app) == {"asked", "fault"}
    assert (lines_of(app, "asked"), lines_of(app, "fault")) == (2, 1)


@pytest.mark.parametrize(
    ("name", "value", "used"),
    [
        ("n", "5000", 100),
        ("n", "abc", 10),
        ("seed", "-1", 0),
        ("p", "nan", 0.3),
        ("p", "inf", 1.0),
        ("task", "zzz", "llm4dyg/when_link"),
        ("generator", "<script>alert(1)</script>", "erdos_renyi"),
        ("order", "**sorted**", "sorted"),
        ("naming", "cities", "integers"),
        ("directed", "perhaps", False),
        ("k", "1e999", 1),
    ],
)
def test_a_bad_value_in_the_address_is_mended_with_a_word(name: str, value: str, used: object) -> None:
    app = visit(**{name: value})
    assert not app.exception
    (note,) = said(app.info)
    assert note.startswith("From the link: ")
    assert f"{name}=" in note
    assert app.session_state[name] == used
    app.number_input(key="seed").set_value(1234).run()
    assert not app.info


def test_a_browser_that_lost_what_it_was_told_still_shows_the_numbers_of_the_address() -> None:
    app = visit(task="nlgraph/shortest_path", seed=3, max_weight=12, n=14, p=0.4)
    app.toggle(key="show_solution").set_value(True).run()
    shown = {key: app.number_input(key=key).proto.default for key in ("seed", "max_weight")}
    assert shown == {"seed": 3, "max_weight": 12}
    assert [app.slider(key=key).proto.default[0] for key in ("n", "p")] == [14, 0.4]


def test_what_a_bad_value_says_is_no_markdown() -> None:
    (note,) = visit(task="![x](http://x.test/y.png)").info
    assert "![" not in note.value
    assert "http:" not in note.value


def test_what_the_address_does_not_know_is_left_alone() -> None:
    app = visit(style="<script>", utm_source="x", n="12")
    assert not app.exception
    assert not app.info
    assert app.session_state["n"] == 12


def test_every_bad_value_at_once_leaves_a_problem() -> None:
    app = visit(n="5000", p="nan", t="-3", seed="x", task="zzz", generator="", naming="?", encoding="[", k="∞")
    assert not app.exception
    assert len(app.info) >= 8
    assert problem_of(app).graph.nodes


def test_settings_that_carry_no_problem_get_one_sentence() -> None:
    app = visit(task="llm4dyg/find_tpath", p=0)
    assert not app.exception
    (error,) = app.error
    assert "take more nodes, a higher density or another time span" in error.value
    assert not figures(app)
    app.slider(key="p").set_value(0.5).run()
    assert not app.error
    assert figures(app)


def test_the_address_says_what_differs_from_the_defaults() -> None:
    app = visit()
    assert dict(app.query_params) == {"task": "llm4dyg/when_link"}
    app.slider(key="n").set_value(12).run()
    app.selectbox(key="naming").set_value("people").run()
    again = visit(**dict(app.query_params))
    assert problem_of(again) == problem_of(app)
    assert len(problem_of(again).graph.nodes) == 12


def test_the_dice_give_another_problem() -> None:
    app = visit(seed=999_999)
    before = problem_of(app).id
    app.button(key="dice").click().run()
    assert problem_of(app).id != before


def test_a_static_graph_has_a_picture_without_controls_and_no_word_of_times() -> None:
    app = visit(task="nlgraph/shortest_path", seed=3)
    (figure,) = figures(app)
    assert not figure.get("frames") and "sliders" not in figure["layout"]
    assert "Picture" in app.segmented_control(key="view").options
    assert drawn(app) == {"asked"}
    assert not re.search(r"\btime|\blink", words(app))


def test_an_order_is_told_at_its_nodes_bit_by_bit() -> None:
    app = visit(task="nlgraph/topological_sort", seed=3)
    assert not notes(app)
    app.toggle(key="show_solution").set_value(True).run()
    order = problem_of(app).reference.solution
    assert len(notes(app)) == len(order)
    app.segmented_control(key="solution_part").set_value("steps").run()
    first = TASKS["nlgraph/topological_sort"].trace(problem_of(app))[0]
    assert len(notes(app)) == len(first.nodes)


def notes(app: AppTest) -> list[str]:
    """The places in an order that are written at nodes."""
    written = [text for trace in figures(app)[0]["data"] if trace.get("mode") == "text" for text in trace["text"]]
    return [text for text in written if re.fullmatch(r"\d+(st|nd|rd|th)", text)]


def test_where_weights_are_left_out_a_sentence_says_so() -> None:
    app = visit(task="nlgraph/shortest_path", n=20, p=0.6, seed=3)
    (told,) = [text for text in said(app.caption) if "weights are written" in text]
    assert told.split(" of ")[1].startswith(str(len(problem_of(app).graph.edges)))
