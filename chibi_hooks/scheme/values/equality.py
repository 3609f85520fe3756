"""Two Scheme values come in, a Python bool goes out: `eqv?` and `equal?` (R7RS 6.1).

Rules: exactness counts (`1` and `1.0` differ), so do the signs of zeros; a NaN is eqv to a NaN, so that a table finds
it again; procedures, records, tables and ports are equal to themselves only.

Theory: small lists are walked as they are (`_near`), all else with a stack of its own (`_walked`). Data that is shared
or circular could be walked for ever, so after `SHALLOW` steps pairs of values under comparison are also recorded in a
union-find forest: what was assumed equal once is not walked again. Each union removes a class, so the walk ends, in
nearly linear time (Adams and Dybvig, ICFP 2008). Recorded is what has compound members, and along a list of others
every sixteenth pair: so nothing that is met again is walked for longer than that.
"""

from __future__ import annotations

from math import copysign
from operator import is_

from chibi_hooks.scheme.values.arguments import are_words
from chibi_hooks.scheme.values.data import Bytevector, Char, Pair, String, Symbol, Value, Vector
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from chibi_hooks.typenames import Final

LONG: Final = 16  # elements of a vector from which on it is worth asking whether all are integers
SHALLOW: Final = 2_000  # compound steps before sharing is looked for: a payload's worth, and no cost for small data
SOMETIMES: Final = 16  # steps along members that are not compound
AT_ONCE: Final = 100_000  # members compared in one C call: 2 ms
DEEP: Final = 8  # pairs inside pairs that are compared on Python's stack


def eqv(a: Value, b: Value) -> bool:
    """`(eqv? a b)`."""
    if a is b:
        return True
    kind = a.__class__
    if kind is not b.__class__:
        return False
    if kind is int:
        return a == b  # type: ignore[no-any-return]
    if kind is Symbol:
        return False
    if kind is float:
        return _same_float(a, b)
    if kind is Char:
        return a.c == b.c  # type: ignore[no-any-return]
    if kind is complex:
        return _same_float(a.real, b.real) and _same_float(a.imag, b.imag)
    return (kind is Ratio or kind is Gaussian) and bool(a == b)


def equal(a: Value, b: Value) -> bool:
    """`(equal? a b)`; ends on circular data."""
    if a is b:
        return True
    kind = a.__class__
    if kind is not b.__class__:
        return False
    if kind is String:
        return a.s == b.s  # type: ignore[no-any-return]
    if kind is int:
        return a == b  # type: ignore[no-any-return]
    if kind is Symbol:
        return False
    if kind is Pair:
        left = _near(a, b, SHALLOW, DEEP)
        return left > 0 if left >= 0 else _walked(a, b)
    if kind is Vector:
        flat = _are_flat(a.v, b.v)
        return _walked(a, b) if flat is None else flat
    if kind is Bytevector:
        return a.b == b.b  # type: ignore[no-any-return]
    return eqv(a, b)


def _same_float(a: float, b: float) -> bool:
    if a == b:
        return a != 0.0 or copysign(1.0, a) == copysign(1.0, b)
    return a != a and b != b


def same_members(a: list[Value], b: list[Value]) -> bool:
    """The same of two lists of which there are but the members."""
    if len(a) != len(b):
        return False
    if len(a) <= AT_ONCE and all(map(is_, a, b)):  # characters and symbols are, and Python asks that by itself
        return True
    return all(map(equal, a, b))


def equal_pairs(a: Value, b: Value) -> bool:
    """`(equal? a b)` where `b` is a pair."""
    if a.__class__ is not Pair:
        return False
    left = _near(a, b, SHALLOW, DEEP)
    return left > 0 if left >= 0 else _walked(a, b)


def _near(a: Value, b: Value, left: int, deep: int) -> int:
    """Small data: of so many steps those that are left if both pairs are equal, 0 if not; -1 where it cannot be told
    in so many, or within pairs so deep.
    """
    while left > 1:
        left -= 1
        x, y = a.car, b.car
        if x is not y:
            kind = x.__class__
            if kind is not y.__class__:
                return 0
            if kind is int:
                if x != y:
                    return 0
            elif kind is String:
                if x.s != y.s:
                    return 0
            elif kind is Pair:
                left = _near(x, y, left, deep - 1) if deep else -1
                if left < 1:
                    return left
            elif kind is Vector:
                if (flat := _are_flat(x.v, y.v)) is None:
                    return -1
                if not flat:
                    return 0
            elif not equal(x, y):
                return 0
        a, b = a.cdr, b.cdr
        if a is b:
            return left
        kind = a.__class__
        if kind is not Pair:
            if kind is Vector and kind is b.__class__:
                return -1
            return left if equal(a, b) else 0
        if b.__class__ is not Pair:
            return 0
    return -1


def _are_flat(v: list[Value], w: list[Value]) -> bool | None:
    """Whether the members of two short vectors are equal; None where that takes a walk."""
    if len(v) != len(w):
        return False
    if len(v) >= LONG:
        return None
    for x, y in zip(v, w):  # noqa: B905  of one length
        if x is not y:
            kind = x.__class__
            if kind is not y.__class__:
                return False
            if kind is Pair or kind is Vector:
                return None
            if not equal(x, y):
                return False
    return True


def _walked(a: Value, b: Value) -> bool:
    """Pairs and vectors of one class, of any size and shape."""
    waiting: list[tuple[Value, Value]] = [(a, b)]  # pairs of compound values still to compare
    steps = 0
    seen: Classes | None = None
    while waiting:
        a, b = waiting.pop()
        while a is not b:
            kind = a.__class__
            if kind is not b.__class__:
                return False
            if kind is not Pair and kind is not Vector:
                if not equal(a, b):
                    return False
                break
            before = len(waiting)
            if kind is Vector:
                if len(a.v) != len(b.v):
                    return False
                if len(a.v) >= LONG and are_words(a.v) and are_words(b.v):
                    if a.v != b.v:
                        return False
                elif not _members_match(a.v, b.v, waiting):
                    return False
            else:
                x, y = a.car, b.car
                if x is not y and not _matches(x, y, waiting):
                    return False
            steps += 1
            if steps > SHALLOW and (len(waiting) > before or steps % SOMETIMES == 0):
                seen = seen or Classes()
                if seen.joined(a, b):
                    del waiting[before:]
                    break
            if kind is Vector:
                break
            a, b = a.cdr, b.cdr
    return True


def _matches(x: Value, y: Value, waiting: list[tuple[Value, Value]]) -> bool:
    """Whether two members are equal; for compound ones the answer is put off."""
    kind = x.__class__
    if kind is not y.__class__:
        return False
    if kind is Pair or kind is Vector:
        waiting.append((x, y))
        return True
    return equal(x, y)


def _members_match(v: list[Value], w: list[Value], waiting: list[tuple[Value, Value]]) -> bool:
    for x, y in zip(v, w, strict=False):  # noqa: SIM110  a generator takes twice as long
        if x is not y and not _matches(x, y, waiting):
            return False
    return True


class Classes:
    """Union-find over objects that live as long as the walk."""

    __slots__ = ("parents", "kept")

    def __init__(self) -> None:
        self.parents: dict[int, int] = {}
        self.kept: list[Value] = []  # an id stays that object's while it is here

    def joined(self, a: Value, b: Value) -> bool:
        """Whether the two were joined before; they are afterwards."""
        self.kept.append(a)
        self.kept.append(b)
        one = self._root(id(a))
        other = self._root(id(b))
        if one == other:
            return True
        self.parents[other] = one
        return False

    def _root(self, key: int) -> int:
        parents = self.parents
        parent = parents.setdefault(key, key)
        while parent != key:
            above = parents[parent]
            parents[key] = above  # halve the path
            key, parent = parent, above
        return key
