"""Import sets come in, names are bound in a top level (R7RS 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from chibi_hooks.scheme.expanding.scope import Denotation, flat, is_identifier, shown
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.reading.library_names import library_text
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.scheme.values.spelling import near

Meanings = dict[str, Denotation]


def import_set(spec: Syntax, top: TopLevel, trusted: bool = False, at: Place | None = None) -> None:
    """Bind what an import set yields. `trusted`: `(engine …)` and unsandboxed libraries may be imported in any case.
    `at`: the place of errors about what has none.

    Raises SchemeError of kind "syntax" or "library".
    """
    changes = []
    inner = spec
    while _is_change(inner):
        changes.append(flat(inner))
        inner = inner.items[1]
    library = top.libraries.find(library_name(inner, at), inner.place, trusted or top.trusted)
    names: Meanings = library.exports
    for change in reversed(changes):
        names = CHANGES[change.items[0].name](change, names)
    top.bring_in(library, names)


def import_text(text: str, top: TopLevel) -> None:
    """Import import sets on behalf of the host, which may import anything: `import_text("(scheme base)", top)`.

    Raises SchemeError of kind "syntax" or "library".
    """
    for form in read_source(SourceText("<host>", text)):
        import_set(form, top, trusted=True)


def library_name(syntax: Syntax, at: Place | None = None) -> str:
    """The name of a library as text: `(srfi 1)`. Raises SchemeError of kind "syntax" if it is none."""
    parts = flat(syntax).items if syntax.__class__ is Form else []
    texts = [part.name if is_identifier(part) else _number(part) for part in parts]
    name = library_text(texts)
    if name is None or flat(syntax).tail is not None:
        hint = "a library name is a list of names and numbers, e.g. (scheme base)"
        place = getattr(syntax, "place", at)
        raise fail("syntax", f"wanted a library, got {shown(syntax)}", who="import", place=place, hint=hint)
    return name


def _number(part: Syntax) -> str:
    """A small exact integer as text, anything else as nothing."""
    return str(part) if part.__class__ is int and 0 <= part < 10**9 else ""


def _is_change(spec: Syntax) -> bool:
    if spec.__class__ is not Form or len(spec.items) < 2 or not is_identifier(spec.items[0]):
        return False
    return spec.items[0].name in CHANGES and spec.items[1].__class__ is Form


def _only(spec: Form, names: Meanings) -> Meanings:
    return {name: _named(spec, name, names) for name in _identifiers(spec)}


def _except(spec: Form, names: Meanings) -> Meanings:
    left = dict(names)
    for name in _identifiers(spec):
        _named(spec, name, names)
        left.pop(name, None)
    return left


def _prefix(spec: Form, names: Meanings) -> Meanings:
    given = _identifiers(spec)
    if len(given) != 1:
        raise _wrong(spec, "(prefix import-set name)")
    return {given[0] + name: meaning for name, meaning in names.items()}


def _rename(spec: Form, names: Meanings) -> Meanings:
    left = dict(names)
    added: Meanings = {}
    for pair in spec.items[2:]:
        parts = flat(pair).items if pair.__class__ is Form else []
        if len(parts) != 2 or not all(map(is_identifier, parts)):
            raise _wrong(spec, "(rename import-set (old new) …)")
        added[parts[1].name] = _named(spec, parts[0].name, names)
        left.pop(parts[0].name, None)
    return left | added


CHANGES: Final[dict[str, Callable[[Form, Meanings], Meanings]]] = {
    "only": _only,
    "except": _except,
    "prefix": _prefix,
    "rename": _rename,
}


def _identifiers(spec: Form) -> list[str]:
    if not all(map(is_identifier, spec.items[2:])) or spec.tail is not None:
        raise _wrong(spec, f"({spec.items[0].name} import-set name …)")
    return [each.name for each in spec.items[2:]]


def _named(spec: Form, name: str, names: Meanings) -> Any:
    meaning = names.get(name)
    if meaning is None:
        found = near(name, names)
        hint = f"did you mean {found[0]}?" if found else None
        library = shown(spec.items[1])
        raise fail("library", f"{library} has no {name[:80]}", who=spec.items[0].name, place=spec.place, hint=hint)
    return meaning


def _wrong(spec: Form, usage: str) -> SchemeError:
    return fail("syntax", f"wanted {usage}, got {shown(spec)}", who="import", place=spec.place)
