"""Names come in, the libraries of ours that export them go out, read off the declarations; nothing is loaded.

For messages, completion and `(tein introspect)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from chibi_hooks.scheme.expanding.imports import library_name
from chibi_hooks.scheme.expanding.scope import flat, is_identifier
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB, libraries_in, library_path
from chibi_hooks.scheme.reading.reader import read_source
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
    for library in sorted(libraries_in(SCHEME_LIB), key=_last_choice):
        if not library.startswith(("(engine ", "(harness ")):
            for name in _own_exports(library):  # not of one that is another's name in R7RS-large
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
    found: dict[str, str] = {}
    for library in libraries_in(SCHEME_LIB):
        path = library_path(library, SCHEME_LIB)
        if path is not None and not library.startswith("(engine "):
            needs = any(True for _ in _declared(path, "tier"))
            found[library] = "unsandboxed" if needs else "sandboxed"
    return found


def exports_of(library: str) -> list[str]:
    """The names that a library of ours exports, in the order of its declaration; none if there is no such library."""
    path = library_path(library, SCHEME_LIB)
    if path is None:
        return []
    aliases = [library_name(spec) for declaration in _declared(path, "alias-for") for spec in declaration.items[1:]]
    return _own_exports(library) + [name for alias in aliases for name in exports_of(alias)]


def _own_exports(library: str) -> list[str]:
    path = library_path(library, SCHEME_LIB)
    declared = _declared(path, "export") if path is not None else ()
    return [_outside(spec) for declaration in declared for spec in declaration.items[1:]]


def _declared(path: Path, word: str) -> Iterator[Form]:
    """The declarations of a library that begin with a word."""
    try:
        forms = read_source(SourceText(path.name, path.read_text("utf-8")))
    except (OSError, SchemeError):
        return
    for form in forms:
        for declaration in form.items if form.__class__ is Form else ():
            if declaration.__class__ is Form and _begins_with(declaration, word):
                yield declaration


def _begins_with(declaration: Form, word: str) -> bool:
    items = declaration.items
    return bool(items and is_identifier(items[0]) and items[0].name == word)


def _outside(spec: object) -> str:
    """The name an export spec is known by to importers."""
    if spec.__class__ is Form:
        return flat(spec).items[-1].name  # type: ignore[no-any-return]
    return spec.name  # type: ignore[attr-defined, no-any-return]
