"""The exceptions of Edgewise. Every message is one sentence that says what to do about it."""

from __future__ import annotations


class EdgewiseError(Exception):
    """Base of all errors that a user may see."""


class InputError(EdgewiseError):
    """Something that a person or a file gave cannot be used; the command line exits with 2."""


class GraphError(InputError):
    """A graph, or its file, is not one that Edgewise can carry."""


class ParameterError(InputError):
    """A parameter is unknown, of the wrong type or out of its range."""


class GenerationError(InputError):
    """No solvable problem was found within the bounded number of tries."""


class StoreError(EdgewiseError):
    """The database of runs cannot be read or written; what it holds already is not lost."""


TRANSIENT = frozenset({"network", "rate_limit", "server"})
"""The kinds of failed calls that may succeed when they are made again."""


class SearchError(InputError):
    """An exact search was given up, because the graph is too large for what is asked."""


class DefinitionError(EdgewiseError):
    """A task or another part that somebody added cannot be used; found when the parts are listed."""


class ModelError(EdgewiseError):
    """A call to a model failed.

    `kind` is one of "context" (the prompt does not fit), "unavailable" (the model cannot be used here), "network",
    "rate_limit", "authentication", "quota" (the account has nothing left to spend), "request" (the server refused
    it) or "server" (it failed, or sent what cannot be read); in a run also "problem" (it cannot be posed) and
    "internal" (Edgewise itself failed on a cell). `retry_after_s` is how long the server asks to wait.
    """

    def __init__(self, kind: str, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after_s = retry_after_s

    @property
    def transient(self) -> bool:
        """Whether the same call may succeed when it is made again."""
        return self.kind in TRANSIENT
