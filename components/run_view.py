"""One run on a page: how far it is, what came of it so far, what went wrong, and its pause, resume and cancel.

A run is a process of its own; the page only watches the store, and any browser that has the address sees the same.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Literal

import streamlit as st

from components.batch_form import fill_form
from components.navigation import RESULTS, RUN
from components.pictures import is_dark
from components.plan_estimate import duration, launch
from components.runs_store import show_run, unusable
from components.safe_text import escaped, plain
from components.theme import OUTCOMES
from graphcore.errors import EdgewiseError
from graphcore.runs.engine import FINAL
from graphcore.runs.plan import Plan
from graphcore.runs.store import Pace, Progress, Run, Store

POLL_S = 1.0
"""How often a run that works is looked at."""

STATES = {
    "planned": (":material/schedule:", "gray"),
    "running": (":material/play_circle:", "blue"),
    "paused": (":material/pause_circle:", "orange"),
    "cancelled": (":material/cancel:", "gray"),
    "finished": (":material/check_circle:", "green"),
}
"""The icon and the colour of each state."""


def run_view(store: Store, run_id: str) -> None:
    """Draw a run; raises EdgewiseError if it cannot be found."""
    run = store.run(run_id)
    st.subheader(plain(run.name or f"Run {run.id}"), anchor=False)
    begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.created))
    ident = f"{plain(run.id)} · " if run.name else ""
    st.caption(f"{ident}made {begun} · {run.cells:,} cells")
    plan, fault = _read(run)
    works = run.state == "running"
    st.fragment(_live, run_every=POLL_S if works else None)(store, run_id, works, plan.models if plan else ())
    if fault:
        st.error(plain(fault))
    if plan is not None and run.state in ("planned", "paused", "cancelled"):
        _say_unusable(plan)
    _plan_box(run, plan)


def _read(run: Run) -> tuple[Plan | None, str]:
    try:
        return run.plan, ""
    except EdgewiseError as error:
        return None, str(error)


def _live(store: Store, run_id: str, works: bool, models: tuple[str, ...]) -> None:
    try:
        run, progress = store.run(run_id), store.progress(run_id)
        if (run.state == "running") != works:
            st.rerun()  # The whole page, which then begins or ends to look every second.
        _state(run)
        _bar(run, progress, models)
        _outcomes(progress)
        _errors(progress, store.last_errors(run_id, progress.errors))
    except EdgewiseError as error:
        st.error(plain(str(error)))
    else:
        _buttons(store, run, progress)


def _state(run: Run) -> None:
    icon, colour = STATES[run.state]
    asked = {"pause": "pausing when the calls in flight have ended", "cancel": "cancelling"}
    working = run.state == "running" and run.wanted
    with st.container(key="state"):
        st.badge(asked[run.wanted] if working else run.state, icon=icon, color=colour)
    if run.message:
        st.warning(plain(run.message))


def _bar(run: Run, progress: Progress, models: tuple[str, ...]) -> None:
    ended = progress.done + progress.failed
    st.progress(min(1.0, ended / run.cells), f"{ended:,} of {run.cells:,} cells")
    if run.state == "running" and ended < run.cells:
        left = time_left(run.cells, progress, models)
        pace = f"{progress.recent:,} in the last minute · " if progress.recent else ""
        st.caption(pace + (f"about {duration(left)} left" if left else "working …"))
        if len(models) > 1:
            ended_by = {name: progress.models[name].ended if name in progress.models else 0 for name in models}
            shares = " · ".join(f"{plain(name)} {count:,}" for name, count in ended_by.items())
            st.caption(f"Of {run.cells // len(models):,} each: {shares}")


def time_left(cells: int, progress: Progress, models: tuple[str, ...]) -> float | None:
    """Seconds until the slowest model is done, for all work at the same time; None where it cannot be told."""
    left = 0.0
    for model in models:
        share = cells / len(models)
        pace = progress.models.get(model, Pace(0, 0, 0.0))
        if pace.ended < share and not pace.rate:
            return None
        left = max(left, (share - pace.ended) / pace.rate if pace.rate else 0.0)
    return left or None


def _outcomes(progress: Progress) -> None:
    counts = {name: progress.outcomes.get(name, 0) for name in OUTCOMES if name != "error"}
    counts["error"] = progress.failed
    ended = sum(counts.values())
    if not ended:
        return
    bar, words = [], []
    for name, count in counts.items():
        look, share = OUTCOMES[name], count / ended
        bar.append(f'<div style="width: {share:.4%}; background: {look.colour};"></div>')
        said = f"{look.symbol} {look.word} <b>{count:,}</b> <small>({share:.0%})</small>"
        words.append(f'<span style="color: {look.text(is_dark())}; white-space: nowrap;">{said}</span>')
    st.html(
        f'<div style="display: flex; height: .6rem; border-radius: .3rem; overflow: hidden;">{"".join(bar)}</div>'
        f'<div style="display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin-top: .5rem;">{"".join(words)}</div>'
    )


def _errors(progress: Progress, last: Mapping[str, str]) -> None:
    if not progress.errors:
        return
    listed = sorted(progress.errors.items(), key=lambda item: -item[1])
    colour = OUTCOMES["error"].text(is_dark())
    rows = "".join(
        f'<li><b style="color: {colour};">{escaped(kind)}</b> {count:,} × {escaped(last.get(kind, ""))}</li>'
        for kind, count in listed
    )
    st.html(f'<div style="overflow-wrap: anywhere;">Errors, the last of each kind:<ul>{rows}</ul></div>')


def _buttons(store: Store, run: Run, progress: Progress) -> None:
    row = st.container(horizontal=True)
    if run.state == "running":
        row.button("Pause", on_click=_want, args=(store, run.id, "pause"), disabled=bool(run.wanted), key="pause")
    if run.state in ("planned", "paused", "cancelled"):
        word = "Start" if run.state == "planned" else "Resume"
        kind: Literal["primary", "secondary"] = "secondary" if run.state == "cancelled" else "primary"
        row.button(word, type=kind, on_click=launch, args=(store, run.id), key="resume")
    again = sum(count for kind, count in progress.errors.items() if kind not in FINAL)
    if again and run.state in ("paused", "finished"):
        row.button(
            f"Retry {again:,} errors", on_click=launch, args=(store, run.id), kwargs={"only_errors": True}, key="retry"
        )
    if run.state in ("running", "planned", "paused"):
        dropped = run.wanted == "cancel"
        row.button("Cancel", on_click=_want, args=(store, run.id, "cancel"), disabled=dropped, key="cancel")
    look: Literal["primary", "secondary"] = "primary" if run.state == "finished" else "secondary"
    if progress.done and row.button("Results", type=look, icon=":material/leaderboard:", key="results"):
        st.switch_page(RESULTS, query_params={RUN: run.id})


def _want(store: Store, run_id: str, wanted: str) -> None:
    try:
        store.want(run_id, wanted)
    except EdgewiseError as error:
        st.error(plain(str(error)))


def _say_unusable(plan: Plan) -> None:
    """The models that would not be asked if the run went on now: a key is in no file, so it is asked for again."""
    lacking = unusable(plan)
    for name, reason in lacking.items():
        st.warning(f"{plain(name)}: {plain(reason)}")
    if lacking:
        st.page_link("pages/models.py", label="Models: give keys and addresses", icon=":material/memory:")


def _plan_box(run: Run, plan: Plan | None) -> None:
    with st.expander("The plan"):
        st.code(run.plan_text, language="toml", height=300)
        row = st.container(horizontal=True)
        row.download_button(
            "Save the plan", run.plan_text, "plan.toml", "application/toml", on_click="ignore", key="save_plan"
        )
        if plan is not None:
            row.button("Use it for a new run", on_click=_again, args=(plan,), key="again")


def _again(plan: Plan) -> None:
    fill_form(plan)
    show_run("")
