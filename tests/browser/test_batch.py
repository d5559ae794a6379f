"""Runs from a page: started, watched from two browsers, paused, resumed, and gone on with while no page looks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from graphcore.models import get_model
from graphcore.runs.plan import Plan, Settings
from graphcore.runs.plan_files import write_plan
from graphcore.runs.store import Run, Store
from graphcore.tasks import TASKS
from tests.browser.acting import drop, open_at, press, turn_to, write
from tests.browser.app import runs_of, serving
from tests.browser.conftest import LOG, Watch
from tests.browser.looking import DESKTOP, PHONE, settled
from tests.conftest import ROOT

LOCAL = "local/smollm2-135m"
LIMIT_MS = 40_000
LONG = Plan(
    tuple(TASKS.names),
    ("baseline/exact", "baseline/random"),
    name="<b>long</b> & **long**",
    count=5_000,
    model={name: Settings(concurrency=1) for name in ("baseline/exact", "baseline/random")},
)


def ended(store: Store) -> None:
    """Cancel all runs and wait until none works."""
    for run in store.runs():
        store.want(run.id, "cancel")
    while any(run.state == "running" for run in store.runs()):
        pass


@pytest.fixture
def store(app_url: str, request: pytest.FixtureRequest) -> Iterator[Store]:
    """The app's database, in which no run works when the test has ended."""
    store = Store(runs_of(request.config.stash[LOG]))
    yield store
    ended(store)


@pytest.fixture
def other(browser: Browser, watch: Watch) -> Iterator[Page]:
    """Another browser's page."""
    context = browser.new_context(base_url=watch.url, viewport=DESKTOP)
    context.on("console", watch.console)
    yield context.new_page()
    context.close()


def run_on(page: Page, store: Store) -> Run:
    """The run that the page's address names."""
    page.wait_for_url(re.compile(r"run="))
    return store.run(page.url.rpartition("run=")[2])


def done_on(page: Page) -> int:
    """How many cells the page says are done."""
    text = page.get_by_text(re.compile(r"^[\d,]+ of [\d,]+ cells$")).inner_text()
    return int(text.partition(" ")[0].replace(",", ""))


def badge(page: Page, state: str) -> None:
    """Wait until the page says this state."""
    expect(page.locator(".st-key-state")).to_contain_text(re.compile(f"{state}$"), timeout=LIMIT_MS)


def test_two_clicks_on_start_make_one_run_that_ends(page: Page, store: Store) -> None:
    open_at(page, "/batch")
    drop(page, "plan_models", LOCAL)
    write(page, "plan_count", "1")
    expect(page.get_by_text("40 cells, 40 calls")).to_be_visible()
    before = len(store.runs())
    page.locator(".st-key-start button").dblclick()
    run = run_on(page, store)
    badge(page, "finished")
    assert len(store.runs()) == before + 1
    assert (store.run(run.id).state, store.progress(run.id).done) == ("finished", 40)
    expect(page.get_by_text("40 of 40 cells")).to_be_visible()
    expect(page.locator(f".st-key-show_{run.id}")).to_contain_text("finished · 40/40")


def test_a_run_is_watched_from_two_browsers(page: Page, other: Page, store: Store) -> None:
    run = store.create(LONG)
    open_at(page, f"/batch?run={run.id}")
    assert page.locator("h3").first.inner_text() == LONG.name
    page.locator(".st-key-resume button").click()
    badge(page, "running")
    expect(page.get_by_text(re.compile("about .* left"))).to_be_visible(timeout=LIMIT_MS)
    page.reload()
    badge(page, "running")
    first = done_on(page)
    expect(page.get_by_text(re.compile(f"^{first:,} of"))).to_have_count(0, timeout=LIMIT_MS)
    assert done_on(page) > first

    other.goto(f"/batch?run={run.id}")
    badge(other, "running")
    other.locator(".st-key-pause button").click()
    badge(other, "paused")
    badge(page, "paused")
    assert store.run(run.id).state == "paused"
    settled(page, quiet_ms=2_500)  # Nobody looks every second at a run that stands still.

    page.locator(".st-key-resume button").click()
    badge(page, "running")
    page.locator(".st-key-cancel button").click()
    badge(page, "cancelled")
    assert store.run(run.id).state == "cancelled"


def test_a_run_goes_on_while_no_browser_and_no_server_is_there(browser: Browser, tmp_path: Path) -> None:
    log = tmp_path / "app.log"
    store = Store(runs_of(log))
    run = store.create(LONG)
    try:
        with serving(ROOT / "app.py", tmp_path / "home", log) as url:
            page = browser.new_page(base_url=url)
            open_at(page, f"/batch?run={run.id}")
            page.locator(".st-key-resume button").click()
            badge(page, "running")
            page.close()
        before = store.progress(run.id).done
        while store.progress(run.id).done == before:
            assert store.run(run.id).state == "running"
        with serving(ROOT / "app.py", tmp_path / "home", log) as url:
            page = browser.new_page(base_url=url)
            open_at(page, "/batch")
            press(page, f"show_{run.id}")
            badge(page, "running")
            assert done_on(page) > before
            page.close()
    finally:
        ended(store)


def test_a_plan_is_saved_and_taken_again(page: Page, tmp_path: Path) -> None:
    open_at(page, "/batch")
    write(page, "plan_name", "there & back")
    write(page, "plan_param_n", "5, 8")
    with page.expect_download() as saving:
        page.locator(".st-key-save_plan button").click()
    file = tmp_path / "mine.toml"
    saving.value.save_as(file)
    open_at(page, "/batch")
    page.get_by_text("Start from a plan file").click()
    page.locator(".st-key-plan_file input").set_input_files(file)
    expect(page.get_by_text("mine.toml stands in the form below.")).to_be_visible()
    expect(page.locator(".st-key-plan_name input")).to_have_value("there & back")
    expect(page.locator(".st-key-plan_param_n input")).to_have_value("5, 8")
    file.write_text(write_plan(LONG).replace("count = 5000", 'count = "<img src=x>"'))
    open_at(page, "/batch")
    page.get_by_text("Start from a plan file").click()
    page.locator(".st-key-plan_file input").set_input_files(file)
    expect(page.get_by_test_id("stAlert").first).to_contain_text("mine.toml: The plan's 'count' holds '<img src=x>'")


def test_the_back_button_leads_from_a_run_to_the_form_and_on_to_the_problem(page: Page, store: Store) -> None:
    run = store.create(LONG)
    open_at(page, "/?task=llm4dyg/find_tpath&seed=3")
    turn_to(page, "Batch")
    press(page, f"show_{run.id}")
    badge(page, "planned")
    page.go_back()
    expect(page.locator(".st-key-plan_tasks")).to_be_visible()
    turn_to(page, "Explore")
    page.wait_for_url(re.compile("seed=3"))
    assert "run=" not in page.url


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_run_with_errors_fits_its_page(page: Page, store: Store) -> None:
    model = f"scripted//{'long/' * 40}file"
    run = store.create(Plan(("llm4dyg/when_link",), (model, "baseline/exact"), name="w" * 80, count=2))
    store.acquire(run.id, "me")
    store.release(run.id, "me", "paused", f"{model} <b>cannot</b> be read; {'x' * 200}")
    open_at(page, f"/batch?run={run.id}")
    badge(page, "paused")
    expect(page.get_by_test_id("stAlert").first).to_contain_text("<b>cannot</b> be read")
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth + 1")


@pytest.mark.local_model
def test_a_run_on_the_local_model_beside_the_baselines_ends(page: Page, store: Store) -> None:
    status = get_model(LOCAL).status()
    if not status.usable:
        pytest.skip(status.reason)
    models = (LOCAL, "baseline/exact", "baseline/random")
    settings = {LOCAL: Settings(max_tokens=32)}
    run = store.create(Plan(("llm4dyg/when_link", "llm4dyg/check_tpath"), models, count=1, model=settings))
    open_at(page, f"/batch?run={run.id}")
    page.locator(".st-key-resume button").click()
    badge(page, "finished")
    expect(page.get_by_text("6 of 6 cells")).to_be_visible()
    records = list(store.records(run.id))
    assert {record["model"] for record in records} == set(models)
    assert all(record["verdict"] and record["error"] is None for record in records), json.dumps(records)[:2000]
