"""The name of a library of ours in, its definitions in the table of the process: from disk, or compiled.

Rules: what is kept on disk is the image of a unit, the libraries it needs and what the compiler knows of its
definitions. The compiler itself is loaded only when something is not kept, or its tree is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from itertools import islice
from types import FunctionType

from chibi_hooks.scheme.compiling import image
from chibi_hooks.scheme.libraries.shared import LOADING, OBJECTS, SharedTable, keys, owners
from chibi_hooks.scheme.primitives import load_some
from chibi_hooks.scheme.reading.standard_library import LibrarySource
from chibi_hooks.scheme.reading.store import store_in_use
from chibi_hooks.scheme.running import machine, runs
from chibi_hooks.scheme.running.link import CompiledUnit, install
from chibi_hooks.scheme.running.pause import aside, paused
from chibi_hooks.scheme.values.data import Bytevector, Pair, String, Value, Vector
from chibi_hooks.scheme.values.frozen import frozen
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.compiling.analysing.facts import GlobalFacts
    from chibi_hooks.scheme.compiling.emitting.emission import Emission
    from chibi_hooks.scheme.core import Global
    from chibi_hooks.scheme.running.site import Site

CHANGEABLE: Final = frozenset({Pair, String, Vector, Bytevector})
_data: dict[str, dict[str, Any]] = {}  # by library and key: the lists, strings and so on that are exported


def ensure(locations: Collection[Global], table: SharedTable) -> list[str]:
    """Load those shared libraries that define the given locations; their names. Raises SchemeError.

    Before a unit is emitted: how the procedures of a library may be called is known once it is loaded, and told to
    the locations.
    """
    names = owners(locations)
    for name in names:
        load_library(name, table)
    for location in locations:
        _inform(table, location)
    return names


def _inform(table: SharedTable, location: Global) -> None:
    """Let a location of a library know what is known of it: one that another unit has of its own, or one of a library
    that came from disk."""
    read = table.facts.get(location.key) if location.facts is None and location.library is not None else None
    if read is not None:
        from chibi_hooks.scheme.compiling.analysing.facts import LateFacts  # cold start: the core language

        location.facts = LateFacts(read)


def load_library(name: str, table: SharedTable) -> None:
    """Run the definitions of a library of ours into a table, once per process: from the store, or compiled.

    Raises SchemeError if there is no such library.
    """
    if name in table.loaded:
        return
    with paused(), LOADING:  # on nobody's account, and no stop of a script may leave a library half loaded
        if name in table.loaded or name in table.loading:  # the second: by ourselves, for a library that it needs
            return
        table.loading.add(name)
        try:
            store, key = store_in_use(), table.key("library", name)
            kept = store.get(key) if store is not None else None
            if kept is None:
                _compile(name, key, table)
            elif kept[0]:
                _restore(name, kept, table)
            table.loaded.add(name)  # only now: other threads look without the lock
        finally:
            table.loading.discard(name)


def _compile(name: str, key: str, table: SharedTable) -> None:
    from chibi_hooks.scheme.libraries.compiled import compile_library  # cold start: the compiler

    made = compile_library(name, table, partial(ensure, table=table))
    kept = made[2] if made is not None else (None,)
    store = store_in_use()
    if store is not None and kept is not None:
        store.put(key, kept)
    if made is not None:
        _run(install(made[0], made[1], table.names), name, table)


def _restore(name: str, kept: Any, table: SharedTable) -> None:
    unit_image, needs, facts = kept
    for each in needs:
        load_library(each, table)
    table.facts.update((each[0], cache(partial(_facts, each, table))) for each in facts)
    unit = restored(unit_image, partial(aside, partial(_emitted_again, name, table)))
    _run(install(unit_image[2], unit, table.names), name, table)


def _facts(data: tuple[Any, ...], table: SharedTable) -> GlobalFacts:
    from chibi_hooks.scheme.libraries.compiled import facts_read  # cold start: the compiler

    return facts_read(data, partial(_inform, table))


def _emitted_again(name: str, table: SharedTable) -> Emission:
    from chibi_hooks.scheme.libraries.compiled import emit_again  # cold start: the compiler

    return emit_again(name, table, partial(ensure, table=table))


def _run(entry: FunctionType, name: str, table: SharedTable) -> None:
    names = table.names
    before = len(names)
    left = runs.Countdown() if table.counting else None
    machine.call(entry, run=runs.Run(table.build, left=left))
    for key in list(islice(reversed(names), len(names) - before)):  # at once: families that are loaded add to it
        if names[key].__class__ in CHANGEABLE:
            if not key.startswith("%"):
                _data.setdefault(name, {})[key] = names[key]
            frozen(names[key])


def data_of(name: str) -> dict[str, Value]:
    """The data that a loaded library of ours exports, fresh for each caller: what one world does to it stays there."""
    written = {key: image.constant_written(value, keys()) for key, value in _data.get(name, {}).items()}
    return {key: image.constant_read(each, OBJECTS) for key, each in written.items()}


def restored(
    kept: image.UnitImage, again: Callable[[], Emission], own: Mapping[str, SourceText] | None = None
) -> CompiledUnit:
    """The unit of an image; `own` as in `sites_of`."""
    load_some(kept[7])
    constants = image.constants_of(kept, OBJECTS)
    return CompiledUnit(kept[0], sites_of(kept, own), constants, kept[1], again, kept[5])


def sites_of(kept: image.UnitImage, own: Mapping[str, SourceText] | None = None) -> Callable[[], list[Site]]:
    """What makes the sites of an image; `own` are the texts that it was made from, by name; other sources are files of
    `scheme_lib`."""

    def source(name: str) -> SourceText:
        found = own.get(name) if own is not None else None
        return found if found is not None else LibrarySource(name)

    return partial(image.sites_of, kept[4], kept[6], source)
