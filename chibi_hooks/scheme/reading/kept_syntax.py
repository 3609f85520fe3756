"""A file of ours in, its forms out: read by an earlier process and kept on disk, or read now.

Rules
-----
* What is kept are lists, texts and numbers: to make forms of them takes a third of the time that their text does, and
  that is not even opened. Whoever opens a world of hook files imports fifty of ours.
* Depth costs no stack, as in the reader.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.standard_library import LibrarySource
from chibi_hooks.scheme.reading.store import kept, store_in_use
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax, VectorForm
from chibi_hooks.scheme.values.data import FALSE, TRUE, Char, String, char, string_of
from chibi_hooks.scheme.values.source import Place, SourceText

KeptForms = list[Any]
"""Forms as they are kept: of an identifier `(name, start, end)`, of a list `[start, end, [tail] or [], members]`, of a
vector `(start, end, members)`, of a string its text, of a character that as bytes, of all other data themselves."""


def forms_of(name: str, fold_case: bool, read: Callable[[], SourceText]) -> tuple[SourceText, list[Syntax]]:
    """A file of `scheme_lib`, by the name that places show, and its forms; `read` opens it. Raises SchemeError."""

    def made() -> KeptForms:
        return written(read_source(read(), fold_case=fold_case)) or []

    found = kept(f"syntax {fold_case} {name}", made) if store_in_use() is not None else []
    source = LibrarySource(name) if found else read()
    return source, forms_read(found, source) if found else read_source(source, fold_case=fold_case)


def written(forms: list[Syntax]) -> KeptForms | None:
    """Forms as they are kept; None if they hold what cannot be."""
    result: KeptForms = []
    waiting: list[tuple[KeptForms, list[Syntax]]] = [(result, forms)]
    for target, members in waiting:  # which grows meanwhile
        for each in members:
            kind = each.__class__
            if kind is Identifier:
                target.append((each.name, each.place.start, each.place.end))
            elif kind is Form or kind is VectorForm:
                inner: KeptForms = []
                waiting.append((inner, each.items))
                place, tail = each.place, each.tail if kind is Form else None
                after: KeptForms = []
                if tail is not None:
                    waiting.append((after, [tail]))
                whole = [place.start, place.end, after, inner] if kind is Form else (place.start, place.end, inner)
                target.append(whole)
            elif kind in DATA:
                target.append(DATA[kind](each))
            else:
                return None
    return result


def _itself(value: Any) -> Any:
    return value


DATA: dict[type, Callable[[Any], Any]] = {
    int: _itself,
    float: _itself,
    TRUE.__class__: lambda value: value is TRUE,
    String: lambda value: value.s,
    Char: lambda value: value.c.encode("utf-8", "surrogatepass"),
}
READ: dict[type, Callable[[Any], Any]] = {
    int: _itself,
    float: _itself,
    bool: lambda data: TRUE if data else FALSE,
    str: string_of,
    bytes: lambda data: char(data.decode("utf-8", "surrogatepass")),
}

_new = object.__new__


def forms_read(data: KeptForms, source: SourceText) -> list[Syntax]:
    """The forms again, with their places in the source."""
    result: list[Syntax] = []
    tails: list[tuple[Form, list[Syntax]]] = []
    waiting: list[tuple[list[Syntax], KeptForms]] = [(result, data)]
    node: Syntax
    for items, members in waiting:  # which grows meanwhile
        for each in members:
            kind = each.__class__
            if kind is tuple or kind is list:
                place = _new(Place)  # and filled, as the reader does it
                place.source = source
                if len(each) == 4:
                    node = _new(Form)
                    place.start, place.end, after, inner = each
                    node.items, node.place, node.tail = [], place, None
                    waiting.append((node.items, inner))
                    if after:
                        tails.append((node, []))
                        waiting.append((tails[-1][1], after))
                elif each[0].__class__ is str:
                    node = _new(Identifier)
                    node.name, place.start, place.end = each
                    node.place = place
                else:
                    node = VectorForm([], place)
                    place.start, place.end, inner = each
                    waiting.append((node.items, inner))
                items.append(node)
            else:
                items.append(READ[kind](each))
    for form, tail in tails:
        form.tail = tail[0]
    return result
