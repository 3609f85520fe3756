"""A pair, list or vector of small data in, a tuple that Python compares in one call out: what tables are asked for
(`hashing`).
"""

from __future__ import annotations

from struct import pack

from chibi_hooks.scheme.values.data import (
    NIL,
    Boolean,
    Char,
    Nil,
    Pair,
    Special,
    String,
    Symbol,
    Value,
    Vector,
    cons,
    string_of,
    to_list,
)
from chibi_hooks.typenames import Any, Final

SELF_HASHED: Final = 2**61 - 1  # Python's hash of an int is the int modulo this
SALT: Final = hash("salt")  # differs in each process, as Python's string hash does

DOTTED: Final = hash("dotted")  # so `(1 2)`, `(1 . 2)` and `#(1 2)` differ
VECTOR: Final = hash("vector")

LEAST: Final = -SELF_HASHED
LAST_BASIC: Final = "\uffff"  # of the basic plane: characters up to here are one object each
MEMBERS: Final = (None,) * 16  # a turn for each member of a list that holds no other data: most lists that are keys
PARTS: Final = (None,) * 128  # a turn for each member and each end of data that are compared in one C call
OPEN: Final = object()  # how lists and vectors begin and end among the parts of others; no Scheme value is one of these
VECTOR_OPEN: Final = object()
DOT: Final = object()
CLOSE: Final = object()

ALONE: Final = frozenset({Symbol, Boolean, Nil, Special})  # what nothing else is `equal?` to


def flat(x: Value, loose: bool = False) -> tuple[Any, ...] | None:
    """What is looked up for a pair, list or vector of few small integers, strings, symbols and the like, or of such
    data again; None for any other one. `loose`: as the default comparator does, so other numbers count that are such
    integers.
    """
    if x.__class__ is Vector:
        return _flat_vector(x, loose)
    first, rest = x.car, x.cdr
    kind = first.__class__
    if kind is String or kind is Symbol or (kind is int and LEAST < first < SELF_HASHED):
        one = first.s if kind is String else first
        if rest.__class__ is not Pair:
            kind = rest.__class__
            if kind is Symbol or (kind is int and LEAST < rest < SELF_HASHED):
                return DOTTED, SALT, one, rest
            if kind is String:
                return DOTTED, SALT, one, rest.s
        elif rest.cdr is NIL:  # most are two: a place, a state, a tool and its file
            second = rest.car
            kind = second.__class__
            if kind is String:
                return SALT, one, second.s
            if kind is Symbol or (kind is int and LEAST < second < SELF_HASHED):
                return SALT, one, second
    parts: list[Any] = [SALT]
    rest = x
    for _ in MEMBERS:
        member = rest.car
        kind = member.__class__
        if kind is int and LEAST < member < SELF_HASHED:
            parts.append(member)
        elif kind is String:
            parts.append(member.s)
        elif kind is Symbol:
            parts.append(member)
        else:
            part = _part(member, loose)
            if part is None:
                break
            parts.append(part)
        rest = rest.cdr
        if rest is NIL:
            return tuple(parts)
        if rest.__class__ is not Pair:
            last = _part(rest, loose)
            return None if last is None else (DOTTED, *parts, last)
    return _nested(x, [SALT, OPEN], loose)


def list_of_key(key: tuple[Any, ...]) -> Value:
    """The list, or pair, of integers, symbols and strings that `flat` gave a key for; its strings are new ones."""
    members = [string_of(each) if each.__class__ is str else each for each in key]
    return to_list(members[1:]) if key[0] == SALT else cons(*members[2:])


def _flat_vector(x: Value, loose: bool) -> tuple[Any, ...] | None:
    parts: list[Any] = [VECTOR]
    if len(x.v) > len(PARTS):
        return None
    for member in x.v:
        part = _part(member, loose)
        if part is None:
            return _nested(to_list(x.v), [SALT, VECTOR_OPEN], loose)
        parts.append(part)
    return tuple(parts) if len(parts) > 1 else None


def _nested(rest: Value, parts: list[Any], loose: bool) -> tuple[Any, ...] | None:
    """The parts of a list which holds others, or vectors, after those that are there already."""
    outer: list[Value] = []  # what comes after the lists that are open
    for _ in PARTS:
        if rest.__class__ is Pair:
            member = rest.car
            rest = rest.cdr
            kind = member.__class__
            if kind is Symbol or (kind is int and LEAST < member < SELF_HASHED):
                parts.append(member)
            elif kind is String:
                parts.append(member.s)
            elif kind is Pair:
                parts.append(OPEN)
                outer.append(rest)
                rest = member
            elif kind is Vector:
                parts.append(VECTOR_OPEN)
                outer.append(rest)
                rest = to_list(member.v[: len(PARTS)])
            else:
                part = _part(member, loose)
                if part is None:
                    return None
                parts.append(part)
        elif rest is NIL:
            parts.append(CLOSE)
            if not outer:
                return tuple(parts)
            rest = outer.pop()
        else:
            last = _part(rest, loose)
            if last is None:
                return None
            parts.append(DOT)
            parts.append(last)
            rest = NIL
    return None


def _part(x: Value, loose: bool) -> Any:
    """What is compared of a member; None if that takes more than Python's `==`."""
    kind = x.__class__
    if kind is Symbol or (kind is int and LEAST < x < SELF_HASHED):
        return x
    if kind is String:
        return x.s
    if kind in ALONE or (kind is Char and x.c <= LAST_BASIC):
        return x
    if not loose:
        return float_key(x) if kind is float else None
    if kind is complex and x.imag == 0:
        x = x.real
    return x if x.__class__ is float and x.is_integer() and LEAST < x < SELF_HASHED else None


def float_key(x: float) -> bytes:
    """The key of an inexact number: its bytes, all NaNs the same."""
    return pack("d", x) if x == x else b"nan"
