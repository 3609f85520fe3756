"""Two values in, whether the default comparator of SRFI 128 puts the one before the other, out; or many values in, keys
out that Python compares in the same way (`ordering`).

The order: `()`, pairs, booleans, characters, strings, symbols, numbers, vectors, bytevectors; pairs by their cars
first, vectors by length. What a program registered, and ratios and complex numbers, are left to Scheme.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    Boolean,
    Bytevector,
    Char,
    Nil,
    Pair,
    String,
    Symbol,
    Value,
    Vector,
)
from chibi_hooks.typenames import Any, Final

RANKS: Final[dict[type, int]] = {
    Nil: 0, Pair: 1, Boolean: 2, Char: 3, String: 4, Symbol: 5, int: 6, float: 6, Vector: 7, Bytevector: 8,
}  # fmt: skip
COLUMNS: Final = 32  # members of lists that are compared member by member
DEEP: Final = 8  # lists within lists likewise
CELLS: Final = 200_000  # of all values together that one C call sorts: each is compared 17 times at most, 50 ms
PARTS: Final = 200  # of a value that is not like the others
LONG: Final = 1_000  # characters and bytes of such a part
LARGE: Final = 2.0**1000  # and numbers
CONTENTS: Final = {Char: "c", String: "s", Symbol: "text"}  # slots of what is compared as Python does


@primitive("%default-order")
def default_order(a: Value, b: Value) -> Value:
    """(%default-order a b) -> whether a comes before b; () where that is a matter for Scheme."""
    told = _told(a, b)
    return NIL if told is None else TRUE if told < 0 else FALSE


@primitive("%default-same")
def default_same(a: Value, b: Value) -> Value:
    """(%default-same a b) -> whether neither comes before the other; () as above."""
    told = _told(a, b)
    return NIL if told is None else TRUE if told == 0 else FALSE


def _told(a: Value, b: Value) -> int | None:
    """Below 0 where a comes before b, 0 where they are the same, else above; None where that is a matter for Scheme."""
    waiting: list[tuple[Value, Value]] = []
    while True:
        kind = a.__class__
        if kind is b.__class__ and kind is Pair:
            x, y = a.car, b.car
            if x.__class__ is int and y.__class__ is int:  # what lists mostly hold: numbers
                if x != y:
                    return -1 if x < y else 1
                a, b = a.cdr, b.cdr
                continue
            waiting.append((a.cdr, b.cdr))
            a, b = x, y
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


Leaves = Callable[[list[Value]], "list[Any] | None"]  # the keys of strings, characters or real numbers


def column_keys(items: list[Value], leaves: Leaves, depth: int = 0) -> list[Any] | None:
    """The keys of values, which mostly are alike: of lists those of their first members, of their second ones and so
    on. None where that is a matter for Scheme.
    """
    kinds = set(map(_class_of, items))
    if len(kinds) > 1:
        return leaves(items) if kinds == REALS else _all_flat(items)
    kind = items[0].__class__ if items else int
    if kind is Pair:
        return _of_lists(items, leaves, depth) if depth < DEEP else None
    if kind is Nil:
        return [0] * len(items)
    return leaves(items) if kind in LEAVES else _all_flat(items)


def _of_lists(items: list[Value], leaves: Leaves, depth: int) -> list[Any] | None:
    columns: list[list[Any]] = []
    most = min(COLUMNS, CELLS // len(items))
    while len(columns) < most:
        keys = column_keys([x.car for x in items], leaves, depth + 1)
        if keys is None:
            return None
        columns.append(keys)
        items = [x.cdr for x in items]
        kinds = set(map(_class_of, items))
        if kinds != PAIRS:
            last = [] if kinds == NILS else [column_keys(items, leaves, depth + 1)]
            return None if None in last else list(zip(*columns, *last, strict=True))
    return None


def _all_flat(items: list[Value]) -> list[Any] | None:
    """The keys of values of different kinds: all that is in each, in order, each part behind its rank."""
    keys: list[tuple[Any, ...]] = []
    parts = 0
    for x in items:
        key = _flat(x)
        if key is None or parts > CELLS:
            return None
        parts += len(key)
        keys.append(key)
    return keys


def _flat(x: Value) -> tuple[Any, ...] | None:
    key: list[Any] = []
    waiting = [x]
    while waiting:
        x = waiting.pop()
        kind = x.__class__
        rank = RANKS.get(kind)
        if rank is None or len(key) > PARTS:
            return None
        key.append(rank)
        if kind is Pair:
            waiting += (x.cdr, x.car)
        elif kind is Vector:
            key.append(len(x.v))
            waiting += reversed(x.v) if len(x.v) <= PARTS else (None,)
        elif kind is not Nil:
            contents = _contents(x)
            if kind in SIZED and len(getattr(x, SIZED[kind])) > LONG:
                return None
            if kind in REALS and (contents != contents or abs(contents) > LARGE):
                return None
            key.append(contents)
    return tuple(key)


_class_of: Final = attrgetter("__class__")
PAIRS: Final = {Pair}
NILS: Final = {Nil}
REALS: Final = {int, float}
SIZED: Final = {String: "s", Symbol: "text", Bytevector: "b"}  # what may be long
LEAVES: Final = frozenset({int, float, String, Char})
