"""This session's keys and addresses of remote providers, and the models that it chose there.

They are kept in the session's memory and nowhere else: no file, no address bar, no cache, no other session.
"""

from __future__ import annotations

import streamlit as st

from components.safe_text import plain
from graphcore.errors import EdgewiseError
from graphcore.models import (
    PRESETS,
    Connection,
    Connections,
    RemoteProvider,
    get_model,
    list_remote,
    remote_providers,
    test_connection,
)

_GIVEN = "_connections"
_CHOSEN = "_remote_models"
_OFFERED = "_offered_models"


def connections() -> Connections:
    """How this session reaches remote models: by a provider's name, and by the id of each model that was chosen.

    A chosen model keeps its own, because the address of compatible servers may change after one was chosen.
    """
    given: dict[str, Connection] = st.session_state.get(_GIVEN, {})
    chosen: dict[str, Connection] = st.session_state.get(_CHOSEN, {})
    return given | chosen


def chosen_models() -> list[str]:
    """The ids of the remote models that this session chose."""
    return list(st.session_state.get(_CHOSEN, {}))


def providers_form() -> None:
    """For each remote provider its key, its address and its models."""
    providers = remote_providers()
    for provider, tab in zip(providers, st.tabs([provider.title for provider in providers]), strict=True):
        with tab:
            _provider_form(provider)


def _provider_form(provider: RemoteProvider) -> None:
    connection = _connection_fields(provider)
    status = provider.status(connection)
    _keep_connection(provider, connection, status.usable)
    st.caption(plain(status.reason) if status.usable or connection != Connection() else _first_step(provider))
    if st.button("List models", key=f"list_{provider.name}", disabled=not status.usable):
        _list(provider, connection)
    offered = st.session_state.setdefault(_OFFERED, {}).get((provider.name, connection.base_url), [])
    before = st.session_state.get(f"models_{provider.name}", [])
    names = st.multiselect(
        "Models to choose from on Ask and Batch",
        list(dict.fromkeys([*offered, *before])),
        format_func=lambda name: name.removeprefix(f"{provider.name}/"),
        key=f"models_{provider.name}",
        accept_new_options=True,
        disabled=not (status.usable or before),
        placeholder="List the models, or type a name",
        persist_state="session",
    )
    kept = _keep_models(provider, names, connection if status.usable else None)
    if st.button("Test with one tiny call", key=f"test_{provider.name}", disabled=not kept):
        _test(kept)


def _first_step(provider: RemoteProvider) -> str:
    """What to do where nothing was given yet."""
    if provider.url_variable:
        return "Choose a server, or give its address."
    return f"Give a key, or start Edgewise with {provider.key_variable} set."


def _connection_fields(provider: RemoteProvider) -> Connection:
    name = provider.name
    base_url = ""
    if provider.url_variable:
        left, right = st.columns([1, 2])
        left.selectbox(
            "Server", [*PRESETS, "Another"], index=None, key="preset", on_change=_take_preset, placeholder="Choose one"
        )
        base_url = right.text_input(
            "Base URL", key=f"url_{name}", live=True, placeholder=PRESETS["Ollama"], persist_state="session"
        )
    key = st.text_input(
        "API key, if the server wants one" if provider.url_variable else "API key",
        type="password",
        key=f"key_{name}",
        live=True,
        autocomplete="off",
        placeholder=f"Else {provider.key_variable}, if set",
        persist_state="session",
    )
    return Connection((key or "").strip(), (base_url or "").strip())


def _take_preset() -> None:
    chosen = st.session_state.preset
    st.session_state.url_compatible = PRESETS.get(chosen, "")


def _keep_connection(provider: RemoteProvider, connection: Connection, usable: bool) -> None:
    """Chosen models of the same address follow a key that is changed or taken away."""
    given = st.session_state.setdefault(_GIVEN, {})
    given.pop(provider.name, None)
    if usable:
        given[provider.name] = connection
    chosen: dict[str, Connection] = st.session_state.get(_CHOSEN, {})
    for name, own in chosen.items():
        if name.startswith(f"{provider.name}/") and own.base_url == connection.base_url:
            chosen[name] = connection


def _list(provider: RemoteProvider, connection: Connection) -> None:
    try:
        with st.spinner("Asking for the list of models …"):
            found = list_remote(provider, connection)
    except EdgewiseError as error:
        st.error(plain(str(error)))
        return
    st.session_state[_OFFERED][provider.name, connection.base_url] = found
    st.success(f"{len(found)} models are offered; choose below.")


def _keep_models(provider: RemoteProvider, names: list[str], connection: Connection | None) -> list[str]:
    """Have `names` be all that is chosen of this provider, new ones only with a `connection`; returns their ids."""
    before: dict[str, Connection] = st.session_state.get(_CHOSEN, {})
    prefix = f"{provider.name}/"
    bare = [name.strip().removeprefix(prefix) for name in names]
    kept = {prefix + name: before.get(prefix + name, connection) for name in bare if name}
    others = {name: own for name, own in before.items() if not name.startswith(prefix)}
    st.session_state[_CHOSEN] = others | {name: own for name, own in kept.items() if own is not None}
    return [name for name in kept if name in st.session_state[_CHOSEN]]


def _test(names: list[str]) -> None:
    for name in names:
        try:
            with st.spinner(f"Asking {plain(name)} …"):
                said = test_connection(get_model(name, connections()))
        except EdgewiseError as error:
            st.error(plain(str(error)))
        else:
            st.success(plain(said))
