"""Where a counting loop begins, its end and its step in, the values of its turns out (`emitting.turns`): for an end
that is no integer, or is never met.

Rules: what is answered is iterated by Python's own C alone, so that a full stack cannot break into it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import chain, count, repeat

from chibi_hooks.scheme.primitive import internal
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.numbers import NUMBERS, REALS, Ratio

Holds = Callable[[Value, Value], bool]

internal(range)
internal(iter)


@internal
def turns_until(start: int, end: Value, step: int, holds: Holds) -> Iterable[int]:
    """The values from `start` on until one holds with the end. Raises TypeError for an end that is no number."""
    return _turns(start, end, step, lambda i: not holds(i, end), holds.__name__ == "is_equal")


@internal
def turns_while(start: int, end: Value, step: int, holds: Holds) -> Iterable[int]:
    """The values from `start` on as long as they hold with the end. Raises TypeError for an end that is no number."""
    return _turns(start, end, step, lambda i: holds(i, end), holds.__name__ == "is_equal")


@internal
def again(last: Value, rest: Iterable[Value]) -> Iterable[Value]:
    """What was taken last, and then the rest."""
    return chain((last,), rest)


def _turns(start: int, end: Value, step: int, stays: Callable[[int], bool], meets: bool) -> Iterable[int]:
    if end.__class__ not in (NUMBERS if meets else REALS):
        raise TypeError("an end that is no number")  # the site says the rest
    if not stays(start):
        return ()
    if step == 0:
        return repeat(start)
    end = end if end.__class__ in REALS else end.real
    if end.__class__ is float and not math.isfinite(end):
        return count(start, step)
    near = end.numerator // end.denominator if end.__class__ is Ratio else int(end)
    turns = (near - start) // step
    if meets:
        met = turns > 0 and not stays(start + turns * step)
        return range(start, start + turns * step, step) if met else count(start, step)
    turns = max(turns - 2, 0)  # which stay for certain
    while stays(start + turns * step):
        turns += 1
    return range(start, start + turns * step, step)
