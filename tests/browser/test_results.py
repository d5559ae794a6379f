"""Results in a browser: every view on a desk and on a phone, an item, the way to Ask and back, and the files."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from graphcore.problems import generate
from graphcore.runs.engine import work
from graphcore.runs.plan import Plan
from graphcore.runs.store import Run, Store
from tests.browser.acting import choose, figure, open_at, pick, problem_on, text_of, turn_to
from tests.browser.app import runs_of
from tests.browser.conftest import LOG
from tests.browser.looking import DESKTOP, PHONE, settled
from tests.browser.test_pages import WIDE

VIEWS = ("Leaderboard", "Paper's tables", "Heat map", "Items")
HOSTILE = "<img src=x onerror=alert(1)> <b>x</b> **bold** $x$ ![a](http://x/y.png)\nAnswer: [99]"
LINK = "llm4dyg/when_link"


def finished(store: Store, plan: Plan) -> Run:
    """A run of `plan` at its end; in a thread of its own, since Playwright's event loop runs in this one."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(work, store, store.create(plan).id, {}).result()


@pytest.fixture(scope="module")
def store(app_url: str, request: pytest.FixtureRequest) -> Store:
    """The app's database."""
    return Store(runs_of(request.config.stash[LOG]))


@pytest.fixture(scope="module")
def run(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run with errors and a hostile reply, under a hostile name."""
    replies = tmp_path_factory.mktemp("replies") / "<b>replies<b>.jsonl"
    ids = [generate(LINK, "erdos_renyi", {"n": n}, 0).id for n in (5, 10)]
    replies.write_text("".join(json.dumps({"problem_id": name, "text": HOSTILE}) + "\n" for name in ids))
    models = ("baseline/exact", "baseline/random", f"scripted/{replies}")
    plan = Plan((LINK, "llm4dyg/find_tpath"), models, name="<b>x</b> **y**", count=4, params={"n": (5, 10)})
    return finished(store, plan)


def items(page: Page, run: Run) -> Page:
    """The run's items."""
    open_at(page, f"/results?run={run.id}")
    return pick(page, "results_view", "Items")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_view_fits_and_hostile_text_stands_as_it_is(page: Page, run: Run) -> None:
    opened: list[str] = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    open_at(page, f"/results?run={run.id}")
    for view in VIEWS:
        pick(page, "results_view", view)
        assert not page.get_by_test_id("stException").count()
        assert "<b>x</b> **y**" in text_of(page)
        assert page.evaluate(WIDE) == [], view
    choose(page, "filter_task", LINK)
    page.locator("[class*='st-key-item-'] summary").filter(has_text="[99]").first.click()
    settled(page)
    assert HOSTILE in page.locator(".ew-text").all_inner_texts()
    figure(page, problem_card(page))
    assert page.evaluate(WIDE) == []
    assert page.locator(".stMain :is(b b, img[src='x'], img[src*='y.png'], .katex)").count() == 0
    assert opened == []


def problem_card(page: Page) -> str:
    """The key of the first verdict's picture."""
    names = page.locator("[class*='st-key-verdict-']").first.get_attribute("class") or ""
    found = re.search(r"st-key-(verdict-\d+)", names)
    assert found is not None
    return found[1]


def test_an_item_goes_to_ask_and_the_browser_comes_back(page: Page, run: Run) -> None:
    open_at(page, "/ask?task=llm4dyg/sort_edge&seed=3&n=12")
    turn_to(page, "Results")
    expect(page.locator(".st-key-results_runs")).to_contain_text(run.id)
    items(page, run)
    page.locator("[class*='st-key-item-'] summary").filter(has_text=re.compile("random.*seed 3")).first.click()
    settled(page)
    problem = problem_on(page, problem_card(page))
    page.get_by_role("button", name="Open in Ask").click()
    settled(page)
    expect(page.locator("h1")).to_have_text("Ask a model")
    expect(page.locator(".st-key-models")).to_contain_text("baseline/random")
    address = page.url
    page.locator(".st-key-ask button").first.click()
    settled(page)
    assert problem_on(page, problem_card(page)) == problem
    assert page.url == address
    page.go_back()
    settled(page)
    expect(page.locator("h1")).to_have_text("Results")
    expect(page.locator(".st-key-results_runs")).to_contain_text(run.id)


def test_what_models_differ_on_stands_side_by_side(page: Page, run: Run) -> None:
    items(page, run)
    page.locator(".st-key-only_differing label").click()
    settled(page)
    page.locator("[class*='st-key-item-'] summary").filter(has_text="baseline/exact").first.click()
    settled(page)
    expect(page.locator("[class*='st-key-verdict-'] .js-plotly-plot")).to_have_count(2)
    assert len(set(re.findall("CORRECT|SUBOPTIMAL|HALLUCINATORY|MISSING", text_of(page)))) == 2


def test_files_are_made_when_they_are_asked_for(page: Page, store: Store, run: Run, tmp_path: Path) -> None:
    open_at(page, f"/results?run={run.id}")
    page.locator(f".st-key-files-{run.id} button").first.click()
    texts = {}
    for label in ("Records as CSV", "Whole records as JSON Lines", "Tables as CSV", "Report as one HTML page"):
        with page.expect_download() as waiting:
            page.get_by_text(label).click()
        name = waiting.value.suggested_filename
        waiting.value.save_as(tmp_path / name)
        texts[name.removeprefix(f"{run.id}-")] = (tmp_path / name).read_text(encoding="utf-8")
    assert [json.loads(line) for line in texts["records.jsonl"].splitlines()] == list(store.records(run.id))
    assert len(texts["records.csv"].splitlines()) == 1 + run.cells
    assert texts["tables.csv"].startswith("table,")
    page.goto((tmp_path / f"{run.id}-report.html").as_uri())
    assert page.locator("h1").inner_text() == "Run <b>x</b> **y**"


def test_a_run_is_deleted_after_a_second_click(page: Page, store: Store) -> None:
    plan = Plan((LINK,), ("baseline/exact",), name="to go", count=1)
    gone = finished(store, plan)
    open_at(page, f"/results?run={gone.id}")
    page.locator(f".st-key-manage-{gone.id} button").first.click()
    page.get_by_text("Delete for good").click()
    settled(page)
    expect(page.get_by_test_id("stAlert").first).to_contain_text("to go was deleted")
    assert gone.id not in [run.id for run in store.runs()]
