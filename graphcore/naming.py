"""Namings: what the nodes are called.

Renaming a problem gives another problem with the same structure: the order of nodes and links stays, only
the names change, in the graph and in the query. Whatever depends on names (its id, its layout key, its
replies) is the new problem's own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from graphcore.errors import InputError
from graphcore.graphs import Node, is_node
from graphcore.records import Problem
from graphcore.registry import Registry

PEOPLE = tuple(
    """
    Abebe Adriana Agnieszka Ahmet Aiko Alejandro Amara Anaïs Andrzej Anneke Anoush Antonio Apinya Arjun Aroha Astrid
    Ayşe Babajide Beatriz Bjørn Bogdan Boróka Branislav Camille Carmen Catarina Cédric Chidi Chloé Ciarán Dagny Darius
    Deepika Dimitris Dorota Ebba Eduardo Eirlys Elif Emeka Enrique Esperanza Fatima Fionnuala Florence Françoise Freya
    Gabriel Giovanni Goran Gudrún Gustavo Habib Hassan Hélène Hinemoa Hiroshi Ibrahim Ilse Inés Ingrid Isabella
    Jadwiga Jérôme João Joonas José Jürgen Kaito Katarzyna Keoni Kofi Kwame Lakshmi Leilani Léonie Ljubica Lucía
    Magnus Małgorzata Mbali Mehmet Mercedes Milena Mirjam Moana Mustafa Nadia Ngozi Nikolai Ólafur Oluwaseun Ondřej
    Oscar Pádraig Petra Philippa Priya Quentin Rafael Rajesh Renée Rodrigo Ruslan Saoirse Sébastien Shirin Siddharth
    Simón Søren Svetlana Tadeusz Takumi Tamar Tariq Théo Thorsten Tomáš Tumelo Ulrike Valentina Věra Viktor Wanjiru
    Wilhelmina Xochitl Yaroslav Yerlan Yolanda Yusuf Zdeněk Zoë Zsófia
    """.split()
)
"""Given names from many languages, in alphabetical order (accents aside)."""


@dataclass(frozen=True)
class Naming:
    """One way to call nodes. `names` takes the nodes in order and gives as many different names."""

    name: str
    title: str
    help: str
    names: Callable[[Sequence[Node], random.Random], list[Node]]


NAMINGS: Registry[Naming] = Registry("naming")


def rename(problem: Problem, naming: str, node_fields: Mapping[str, int]) -> Problem:
    """`problem` with its nodes called as `naming` says, seeded by the problem's id; its reference is left out.

    `node_fields` maps each query field that holds nodes to how deep they are nested in it: 0 if the field is
    a node, 1 for a list of nodes, 2 for a list of pairs. Nodes that are called so already give the problem
    itself. Raises InputError for an unknown naming or a query field without the nodes that it should hold.
    """
    nodes = problem.graph.nodes
    names = NAMINGS[naming].names(nodes, random.Random(problem.id))
    if naming == "integers" and names == list(nodes):
        return problem
    new = dict(zip(nodes, names, strict=True))
    query = {
        field: _renamed(field, value, new, node_fields[field]) if field in node_fields else value
        for field, value in problem.query.items()
    }
    graph, origin = problem.graph.relabelled(new), problem.origin and _untold(problem.origin)
    return replace(problem, graph=graph, query=query, naming=naming, reference=None, origin=origin)


def _untold(origin: Mapping[str, Any]) -> dict[str, Any]:
    """Where a problem came from, without the texts, which call its nodes otherwise."""
    return {name: value for name, value in origin.items() if name not in ("prompt", "answer")}


def _renamed(field: str, value: Any, new: Mapping[Node, Node], depth: int) -> Any:
    if depth:
        if not isinstance(value, list | tuple):
            raise InputError(f"The query field {field!r} is {value!r}; give a list.")
        return [_renamed(field, item, new, depth - 1) for item in value]
    if not is_node(value) or value not in new:
        raise InputError(f"The query field {field!r} names {value!r}; give a node of the graph.")
    return new[value]


def _integers(nodes: Sequence[Node], rng: random.Random) -> list[Node]:
    return list(range(len(nodes)))


def _letters(nodes: Sequence[Node], rng: random.Random) -> list[Node]:
    return [_letter(index) for index in range(len(nodes))]


def _letter(index: int) -> str:
    """A..Z, AA, AB.., as spreadsheets name their columns."""
    before, last = divmod(index, 26)
    return (_letter(before - 1) if before else "") + ascii_uppercase[last]


def _people(nodes: Sequence[Node], rng: random.Random) -> list[Node]:
    """A random choice in alphabetical order; where names run out, second bearers are numbered."""
    rounds = -(-len(nodes) // len(PEOPLE))
    pool = [name if k == 1 else f"{name} {k}" for k in range(1, rounds + 1) for name in PEOPLE]
    chosen = range(len(nodes)) if rounds > 1 else sorted(rng.sample(range(len(pool)), len(nodes)))
    return [pool[index] for index in chosen]


def _shuffled(nodes: Sequence[Node], rng: random.Random) -> list[Node]:
    names = list(range(len(nodes)))
    rng.shuffle(names)
    if names == sorted(names):
        names.reverse()
    return list(names)


for _naming in (
    Naming("integers", "Integers", "0, 1, 2, … in the order of the nodes, as in the paper.", _integers),
    Naming("letters", "Letters", "A, B, C, … and after Z come AA, AB, …", _letters),
    Naming("people", "People", "Given names from many languages.", _people),
    Naming("shuffled", "Shuffled integers", "The same integers in another order, to see who relies on it.", _shuffled),
):
    NAMINGS.add(_naming)
