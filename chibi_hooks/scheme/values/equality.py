"""Two Scheme values come in, a Python bool goes out: `eqv?` and `equal?` (R7RS 6.1).

Rules: exactness counts (`1` and `1.0` differ), so do the signs of zeros; a NaN is eqv to a NaN, so that a table finds
it again; procedures, records, tables and ports are equal to themselves only.

Theory: `equal` walks with its own stack. Data that is shared or circular could be walked for ever, so after `SHALLOW`
steps every compound pair of values under comparison is also recorded in a union-find forest: what was assumed equal
once is not walked again. Each union removes a class, so the walk ends, in nearly linear time (Adams and Dybvig, ICFP
2008).
"""

from __future__ import annotations

from math import copysign

from chibi_hooks.scheme.values.arguments import are_words
from chibi_hooks.scheme.values.data import Bytevector, Char, Pair, String, Value, Vector
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from chibi_hooks.typenames import Final

LONG: Final = 16  # elements of a vector from which on it is worth asking whether all are integers
SHALLOW: Final = 2_000  # compound steps before sharing is looked for: a payload's worth, and no cost for small data


def eqv(a: Value, b: Value) -> bool:
    """`(eqv? a b)`."""
    if a is b:
        return True
    kind = a.__class__
    if kind is not b.__class__:
        return False
    if kind is int:
        return a == b  # type: ignore[no-any-return]
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
    if kind is Pair or kind is Vector:
        return _equal_data(a, b)
    if kind is Bytevector:
        return a.b == b.b  # type: ignore[no-any-return]
    return eqv(a, b)


def _same_float(a: float, b: float) -> bool:
    if a == b:
        return a != 0.0 or copysign(1.0, a) == copysign(1.0, b)
    return a != a and b != b


def _equal_data(a: Value, b: Value) -> bool:
    """Pairs and vectors of one class."""
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
            steps += 1
            if steps > SHALLOW:
                if seen is None:
                    seen = Classes()
                if seen.joined(a, b):
                    break
            if kind is Vector:
                if len(a.v) != len(b.v):
                    return False
                if len(a.v) >= LONG and are_words(a.v) and are_words(b.v):
                    if a.v != b.v:
                        return False
                elif not _members_match(a.v, b.v, waiting):
                    return False
                break
            x, y = a.car, b.car
            if x is not y and not _matches(x, y, waiting):
                return False
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
    return all(x is y or _matches(x, y, waiting) for x, y in zip(v, w, strict=False))


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
