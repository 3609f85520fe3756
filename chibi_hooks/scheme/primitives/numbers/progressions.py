"""A count in, the members of a list of numbers out: `iota` of (srfi 1)."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.primitives.numbers.arithmetic import add, multiply
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import WORDING, fail


@primitive("%iota", returns="members")
def progression(count: Value, start: Value = 0, step: Value = 1) -> list[Value]:
    """(%iota count [start [step]]) -> (start start+step ...)"""
    if count.__class__ is not int or count < 0:
        raise fail("error", f"wanted a count of 0 or more, got {WORDING.short(count)}", count, who="iota")
    limits.size("iota", count)
    if start.__class__ is int and step.__class__ is int:
        return list(range(start, start + count * step, step)) if step else [start] * count
    return [add(start, multiply(i, step)) for i in range(count)]
