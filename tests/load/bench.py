"""Measurements of Edgewise, as ratios where that is possible: `python -m tests.load.bench [NAME ...]`.

Ratios of things measured in turn on one machine mean the same on a fast machine and a busy one.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product as crossed
from pathlib import Path
from statistics import fmean, median

from playwright.sync_api import Browser, Page, sync_playwright

from graphcore.encodings import ENCODINGS, ORDERS
from graphcore.models import get_model
from graphcore.naming import NAMINGS
from graphcore.problems import generate, generators_of, parameters_of
from graphcore.prompts import STYLES, build_prompt, why_not
from graphcore.records import Reply
from graphcore.tasks import TASKS
from tests import chance
from tests.browser import chromium
from tests.browser.app import serving
from tests.browser.looking import DESKTOP, settled
from tests.conftest import ROOT, cases_folder
from tests.load import engine, replies

WARM_UP, PAIRS = 2, 20
TIMELINE_LIMIT = 1.5

BARE_APP = """
import plotly.graph_objects as go
import streamlit as st

st.set_page_config(layout="wide")
nodes = st.sidebar.slider("Nodes", 2, 100, 10)
figure = go.Figure(go.Scatter(x=list(range(POINTS)), y=[nodes] * POINTS, mode="markers"))
figure.update_layout(meta={"problem": nodes})
st.plotly_chart(figure, key="figure")
"""

# From the key press to the second frame that shows another problem: by then the browser has painted it.
_WATCH = """() => {
    const problem = () => document.querySelector('.js-plotly-plot')?.layout?.meta?.problem;
    const before = problem();
    window.__took = null;
    addEventListener('keydown', () => {
        const start = performance.now();
        const look = () => requestAnimationFrame(() => {
            if (problem() === undefined || problem() === before) look();
            else requestAnimationFrame(() => { window.__took = performance.now() - start; });
        });
        look();
    }, {once: true, capture: true});
}"""
_POINTS = "() => document.querySelector('.js-plotly-plot').data.reduce((sum, t) => sum + (t.x?.length ?? 0), 0)"


def timeline() -> bool:
    """From a step of the slider "Nodes" until the new figure is shown: Explore and a bare page with as many points."""
    path = chromium.find()
    with tempfile.TemporaryDirectory() as room, sync_playwright() as playwright:
        folder = Path(room)
        browser = playwright.chromium.launch(executable_path=path, args=chromium.arguments())
        with serving(ROOT / "app.py", folder / "home", folder / "app.log") as url:
            explore = _opened(browser, url)
            points = explore.evaluate(_POINTS)
            script = folder / "bare.py"
            script.write_text(BARE_APP.replace("POINTS", str(points)))
            with serving(script, folder / "home", folder / "bare.log") as bare_url:
                bare = _opened(browser, bare_url)
                pairs = [_pair(explore, bare, turn) for turn in range(WARM_UP + PAIRS)][WARM_UP:]
        browser.close()
    ours, theirs = (median(times) for times in zip(*pairs, strict=True))
    ratio: float = ours / theirs
    sys.stdout.write(
        f"timeline: Explore {ours:.0f} ms, bare page {theirs:.0f} ms (medians of {PAIRS} pairs, {points} points), "
        f"ratio {ratio:.2f}, {'within' if ratio <= TIMELINE_LIMIT else 'OVER'} {TIMELINE_LIMIT}\n"
    )
    return ratio <= TIMELINE_LIMIT


def _opened(browser: Browser, url: str) -> Page:
    page = browser.new_page(viewport=DESKTOP)
    page.goto(url)
    page.wait_for_selector(".js-plotly-plot")
    return settled(page)


def _pair(explore: Page, bare: Page, turn: int) -> tuple[float, float]:
    """One step on each page; they take turns in being first."""
    if turn % 2:
        theirs = _step(bare)
        return _step(explore), theirs
    return _step(explore), _step(bare)


def _step(page: Page) -> float:
    """Milliseconds from one step of the slider until the figure of the new problem is painted."""
    page.bring_to_front()
    slider = page.get_by_role("slider", name="Nodes")
    slider.focus()
    page.evaluate(_WATCH)
    slider.press("ArrowRight")
    took: float = page.wait_for_function("window.__took").json_value()
    settled(page)
    return took


def product() -> bool:
    """The exact model over every combination of choices, from prompt to verdict; a third of the graphs are directed."""
    model, count, right = get_model("baseline/exact"), 0, 0
    start = time.perf_counter()
    for seed, (name, encoding, order, naming, style, wording, size) in enumerate(_combinations()):
        task = TASKS[name]
        given = {"difficulty": size, "directed": seed % 3 == 0}
        known = {parameter.name for parameter in parameters_of(task, generators_of(task)[0])}
        problem = generate(name, given={key: given[key] for key in given.keys() & known}, seed=seed, naming=naming)
        build_prompt(problem, style, encoding=encoding, order=order, wording=wording)
        right += TASKS[name].judge(problem, Reply(model.answer(problem, 0))).outcome == "correct"
        count += 1
    speed = count / (time.perf_counter() - start)
    sys.stdout.write(f"product: {right} of {count} problems correct ({right / count:.2%}), {speed:.0f} problems/s\n")
    return right == count


def _combinations() -> Iterator[tuple[str, ...]]:
    for task, encoding in crossed(TASKS, ENCODINGS):
        for style, wording in crossed(STYLES.names, task.wordings):
            if not why_not(task, style, encoding.name, wording):
                sizes = ("custom", *task.presets)
                yield from crossed([task.name], [encoding.name], ORDERS, NAMINGS.names, [style], [wording], sizes)


GUESSED = 1000
RANDOM_ROWS = {
    "when_link": (3.2, 3.2, 3.2),
    "when_connect": (20.0, 20.0, 20.0),
    "when_tclosure": (20.0, 20.0, 20.0),
    "neighbor_at_time": (3.2, 0.1, 0.0),
    "neighbor_in_periods": (3.2, 0.1, 0.0),
    "check_tclosure": (50.0, 50.0, 50.0),
    "check_tpath": (50.0, 50.0, 50.0),
    "find_tpath": (9.3, 6.7, 7.3),
    "sort_edge": (13.1, 0.0, 0.0),
}
"""The rows "Random" of LLM4DyG's Table 2, in %, for 5, 10 and 20 nodes."""


def baseline() -> bool:
    """The random model, played and computed, beside the paper's figures; whether chance explains what was played."""
    sys.stdout.write(
        f"baseline: {GUESSED} problems a row, shares in %, {chance.LEVEL:.1%} interval of the Poisson binomial\n"
        "  N  task                 played  computed          interval   paper\n"
    )
    names = [task.name for task in TASKS if task.suite == "llm4dyg"]
    rows = [_guessed(n, column, name) for column, n in enumerate((5, 10, 20)) for name in names]
    return all(rows)


def _guessed(n: int, column: int, name: str) -> bool:
    right, chances = chance.play(name, GUESSED, n=n)
    low, high = chance.interval(chances)
    short = name.rpartition("/")[2]
    paper = f"{RANDOM_ROWS[short][column]:.1f}" if short in RANDOM_ROWS else "–"
    played, least, most = (100 * count / GUESSED for count in (right, low, high))
    sys.stdout.write(
        f"{n:>3}  {short:<20}{played:>7.2f}{100 * fmean(chances):>10.3f}{least:>10.2f} to{most:>6.2f}{paper:>8}"
        f"  {'within' if low <= right <= high else 'OUTSIDE'}\n"
    )
    return low <= right <= high


ENGINE_LEAST = 0.7


def speed() -> bool:
    """Calls a second of a run, verification and store included, and of the plain client with prompts that are ready."""
    ours, theirs = engine.pairs()
    ratio = engine.ratio(ours, theirs)
    sys.stdout.write(
        f"engine: ours {median(ours):.0f}, plain client {median(theirs):.0f} calls a second (medians of {engine.PAIRS} "
        f"pairs of {engine.CALLS} calls, {engine.CONCURRENCY} at once), ratio {ratio:.2f}, "
        f"{'at least' if ratio >= ENGINE_LEAST else 'UNDER'} {ENGINE_LEAST}\n"
    )
    return ratio >= ENGINE_LEAST


REPLIES_AGREE, REPLIES_SPEED = 401, 1000


def recorded() -> bool:
    """Recorded replies of models: whether the verdicts are right, by task and form, and how many a second."""
    file = cases_folder() / "nlgraph_replies.jsonl"
    if not file.is_file():
        sys.stdout.write(f"replies: {file} is not there; set EDGEWISE_CASES to its folder\n")
        return True
    list(replies.judged(file))  # The first time patterns are compiled.
    found = list(replies.judged(file))
    sys.stdout.write(f"replies: recorded by NLGraph's models\n{replies.report(found)}\n")
    spent = sum(one.seconds for one in found)
    return sum(one.agrees for one in found) >= REPLIES_AGREE and len(found) / spent >= REPLIES_SPEED


HARD, HARD_LIMIT = 1000, 10.0


def hard() -> bool:
    """The hardest published problems of each task, references included."""
    within = True
    for task in (task for task in TASKS if task.presets):
        start = time.process_time()
        for seed in range(HARD):
            generate(task.name, given={"difficulty": "hard"}, seed=seed)
        took = time.process_time() - start
        within = within and took <= HARD_LIMIT
        sys.stdout.write(f"hard: {HARD:,} problems of {task.name} in {took:.1f} s\n")
    return within


BENCHMARKS: dict[str, Callable[[], bool]] = {
    "timeline": timeline,
    "product": product,
    "baseline": baseline,
    "engine": speed,
    "replies": recorded,
    "hard": hard,
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; 0 if each kept its limit, 1 if one did not, 2 for an unknown name."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        sys.stderr.write(f"Unknown benchmark {unknown[0]!r}; choose {', '.join(BENCHMARKS)}.\n")
        return 2
    kept = [BENCHMARKS[name]() for name in names or BENCHMARKS]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
