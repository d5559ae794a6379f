"""Pictures on the screen: their scale, their room, and what a person can read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from components.theme import DARK, LIGHT, Palette, contrast, mix
from graphcore.problems import generate
from tests.browser.acting import figure, open_at, paste_reply, turn_to_drag
from tests.browser.looking import settled

# Where the axes lie, and the middle of each node on the page.
GEOMETRY = """plot => {
    const { xaxis: x, yaxis: y } = plot._fullLayout, box = plot.getBoundingClientRect();
    const nodes = plot.data.find((trace) => trace.name === "nodes");
    return {
        width: box.width,
        ranges: [x.range, y.range],
        scales: [x._length / (x.range[1] - x.range[0]), y._length / (y.range[1] - y.range[0])],
        nodes: nodes.x.map((value, n) => [
            box.x + x._offset + x.l2p(value), box.y + y._offset + y.l2p(nodes.y[n])
        ]),
    };
}"""
# The boxes of everything with this class in the picture, and the picture's own.
BOXES = """(plot, names) => {
    const box = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom };
    };
    return [plot, ...plot.querySelectorAll(names)].map(box);
}"""


def plot(page: Page, key: str = "timeline") -> Any:
    figure(page, key)
    return page.locator(f".st-key-{key} .js-plotly-plot")


def resized(page: Page, width: int) -> dict[str, Any]:
    """The geometry at this width of the window, once the picture has it."""
    page.set_viewport_size({"width": width, "height": 900})
    settled(page, 1000)
    found: dict[str, Any] = plot(page).evaluate(GEOMETRY)
    return found


def test_a_picture_keeps_its_shape_when_its_width_changes(page: Page) -> None:
    open_at(page, "/?n=20")
    start = resized(page, 1440)
    widths = {start["width"]}
    for width in (800, 1100, 340, 1440):
        found = resized(page, width)
        widths.add(found["width"])
        across, down = found["scales"]
        assert across == pytest.approx(down, rel=0.01)
        assert found["ranges"] == start["ranges"]
        left, top = found["nodes"][0]
        factor = across / start["scales"][0]
        for (x, y), (x0, y0) in zip(found["nodes"], start["nodes"], strict=True):
            assert x - left == pytest.approx(factor * (x0 - start["nodes"][0][0]), abs=1)
            assert y - top == pytest.approx(factor * (y0 - start["nodes"][0][1]), abs=1)
    assert len(widths) == 4
    assert found["nodes"] == [pytest.approx(spot, abs=1) for spot in start["nodes"]]


@pytest.mark.parametrize(
    "address",
    [
        "/?task=llm4dyg/find_tpath&seed=3",
        "/?n=30&p=0.1",
        "/?n=16&naming=people",
        "/?task=nlgraph/shortest_path&seed=3",
        "/?task=nlgraph/topological_sort&n=20&seed=3",
    ],
)
def test_nothing_moves_when_the_view_changes(page: Page, address: str) -> None:
    open_at(page, address)
    before = plot(page).evaluate(GEOMETRY)["nodes"]
    canvas = turn_to_drag(page)
    box = canvas.bounding_box()
    assert box
    spots = page.evaluate("Object.values(caught.getPositions()).map((spot) => caught.canvasToDOM(spot))")
    for (x, y), spot in zip(before, spots, strict=True):
        assert (box["x"] + spot["x"], box["y"] + spot["y"]) == (pytest.approx(x, abs=2), pytest.approx(y, abs=2))


@pytest.mark.parametrize("width", [300, 340, 390])
def test_the_controls_of_a_narrow_timeline_stand_apart(page: Page, width: int) -> None:
    open_at(page, "/?t=12&n=8")
    resized(page, width)
    frame, *buttons = plot(page).evaluate(BOXES, ".updatemenu-button")
    _, rail, grip = plot(page).evaluate(BOXES, ".slider-rail-rect, .slider-grip-rect")
    assert len(buttons) == 2
    assert max(button["right"] for button in buttons) < min(rail["left"], grip["left"])
    assert frame["left"] <= buttons[0]["left"]
    assert max(rail["right"], grip["right"]) <= frame["right"]
    assert rail["right"] - rail["left"] > 100


def test_a_timeline_of_one_time_has_no_controls(page: Page) -> None:
    open_at(page, "/?t=1")
    assert plot(page).evaluate(BOXES, ".updatemenu-button, .slider-rail-rect")[1:] == []


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("naming", ["integers", "people"])
def test_rings_and_labels_of_faults_stay_inside_a_narrow_picture(page: Page, width: int, naming: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_at(page, f"/ask?task=llm4dyg/sort_edge&n=9&seed=3&naming={naming}")
    nodes = generate("llm4dyg/sort_edge", given={"n": 9}, seed=3, naming=naming).graph.nodes
    edges = [f"({u}, {v}, 1)" for u, v in zip(nodes, [*nodes[1:], nodes[0]], strict=True)]
    paste_reply(page, f"Answer: [{', '.join(edges)}]")
    frame, *rings = plot(page, "verdict-1").evaluate(BOXES, ".scatterlayer .point, .scatterlayer text")
    assert len(rings) > 9
    assert min(ring["left"] for ring in rings) >= frame["left"] - 1
    assert max(ring["right"] for ring in rings) <= frame["right"] + 1


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize(
    "address",
    [
        "task=nlgraph/topological_sort&n=34&p=0.1",
        "task=nlgraph/topological_sort&n=9",
        "task=nlgraph/shortest_path&n=15",
    ],
)
def test_all_that_is_written_at_nodes_and_edges_is_inside_the_picture(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_at(page, f"/?{address}&seed=3")
    page.get_by_text("Show the solution").click()
    settled(page, 800)
    written = [text for trace in figure(page)["traces"] if trace["name"] is None for text in trace["text"] or ()]
    frame, *texts = plot(page).evaluate(BOXES, ".textpoint text")
    seen = [text for text in texts if text["right"] > text["left"]]
    (nodes,) = [trace["text"] for trace in figure(page)["traces"] if trace["name"] == "nodes"]
    assert len(seen) == len(written) + len(nodes)
    assert len(written) > 8
    assert all(frame["left"] <= text["left"] and text["right"] <= frame["right"] for text in seen)
    assert all(frame["top"] <= text["top"] and text["bottom"] <= frame["bottom"] for text in seen)


@pytest.mark.parametrize(("scheme", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_captions_can_be_read(page: Page, scheme: Any, colours: Palette) -> None:
    page.emulate_media(color_scheme=scheme)
    open_at(page, "/?generator=own&graph=junk")
    captions = page.locator('[data-testid="stCaptionContainer"] :is(p, span)')
    assert captions.count() >= 3
    # Until Streamlit has put the style sheet in, a fresh page has its own.
    expect(page.get_by_test_id("stCaptionContainer").first).to_have_css("opacity", "1")
    for caption in captions.all():
        colour, opacity = caption.evaluate(
            """element => [getComputedStyle(element).color,
                getComputedStyle(element.closest('[data-testid="stCaptionContainer"]')).opacity]"""
        )
        for ground in (colours.page, colours.panel):
            assert contrast(on(colour, float(opacity), ground), ground) >= 4.5


def on(colour: str, opacity: float, ground: str) -> str:
    """A CSS colour, rgb(…) of 255 or color(srgb …) of 1, as "#RRGGBB" on a ground."""
    numbers = [float(number) for number in re.findall(r"[\d.]+", colour)]
    most = 1 if colour.startswith("color(") else 255
    red, green, blue = (round(255 * number / most) for number in numbers[:3])
    share = numbers[3] if len(numbers) > 3 else 1.0
    return mix(f"#{red:02X}{green:02X}{blue:02X}", ground, share * opacity)
