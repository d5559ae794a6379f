"""The address: it carries the problem to other people, to other pages and back, and survives what is wrong in it."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from graphcore.graph_files import pack_graph, unpack_graph
from graphcore.graphs import temporal_graph
from graphcore.problems import generate
from tests.browser.acting import (
    choose,
    figure,
    open_at,
    pick,
    press,
    problem_on,
    slide,
    text_of,
    turn_to,
    write,
)
from tests.browser.looking import DESKTOP, PHONE, settled

CSV = "u,v,t\nann,bob,1\nann,,2\nbob,cat,soon\ncat,ann,4\nbob,cat,2"


def elsewhere(browser: Browser, address: str) -> str:
    """The id of the problem that someone else sees who follows the link."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(address)
        return problem_on(settled(page))
    finally:
        context.close()


def test_the_problem_travels_and_its_address_brings_it_back(page: Page, browser: Browser) -> None:
    open_at(page)
    choose(page, "task", "When are two nodes first connected?")
    slide(page, "n", 2)
    slide(page, "p", -1)
    choose(page, "naming", "People")
    write(page, "seed", "41")
    problem = generate("llm4dyg/when_connect", given={"n": 12, "p": 0.25}, seed=41, naming="people")
    assert problem_on(page) == problem.id
    assert elsewhere(browser, page.url) == problem.id

    for title in ("Prompts", "Ask", "Models"):
        turn_to(page, title)
        assert page.locator(".st-key-n input[type=range]").input_value() == "12"
        assert "n=12" in page.url
    turn_to(page, "Explore")
    assert problem_on(page) == problem.id
    page.get_by_role("button", name="Ask a model").click()
    settled(page)
    assert "n=12" in page.url
    page.reload()
    settled(page)
    assert page.locator(".st-key-n input[type=range]").input_value() == "12"
    turn_to(page, "Explore")
    assert problem_on(page) == problem.id

    write(page, "seed", "42")
    later = problem_on(page)
    assert later != problem.id
    page.go_back()
    settled(page)
    assert problem_on(page) == problem.id
    assert page.locator(".st-key-seed input").input_value() == "41"
    page.go_forward()
    settled(page)
    assert problem_on(page) == later
    press(page, "dice")
    assert problem_on(page) != later
    assert elsewhere(browser, page.url) == problem_on(page)


def test_bad_values_are_mended_with_a_word(page: Page) -> None:
    told = {
        "n=5000&p=nan&seed=-1&style=<script>": ("n=", "p='nan'", "seed="),
        "task=![x](http://x.test/y.png)&n=abc&naming=**b**": ("'![x](http://x.test/y.png)'", "'abc'", "'**b**'"),
        "task=zzz&generator=<script>alert(1)</script>&n=12&n=13": ("'zzz'", "'<script>alert(1)</script>'"),
    }
    for values, words in told.items():
        open_at(page, f"/?{values}")
        notes = page.get_by_test_id("stAlert")
        expect(notes).to_have_count(len(words))
        for note, word in zip(notes.all_inner_texts(), words, strict=True):
            assert note.strip().startswith("From the link: ")
            assert word in note
            assert note.strip().endswith("is used.")
        assert len(problem_on(page)) == 16
        assert not notes.locator("img, b, strong, script").count()
    write(page, "seed", "5")
    expect(page.get_by_test_id("stAlert")).to_have_count(0)

    open_at(page, "/?generator=own&naming=as-given&graph=junk")
    expect(page.get_by_text("copy the whole address again")).to_be_visible()
    assert len(problem_on(page)) == 16
    assert not page.get_by_test_id("stException").count()


def test_a_graph_of_ones_own(page: Page, browser: Browser, tmp_path: Path) -> None:
    open_at(page)
    choose(page, "generator", "A graph of your own")
    pick(page, "own_way", "Paste")
    write(page, "own_text", CSV)
    press(page, "own_fill")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_text("Line 3 has no v")).to_be_visible()
    expect(sidebar.get_by_text("Line 4 has the time 'soon'")).to_be_visible()
    assert all(name in figure(page)["words"] for name in ("ann", "bob", "cat"))
    assert elsewhere(browser, page.url) == problem_on(page)

    file = tmp_path / "graph.json"
    graph = temporal_graph([0, 1, 2, 3], [(0, 1, 0), (1, 2, 1), (2, 0, 2), (2, 3, 3)])
    file.write_text(json.dumps(graph.to_json()))
    pick(page, "own_way", "Upload")
    page.locator(".st-key-own_file input[type=file]").set_input_files(file)
    settled(page, 800)
    assert f"graph={pack_graph(graph)}" in page.url
    before = problem_on(page)

    pick(page, "own_way", "Type")
    type_a_link(page, row=4, cells=("3", "7", "5"))
    assert "7" in figure(page)["words"]
    typed = problem_on(page)
    assert typed != before
    turn_to(page, "Ask")
    turn_to(page, "Explore")
    assert problem_on(page) == typed

    pick(page, "own_way", "Paste")
    write(page, "own_text", "0,1,0")
    press(page, "own_fill")
    choose(page, "task", "When is a triad first closed?")
    assert "it needs" in text_of(page)
    assert page.get_by_test_id("stAlert").count() == 1
    choose(page, "task", "When are two nodes linked?")
    assert len(problem_on(page)) == 16


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_suites_and_static_graphs_of_ones_own(page: Page, browser: Browser, viewport: ViewportSize) -> None:
    open_at(page, "/prompts")
    if viewport is PHONE:
        page.get_by_test_id("stExpandSidebarButton").click()
    pick(page, "suite", "NLGraph")
    pick(page, "difficulty", "Medium")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar.get_by_text("Drawn here: Nodes")).to_be_visible()
    assert page.url.endswith("?task=nlgraph%2Fconnectivity&difficulty=medium")
    choices = [sidebar.get_by_text(word, exact=True).bounding_box() for word in ("Custom", "Easy", "Medium", "Hard")]
    assert len({box and box["y"] for box in choices}) == 1

    choose(page, "task", "Find a shortest path")
    choose(page, "generator", "A graph of your own")
    type_a_link(page, row=5, cells=("4", "new", "2.5"))
    link = page.url
    graph = unpack_graph(parse_qs(urlsplit(link).query)["graph"][0])
    assert graph.edges[-1] == ("4", "new", {"weight": 2.5})
    pick(page, "suite", "LLM4DyG")
    assert "task=llm4dyg" in page.url
    pick(page, "suite", "NLGraph")
    assert page.url == link
    choose(page, "task", "Are two nodes connected?")
    choose(page, "task", "Find a shortest path")
    assert page.url == link
    page.go_back()
    settled(page)
    assert "task=nlgraph%2Fconnectivity" in page.url
    content = page.get_by_test_id("stSidebarUserContent")
    assert content.evaluate("bar => bar.scrollWidth <= bar.clientWidth")
    assert not page.get_by_test_id("stException").count()


def type_a_link(page: Page, row: int, cells: tuple[str, ...]) -> None:
    """Type into a row of the table, which is a canvas: rows are 35 pixels high, below a head of the same height."""
    table = page.locator("[class*=st-key-own_table] canvas").first
    table.scroll_into_view_if_needed()
    settled(page, 1000)  # The table is drawn a while after its script came.
    box = table.bounding_box()
    assert box
    page.mouse.click(box["x"] + 60, box["y"] + 35 * (row + 1) + 18)
    for cell in cells:
        page.wait_for_timeout(200)
        page.keyboard.type(cell)
        page.wait_for_timeout(200)
        page.keyboard.press("Tab")
    settled(page, 800)
