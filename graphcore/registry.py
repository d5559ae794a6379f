"""One way to list and look up tasks, generators, encodings, styles and providers by name."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Generic, Protocol, TypeVar

from graphcore.errors import DefinitionError, InputError


class Named(Protocol):
    """Anything with a `name` by which users call it."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


class Registry(Generic[T]):
    """A named collection in order of registration; `what` is the word used in its messages."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._items: dict[str, T] = {}

    def add(self, item: T) -> T:
        """Register `item` under its name and return it; raises DefinitionError for a name that is taken."""
        if item.name in self._items:
            raise DefinitionError(f"The {self.what} {item.name!r} is registered twice; give one another name.")
        self._items[item.name] = item
        return item

    def __getitem__(self, name: str) -> T:
        """The item called `name`; raises InputError that names all, the nearest first."""
        try:
            return self._items[name]
        except (KeyError, TypeError):
            near = get_close_matches(str(name), self._items, n=3, cutoff=0.5)
            listed = ", ".join(dict.fromkeys([*near, *self._items]))
            raise InputError(f"Unknown {self.what} {name!r}; choose {listed}.") from None

    def __contains__(self, name: object) -> bool:
        return name in self._items

    def __iter__(self) -> Iterator[T]:
        return iter(self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    @property
    def names(self) -> list[str]:
        """All names, in order of registration."""
        return list(self._items)
