"""JSON text in, Scheme data out, and back, as far as C can read it and a few loops can write it; None for all else.

Rules: no errors are told here: what is wrong, deep, large or unusual is left to `primitives.json`, which reads or
writes it again from the start. The forms are those of its table.
"""

from __future__ import annotations

from json.decoder import JSONDecoder
from json.encoder import encode_basestring
from math import isfinite

from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Nil, Pair, String, Symbol, Value, Vector, intern
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.typenames import Any, Final, NoReturn

SURROGATE: Final = late_pattern(r"\\u[dD][89a-fA-F]")  # Python takes halves of characters
DEEP: Final = 50  # lists inside one another that are written here
ROOM: Final = 200_000  # characters, about, and parts: what data that is shared a thousand times makes is larger
PART: Final = 8  # characters that each part counts for beside its text
BITS: Final = 10_000  # of an integer
NULL: Final = intern("null")


class _NotHere(Exception):
    """The other way has to be taken."""


def parsed(s: str) -> Value | None:
    """The Scheme form of a JSON text, or None."""
    if "\\u" in s and SURROGATE.search(s):
        return None
    try:
        return _value(_DECODER.decode(s))
    except (ValueError, RecursionError, _NotHere):
        return None


def _object(members: list[tuple[str, Any]]) -> Value:
    made: Value = NIL
    for key, x in reversed(members):
        name = String()
        name.s = key
        entry = Pair()
        entry.car = name
        kind = x.__class__
        if kind is str:  # most are: made here, for a call takes as long
            entry.cdr = value = String()
            value.s = x
        else:
            entry.cdr = x if kind is int else _value(x)
        cell = Pair()
        cell.car = entry
        cell.cdr = made
        made = cell
    return made


def _value(x: Any) -> Value:
    """What the decoder gave, in its Scheme form; objects are that already. Raises _NotHere."""
    kind = x.__class__
    if kind is str:
        made = String()
        made.s = x
        return made
    if kind is list:
        return _array(x)
    if kind is bool:
        return TRUE if x else FALSE
    if x is None:
        return NULL
    if kind is float and not isfinite(x):
        raise _NotHere
    return x


def _array(items: list[Any]) -> Value:
    made: Value = NIL
    for x in reversed(items):
        cell = Pair()
        kind = x.__class__
        if kind is str:
            cell.car = value = String()
            value.s = x
        else:
            cell.car = x if kind is int else _value(x)
        cell.cdr = made
        made = cell
    return made


def _constant(name: str) -> NoReturn:
    """NaN and infinities are no JSON."""
    raise _NotHere


_DECODER: Final = JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def written(x: Value) -> str | None:
    """The JSON text of data, or None."""
    try:
        return _Writer().text(x, DEEP)
    except (_NotHere, RecursionError):  # the other way takes no stack
        return None


class _Writer:
    """One text, and how much room is left for it."""

    __slots__ = ("room",)

    def __init__(self) -> None:
        self.room = ROOM

    def text(self, x: Value, depth: int) -> str:
        """The text of a part. Raises _NotHere."""
        kind = x.__class__
        self.room -= PART
        if kind is String:
            self.room -= len(x.s)
            if self.room < 0:
                raise _NotHere
            return encode_basestring(x.s)
        if kind is Pair:
            return self.compound(self.members(x), depth - 1)
        if kind is int and x.bit_length() < BITS:
            return str(x)
        if kind is float and isfinite(x):
            return repr(x)
        if x is TRUE or x is FALSE:
            return "true" if x is TRUE else "false"
        if kind is Symbol:
            self.room -= len(x.text)
            return "null" if x is NULL else encode_basestring(x.text)
        if kind is Nil:
            return "[]"
        if kind is Vector and len(x.v) * PART < self.room:
            return self.array(x.v, depth - 1)
        raise _NotHere

    def members(self, x: Value) -> list[Value]:
        """Those of a proper list. Raises _NotHere."""
        items = []
        most = self.room // PART
        while x.__class__ is Pair:
            items.append(x.car)
            x = x.cdr
            if len(items) > most:
                raise _NotHere
        if x is not NIL:
            raise _NotHere
        return items

    def compound(self, items: list[Value], depth: int) -> str:
        """An object, if all members are entries, else an array. Raises _NotHere."""
        parts = []
        if self.room < 0 or depth < 0:
            raise _NotHere
        for item in items:
            if item.__class__ is not Pair:
                return self.array(items, depth)
            key = item.car
            kind = key.__class__
            if kind is String:
                name = key.s
            elif kind is Symbol:
                name = key.text
            else:
                return self.array(items, depth)
            self.room -= len(name)
            parts.append(f"{encode_basestring(name)}:{self.text(item.cdr, depth)}")
        return f"{{{','.join(parts)}}}"

    def array(self, items: list[Value], depth: int) -> str:
        """An array. Raises _NotHere."""
        if self.room < 0 or depth < 0:
            raise _NotHere
        return f"[{','.join([self.text(each, depth) for each in items])}]"
