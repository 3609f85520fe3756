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

from dataclasses import dataclass
from typing import Any

from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.source import Place


@dataclass(slots=True, eq=False)
class Identifier:
    """A name as written. The expander wraps names that a macro inserts in its own `Alias`."""

    name: str
    place: Place


@dataclass(slots=True, eq=False)
class Form:
    """A list as written; `tail` is what stands after the dot, or None."""

    items: list[Syntax]
    place: Place
    tail: Syntax | None = None


@dataclass(slots=True, eq=False)
class VectorForm:
    items: list[Syntax]
    place: Place


@dataclass(slots=True, eq=False)
class Labelled:
    """Finished data that shares or contains itself through datum labels."""

    value: Value
    place: Place


Syntax = Any  # Identifier | Form | VectorForm | Labelled | the expander's Alias | a literal Scheme value
