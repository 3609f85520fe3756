"""A library of ours in, its code and what is known of its definitions out, compiled or once more for trees that were
not kept: the half of `loading` that a start from disk does without.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import count
from types import CodeType
from typing import Any

from chibi_hooks.scheme.compiling import image
from chibi_hooks.scheme.compiling.analysing.facts import GlobalFacts, global_facts
from chibi_hooks.scheme.compiling.code import compiled
from chibi_hooks.scheme.compiling.emitting.emission import Emission
from chibi_hooks.scheme.compiling.image_nodes import procedure_read, procedure_written
from chibi_hooks.scheme.compiling.units import emit_unit
from chibi_hooks.scheme.core import Define, Global, Node
from chibi_hooks.scheme.libraries.library import common
from chibi_hooks.scheme.libraries.shared import LOADING, OBJECTS, SharedTable, keys
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.running.link import CompiledUnit

Made = tuple[CodeType, CompiledUnit, "tuple[Any, ...] | None"]  # the last: what is kept of it, if it can be
Ensure = Callable[[Collection[Global]], list[str]]  # what loads the libraries of locations into the same table


def compile_library(name: str, table: SharedTable, ensure: Ensure) -> Made | None:
    """The code of a library, and what has to be kept of it; None if it defines nothing. Raises SchemeError."""
    library = common(table.counting).find(name, None, trusted=True)
    body = library.unit.body if library.unit is not None else []
    if not body:
        return None
    needs = ensure(library.unit.uses) if library.unit is not None else []
    emission = _emit(name, body, table.counting)
    for node in body:
        if isinstance(node, Define):
            table.facts[node.location.key] = _giving(global_facts(node.location))
    unit = CompiledUnit(name, emission.sites, emission.constants, trusted=True)
    code = compiled(emission, unit, _Allowed(name, table))
    kept: tuple[Any, ...] | None = None
    with suppress(image.Unstorable):
        facts = [facts_written(node.location) for node in body if isinstance(node, Define)]
        kept = image.written(unit, code, keys()), tuple(needs), tuple(facts)
    return code, unit, kept


def _giving(found: GlobalFacts) -> Callable[[], GlobalFacts]:
    """For clauses of other libraries that come from disk: those have locations of their own, which are told by key."""
    return lambda: found


def _emit(name: str, body: list[Node], counting: bool) -> Emission:
    for node in body:
        if isinstance(node, Define):
            node.location.facts = GlobalFacts()  # an emission begins with the same knowledge each time
    numbers = count()
    return emit_unit(body, lambda: f"{next(numbers)}@{name}", counting=counting)


def emit_again(name: str, table: SharedTable, ensure: Ensure) -> Emission:
    """The emission of a library once more, from the same knowledge as the first time. What others were told of it
    stays, whatever comes out."""
    with LOADING:
        library = common(table.counting).find(name, None, trusted=True)
        assert library.unit is not None
        body = library.unit.body
        ensure(library.unit.uses)
        told = _told(body)
        try:
            return _emit(name, body, table.counting)
        finally:
            for location, known in told:
                location.facts = known


def _told(body: list[Node]) -> list[tuple[Global, Any]]:
    """What others know of these; a function, because a Ctrl-C in such a loop goes past what is around (hooks/whole.py).
    """
    return [(node.location, node.location.facts) for node in body if isinstance(node, Define)]


def facts_written(location: Global) -> tuple[Any, ...]:
    """What is known of one definition, as it is kept; `facts_read` reads it."""
    found = global_facts(location)
    stands_for = tuple([(n, each.name) for n, each in found.stands_for.items()])
    guarded = tuple([(n, *[each and each.name for each in three]) for n, three in found.guarded.items()])
    clauses = tuple(found.clauses.items())
    templates = tuple([(n, procedure_written(each, keys())) for n, each in found.templates.items()])
    return location.key, found.settled, found.assumed, stands_for, guarded, clauses, templates, found.table


def facts_read(data: tuple[Any, ...], inform: Callable[[Global], None]) -> GlobalFacts:
    """What is known of one definition of a library that came from disk."""
    _, settled, assumed, stands_for, guarded, clauses, templates, table = data
    found = GlobalFacts()
    found.settled, found.assumed, found.table = settled, assumed, table
    found.stands_for = {n: PRIMITIVES[name] for n, name in stands_for}
    found.guarded = {n: (PRIMITIVES[a], PRIMITIVES[b], PRIMITIVES[c] if c else None) for n, a, b, c in guarded}
    found.clauses = dict(clauses)
    found.templates = {n: procedure_read(each, OBJECTS, inform) for n, each in templates}
    return found


class _Allowed:
    """The names that code of one library may use: what the table holds, and its own."""

    def __init__(self, library: str, table: SharedTable) -> None:
        self.suffix = "@" + library
        self.table = table.names

    def __contains__(self, name: object) -> bool:
        return name in self.table or (isinstance(name, str) and name.endswith(self.suffix))
