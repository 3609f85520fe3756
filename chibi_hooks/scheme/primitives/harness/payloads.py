"""A payload as Scheme data and a path come in, what stands there goes out: what `(harness answers)` reads by.

Payloads are alists with string keys, so a key is found by looking at one entry after the other; most paths are one key,
or keys with dots between. Nothing of it changes, and a list that ends nowhere is looked through once.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import list_items
from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, String, Symbol, Value, intern
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.typenames import Final

NULL: Final = intern("null")
LAST: Final = 1_000_000  # index of a member: payloads have no more
LOOK: Final = 64  # entries between the first looks whether a list leads back to itself


class NothingThere:
    """What stands where there is nothing."""


@primitive("payload-ref")
def payload_ref(payload: Value, path: Value, default: Value = FALSE) -> Value:
    """(payload-ref payload path [default]) -> the value at path; the default, or #f, when there is none, or null."""
    kind = path.__class__
    if kind is String or kind is Symbol:
        name = path.s if kind is String else path.text
        found = _under(payload, name)
        if found is NothingThere and "." in name:
            found = payload
            for each in name.split("."):
                found = _under(found, each)
    elif kind is Pair or path is NIL:
        found = payload
        for key in list_items("payload-ref", 2, path):
            found = _at(found, key)
    else:
        found = _at(payload, path)
    return default if found is NothingThere or found is NULL else found


def _at(x: Value, key: Value) -> Value:
    kind = key.__class__
    if kind is String:
        return _under(x, key.s)
    if kind is Symbol:
        return _under(x, key.text)
    if kind is int:
        return _nth(x, key)
    raise wrong_type("payload-ref", 2, "a string, symbol or index", key)


def _under(x: Value, name: str) -> Value:
    """What stands under a key, also under one with _ for -, else at an index; NothingThere."""
    found = under_key(x, name)
    if found is NothingThere:
        if "-" in name:
            found = under_key(x, name.replace("-", "_"))
        elif name.isdecimal() and name.isascii() and len(name) < 8:
            found = _nth(x, int(name))
    return found


def under_key(x: Value, name: str) -> Value:
    """What stands under a key, spelled so; NothingThere, also for what is no alist."""
    mark, turn = None, LOOK
    while True:
        for _ in range(turn):
            if x.__class__ is not Pair:
                return NothingThere
            entry = x.car
            if entry.__class__ is Pair:
                key = entry.car
                if key.__class__ is String and key.s == name:
                    return entry.cdr
            x = x.cdr
            if x is mark:
                return NothingThere
        mark = x
        turn *= 2


def _nth(x: Value, index: int) -> Value:
    if not 0 <= index < LAST:
        return NothingThere
    for _ in range(index):
        if x.__class__ is not Pair:
            return NothingThere
        x = x.cdr
    return x.car if x.__class__ is Pair else NothingThere
