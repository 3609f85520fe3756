"""One argument of a primitive comes in; what it holds goes out, or the error that names primitive and argument.

Compiled code reads slots without asking (data.py); these checks belong to the functions behind it, which also explain
why an inlined read failed. Positions count from 1; 0 where a procedure has only one argument (STYLE §8).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from struct import error as StructError
from struct import pack

from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import NIL, Bytevector, Char, String, Symbol, Value, Vector
from chibi_hooks.scheme.values.errors import SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.typenames import Final

CYCLE_CHECK = 1024  # elements of a list walked before the first look for a cycle: short lists pay nothing
AT_ONCE: Final = 100_000  # integers looked at in one C call: 2 ms
TWICE: Final = range(CYCLE_CHECK // 2)  # turns of a loop of two elements: most of a short list's cost is the loop


def text(who: str, position: int, x: Value) -> str:
    """What a string holds. Raises SchemeError."""
    if x.__class__ is String:
        return x.s
    raise wrong_type(who, position, "a string", x)


def character(who: str, position: int, x: Value) -> str:
    """What a character holds: a Python str of length 1. Raises SchemeError."""
    if x.__class__ is Char:
        return x.c
    raise wrong_type(who, position, "a character", x)


def symbol(who: str, position: int, x: Value) -> str:
    """The name of a symbol. Raises SchemeError."""
    if x.__class__ is Symbol:
        return x.text
    raise wrong_type(who, position, "a symbol", x)


def elements(who: str, position: int, x: Value) -> list[Value]:
    """The Python list inside a vector (not a copy). Raises SchemeError."""
    if x.__class__ is Vector:
        return x.v
    raise wrong_type(who, position, "a vector", x)


def octets(who: str, position: int, x: Value) -> bytearray:
    """The bytearray inside a bytevector (not a copy). Raises SchemeError."""
    if x.__class__ is Bytevector:
        return x.b
    raise wrong_type(who, position, "a bytevector", x)


def byte(who: str, position: int, x: Value) -> int:
    """An exact integer from 0 to 255. Raises SchemeError."""
    if x.__class__ is int and 0 <= x <= 255:
        return x
    raise wrong_type(who, position, "a byte (an exact integer from 0 to 255)", x)


def integer(who: str, position: int, x: Value) -> int:
    """An exact integer. Raises SchemeError."""
    if x.__class__ is int:
        return x
    raise wrong_type(who, position, "an exact integer", x)


def count(who: str, position: int, x: Value) -> int:
    """An exact integer from 0 that is also a permitted size. Raises SchemeError."""
    if x.__class__ is not int or x < 0:
        raise wrong_type(who, position, "a size (an exact integer from 0)", x)
    limits.size(who, x)
    return x


def index(who: str, position: int, x: Value, length: int) -> int:
    """A valid index into something of that length. Raises SchemeError."""
    if x.__class__ is int and 0 <= x < length:
        return x
    raise wrong_index(who, position, x, length)


def wrong_index(who: str, position: int, x: Value, length: int) -> SchemeError:
    """The error for an index that `index` refuses."""
    if x.__class__ is not int:
        return wrong_type(who, position, "an index (an exact integer from 0)", x)
    wanted = f"an index from 0 to {length - 1}" if length else "an index, but there is none to give (it is empty)"
    return out_of_range(who, position, wanted, x)


def out_of_range(who: str, position: int, wanted: str, got: Value) -> SchemeError:
    """The error of an argument whose type is right and whose value is not."""
    error = wrong_type(who, position, wanted, got)
    error.payload.condition_kind = "range"
    return error


def span(who: str, position: int, length: int, start: Value | None, end: Value | None) -> tuple[int, int]:
    """The optional `start` (at `position`) and `end` arguments: the range they mean within something of that length.

    Raises SchemeError.
    """
    if length > limits.LARGE:
        limits.claim(length)
    if start is None and end is None:  # mostly
        return 0, length
    if end is None:
        last = length
    elif end.__class__ is not int:
        raise wrong_type(who, position + 1, "an index (an exact integer from 0)", end)
    else:
        last = end
    if start is None:
        first = 0
    elif start.__class__ is not int:
        raise wrong_type(who, position, "an index (an exact integer from 0)", start)
    else:
        first = start
    if not 0 <= first <= length:
        raise out_of_range(who, position, f"a start from 0 to {length}", first)
    if not first <= last <= length:
        raise out_of_range(who, position + 1, f"an end from {first} to {length}", last)
    return first, last


def are(items: Iterable[Value], kind: type) -> bool:
    """Are all of one class?"""
    return {kind}.issuperset(map(type if kind is int else _class_of, items))  # literal data are of other types


def are_words(items: list[Value]) -> bool:
    """Are all exact integers of 64 bits, and not too many to ask all at once?"""
    if len(items) > AT_ONCE or (items and items[0].__class__ is not int):  # an error takes ten times as long
        return False
    try:
        pack(f"{len(items)}q", *items)  # the quickest way to ask
    except StructError:
        return False
    return True


_class_of: Final = attrgetter("__class__")


def list_items(who: str, position: int, x: Value) -> list[Value]:
    """A proper list as a Python list; improper and circular ones are errors. Raises SchemeError."""
    items: list[Value] = []
    rest = x
    nil = NIL
    try:
        for _ in TWICE:
            if rest is nil:
                return items
            items.append(rest.car)
            rest = rest.cdr
            if rest is nil:
                return items
            items.append(rest.car)
            rest = rest.cdr
        if proper_length(rest) is None:
            raise not_a_list(who, position, x)
        while rest is not nil:
            items.append(rest.car)
            rest = rest.cdr
    except AttributeError:
        raise not_a_list(who, position, x) from None
    limits.size(who, len(items))
    return items


def not_a_list(who: str, position: int, x: Value) -> SchemeError:
    """The error for something that should have been a proper list."""
    return wrong_type(who, position, "a proper list", x)


def circular(who: str) -> SchemeError:
    """The error of a walk that would never end."""
    return fail("type", "wanted a list that ends, got a circular one", who=who)
