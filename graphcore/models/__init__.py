"""All models by their ids: "local/smollm2-135m", "baseline/exact", "openai/NAME", "scripted/FILE", "paste".

Nothing heavy is imported and nothing is loaded before a model is called.
"""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType

from graphcore.errors import InputError
from graphcore.models.base import (
    Connection,
    Connections,
    Delta,
    Model,
    Provider,
    Request,
    Status,
    complete,
    stream_sync,
)
from graphcore.models.baseline import BaselineProvider
from graphcore.models.local import LocalProvider
from graphcore.models.remote import (
    ANTHROPIC,
    COMPATIBLE,
    OPENAI,
    PRESETS,
    RemoteProvider,
    list_remote,
    test_connection,
)
from graphcore.models.retries import Patient, stream_patiently
from graphcore.models.scripted import PasteProvider, ScriptedProvider
from graphcore.registry import Registry

__all__ = [
    "PRESETS",
    "PROVIDERS",
    "Connection",
    "Connections",
    "Delta",
    "Model",
    "Patient",
    "Provider",
    "RemoteProvider",
    "Request",
    "Status",
    "complete",
    "get_model",
    "list_models",
    "list_remote",
    "remote_providers",
    "stream_patiently",
    "stream_sync",
    "test_connection",
]

PROVIDERS: Registry[Provider] = Registry("provider of models")
PROVIDERS.add(LocalProvider())
PROVIDERS.add(BaselineProvider())
PROVIDERS.add(OPENAI)
PROVIDERS.add(ANTHROPIC)
PROVIDERS.add(COMPATIBLE)
PROVIDERS.add(ScriptedProvider())
PROVIDERS.add(PasteProvider())


def get_model(full_name: str, connections: Connections = MappingProxyType({})) -> Model:
    """The model of an id such as "local/smollm2-135m", usable or not; raises InputError with the nearest ids."""
    provider, _, rest = full_name.partition("/")
    if provider in PROVIDERS:
        connection = connections.get(full_name) or connections.get(provider) or Connection()
        if connection.base_url and not isinstance(PROVIDERS[provider], RemoteProvider):
            raise InputError(f"{full_name} is called at no address; only compatible/ models take a base URL.")
        return PROVIDERS[provider].open(rest, connection)
    forms = [f"{remote.name}/NAME" for remote in remote_providers()]
    known = [model.name for model in list_models()]
    near = get_close_matches(full_name, [*known, *forms], n=3)
    raise InputError(f"Unknown model {full_name!r}; choose {', '.join(near or [*known, *forms, 'scripted/FILE'])}.")


def list_models() -> list[Model]:
    """The models of all providers that can be named without being told a file or asking another machine."""
    return [model for provider in PROVIDERS for model in provider.models()]


def remote_providers() -> list[RemoteProvider]:
    """The providers whose models other machines or programs serve."""
    return [provider for provider in PROVIDERS if isinstance(provider, RemoteProvider)]
