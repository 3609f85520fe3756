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
from functools import cache, partial
from itertools import islice
from os import fspath
from types import FunctionType

from chibi_hooks.scheme import runtime
from chibi_hooks.scheme.compiler import image
from chibi_hooks.scheme.compiler.link import CompiledUnit, install
from chibi_hooks.scheme.data import (
    EOF,
    FALSE,
    TRUE,
    UNDEFINED,
    UNSPECIFIED,
    Bytevector,
    Pair,
    String,
    Value,
    Vector,
)
from chibi_hooks.scheme.pause import aside
from chibi_hooks.scheme.primitive import PRIMITIVES, RUNTIME
from chibi_hooks.scheme.primitives import load_families
from chibi_hooks.scheme.source import Source
from chibi_hooks.scheme.standard_library import LibrarySource
from chibi_hooks.scheme.steps import Countdown
from chibi_hooks.scheme.store import Store, key_of
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.scheme.compiler.emission import Emission
    from chibi_hooks.scheme.core import Global

LOADING = threading.RLock()
_tables: dict[bool, dict[str, Any]] = {}  # the second, under True: of code that counts its steps
_loaded: set[tuple[str, bool]] = set()  # names of the libraries whose definitions are in each table
_data: dict[str, dict[str, Any]] = {}  # by library and key: the lists, strings and so on that are exported, as images
_store: Store | None = None  # the process's: so are the libraries
CHANGEABLE: Final = frozenset({Pair, String, Vector, Bytevector})
SINGLETONS: Final = {"true": TRUE, "false": FALSE, "unspecified": UNSPECIFIED, "eof": EOF, "undefined": UNDEFINED}


def shared(counting: bool = False) -> dict[str, Any]:
    """The table, filled with the primitives on first use. `counting`: that of code that counts its steps."""
    if counting not in _tables:
        with LOADING:
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


def keep_compiled(directory: Path | str) -> None:
    """Keep what is compiled from now on in this directory, and look there first. See `store`."""
    global _store
    if _store is None or _store.directory != fspath(directory):
        _store = Store(directory)


def store() -> Store | None:
    """Where compiled units are kept, if somebody said so."""
    return _store


def keys() -> Mapping[int, str]:
    """The keys of the engine's own objects by id; see `objects`."""
    return objects()[1]


@cache
def objects() -> tuple[Mapping[str, Any], Mapping[int, str]]:
    """The engine's own objects that may be constants of a unit, by key, and their keys by id."""
    found = {f"={name}": value for name, value in SINGLETONS.items()}
    found |= {key: value for key, value in shared().items() if "@" not in key and key != "__builtins__"}
    return found, {id(value): key for key, value in found.items()}


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
    with LOADING:
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
    from chibi_hooks.scheme.library_code import compile_library  # cold start: the compiler

    made = compile_library(name, counting)
    kept = made[2] if made is not None else (None,)
    if _store is not None and kept is not None:
        _store.put(key, kept)
    if made is not None:
        _run(install(made[0], made[1], shared(counting)), name, counting)


def _restore(name: str, kept: Any, counting: bool) -> None:
    unit_image, needs, facts = kept
    for each in needs:
        load_library(each, counting)
    image.FACTS_KEPT.update((each[0], cache(partial(_facts, each))) for each in facts)
    unit = restored(unit_image, partial(aside, partial(_emitted_again, name, counting)))
    _run(install(unit_image[2], unit, shared(counting)), name, counting)


def _facts(data: tuple[Any, ...]) -> Any:
    from chibi_hooks.scheme.library_code import facts_read  # cold start: the compiler

    return facts_read(data)


def _emitted_again(name: str, counting: bool) -> Emission:
    from chibi_hooks.scheme.library_code import emit_again  # cold start: the compiler

    return emit_again(name, counting)


def _run(entry: FunctionType, name: str, counting: bool) -> None:
    table = shared(counting)
    before = len(table)
    runtime.call(entry, run=runtime.Run(left=Countdown() if counting else None))
    for key in islice(reversed(table), len(table) - before):
        if table[key].__class__ in CHANGEABLE and not key.startswith("%"):
            _data.setdefault(name, {})[key] = image.constant_written(table[key], keys())


def data_of(name: str) -> dict[str, Value]:
    """The data that a loaded library of ours exports, fresh for each caller: what one world does to it stays there."""
    return {key: image.constant_read(kept, objects()[0]) for key, kept in _data.get(name, {}).items()}


def restored(kept: image.UnitImage, again: Callable[[], Emission], own: Source | None = None) -> CompiledUnit:
    """The unit of an image; `own` is the text that it was made from, other sources are files of `scheme_lib`."""

    def source(name: str) -> Source:
        return own if own is not None and own.name == name else LibrarySource(name)

    return CompiledUnit(
        kept[0], image.sites_of(kept, source), image.constants_of(kept, objects()[0]), trusted=kept[1], again=again
    )
