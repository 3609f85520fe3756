"""A program's questions about names come in, answers go out: what `eval`, `load` and introspection ask a world's front
(`running.asking.KnownNames`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.expanding.imports import import_set
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.libraries import catalogue, finding
from chibi_hooks.scheme.libraries.library import Libraries
from chibi_hooks.scheme.reading.syntax import Syntax
from chibi_hooks.scheme.values.source import SourceText


class Names:
    """What one world knows of names. A program is told of nothing that it could not import or use."""

    def __init__(self, libraries: Libraries, top_level: TopLevel) -> None:
        self.libraries = libraries
        self.top_level = top_level

    def environment(self, import_sets: Iterable[Syntax]) -> TopLevel:
        """An immutable top level that holds what the import sets yield. Raises SchemeError."""
        top = TopLevel(self.libraries)
        for each in import_sets:
            import_set(each, top)
        top.immutable = True
        return top

    def locate(self, source: SourceText, name: str) -> None:
        """Say which file a text was read from: its relative includes start there."""
        self.libraries.locate(source, Path(name))

    def bound(self) -> Iterable[str]:
        """The names that mean something to the program."""
        return self.top_level.bound_names()

    def is_bound(self, name: str) -> bool:
        """Whether a name means something to the program."""
        return self.top_level.meaning(name) is not None

    def variable(self, name: str) -> Global | None:
        """The location of the program's variable of that name."""
        meaning = self.top_level.meaning(name)
        return meaning if isinstance(meaning, Global) else None

    def imported(self) -> list[str]:
        """The libraries that the program has imported, in order of import."""
        return [each.name for each in self.top_level.imported]

    def importable(self) -> list[str]:
        """The libraries that the program may import, in order; none of them is loaded for it."""
        tiers = ("sandboxed", self.libraries.tier)
        found = {name for name, tier in catalogue.standard_libraries().items() if tier in tiers}
        found.update(self.libraries.provided)
        for root in self.libraries.roots:
            found.update(finding.libraries_in(root))
        return sorted(found)

    def exports(self, library: str) -> Iterable[str]:
        """The names that a library exports. Raises SchemeError if the program may not import it."""
        return self.libraries.find(library, None).exports

    def imported_from(self, name: str) -> list[str]:
        """The imported libraries from which the program's binding of that name may have come."""
        meaning = self.top_level.meaning(name)
        if meaning is None:
            return []
        return [each.name for each in self.top_level.imported if each.exports.get(name) is meaning]

    def importable_from(self, name: str) -> list[str]:
        """The importable libraries of ours that export that name."""
        there = set(self.importable())
        return [each for each in catalogue.where_is(name) if each in there]
