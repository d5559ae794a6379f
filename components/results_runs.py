"""Which runs the Results page looks at, and what can be done with each: files, judging anew, deleting."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from components.navigation import BATCH, RUN
from components.results_data import forget, refresh
from components.safe_text import cut, plain
from components.theme import OUTCOMES
from components.url_state import goes_back
from graphcore.errors import EdgewiseError
from graphcore.reports import files
from graphcore.reports.tables import counted
from graphcore.runs.rescore import rescore
from graphcore.runs.store import Progress, Run, Store

_CHOSEN, _LAST, _SAID = "results_runs", "_results_runs_last", "_results_said"
POLL_S = 5.0
"""How often the state of a run that works is looked at; its records are read when the person asks for them."""

CHANGES = 50
"""How many changed verdicts are listed."""

_HOW = (
    "There are no runs yet. Plan one on the Batch page, or write a plan file and start it with "
    "`python -m graphcore run PLAN.toml`; its results appear here."
)
_FILES = {
    "Records as CSV": ("records.csv", "text/csv", files.records_csv),
    "Whole records as JSON Lines": ("records.jsonl", "application/jsonl", files.records_jsonl),
    "Tables as CSV": ("tables.csv", "text/csv", files.tables_csv),
    "Report as one HTML page": ("report.html", "text/html", files.as_html),
}


def choose_runs(store: Store) -> list[Run]:
    """The runs that the address or the person names, the newest one to begin with; they stand in the address."""
    runs = {run.id: run for run in store.runs()}
    if not runs:
        st.info(_HOW)
        st.page_link(BATCH, label="Plan a run", icon=":material/playlist_play:")
        return []
    if _CHOSEN not in st.session_state or goes_back():
        _adopt(list(runs))
    kept = [name for name in st.session_state[_CHOSEN] if name in runs]
    st.session_state[_CHOSEN] = kept if kept or not st.session_state[_CHOSEN] else list(runs)[:1]
    chosen: list[str] = st.multiselect(
        "Runs",
        list(runs),
        format_func=lambda name: _title(runs[name]),
        key=_CHOSEN,
        placeholder="Choose one run or several",
    )
    st.session_state[_LAST] = chosen
    if st.query_params.get_all(RUN) != chosen:
        st.query_params.from_dict({RUN: chosen})
    if not chosen:
        st.info("Choose a run above; several are compared and pooled.")
    return [runs[name] for name in chosen]


def run_rows(store: Store, runs: Sequence[Run]) -> None:
    """A line for each run with its state and what can be done with it."""
    for run in runs:
        works = run.state == "running"
        st.fragment(_run_row, run_every=POLL_S if works else None)(store, run.id, works)
    if said := st.session_state.pop(_SAID, ""):
        st.success(said)


def say_empty(runs: Sequence[Run]) -> None:
    """Why there is nothing to see yet, and what to do about it."""
    if any(run.state == "running" for run in runs):
        st.info("Nothing has come back yet; the results appear here as they arrive.")
        return
    st.info("Nothing has come back, and no process works on it: resume the run, or choose another one above.")
    if len(runs) == 1:
        st.page_link(
            BATCH, label="Its plan, pause and resume", icon=":material/playlist_play:", query_params={RUN: runs[0].id}
        )


def _adopt(known: list[str]) -> None:
    asked = st.query_params.get_all(RUN)
    for name in asked:
        if name not in known:
            st.error(f"This database holds no run {plain(name)}; choose one below.")
    st.session_state[_CHOSEN] = asked or st.session_state.get(_LAST) or known[:1]


def _title(run: Run) -> str:
    made = time.strftime("%d %b %H:%M", time.localtime(run.created))
    return f"{cut(run.name, 50) or 'unnamed'} · {run.id} · {made}"


def _run_row(store: Store, run_id: str, worked: bool) -> None:
    try:
        run, progress = store.run(run_id), store.progress(run_id)
        if worked != (run.state == "running"):
            st.rerun()  # The whole page: what had come was held while the run worked.
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(_state(run, progress), width="stretch")
            if worked:
                st.button("Show what is new", icon=":material/refresh:", on_click=refresh, key=f"refresh-{run.id}")
            _files(store, run)
            _manage(store, run, progress)
    except EdgewiseError as error:
        st.error(plain(str(error)))


def _state(run: Run, progress: Progress) -> str:
    """In Markdown: what the run is called, whether it is at its end, and its errors, which are never left out."""
    ended = progress.done + progress.failed
    look = OUTCOMES["error"]
    kinds = ", ".join(f"{plain(kind)} {number:,}" for kind, number in progress.errors.items())
    errors = f"{look.symbol} {counted(progress.failed, 'error')}" + (f" ({kinds})" if kinds else "")
    shown = f":violet[{errors}]" if progress.failed else errors
    message = f"  \n:small[{plain(run.message)}]" if run.message else ""
    return f"**{plain(run.name or run.id)}** · {run.state} · {ended:,} of {run.cells:,} cells · {shown}{message}"


def _files(store: Store, run: Run) -> None:
    with st.popover("Files", icon=":material/download:", key=f"files-{run.id}"):
        for label, (name, mime, make) in _FILES.items():
            st.download_button(
                label,
                partial(_written, make, store, run.id),
                f"{run.id}-{name}",
                mime,
                on_click="ignore",
                key=f"{name}-{run.id}",
                type="tertiary",
                icon=":material/description:",
            )


def _written(make: Callable[[Store, str], object], store: Store, run_id: str) -> str:
    """A file's text, made when it is asked for; where it cannot be, the reason."""
    try:
        made = make(store, run_id)
        return made if isinstance(made, str) else "".join(made)  # type: ignore[call-overload]
    except EdgewiseError as error:
        return f"{error}\n"


def _manage(store: Store, run: Run, progress: Progress) -> None:
    works = run.state == "running"
    with st.popover("Manage", icon=":material/more_horiz:", key=f"manage-{run.id}"):
        st.page_link(
            BATCH, label="Its plan, pause and resume", icon=":material/playlist_play:", query_params={RUN: run.id}
        )
        st.divider()
        st.markdown("**Judge anew**: today's readers and checks on the stored replies. Nothing is asked again.")
        if st.button("Judge stored replies anew", disabled=works, key=f"rescore-{run.id}"):
            _rescore(store, run)
        st.divider()
        count = progress.done + progress.failed
        st.markdown(f"**Delete** this run and its {counted(count, 'record')}? It cannot be brought back.")
        if st.button("Delete for good", disabled=works, key=f"delete-{run.id}", icon=":material/delete:"):
            store.delete(run.id)
            st.session_state[_SAID] = f"Run {plain(run.name or run.id)} was deleted."
            st.rerun()
        if works:
            st.caption("A process works on this run: pause or cancel it first.")


def _rescore(store: Store, run: Run) -> None:
    with st.spinner("Judging the stored replies anew …"):
        changes = list(rescore(store, run.id))
    forget()
    listed = [
        f"- {_sign(change['before'])} → {_sign(change['after'])} {plain(change['task'])} · {plain(change['model'])} · "
        f"problem {plain(change['problem_id'])}"
        for change in changes[:CHANGES]
    ]
    more = [f"- … and {len(changes) - CHANGES:,} more"] if len(changes) > CHANGES else []
    head = f"{counted(len(changes), 'verdict')} of “{plain(run.name or run.id)}” changed."
    st.session_state[_SAID] = "\n".join([head, "", *listed, *more])
    st.rerun()


def _sign(verdict: dict[str, str]) -> str:
    look = OUTCOMES[verdict["outcome"]]
    return f"{look.symbol} {look.word}"
