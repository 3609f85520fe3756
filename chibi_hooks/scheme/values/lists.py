"""Lists of unknown shape come in; how long they are, or that they are none, goes out. Ends on circular data too.

Theory: Brent's cycle search. A mark is left at every power of two; a walk that meets its mark again goes round.
Long lists are walked eight pairs at a time, and short ones end before the first mark.
"""

from __future__ import annotations

from chibi_hooks.scheme.values.data import NIL, Pair, Value

FIRST_MARK = 256
SHORT = range(64)  # pairs that are asked one by one: an exception costs as much as thirty


def proper_length(x: Value) -> int | None:
    """The number of elements of a proper list, None for anything else (improper, circular, no list)."""
    n, tail = spine(x)
    return n if tail is NIL else None


def spine(x: Value) -> tuple[int, Value]:
    """How many pairs along the cdrs, and what stands after the last; of a circular list: some pair of the cycle."""
    n = 0
    try:
        for n in SHORT:
            if x is NIL:
                return n, x
            x = x.cdr
    except AttributeError:
        return n, x
    return long_spine(x)


def long_spine(x: Value) -> tuple[int, Value]:
    """The same of what comes behind the first pairs, `SHORT` of them, which are counted, too."""
    n = len(SHORT)
    mark = None
    next_mark = FIRST_MARK
    try:
        while x is not mark:
            if n >= next_mark:
                mark = x
                next_mark += n
            x = x.cdr.cdr.cdr.cdr.cdr.cdr.cdr.cdr
            n += 8
        return n, x
    except AttributeError:  # it ends before
        pass
    while x.__class__ is Pair:
        x = x.cdr
        n += 1
    return n, x
