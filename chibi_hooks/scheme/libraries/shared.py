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
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from chibi_hooks.forks import FORKS
from chibi_hooks.scheme.primitive import FAMILIES, NAMES
from chibi_hooks.scheme.primitives import load_families
from chibi_hooks.scheme.primitives.control.control import call_cc
from chibi_hooks.scheme.reading.store import key_of
from chibi_hooks.scheme.running.build import Build, RestOfBodies
from chibi_hooks.scheme.running.pause import aside
from chibi_hooks.scheme.running.runs import tell_host
from chibi_hooks.scheme.values.data import EOF, FALSE, TRUE, UNDEFINED, UNSPECIFIED
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.compiling.analysing.facts import GlobalFacts
    from chibi_hooks.scheme.core import Global

LOADING = threading.RLock()
FORKS.guard(LOADING)
_tables: dict[bool, SharedTable] = {}  # the second, under True: of code that counts its steps
SINGLETONS: Final = {"true": TRUE, "false": FALSE, "unspecified": UNSPECIFIED, "eof": EOF, "undefined": UNDEFINED}


class SharedTable:
    """The table as one kind of code sees it, plain or `counting` its steps; `loaded`: the libraries that are in it as a
    whole; `loading`: those on their way, by whoever holds LOADING; `facts`: what is known of their definitions, by
    key; `build`: what such code stands on while it runs.
    """

    __slots__ = ("names", "counting", "loaded", "loading", "facts", "build")

    def __init__(self, counting: bool) -> None:
        self.counting = counting
        self.build = Build(counting, call_cc, _rest_of_bodies, tell_host, self._load_control)
        self.loaded: set[str] = set()
        self.loading: set[str] = set()
        self.facts: dict[str, Callable[[], GlobalFacts]] = {}
        self.names: dict[str, Any] = NAMES  # which each family that is loaded adds to
        if counting:  # libraries are others there
            load_families()
            self.names = {"__builtins__": {}, **{key: NAMES[key] for key in FAMILIES}}

    def key(self, kind: str, *parts: str) -> str:
        """The key under which what is made for this kind of code is kept on disk."""
        return key_of(f"counting {kind}" if self.counting else kind, *parts)

    def _load_control(self) -> None:
        """Load what raises past in-line guards, in the middle of a script."""
        loading = late_module("chibi_hooks.scheme.libraries.loading")
        aside(lambda: loading.load_library("(engine control)", self))


def _rest_of_bodies() -> RestOfBodies:
    """The compiler of resumed frames, loaded when the first frame leaves the stack."""
    load_families()
    found: RestOfBodies = late_module("chibi_hooks.scheme.compiling.resuming.continuations")
    return found


def table(counting: bool = False) -> SharedTable:
    """The table, made on first use. `counting`: that of code that counts its steps."""
    if counting not in _tables:
        with LOADING:
            if counting not in _tables:
                _tables[counting] = SharedTable(counting)
    return _tables[counting]


OBJECTS: Final[Mapping[str, Any]] = ChainMap({f"={name}": value for name, value in SINGLETONS.items()}, NAMES)
"""The engine's own objects that may be constants of a unit, by key: what code from disk names is loaded before."""


@cache
def keys() -> Mapping[int, str]:
    """The keys of all of them by id."""
    load_families()
    return {id(value): key for key, value in OBJECTS.items() if "@" not in key and key != "__builtins__"}


def owners(locations: Iterable[Global]) -> list[str]:
    """The names of the shared libraries that define the locations."""
    names = [each.library for each in locations if each.library and each.key.endswith("@" + each.library)]
    return list(dict.fromkeys(names))
