"""Forms in, emissions out: the expander's half of a world, which a world that comes from disk may never need.

Rules: everything here is deterministic. A second front made from the same recipe that is given the same forms makes
the same emissions, with the same names: that is what kept units rely on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from chibi_hooks.scheme.catalogue import libraries_in
from chibi_hooks.scheme.compiler.analysis import global_locations
from chibi_hooks.scheme.compiler.emission import Emission
from chibi_hooks.scheme.compiler.units import emit_unit
from chibi_hooks.scheme.core import Global, Node
from chibi_hooks.scheme.coverage import observe
from chibi_hooks.scheme.errors import SchemeError
from chibi_hooks.scheme.expander import expand_program
from chibi_hooks.scheme.library import Libraries, Library, Provided, Tier, common
from chibi_hooks.scheme.shared import load_library, owners
from chibi_hooks.scheme.source import Source
from chibi_hooks.scheme.store import key_of
from chibi_hooks.scheme.syntax import Syntax
from chibi_hooks.scheme.toplevel import TopLevel


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a world begins with. `imports`: libraries of ours in scope from the start, or what gives their names when
    they are needed; `own`: libraries that belong to this world alone, imported by the host.
    """

    tier: Tier
    roots: Sequence[Path]
    directory: Path | None
    provided: Provided
    imports: Sequence[str] | Callable[[], Sequence[str]]
    own: Sequence[str] = ()
    refusal_of: Callable[[Path], str | None] | None = None  # why a file may not be read
    counting: bool = False  # whether its code counts its steps

    def key(self, source: Source) -> str:
        """The key of the world that this text makes: everything that its expansion can depend on, except files that
        it reads, which are never part of a kept world.
        """
        provided = [f"{library} {' '.join(names)}" for library, names in sorted(self.provided.items())]
        imports = [] if callable(self.imports) else self.imports
        importable = [name for root in self.roots for name in libraries_in(root)]
        lists = ["\n".join(each) for each in (imports, self.own, provided, importable)]
        kind = "counting world" if self.counting else "world"
        return key_of(kind, source.name, source.text, self.tier, str(self.directory), *lists)


class Part(NamedTuple):
    """One unit to run. `needs`: the shared libraries that its code calls; they are loaded already."""

    name: str
    trusted: bool
    body: list[Node]
    emission: Emission
    needs: list[str]
    last: bool  # the program itself


class Front:
    """Libraries and top level of one world."""

    def __init__(self, recipe: Recipe) -> None:
        provided = {library: dict(names) for library, names in recipe.provided.items()}
        imports = recipe.imports() if callable(recipe.imports) else recipe.imports
        self.libraries = Libraries(roots=list(recipe.roots), tier=recipe.tier, provided=provided)
        self.libraries.refusal_of = recipe.refusal_of
        self.top_level = prelude(tuple(imports)).clone(self.libraries)
        self.top_level.directory = recipe.directory
        self.instantiated: set[str] = set()
        self.counting = recipe.counting
        for each in recipe.own:
            self.top_level.import_(each)

    def parts(
        self, forms: list[Syntax], top: TopLevel, name: str, revise: Callable[[list[Node]], None] = lambda nodes: None
    ) -> Iterator[Part]:
        """The units to run for these forms, in order: bodies of libraries that this world has not run, then the
        program, whose nodes `revise` sees before they are emitted. Raises SchemeError.
        """
        before = top.state()
        unit = expand_program(forms, top, name)
        observe(unit, self.libraries)
        for library in top.imported:
            yield from self._of_library(library)
        try:
            revise(unit.body)
        except SchemeError:
            top.restore(before)
            raise
        yield self._part(name, False, unit.body, last=True)

    def _of_library(self, library: Library) -> Iterator[Part]:
        """A library of ours that all worlds share is loaded only when something of it is used."""
        if library.top is None or library.top.keyed or library.name in self.instantiated:
            return
        self.instantiated.add(library.name)
        for imported in library.imports:
            yield from self._of_library(imported)
        if library.unit is not None and library.unit.body:
            if not library.trusted:
                observe(library.unit, self.libraries)
            yield self._part(library.name, library.trusted, library.unit.body)

    def _part(self, name: str, trusted: bool, body: list[Node], last: bool = False) -> Part:
        needs = owners(global_locations(body))
        for each in needs:
            load_library(each, self.counting)
        emission = emit_unit(body, self.libraries.new_key, counting=self.counting)
        return Part(name, trusted, body, emission, needs, last)

    def keys(self) -> dict[str, str]:
        """The keys of what the program can name and this world alone holds, by name."""
        return {
            name: meaning.key
            for name, meaning in self.top_level.names.items()
            if name.__class__ is str and meaning.__class__ is Global and meaning.library is None
        }

    def provided_keys(self, provided: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str, str]]:
        """Library, name and key of what the host provides and this world has imported."""
        found = []
        for library in provided:
            loaded = self.libraries.loaded(library)
            if loaded is not None:
                found += [(library, name, location.key) for name, location in loaded.exports.items()]
        return found


@cache
def prelude(imports: tuple[str, ...]) -> TopLevel:
    """The top level that has imported these libraries of ours; worlds clone it, which costs nothing."""
    top_level = TopLevel(common())
    for name in imports:
        top_level.import_(name)
    return top_level
