"""Where a counting loop begins, its end and its step in, the values of its turns out (`emitting.turns`): for a
beginning or an end that is no integer, or an end that is never met.

Rules: what is answered is iterated by Python's own C alone, so that a full stack cannot break into it; all but the
turns after many that begin with no integer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, repeat

from chibi_hooks.scheme.primitive import internal
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.numbers import NUMBERS, REALS, Ratio
from chibi_hooks.typenames import Final

FEW: Final = 10_000  # turns: a millisecond

Holds = Callable[[Value, Value], bool]

internal(range)
internal(iter)


@internal
def turns_until(start: Value, end: Value, step: int, holds: Holds) -> Iterable[Value]:
    """The values from `start` on until one holds with the end. Raises TypeError for an end that is no number."""
    return _turns(start, end, step, lambda i: not holds(i, end), holds.__name__ == "is_equal")


@internal
def turns_while(start: Value, end: Value, step: int, holds: Holds) -> Iterable[Value]:
    """The values from `start` on as long as they hold with the end. Raises TypeError for an end that is no number."""
    return _turns(start, end, step, lambda i: holds(i, end), holds.__name__ == "is_equal")


@internal
def again(last: Value, rest: Iterable[Value]) -> Iterable[Value]:
    """What was taken last, and then the rest."""
    return chain((last,), rest)


def _turns(start: Value, end: Value, step: int, stays: Callable[[Value], bool], meets: bool) -> Iterable[Value]:
    kinds = NUMBERS if meets else REALS
    if end.__class__ not in kinds or start.__class__ not in kinds:
        raise TypeError("an end that is no number")  # the site says the rest
    if not stays(start):
        return ()
    if step == 0:
        return repeat(start)
    if start.__class__ is not int:
        return _stepped(start, step, stays)
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


def _stepped(value: Value, step: int, stays: Callable[[Value], bool]) -> Iterable[Value]:
    """The values from one on that is no exact integer: a few, mostly, which are computed before the first turn."""
    values: list[Value] = []
    for _ in range(FEW):
        if not stays(value):
            return values
        values.append(value)
        value += step
    return chain(values, _further(value, step, stays))


def _further(value: Value, step: int, stays: Callable[[Value], bool]) -> Iterator[Value]:
    """The rest, of which nobody knows whether it ends."""
    while stays(value):
        yield value
        value += step
