"""A value of the payload, or a constant beside it, in; how people know it, and the edits that mend it, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Fix
from chibi_hooks.hooks.checking.linting.nodes import key_of, text_at
from chibi_hooks.hooks.checking.linting.shapes import Shape
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Pair, String, Symbol, Value, string_of
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import Place

UNQUOTING: Final = ("unquote", "unquote-splicing")
SYMBOL_NULL: Final = "null"  # the one symbol that JSON becomes


def named(of: Shape) -> str:
    """A value of the payload as people know it."""
    if of.is_only("entry", "missing"):
        return f'the pair that assoc finds at "{of.path}"'
    return of.path or "the payload"


def written_as(of: Shape, node: core.Call) -> str:
    """The operand as it is written, where that is short."""
    for each in node.operands:
        text = text_at(each.place)
        if text and len(text) < 60 and not isinstance(each, core.Const) and not text.startswith("(("):
            return text
    return of.path.rpartition(".")[2] or "payload"


def edit(place: Place | None, written: str, right: str) -> Fix | None:
    """An edit, where exactly this is written."""
    return Fix(place.start, place.end, right) if place is not None and text_at(place) == written else None


def renamed(node: core.Call, name: str, right: str) -> Fix | None:
    """Another procedure in the place of the one that is called, where its name stands in the text."""
    return edit(node.operator.place, name, right) if name != right else None


def key_edit(place: Place | None, key: str, right: str) -> Fix | None:
    """Only where the difference is one of spelling: - for _, capitals."""
    same = right and key.replace("-", "_").lower() == right.lower()
    return edit(place, f'"{key}"', f'"{right}"') if same else None


def of_the_point(of: Shape) -> list[str]:
    """The fields that are of the point itself."""
    fields = of.fields or {}
    own = [name for name, each in fields.items() if each.points]
    return own or list(fields)


def quoted(text: str) -> str:
    """A string as it is written."""
    return short(string_of(text))


def members_of(value: Value) -> list[Value]:
    """The members of a constant list; the first thousand."""
    found: list[Value] = []
    while isinstance(value, Pair) and len(found) < 1000:
        found.append(value.car)
        value = value.cdr
    return found


def unquoted(value: Value) -> Value:
    """What a comma stands before; else the value itself."""
    if isinstance(value, Pair) and key_of(value.car) in UNQUOTING and isinstance(value.cdr, Pair):
        return value.cdr.car
    return value


def odd_one(values: Sequence[Value]) -> Value:
    """The first of a list of strings that is none, and never one from JSON; None where there is no such."""
    if not any(isinstance(each, String) for each in values):
        return None
    return next((each for each in values if isinstance(each, Pair | Symbol) and key_of(each) != SYMBOL_NULL), None)


def list_of(values: Sequence[Value]) -> str:
    """A list of these as strings, quoted as it is written; the first five."""
    shown = " ".join(quoted(each.text) if isinstance(each, Symbol) else short(each) for each in values[:5])
    return f"'({shown}{' …' if len(values) > 5 else ''})"


def fits(value: Value, of: Shape) -> bool:
    """Can a constant be equal to a value of this shape?"""
    if isinstance(value, String):
        return of.may_be("string")
    if isinstance(value, Symbol):
        return value.text != SYMBOL_NULL or of.may_be("null")
    if value is TRUE:
        return of.may_be("boolean")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return of.may_be("number")
    if isinstance(value, Pair):
        return of.may_be("array", "object", "entry")
    return value is FALSE or value is NIL or not of.is_only("string", "number", "boolean")
