"""Imports and definitions come in, the outermost scope of a program or library comes out; a REPL keeps one for life.

Rules
-----
* A definition always makes a location of its own: an imported name is shadowed, never changed.
* A name that nothing defines is no error here. It gets a location all the same, so that a later definition reaches
  code that is compiled already, and is written down in `unbound`.
* A top level made with `outer` starts with all that the outer one holds, at no cost; the outer one must hold imports
  only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from chibi_hooks.scheme.core import Define, Global, GlobalRef, Node, Unit
from chibi_hooks.scheme.expanding.early import read_early
from chibi_hooks.scheme.expanding.scope import CORE_FORMS, Denotation, NameKey, Scope, key_of
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.values.errors import EngineFault
from chibi_hooks.scheme.values.source import Place

PRIMITIVES_LIBRARY = "(engine primitives)"
PROGRAM_FORMS = ("import", "define-library")  # what a program may begin with, before any name is imported (R7RS 5.1)
_locations: dict[str, Global] = {}  # one for each primitive, as many as there are primitives


def primitive_location(name: str) -> Global:
    """The location that holds a primitive, one per process. Raises EngineFault if there is no such primitive."""
    location = _locations.get(name)
    if location is None:
        if name not in PRIMITIVES:
            raise EngineFault(f"there is no primitive {name}")
        location = _locations.setdefault(name, Global(name, name, PRIMITIVES_LIBRARY, PRIMITIVES[name]))
    return location


class Importable(Protocol):
    """What a top level can import and include: the libraries and files that its world may reach."""

    def find(self, name: str, place: Place | None, trusted: bool = False) -> Library:
        """The library of that name, loaded. Raises SchemeError."""

    def exists(self, name: str, trusted: bool = False) -> bool:
        """Whether `find` would succeed, as far as the library's own text is right."""

    def define(self, form: Form, directory: Path | None) -> Library:
        """Load the library that a `define-library` form describes. Raises SchemeError."""

    def include(self, name: str, top: TopLevel, place: Place, fold_case: bool) -> list[Syntax]:
        """The forms of an included file. Raises SchemeError."""

    def new_key(self) -> str:
        """A name for generated code that nothing else in this world has."""


class Library:
    """A library as importers see it. `unit` is its body; `trusted`: it is one of `scheme_lib` that all worlds share.

    `complete`: what fills in `body` when it is first asked for; it sets itself to None.
    """

    __slots__ = ("name", "exports", "imports", "trusted", "unsandboxed", "top", "body", "complete")

    def __init__(
        self,
        name: str,
        exports: dict[str, Denotation],
        imports: list[Library] | None = None,
        trusted: bool = False,
        unsandboxed: bool = False,
    ) -> None:
        self.name = name
        self.exports = exports
        self.imports: list[Library] = imports or []
        self.trusted = trusted
        self.unsandboxed = unsandboxed
        self.top: TopLevel | None = None
        self.body: Unit | None = None
        self.complete: Callable[[], None] | None = None

    @property
    def unit(self) -> Unit | None:
        """The expanded body, None if there is none. Raises SchemeError."""
        if self.complete is not None:
            self.complete()
        return self.body

    @property
    def unbound(self) -> list[tuple[str, Place]]:
        """Names that the body uses and nothing defines."""
        return self.top.unbound if self.unit is not None and self.top is not None else []

    def __repr__(self) -> str:
        return f"Library({self.name})"


class TopLevel(Scope):
    """The outermost scope of one program (`library` None) or one library."""

    __slots__ = (
        "libraries",
        "library",
        "directory",
        "trusted",
        "keyed",
        "imported",
        "unbound",
        "pending",
        "weak",
        "own",
        "shadowed",
        "redefined",
        "borrowed",
        "made",
        "immutable",
        "__weakref__",
    )

    def __init__(
        self,
        libraries: Importable,
        *,
        outer: TopLevel | None = None,
        library: str | None = None,
        directory: Path | None = None,
        trusted: bool = False,
        keyed: bool = False,
    ) -> None:
        super().__init__(outer)
        self.libraries = libraries
        self.library = library
        self.directory = directory  # what relative includes start from
        self.trusted = trusted  # may import (engine …)
        self.keyed = keyed  # locations are called name@(library), the same in every process
        self.imported: list[Library] = list(outer.imported) if outer else []  # in order of first import
        self.unbound: list[tuple[str, Place]] = []  # names without definition, as often as they are used
        self.pending: dict[str, Global] = {}  # their locations
        self.weak: set[str] = set()  # names that a macro defined under an alias, reachable by their plain name too
        self.own: set[Global] = set()  # the locations made here, which set! may change
        self.shadowed: list[tuple[Global, Global]] = []  # (new location, the one it hides), since the last unit
        self.redefined: list[tuple[Global, Global]] = []  # the same, by definitions only, until somebody takes them
        self.borrowed: list[GlobalRef] = []  # of the unit at hand: what its text names and did not define
        self.made = 0  # keys made, for names that a macro inserted
        self.immutable = False  # what (environment …) gives: nothing may be defined in it (R7RS 6.12)
        if library is None and outer is None:
            self.names.update({name: CORE_FORMS[name] for name in PROGRAM_FORMS if name in CORE_FORMS})

    def clone(self, libraries: Importable) -> TopLevel:
        """A top level for another world that starts with what this one imported."""
        return TopLevel(libraries, outer=self, directory=self.directory)

    def twin(self, libraries: Importable) -> TopLevel:
        """A top level for another world that has what this one has, which is imports only."""
        top = TopLevel(libraries, outer=self.outer, directory=self.directory)  # type: ignore[arg-type]
        top.names.update(self.names)
        top.imported[:] = self.imported
        return top

    def bring_in(self, library: Library, names: dict[str, Denotation]) -> None:
        """Bind what an import set yields. A later import of a name replaces an earlier one."""
        if library not in self.imported:
            self.imported.append(library)
        outer = self.outer  # most programs import again what their world has imported for all
        if outer is not None and names.items() <= outer.names.items() and self.names.keys().isdisjoint(names):
            return
        for name, meaning in names.items():
            if self.meaning(name) is meaning:
                continue
            self.names[name] = meaning
            self.weak.discard(name)
            waiting = self.pending.pop(name, None)
            if waiting is not None and meaning.__class__ is Global:
                self.shadowed.append((waiting, meaning))

    def bound_names(self) -> Iterator[str]:
        """All names that mean something here."""
        seen: set[NameKey] = set()
        scope: Scope | None = self
        while scope is not None:
            for key in scope.names:
                if key.__class__ is str and key not in seen:
                    seen.add(key)
                    yield key
            scope = scope.outer

    def define(self, identifier: Any) -> Global:
        """The location that a definition of this name fills."""
        key = key_of(identifier)
        name: str = identifier.name
        old = self.names.get(key)
        if old in self.own and key not in self.weak:
            old.assigned = True
            return old  # type: ignore[no-any-return]
        self.weak.discard(key)
        location = self.pending.pop(name, None) if key is name else None
        if location is None:
            location = self.new_location(name, inserted=key is not name)
            hidden = self.meaning(name) if key is name else None
            if hidden.__class__ is Global and self.library is None:
                self.shadowed.append((location, hidden))
                self.redefined.append((location, hidden))
        self.names[key] = location
        if key is not name and (name in self.weak or self.meaning(name) is None):
            self.names[name] = location
            self.weak.add(name)
        return location

    def define_syntax(self, identifier: Any, meaning: Denotation) -> None:
        """Bind a keyword."""
        key = key_of(identifier)
        self.names[key] = meaning
        self.weak.discard(key)
        name = identifier.name
        if key is not name and (name in self.weak or self.meaning(name) is None):
            self.names[name] = meaning
            self.weak.add(name)

    def new_location(self, name: str, inserted: bool = True) -> Global:
        """A location of this world or library. `inserted`: several may have this name."""
        if not self.keyed:
            location = Global(name, self.new_key())
        else:
            self.made += inserted
            unique = f".{self.made}" if inserted else ""
            location = Global(name, f"{name}{unique}@{self.library}", self.library)
        self.own.add(location)
        return location

    def new_key(self) -> str:
        """A name for generated code that nothing else in this world has."""
        return self.libraries.new_key()

    def unbound_location(self, name: str, place: Place) -> Global:
        """The location of a name that nothing defines (yet)."""
        self.unbound.append((name, place))
        location = self.pending.get(name)
        if location is None:
            location = self.pending[name] = self.new_location(name, inserted=False)
        return location

    def carried_over(self, nodes: list[Node]) -> list[Define]:
        """Definitions to run before a unit.

        A name that gets a new location, but is read before it has a value there, keeps the value it had:
        `(define old-car car) (define (car x) …)`. A name used before its import gets the imported value.
        """
        if not self.shadowed:
            return []
        early = read_early(nodes)
        carried: list[Define] = []
        for new, old in self.shadowed:
            if new in early or self.names.get(new.name) is not new:
                new.assigned = True
                carried.append(Define(new, GlobalRef(old)))
        self.shadowed = []
        return carried

    def state(self) -> tuple[Any, ...]:
        """What `restore` needs to undo a failed expansion."""
        return (
            dict(self.names),
            dict(self.pending),
            set(self.weak),
            list(self.imported),
            list(self.shadowed),
            len(self.unbound),
        )

    def restore(self, state: tuple[Any, ...]) -> None:
        """Be as when `state` was taken."""
        self.names, self.pending, self.weak, self.imported, self.shadowed, count = state
        self.redefined, self.borrowed = [], []
        del self.unbound[count:]
