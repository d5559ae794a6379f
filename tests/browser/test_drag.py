"""The draggable graph: its library is fetched once, and what was dragged stays where it was put."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.acting import open_at, pick, press, slide, turn_to, turn_to_drag
from tests.browser.looking import settled

LIBRARY = "vis-network"


def places(page: Page) -> dict[str, list[float]]:
    """Where the nodes are, in the network's own units."""
    found: dict[str, list[float]] = page.evaluate(
        "Object.fromEntries(Object.entries(caught.getPositions()).map(([id, { x, y }]) => [id, [x, y]]))"
    )
    return found


def drag(page: Page, node: int, right: int, down: int) -> None:
    """Take the node's middle and move it by that many pixels."""
    spot: dict[str, Any] = page.evaluate("node => caught.canvasToDOM(caught.getPositions([node])[node])", node)
    box = page.locator(".st-key-drag canvas").bounding_box()
    assert box
    x, y = box["x"] + spot["x"], box["y"] + spot["y"]
    page.mouse.move(x, y)
    page.mouse.down()
    for share in (0.2, 0.6, 1.0):
        page.mouse.move(x + share * right, y + share * down)
    page.mouse.up()
    settled(page)


def test_nodes_stay_where_they_are_dragged(page: Page) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if LIBRARY in request.url else None)
    open_at(page, "/?task=llm4dyg/when_link&n=8")
    assert fetched == []
    canvas = turn_to_drag(page)
    canvas.evaluate("canvas => { canvas.dataset.mount = 'first'; }")
    assert len(fetched) == 1

    before = places(page)
    assert len(before) == 8
    drag(page, 0, 70, 40)
    after = places(page)
    assert abs(after["0"][0] - before["0"][0]) > 20
    assert {node: spot for node, spot in after.items() if node != "0"} == {
        node: spot for node, spot in before.items() if node != "0"
    }

    page.locator(".st-key-show_solution label").click()
    settled(page)
    assert places(page) == after
    pick(page, "solution_part", "Step by step")
    for _ in range(2):
        press(page, "step_forth")
    assert places(page) == after
    drag(page, 3, -40, -30)
    again = places(page)
    assert again["0"] == after["0"]
    assert again["3"] != after["3"]
    page.locator(".st-key-show_solution label").click()
    settled(page)
    assert places(page) == again

    slide(page, "n", 1)
    slide(page, "p", 1)
    assert len(places(page)) == 9
    press(page, "dice")
    assert canvas.get_attribute("data-mount") == "first"
    assert len(fetched) == 1

    turn_to(page, "Ask")
    turn_to(page, "Explore")
    expect(canvas).to_be_visible()
    pick(page, "view", "Timeline")
    pick(page, "view", "Drag")
    expect(canvas).to_be_visible()
    assert len(fetched) == 1


def test_the_page_for_download_needs_nothing_from_anywhere(page: Page, tmp_path: Path) -> None:
    open_at(page, "/?n=6")
    pick(page, "view", "Drag")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a web page").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    alone = page.context.new_page()
    seen: list[str] = []
    alone.on("request", lambda request: seen.append(request.url))
    alone.goto(file.as_uri())
    expect(alone.locator("canvas")).to_be_visible()
    assert [url for url in seen if not url.startswith("file:")] == []
    alone.close()
