"""The table that all generated code falls back to: primitives, runtime helpers, and the standard library once it is
loaded.

One dict for the process, used as `__builtins__` of every world's namespace, so that generated code reaches it by
ordinary global look-ups and nothing else of Python. Scripts cannot write to it: their own globals are other names in
other dicts.

    "car"            the primitive as Scheme sees it        "%null?"    the same as a Python test
    "%Pair"          a runtime helper of inline templates    "map@(scheme base)"  a procedure of our library
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from itertools import count
from typing import Any

from chibi_hooks.scheme import runtime
from chibi_hooks.scheme.compiler.analysis import global_locations
from chibi_hooks.scheme.compiler.emit import emit_unit
from chibi_hooks.scheme.compiler.link import load
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.library import Library, common
from chibi_hooks.scheme.primitive import PRIMITIVES, RUNTIME
from chibi_hooks.scheme.primitives import load_families

_lock = threading.RLock()
_table: dict[str, Any] = {}
_loaded: set[str] = set()  # names of the libraries whose definitions are in the table
_helpers = count()


def shared() -> dict[str, Any]:
    """The table, filled with the primitives on first use."""
    if not _table:
        with _lock:
            if not _table:
                load_families()
                table: dict[str, Any] = {"__builtins__": {}}
                for name, value in RUNTIME.items():
                    table["%" + name] = value
                for name, primitive in PRIMITIVES.items():
                    table[name] = primitive.function
                    if primitive.test is not None:
                        table["%" + name] = primitive.test
                _table.update(table)
    return _table


def ensure(locations: Iterable[Global]) -> None:
    """Load those shared libraries that define the given locations.

    Before a unit is emitted: how the procedures of a library may be called is known once it is loaded.
    """
    for location in locations:
        name = location.library
        if name is not None and name not in _loaded and location.key.endswith("@" + name):
            load_library(common().find(name, None, trusted=True))


def load_library(library: Library) -> None:
    """Compile a library of ours and run its definitions into the table, once per process."""
    if library.name in _loaded:
        return
    with _lock:
        if library.name in _loaded:
            return
        _loaded.add(library.name)
        if library.unit is None or not library.unit.body:
            return
        ensure(global_locations(library.unit.body))
        emission = emit_unit(library.unit.body, lambda: f"{next(_helpers)}@{library.name}")
        try:
            entry = load(emission, library.name, shared(), _Allowed(library.name), trusted=True)
            runtime.call(entry, run=runtime.Run())
        except BaseException:
            _loaded.discard(library.name)
            raise


class _Allowed:
    """The names that code of one library may use: what the table holds, and its own."""

    def __init__(self, library: str) -> None:
        self.suffix = "@" + library

    def __contains__(self, name: object) -> bool:
        return name in _table or (isinstance(name, str) and name.endswith(self.suffix))
