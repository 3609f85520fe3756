"""Names come in, the libraries that exist or export them go out: for messages, completion and `(tein introspect)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from chibi_hooks.scheme.errors import SchemeError
from chibi_hooks.scheme.source import Source
from chibi_hooks.scheme.spelling import near
from chibi_hooks.scheme.standard_library import DIRECTORY
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.syntax import Form

FILES: Final = 2_000  # looked at in one root when a name is to be guessed


SCHEME_LIB: Final = Path(DIRECTORY)


def library_path(name: str, root: Path) -> Path | None:
    """The file of a library below a root, if it exists: `(srfi 1)` is srfi/1.sld."""
    path = root.joinpath(*name[1:-1].split(" ")[:-1], name[1:-1].split(" ")[-1] + ".sld")
    try:
        return path if path.is_file() else None
    except OSError:  # no file can have such a name
        return None


def libraries_in(root: Path) -> list[str]:
    """The names of the libraries below a root, in order."""
    paths = []
    for path in root.rglob("*.sld"):
        paths.append(path.relative_to(root).with_suffix(""))
        if len(paths) == FILES:
            break
    return sorted(f"({' '.join(path.parts)})" for path in paths)


def near_libraries(name: str, known: Iterable[str], roots: Iterable[Path]) -> list[str]:
    """Names of importable libraries that look like a name, best first."""
    names = list(known)
    for root in (SCHEME_LIB, *roots):
        names += [each for each in libraries_in(root) if not each.startswith("(engine ")]
    return near(name, names, 3)


def where_is(name: str) -> list[str]:
    """The standard libraries that export a name, `(scheme …)` first: `where_is("fold")` is `["(srfi 1)"]`."""
    return _exporters().get(name, [])


def exported_names() -> Iterable[str]:
    """Every name that a standard library exports."""
    return _exporters().keys()


@cache
def _exporters() -> dict[str, list[str]]:
    """Exported name -> libraries, read off the declarations; nothing is loaded."""
    found: dict[str, list[str]] = {}
    for library in sorted(libraries_in(SCHEME_LIB), key=_last_choice):
        path = library_path(library, SCHEME_LIB)
        if path is None or library.startswith(("(engine ", "(harness ")):
            continue
        for name in _exports(path):
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
    return _exports(path) if path is not None else []


def _exports(path: Path) -> list[str]:
    return [_outside(spec) for declaration in _declared(path, "export") for spec in declaration.items[1:]]


def _declared(path: Path, word: str) -> Iterator[Form]:
    """The declarations of a library that begin with a word."""
    from chibi_hooks.scheme.reader import read_source  # cold start: only for messages and questions
    from chibi_hooks.scheme.syntax import Form

    try:
        forms = read_source(Source(path.name, path.read_text("utf-8")))
    except (OSError, SchemeError):
        return
    for form in forms:
        for declaration in form.items if form.__class__ is Form else ():
            if declaration.__class__ is Form and _begins_with(declaration, word):
                yield declaration


def _begins_with(declaration: Form, word: str) -> bool:
    from chibi_hooks.scheme.environment import is_identifier

    items = declaration.items
    return bool(items and is_identifier(items[0]) and items[0].name == word)


def _outside(spec: object) -> str:
    """The name an export spec is known by to importers."""
    from chibi_hooks.scheme.environment import flat
    from chibi_hooks.scheme.syntax import Form

    if spec.__class__ is Form:
        return flat(spec).items[-1].name  # type: ignore[no-any-return]
    return spec.name  # type: ignore[attr-defined, no-any-return]
