"""Two values in, whether the default comparator of SRFI 128 puts the one before the other, out.

The order: `()`, pairs, booleans, characters, strings, symbols, numbers, vectors, bytevectors; pairs by their cars
first, vectors by length. What a program registered, and ratios and complex numbers, are left to Scheme.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    Boolean,
    Bytevector,
    Char,
    Nil,
    Pair,
    String,
    Symbol,
    Value,
    Vector,
    boolean,
)
from chibi_hooks.typenames import Any, Final

RANKS: Final[dict[type, int]] = {
    Nil: 0, Pair: 1, Boolean: 2, Char: 3, String: 4, Symbol: 5, int: 6, float: 6, Vector: 7, Bytevector: 8,
}  # fmt: skip
CONTENTS: Final = {Char: "c", String: "s", Symbol: "text"}  # slots of what is compared as Python does


@primitive("%default-order")
def default_order(a: Value, b: Value) -> Value:
    """(%default-order a b) -> whether a comes before b; () where that is a matter for Scheme."""
    told = _told(a, b)
    return NIL if told is None else boolean(told < 0)


@primitive("%default-same")
def default_same(a: Value, b: Value) -> Value:
    """(%default-same a b) -> whether neither comes before the other; () as above."""
    told = _told(a, b)
    return NIL if told is None else boolean(told == 0)


def _told(a: Value, b: Value) -> int | None:
    """Below 0 where a comes before b, 0 where they are the same, else above; None where that is a matter for Scheme."""
    waiting: list[tuple[Value, Value]] = []
    while True:
        kind = a.__class__
        if kind is b.__class__ and kind is Pair:
            waiting.append((a.cdr, b.cdr))
            a, b = a.car, b.car
            continue
        if kind is int and b.__class__ is int:
            if a != b:
                return -1 if a < b else 1
        elif kind is not Nil or b.__class__ is not Nil:
            rank, other = RANKS.get(kind), RANKS.get(b.__class__)
            if rank is None or other is None:
                return None
            if rank != other:
                return rank - other
            if kind is Vector:
                if len(a.v) != len(b.v):
                    return len(a.v) - len(b.v)
                waiting += zip(a.v[::-1], b.v[::-1], strict=True)
            else:
                x, y = _contents(a), _contents(b)
                if x != y:
                    return -1 if x < y else 1
        if not waiting:
            return 0
        a, b = waiting.pop()


def _contents(x: Value) -> Any:
    kind = x.__class__
    if kind is Boolean:
        return x is not FALSE
    if kind is Bytevector:
        return len(x.b), bytes(x.b)
    return getattr(x, CONTENTS[kind]) if kind in CONTENTS else 0 if kind is Nil else x
