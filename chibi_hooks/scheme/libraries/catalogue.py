"""Names come in, the libraries of ours that export them go out, read off the declarations; nothing is loaded.

For messages, completion and `(tein introspect)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from chibi_hooks.scheme.expanding.imports import library_name
from chibi_hooks.scheme.expanding.scope import flat, is_identifier
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB, libraries_in, library_path
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.store import kept
from chibi_hooks.scheme.reading.syntax import Form
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText


def where_is(name: str, besides: str = "") -> list[str]:
    """The standard libraries that export a name, `(scheme …)` first: `where_is("fold")` is `["(srfi 1)"]`. `besides`:
    also those that the host brings along, of two parts, whose first is this one."""
    return _exporters().get(name, []) + (_exporters_of(besides).get(name, []) if besides else [])


def exported_names() -> Iterable[str]:
    """Every name that a standard library exports."""
    return _exporters().keys()


@cache
def _exporters() -> dict[str, list[str]]:
    """Exported name -> libraries, read off the declarations; nothing is loaded."""
    found: dict[str, list[str]] = {}
    for library in sorted(_declared(), key=_last_choice):
        if not library.startswith(("(engine ", "(harness ")):
            for name in _declared()[library][1]:  # not of one that is another's name in R7RS-large
                found.setdefault(name, []).append(library)
    return found


@cache  # for one family
def _exporters_of(family: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for library in standard_libraries():
        if library.startswith(f"({family} ") and library.count(" ") == 1:
            for name in exports_of(library):
                found.setdefault(name, []).append(library)
    return found


def _last_choice(library: str) -> tuple[bool, bool, bool, str]:
    """Sorts `(scheme …)` before `(srfi …)` before the rest, and the collection of the older report last."""
    return library == "(scheme r5rs)", not library.startswith("(scheme "), not library.startswith("(srfi "), library


def standard_libraries() -> dict[str, str]:
    """Every library of ours that a program may import -> the tier that it needs: "sandboxed" or "unsandboxed"."""
    return {name: each[0] for name, each in _declared().items() if not name.startswith("(engine ")}


def exports_of(library: str) -> list[str]:
    """The names that a library of ours exports, in the order of its declaration; none if there is no such library."""
    _, names, aliases = _declared().get(library, NOTHING)
    return names + [name for alias in aliases for name in exports_of(alias)]


Declaring = tuple[str, list[str], list[str]]  # the tier that a library needs, its own exports, what it exports whole
NOTHING: Final[Declaring] = ("sandboxed", [], [])


@cache
def _declared() -> dict[str, Declaring]:
    """What each library of ours says of itself. Read once for all processes: that are 150 files."""
    return kept("catalogue", lambda: {name: _read(name) for name in libraries_in(SCHEME_LIB)})


def _read(library: str) -> Declaring:
    path = library_path(library, SCHEME_LIB)
    try:
        assert path is not None
        forms = read_source(SourceText(path.name, path.read_text("utf-8")))
    except (OSError, SchemeError):
        return NOTHING
    declared = [each for form in forms if form.__class__ is Form for each in form.items if each.__class__ is Form]
    said = {word: [each for each in declared if _begins_with(each, word)] for word in ("tier", "export", "alias-for")}
    exports = [_outside(spec) for each in said["export"] for spec in each.items[1:]]
    aliases = [library_name(spec) for each in said["alias-for"] for spec in each.items[1:]]
    return "unsandboxed" if said["tier"] else "sandboxed", exports, aliases


def _begins_with(declaration: Form, word: str) -> bool:
    items = declaration.items
    return bool(items and is_identifier(items[0]) and items[0].name == word)


def _outside(spec: object) -> str:
    """The name an export spec is known by to importers."""
    if spec.__class__ is Form:
        return flat(spec).items[-1].name  # type: ignore[no-any-return]
    return spec.name  # type: ignore[attr-defined, no-any-return]
