"""Prompts: which parts stand where, which exemplars they hold, and which styles go together."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations

import pytest

from graphcore.encodings import ENCODINGS, ORDERS, encode, name_text, reading_instruction
from graphcore.errors import GenerationError, InputError
from graphcore.graphs import TemporalGraph, static_graph
from graphcore.naming import NAMINGS
from graphcore.problems import generate, pose_on, renamed
from graphcore.prompts import (
    STYLES,
    build_prompt,
    compose,
    exemplars,
    fill_template,
    style_names,
    why_not,
    worked,
)
from graphcore.records import Problem, Prompt, Reference, Reply
from graphcore.tasks import TASKS
from tests.tasks import meaning

EACH = pytest.mark.parametrize("name", TASKS.names)
PROBLEM = generate("llm4dyg/when_link", seed=3)

CONTROLS = ["dots", "instruction-1", "instruction-2", "instruction-3"]
ADDITIONS = ["0-cot", "dst2-v1", "dst2-v2", "dst2-v3", "dst2-v4", "bag", "ltm", *CONTROLS]
BASES = ["zero-shot", "few-shot", "cot"]
SENTENCES = {
    "0-cot": "Let's think step by step.",
    "dst2-v1": "Think about nodes and then time.",
    "dst2-v2": "Think about time and then nodes.",
    "dst2-v3": "Pick nodes and then time.",
    "dst2-v4": "Pick time and then nodes.",
    "bag": "Let's construct a graph with the nodes and edges first.",
    "ltm": "Let's break down this problem:",
    "dots": "." * 55,
    "instruction-1": "Let's think step by step.",
    "instruction-2": "Examine each detail carefully.",
    "instruction-3": "Think it through systematically.",
}


def roles(prompt: Prompt) -> list[str]:
    return [part.role for part in prompt.parts]


def exemplar_texts(prompt: Prompt) -> list[str]:
    return [part.text.strip() for part in prompt.parts if part.role == "exemplar"]


@pytest.mark.parametrize(
    ("style", "order"),
    [
        ("zero-shot", "reading task answer_form graph question"),
        ("few-shot", "reading task answer_form exemplar graph question"),
        ("cot", "reading task answer_form exemplar graph question"),
        ("0-cot", "reading task answer_form graph question style"),
        ("dst2-v1", "reading task style answer_form exemplar graph question"),
        ("bag", "reading task answer_form exemplar graph style question"),
        ("zero-shot+bag", "reading task answer_form graph style question"),
        ("cot+dst2-v4+bag", "reading task style answer_form exemplar graph style question"),
        ("0-cot+bag", "reading task answer_form exemplar graph style question style"),
        ("few-shot+0-cot", "reading task answer_form exemplar graph question style"),
        ("ltm", "reading task answer_form exemplar graph question style"),
        ("zero-shot+ltm", "reading task answer_form graph question style"),
        *((style, "reading task answer_form exemplar graph style question") for style in CONTROLS),
    ],
)
def test_parts_stand_where_the_contract_puts_them(style: str, order: str) -> None:
    assert roles(build_prompt(PROBLEM, style)) == order.split()


@pytest.mark.parametrize(
    ("name", "style"),
    [
        (task.name, style)
        for task in TASKS
        for style in [*STYLES.names, "cot+dst2-v4+bag", "zero-shot+0-cot+dst2-v1"]
        if not why_not(task, style, "edge-list", "abstract")
    ],
)
def test_parts_make_up_the_message_exactly(name: str, style: str) -> None:
    problem = generate(name, seed=1)
    prompt = build_prompt(problem, style)
    assert prompt.messages == [{"role": "user", "content": "".join(part.text for part in prompt.parts)}]
    assert all(part.text.strip() and part.title for part in prompt.parts)
    assert (prompt.problem_id, prompt.style, prompt.encoding) == (problem.id, style, "edge-list")
    texts = {part.role: part.text.strip() for part in prompt.parts}
    assert texts["question"] == TASKS[name].question(problem.graph, problem.query)
    assert texts["task"] == TASKS[name].instruction
    assert texts["answer_form"] == TASKS[name].reader.instruction
    assert prompt.text == "\n\n".join(part.text.strip() for part in prompt.parts)


ASKED = {
    "an undirected dynamic graph": PROBLEM,
    "a directed dynamic graph": generate("llm4dyg/when_link", given={"directed": True}, seed=3),
    "an undirected graph": generate("nlgraph/shortest_path", seed=3),
    "a directed graph": generate("nlgraph/topological_sort", seed=3),
}


@pytest.mark.parametrize("encoding", ENCODINGS.names)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("kind", list(ASKED))
def test_the_graph_stands_as_it_is_encoded(encoding: str, order: str, kind: str) -> None:
    problem = ASKED[kind]
    if TASKS[problem.task].why_not(encoding):
        return
    prompt = build_prompt(problem, encoding=encoding, order=order)
    texts = {part.role: part.text.strip() for part in prompt.parts}
    assert texts["graph"].endswith(encode(problem.graph, encoding, order, seed=problem.id))
    assert texts["reading"] == reading_instruction(encoding, problem.graph)
    assert texts["graph"].startswith(f"Question: Given is {kind}:")
    assert prompt.encoding == encoding


@pytest.mark.parametrize("style", ADDITIONS)
def test_the_defining_sentence_stands_there_once(style: str) -> None:
    assert STYLES[style].sentence == SENTENCES[style]
    assert STYLES[style].source
    text = build_prompt(PROBLEM, f"few-shot+{style}").text
    assert text.count(SENTENCES[style]) == 1
    assert not [said for said in SENTENCES.values() if said != SENTENCES[style] and said in text]


@pytest.mark.parametrize("style", [name for name in ADDITIONS if name != "0-cot"])
@pytest.mark.parametrize("k", [None, 0, 3])
def test_additions_alone_stand_for_exemplars_and_themselves(style: str, k: int | None) -> None:
    base = "cot" if style == "ltm" else "few-shot"
    alone, joined = build_prompt(PROBLEM, style, k=k), build_prompt(PROBLEM, f"{base}+{style}", k=k)
    assert alone.parts == joined.parts
    assert len(exemplar_texts(alone)) == (1 if k is None else k)


@pytest.mark.parametrize("k", [None, 0, 5])
def test_0_cot_and_zero_shot_have_no_exemplar(k: int | None) -> None:
    for style in ("0-cot", "zero-shot", "zero-shot+0-cot"):
        assert not exemplar_texts(build_prompt(PROBLEM, style, k=k))
    assert build_prompt(PROBLEM, "0-cot").text == build_prompt(PROBLEM).text + "\n\nLet's think step by step."


@pytest.mark.parametrize("style", ["ltm+bag", "bag+ltm", "0-cot+ltm"])
def test_least_to_most_shows_steps_whatever_it_is_joined_with(style: str) -> None:
    assert exemplar_texts(build_prompt(PROBLEM, style)) == exemplar_texts(build_prompt(PROBLEM, "cot"))


def test_the_order_of_joining_does_not_matter() -> None:
    texts = {build_prompt(PROBLEM, "+".join(names)).text for names in permutations(["cot", "dst2-v2", "bag"])}
    assert len(texts) == 1
    assert build_prompt(PROBLEM, " cot + bag").text == build_prompt(PROBLEM, "cot+bag").text


def test_styles_differ() -> None:
    problem = generate("nlgraph/cycle", seed=3)
    assert len({build_prompt(problem, style).text for style in STYLES.names}) == len(STYLES)
    assert style_names()[: len(STYLES)] == STYLES.names


@pytest.mark.parametrize(
    ("style", "said"),
    [
        *((f"{a}+{b}", "exclude each other") for a, b in permutations(BASES, 2)),
        ("bag+bag", "names a part twice"),
        ("cot + cot", "names a part twice"),
        ("dst2", "Unknown style 'dst2'; choose dst2-v"),
        ("", "Unknown style ''; choose"),
        ("+", "names a part twice"),
        ("cot+", "Unknown style ''; choose"),
        ("COT", "Unknown style 'COT'; choose"),
        ("own/none", "There is no template 'none'"),
    ],
)
def test_styles_that_cannot_be_had_are_refused(style: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        build_prompt(PROBLEM, style)
    assert said in str(error.value) and str(error.value).endswith(".")
    with pytest.raises(InputError):
        compose(style)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"k": 17}, "k is 17; give a whole number from 0 to 16."),
        ({"k": -1}, "k is -1; give a whole number from 0 to 16."),
        ({"encoding": "xml"}, "Unknown encoding 'xml'; choose edge-list"),
        ({"order": "random"}, "Unknown order 'random'; choose sorted, shuffled."),
        ({"wording": "road"}, "Unknown wording 'road'; choose roads"),
        ({"wording": "roads"}, "llm4dyg/when_link is not asked in the wording roads; choose abstract."),
        ({"encoding": "adjacency-list"}, "llm4dyg/when_link is not asked in adjacency-list, which cannot write"),
    ],
)
def test_flags_out_of_range_are_refused(flags: dict[str, object], said: str) -> None:
    with pytest.raises(InputError) as error:
        build_prompt(PROBLEM, "few-shot", **flags)  # type: ignore[arg-type]
    assert str(error.value).startswith(said)


@EACH
@pytest.mark.parametrize("style", ["few-shot", "cot"])
def test_more_exemplars_only_add_to_fewer(name: str, style: str) -> None:
    problem = generate(name, seed=2)
    all_of_them = exemplar_texts(build_prompt(problem, style, k=16))
    assert len(set(all_of_them)) == 16
    for k in range(16):
        assert exemplar_texts(build_prompt(problem, style, k=k)) == all_of_them[:k]
    assert all_of_them[0].startswith("Here is an example:")
    assert all(text.startswith("Here is another example:") for text in all_of_them[1:])


@EACH
@pytest.mark.parametrize("naming", NAMINGS.names)
def test_exemplars_are_other_problems_of_the_task_with_right_answers(name: str, naming: str) -> None:
    for seed in range(4):
        problem = generate(name, given=meaning.known(name, {"directed": seed % 2 == 1}), seed=seed, naming=naming)
        directed = problem.graph.directed
        found = exemplars(problem, 3)
        assert problem.id not in {example.id for example in found}
        for example in found:
            assert (example.task, example.naming, example.graph.directed) == (name, naming, directed)
            for kind in ("plain", "trace"):
                assert TASKS[name].judge(example, Reply(worked(example, kind))).outcome == "correct"
        shown = build_prompt(problem, "cot", k=3)
        for example, text in zip(found, exemplar_texts(shown), strict=True):
            assert TASKS[name].question(example.graph, example.query) in text
            assert text.endswith(worked(example, "trace"))


def test_exemplars_of_few_shot_have_answers_and_those_of_cot_have_steps_too() -> None:
    (example,) = exemplars(PROBLEM, 1)
    steps = [step.text for step in TASKS[PROBLEM.task].trace(example)[:-1]]
    (plain,), (trace,) = (exemplar_texts(build_prompt(PROBLEM, style)) for style in ("few-shot", "cot"))
    assert not [step for step in steps if step in plain]
    assert all(step in trace for step in steps)
    assert plain.splitlines()[-1] == trace.splitlines()[-1] == TASKS[PROBLEM.task].exact_text(example)


def test_exemplars_ask_for_what_the_problem_asks_for() -> None:
    problem = generate("llm4dyg/find_tpath", given={"length": 4, "p": 0.5})
    assert {example.query["length"] for example in exemplars(problem, 5)} == {4}


def test_exemplars_are_in_the_encoding_of_the_prompt() -> None:
    text = exemplar_texts(build_prompt(PROBLEM, "few-shot", encoding="sentences"))[0]
    assert "are linked at time" in text and "[(" not in text


def test_exemplars_differ_between_problems_and_stay_for_one() -> None:
    firsts = {exemplars(generate("llm4dyg/when_link", seed=seed), 1)[0].id for seed in range(20)}
    assert len(firsts) > 15
    assert exemplars(PROBLEM, 5) == exemplars(PROBLEM, 5)


def test_the_asked_problem_and_repeats_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    others = [generate(PROBLEM.task, seed=seed) for seed in (1, 2)]
    made = iter([PROBLEM, others[0], others[0], PROBLEM, others[1]])
    monkeypatch.setattr("graphcore.prompts.generate", lambda *arguments: next(made))
    assert exemplars(PROBLEM, 2) == others


def test_an_exemplar_that_is_not_judged_correct_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = generate(PROBLEM.task, seed=1).with_reference(Reference([99], [99]))
    right = generate(PROBLEM.task, seed=2)
    made = iter([wrong, right])
    monkeypatch.setattr("graphcore.prompts.generate", lambda *arguments: next(made))
    assert exemplars(PROBLEM, 1) == [right]


def test_where_no_exemplar_is_found_the_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphcore.prompts.generate", lambda *arguments: PROBLEM)
    with pytest.raises(GenerationError, match=r"^No 2 different exemplars .* ask for fewer\.$"):
        exemplars(PROBLEM, 2)


@pytest.mark.parametrize("name", [task.name for task in TASKS if task.graph_kind == "temporal"])
@pytest.mark.parametrize("encoding", ["edge-list", "sentences", "adjacency-by-time"])
def test_renamed_problems_are_asked_by_their_new_names_only(name: str, encoding: str) -> None:
    graph = TemporalGraph(
        ("Quito", "São Paulo", "Oslo", "Łódź", "Bern"),
        (
            ("Quito", "São Paulo", 1), ("São Paulo", "Oslo", 2), ("Quito", "Oslo", 3), ("Oslo", "Łódź", 0),
            ("Łódź", "Bern", 2), ("Bern", "Quito", 3),
        ),
    )  # fmt: skip
    asked = pose_on(graph, name)
    for naming in NAMINGS.names:
        text = build_prompt(renamed(asked, naming), "cot+bag", encoding=encoding).text
        assert not [city for city in graph.nodes if city in text]
    assert [city for city in graph.nodes if city in build_prompt(asked, encoding=encoding).text]


@pytest.mark.parametrize("name", [task.name for task in TASKS if task.graph_kind == "static"])
@pytest.mark.parametrize("encoding", ["edge-list", "sentences", "adjacency-list", "adjacency-matrix"])
def test_renamed_static_problems_are_asked_by_their_new_names_only(name: str, encoding: str) -> None:
    asked = generate(name, seed=4, naming="people")
    for naming in ("letters", "shuffled"):
        text = build_prompt(renamed(asked, naming), "cot+bag", encoding=encoding).text
        assert not [person for person in asked.graph.nodes if str(person) in text]
    assert all(name_text(person) in build_prompt(asked, encoding=encoding).text for person in asked.graph.nodes)


@EACH
def test_algorithmic_tells_of_the_task_s_algorithm_before_the_exemplars(name: str) -> None:
    prompt = build_prompt(generate(name, seed=5), "algorithmic")
    shots = TASKS[name].shots
    assert roles(prompt) == ["reading", "task", "answer_form", "style", *["exemplar"] * shots, "graph", "question"]
    (told,) = [part.text.strip() for part in prompt.parts if part.role == "style"]
    assert told == TASKS[name].algorithm and told.startswith("We can ") and told.endswith(".")
    assert prompt.text.count(told) == 1


@pytest.mark.parametrize(
    ("name", "k"),
    [("connectivity", 4), ("cycle", 4), ("topological_sort", 5), ("shortest_path", 5), ("hamilton_path", 5)],
)
def test_nlgraph_s_tasks_have_the_paper_s_number_of_exemplars(name: str, k: int) -> None:
    assert len(exemplar_texts(build_prompt(generate(f"nlgraph/{name}"), "few-shot"))) == k


@pytest.mark.parametrize("style", ["exemplars-easy", "exemplars-medium", "exemplars-hard"])
@EACH
def test_exemplars_of_a_difficulty_have_its_size_or_are_refused(name: str, style: str) -> None:
    difficulty, task = style.partition("-")[2], TASKS[name]
    problem = generate(name, seed=7)
    if difficulty not in task.presets:
        with pytest.raises(InputError, match=rf"^{name} has no difficulty {difficulty} .*; leave out {style}\.$"):
            build_prompt(problem, style)
        return
    low, high = task.presets[difficulty].get("n", (0, 100))
    found = exemplars(problem, 3, difficulty)
    assert all(low <= len(example.graph.nodes) <= high for example in found)
    assert {example.params["difficulty"] for example in found} == {difficulty}
    texts = exemplar_texts(build_prompt(problem, f"{style}+cot", k=3))
    for example, text in zip(found, texts, strict=True):
        assert text.endswith(worked(example, "trace"))
    assert exemplar_texts(build_prompt(problem, style, k=3)) != exemplar_texts(build_prompt(problem, "few-shot", k=3))


def test_two_difficulties_of_exemplars_exclude_each_other() -> None:
    with pytest.raises(InputError, match="exclude each other"):
        build_prompt(generate("nlgraph/cycle"), "exemplars-easy+exemplars-hard")


@pytest.mark.parametrize("name", [task.name for task in TASKS if "roads" in task.wordings])
@pytest.mark.parametrize("encoding", ["edge-list", "sentences", "adjacency-list", "adjacency-matrix"])
def test_a_prompt_in_roads_speaks_of_nothing_else(name: str, encoding: str) -> None:
    for seed in (0, 1):
        problem = generate(name, seed=seed)
        text = build_prompt(problem, "cot+algorithmic", encoding=encoding, wording="roads").text
        assert not re.search(r"\b(node|edge|weight)s?\b", text, re.IGNORECASE), text
        assert (re.search(r"\bcit(y|ies)\b", text) and "a road" in text) or "roads" in text
        assert "an road" not in text and "a edge" not in text
        plain = build_prompt(problem, "cot+algorithmic", encoding=encoding).text
        assert not re.search(r"\b(city|cities|roads?|distances?)\b", plain, re.IGNORECASE)
        assert ("distance" in text) == ("weight" in plain)


def test_a_node_that_a_noun_names_is_not_asked_in_roads() -> None:
    graph = static_graph(["edge", "b", "c"], [("edge", "b"), ("b", "c")])
    problem = Problem("nlgraph/cycle", graph, {})
    assert "edge" in build_prompt(problem).text
    with pytest.raises(InputError, match=r"^A node is called 'edge', so the wording roads .*; choose abstract\.$"):
        build_prompt(problem, wording="roads")


def test_a_preview_is_what_the_template_gives() -> None:
    prompt = fill_template(PROBLEM, "{question}\n{graph}", encoding="snapshots", order="shuffled")
    question = TASKS[PROBLEM.task].question(PROBLEM.graph, PROBLEM.query)
    graph = encode(PROBLEM.graph, "snapshots", "shuffled", seed=PROBLEM.id)
    assert prompt.text == f"{question}\n{graph}"
    assert [part.role for part in prompt.parts] == ["question", "template", "graph"]


def test_an_imported_text_is_the_whole_prompt() -> None:
    problem = replace(PROBLEM, origin={"prompt": "When is node 1 linked?\nA:"})
    prompt = build_prompt(problem, "original")
    assert (prompt.text, roles(prompt), prompt.style) == ("When is node 1 linked?\nA:", ["original"], "original")


@pytest.mark.parametrize("origin", [None, {}, {"file": "x"}, {"prompt": ""}, {"prompt": " \n"}, {"prompt": 3}])
def test_without_an_imported_text_there_is_no_such_prompt(origin: dict[str, object] | None) -> None:
    with pytest.raises(InputError, match="no original text"):
        build_prompt(replace(PROBLEM, origin=origin), "original")


def test_a_renamed_problem_has_no_original_text() -> None:
    problem = replace(PROBLEM, origin={"prompt": "When is node 1 linked?"})
    with pytest.raises(InputError, match="do not rename it"):
        build_prompt(renamed(problem, "people"), "original")


@pytest.mark.parametrize("style", ["original+bag", "few-shot+original", "own/x+original"])
def test_an_imported_text_is_joined_with_nothing(style: str) -> None:
    with pytest.raises(InputError, match="join it with nothing"):
        compose(style)


def test_generated_problems_are_never_planned_with_an_original_text() -> None:
    assert "Only imported problems" in why_not(TASKS["nlgraph/cycle"], "original", "edge-list", "abstract")
    assert "original" not in style_names()
