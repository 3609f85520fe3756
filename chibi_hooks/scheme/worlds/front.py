"""Forms in, emissions out: the expander's half of a world, which a world that comes from disk may never need.

Rules: everything here is deterministic. A second front made from the same recipe that is given the same forms makes
the same emissions, with the same names: that is what kept units rely on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cache, lru_cache
from types import CodeType
from typing import Any, Final, NamedTuple

from chibi_hooks.scheme.compiling.analysing.contents import Forms
from chibi_hooks.scheme.compiling.code import compiled
from chibi_hooks.scheme.compiling.emitting.emission import Emission
from chibi_hooks.scheme.compiling.reshaping.parting import parted
from chibi_hooks.scheme.compiling.units import emit_unit
from chibi_hooks.scheme.core import CaseLambda, Define, Global, Lambda, Node, Unit, Variable
from chibi_hooks.scheme.expanding.imports import import_text
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.expanding.toplevel import Library, TopLevel
from chibi_hooks.scheme.libraries.library import Libraries, common
from chibi_hooks.scheme.libraries.loading import ensure
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.syntax import Syntax
from chibi_hooks.scheme.running.asking import Tier
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds.coverage import observe
from chibi_hooks.scheme.worlds.names import Names
from chibi_hooks.scheme.worlds.recipe import WorldRecipe
from chibi_hooks.scheme.worlds.redefinition import Earlier, Reviser

BEGINNINGS: Final = 16  # kinds of worlds of which what they begin with is remembered; a host has two or three


class Emitted(NamedTuple):
    """One unit to run. `needs`: the shared libraries that its code calls; they are loaded already."""

    name: str
    trusted: bool
    body: list[Node]
    emission: Emission
    needs: list[str]
    last: bool  # the program itself


class Front:
    """Libraries and top level of one world."""

    def __init__(self, recipe: WorldRecipe) -> None:
        provided = {library: dict(names) for library, names in recipe.provided.items()}
        imports = recipe.imports() if callable(recipe.imports) else recipe.imports
        names = tuple((library, tuple(each)) for library, each in provided.items())
        first, begun = _begun(tuple(imports), recipe.own, recipe.tier, names, recipe.table.counting)
        self.libraries = first.for_world(recipe.roots, provided)
        self.libraries.refusal_of = recipe.refusal_of
        self.libraries.before, self.libraries.sealed = recipe.given or {}, recipe.given is not None
        self.libraries.beside = recipe.directory
        self.top_level = begun.twin(self.libraries)
        self.top_level.directory = recipe.directory
        self.names = Names(self.libraries, self.top_level)
        self.earlier = Earlier()
        self.instantiated: set[str] = set()
        self.table = recipe.table
        self.own = recipe.own

    def parts(self, forms: list[Syntax], top: TopLevel, name: str, reviser: Reviser | None = None) -> Iterator[Emitted]:
        """The units to run for these forms, in order: bodies of libraries that this world has not run, then the
        program, before which earlier units of the reviser's world are revised. Raises SchemeError.
        """
        before = top.state()
        unit = expand_program(forms, top, name)
        observe(unit, self.libraries)
        for library in top.imported:
            yield from self._of_library(library, unit.uses)
        try:
            if reviser is not None:
                self.earlier.revise(top, unit.body, reviser)
        except SchemeError:
            top.restore(before)
            raise
        yield self._part(name, False, unit, last=True)

    def _of_library(self, library: Library, uses: Set[Global]) -> Iterator[Emitted]:
        """A library of ours that all worlds share is loaded only when something of it is used; so is one that each
        world has for itself, where it only defines procedures."""
        if library.top is None or library.top.keyed or library.name in self.instantiated:
            return
        body = library.unit.body if library.unit is not None else []
        idle = library.name in self.own and bool(body) and all(_only_defines(each, uses) for each in body)
        if not idle:
            self.instantiated.add(library.name)
        below = uses if idle or library.unit is None else uses | library.unit.uses
        for imported in library.imports:
            yield from self._of_library(imported, below)
        if library.unit is not None and body and not idle:
            if not library.trusted:
                observe(library.unit, self.libraries)
            yield self._part(library.name, library.trusted, library.unit)

    def _part(self, name: str, trusted: bool, unit: Unit, last: bool = False) -> Emitted:
        needs = ensure(unit.uses, self.table)
        forms = Forms()
        body = [parted(each, forms.inside(each)) for each in unit.body]
        return Emitted(name, trusted, body, self.emit(body, {}, forms), needs, last)

    def read(self, source: SourceText) -> list[Syntax]:
        """The forms of a text."""
        return read_source(source)

    def emit(self, nodes: list[Node], names: Mapping[Variable, str], forms: Forms | None = None) -> Emission:
        """The nodes as a unit of this world, its variables under the given names. `forms`: what stands in them."""
        return emit_unit(nodes, self.libraries.new_key, names, forms, self.table.counting)

    def compiled(self, emission: Emission, unit: CompiledUnit) -> CodeType:
        """The code of a unit of this world, its constants still placeholders."""
        return compiled(emission, unit, self.table.names)

    def remember(self, top: TopLevel, part: Emitted, unit: CompiledUnit) -> None:
        """Keep what a later redefinition needs of the program that was linked."""
        self.earlier.remember(top, part.body, part.emission, unit)

    def key_of(self, name: str) -> str:
        """The key of what this world alone holds under a name; empty if there is none."""
        meaning = self.top_level.meaning(name)
        return meaning.key if meaning.__class__ is Global and meaning.library is None else ""

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


def _only_defines(node: Node, uses: Set[Global]) -> bool:
    """Does a form do nothing but define a procedure that is not among these?"""
    return isinstance(node, Define) and isinstance(node.value, Lambda | CaseLambda) and node.location not in uses


@lru_cache(BEGINNINGS)
def _begun(
    imports: tuple[str, ...],
    own: tuple[str, ...],
    tier: Tier,
    provided: tuple[tuple[str, tuple[str, ...]], ...],
    counting: bool = False,
) -> tuple[Libraries, TopLevel]:
    """What worlds with these imports begin with, expanded once for all of them. Nothing of any world's is in it: of
    what the host provides only the names, and no world changes it. Raises SchemeError."""
    names = {library: dict.fromkeys(each) for library, each in provided}
    libraries = Libraries(tier=tier, provided=names, counting=counting)
    top_level = prelude(imports, counting).clone(libraries)
    for each in own:
        import_text(each, top_level)
    libraries.expand_all()
    return libraries, top_level


@cache
def prelude(imports: tuple[str, ...], counting: bool = False) -> TopLevel:
    """The top level that has imported these libraries of ours; worlds clone it, which costs nothing."""
    top_level = TopLevel(common(counting))
    for name in imports:
        import_text(name, top_level)
    return top_level
