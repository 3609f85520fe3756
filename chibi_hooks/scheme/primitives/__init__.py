"""The primitives, one family of procedures per file; importing a family declares it (see `primitive`).

numbers/     numbers;  text/ characters, strings, symbols;  sequences/ lists, vectors, bytevectors
comparing/   equality, orders and tables;  control/ procedures, errors, promises, records, generators
system/      ports, files, clocks, environments, formats;  harness/ what policies stand on

A new family is a new file in one of them: `load_families` finds it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module

from chibi_hooks.folder import modules_of
from chibi_hooks.scheme.values.late import undisturbed
from chibi_hooks.typenames import Final

_loaded: Final[set[str]] = set()  # those that `load_some` has seen to


@cache
def load_families() -> None:
    """Load every family below this folder, so that `primitive.PRIMITIVES` is complete. Later calls do nothing."""
    undisturbed(lambda: list(modules_of(__name__, __path__)))


def load_some(families: Collection[str]) -> None:
    """Load the modules with these names, as far as they are not; code from disk says so what it needs."""
    if not _loaded.issuperset(families):
        undisturbed(lambda: list(map(import_module, families)))
        _loaded.update(families)
