"""What the reader hands to the expander: source text as a tree with places.

| source | here |
|---|---|
| `foo` | `Identifier` |
| `(a b . c)` | `Form` with `tail` |
| `#(a b)` | `VectorForm` |
| a datum with labels (`#0=(a . #0#)`) | `Labelled`, legal only inside `quote` |
| number, string, char, boolean, bytevector | the Scheme value itself |
"""

from __future__ import annotations

from typing import Any

from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.source import Place


class Identifier:
    """A name as written. The expander wraps names that a macro inserts in its own `Alias`."""

    __slots__ = ("name", "place")

    def __init__(self, name: str, place: Place) -> None:
        self.name = name
        self.place = place


class Form:
    """A list as written; `tail` is what stands after the dot, or None."""

    __slots__ = ("items", "place", "tail")

    def __init__(self, items: list[Syntax], place: Place, tail: Syntax | None = None) -> None:
        self.items = items
        self.place = place
        self.tail = tail


class VectorForm:
    """A vector as written."""

    __slots__ = ("items", "place")

    def __init__(self, items: list[Syntax], place: Place) -> None:
        self.items = items
        self.place = place


class Labelled:
    """Finished data that shares or contains itself through datum labels."""

    __slots__ = ("value", "place")

    def __init__(self, value: Value, place: Place) -> None:
        self.value = value
        self.place = place


Syntax = Any  # Identifier | Form | VectorForm | Labelled | the expander's Alias | a literal Scheme value
