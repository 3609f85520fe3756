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
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from chibi_hooks.scheme import runtime
from chibi_hooks.scheme.catalogue import LibrarySource
from chibi_hooks.scheme.compiler import image
from chibi_hooks.scheme.compiler.analysis import KEPT, GlobalFacts, global_facts, global_locations
from chibi_hooks.scheme.compiler.emission import Emission
from chibi_hooks.scheme.compiler.link import CompiledUnit, compiled, install
from chibi_hooks.scheme.compiler.units import emit_unit
from chibi_hooks.scheme.core import Define, Global, Node
from chibi_hooks.scheme.data import EOF, FALSE, TRUE, UNDEFINED, UNSPECIFIED
from chibi_hooks.scheme.library import common
from chibi_hooks.scheme.pause import aside
from chibi_hooks.scheme.primitive import PRIMITIVES, RUNTIME
from chibi_hooks.scheme.primitives import load_families
from chibi_hooks.scheme.source import Source
from chibi_hooks.scheme.steps import Countdown
from chibi_hooks.scheme.store import Store, key_of

_lock = threading.RLock()
_tables: dict[bool, dict[str, Any]] = {}  # the second, under True: of code that counts its steps
_loaded: set[tuple[str, bool]] = set()  # names of the libraries whose definitions are in each table
_store: Store | None = None  # the process's: so are the libraries
_objects: dict[str, Any] = {}
_keys: dict[int, str] = {}
SINGLETONS: Final = {"true": TRUE, "false": FALSE, "unspecified": UNSPECIFIED, "eof": EOF, "undefined": UNDEFINED}


def shared(counting: bool = False) -> dict[str, Any]:
    """The table, filled with the primitives on first use. `counting`: that of code that counts its steps."""
    if counting not in _tables:
        with _lock:
            if counting not in _tables:
                load_families()
                table: dict[str, Any] = {"__builtins__": {}}
                for name, value in RUNTIME.items():
                    table["%" + name] = value
                for name, primitive in PRIMITIVES.items():
                    table[name] = primitive.function
                    if primitive.test is not None:
                        table["%" + name] = primitive.test
                _tables[counting] = table
    return _tables[counting]


def keep_compiled(directory: Path) -> None:
    """Keep what is compiled from now on in this directory, and look there first. See `store`."""
    global _store
    if _store is None or _store.directory != directory:
        _store = Store(directory)


def store() -> Store | None:
    """Where compiled units are kept, if somebody said so."""
    return _store


def keys() -> Mapping[int, str]:
    """The keys of the engine's own objects by id; see `objects`."""
    return objects()[1]


def objects() -> tuple[Mapping[str, Any], Mapping[int, str]]:
    """The engine's own objects that may be constants of a unit, by key, and their keys by id."""
    if not _objects:
        base = {key: value for key, value in shared().items() if "@" not in key and key != "__builtins__"}
        _objects.update({f"={name}": value for name, value in SINGLETONS.items()} | base)
        _keys.update({id(value): key for key, value in _objects.items()})
    return _objects, _keys


def ensure(locations: Iterable[Global], counting: bool = False) -> None:
    """Load those shared libraries that define the given locations.

    Before a unit is emitted: how the procedures of a library may be called is known once it is loaded.
    """
    for name in owners(locations):
        load_library(name, counting)


def owners(locations: Iterable[Global]) -> list[str]:
    """The names of the shared libraries that define the locations."""
    names = [each.library for each in locations if each.library and each.key.endswith("@" + each.library)]
    return list(dict.fromkeys(names))


def load_library(name: str, counting: bool = False) -> None:
    """Run the definitions of a library of ours into a table, once per process: from the store, or compiled."""
    if (name, counting) in _loaded:
        return
    with _lock:
        if (name, counting) in _loaded:
            return
        _loaded.add((name, counting))
        try:
            key = key_of("counting library" if counting else "library", name)
            kept = _store.get(key) if _store is not None else None
            if kept is None:
                _compile(name, key, counting)
            elif kept[0]:
                _restore(name, kept, counting)
        except BaseException:
            _loaded.discard((name, counting))
            raise


def _compile(name: str, key: str, counting: bool) -> None:
    library = common().find(name, None, trusted=True)
    body = library.unit.body if library.unit is not None else []
    if not body:
        if _store is not None:
            _store.put(key, (None,))
        return
    needs = owners(global_locations(body))
    for each in needs:
        load_library(each, counting)
    emission = _emit(name, body, counting)
    unit = CompiledUnit(name, emission.sites, emission.constants, trusted=True)
    code = compiled(emission, unit, _Allowed(name, counting))
    if _store is not None:
        with suppress(image.Unstorable):
            kept = image.written(unit, code, keys())
            facts = [_facts_written(node.location) for node in body if isinstance(node, Define)]
            _store.put(key, (kept, tuple(needs), tuple(facts)))
    _run(install(code, unit, shared(counting)), counting)


def _restore(name: str, kept: Any, counting: bool) -> None:
    unit_image, needs, facts = kept
    for each in needs:
        load_library(each, counting)
    for each in facts:
        _read_facts(each)
    unit = restored(unit_image, lambda: aside(lambda: _emit_again(name, counting)))
    _run(install(unit_image[2], unit, shared(counting)), counting)


def _run(entry: FunctionType, counting: bool) -> None:
    runtime.call(entry, run=runtime.Run(left=Countdown() if counting else None))


def restored(kept: image.UnitImage, again: Callable[[], Emission], own: Source | None = None) -> CompiledUnit:
    """The unit of an image; `own` is the text that it was made from, other sources are files of `scheme_lib`."""

    def source(name: str) -> Source:
        return own if own is not None and own.name == name else LibrarySource(name)

    return CompiledUnit(
        kept[0], image.sites_of(kept, source), image.constants_of(kept, objects()[0]), trusted=kept[1], again=again
    )


def _emit(name: str, body: list[Node], counting: bool) -> Emission:
    for node in body:
        if isinstance(node, Define):
            node.location.facts = GlobalFacts()  # an emission begins with the same knowledge each time
    numbers = count()
    return emit_unit(body, lambda: f"{next(numbers)}@{name}", counting=counting)


def _emit_again(name: str, counting: bool) -> Emission:
    """The emission of a library once more, from the same knowledge as the first time."""
    with _lock:
        library = common().find(name, None, trusted=True)
        assert library.unit is not None
        body = library.unit.body
        ensure(global_locations(body), counting)
        return _emit(name, body, counting)


def _facts_written(location: Global) -> tuple[Any, ...]:
    found = global_facts(location)
    stands_for = tuple([(n, each.name) for n, each in found.stands_for.items()])
    guarded = tuple([(n, guard.name, each.name) for n, (guard, each) in found.guarded.items()])
    return location.key, found.settled, found.assumed, stands_for, guarded, tuple(found.clauses.items())


def _read_facts(data: tuple[Any, ...]) -> None:
    key, settled, assumed, stands_for, guarded, clauses = data
    found = KEPT[key] = GlobalFacts()
    found.settled, found.assumed = settled, assumed
    found.stands_for = {n: PRIMITIVES[name] for n, name in stands_for}
    found.guarded = {n: (PRIMITIVES[guard], PRIMITIVES[name]) for n, guard, name in guarded}
    found.clauses = dict(clauses)


class _Allowed:
    """The names that code of one library may use: what the table holds, and its own."""

    def __init__(self, library: str, counting: bool) -> None:
        self.suffix = "@" + library
        self.table = shared(counting)

    def __contains__(self, name: object) -> bool:
        return name in self.table or (isinstance(name, str) and name.endswith(self.suffix))
