"""Lists of unknown shape come in; how long they are, or that they are none, goes out. Ends on circular data too.

Theory: Brent's cycle search. A mark is left at every power of two; a walk that meets its mark again goes round.
It costs one identity test per element, and short lists end before the first mark.
"""

from __future__ import annotations

from chibi_hooks.scheme.values.data import NIL, Pair, Value

FIRST_MARK = 256


def proper_length(x: Value) -> int | None:
    """The number of elements of a proper list, None for anything else (improper, circular, no list)."""
    n, tail = spine(x)
    return n if tail is NIL else None


def spine(x: Value) -> tuple[int, Value]:
    """How many pairs along the cdrs, and what stands after the last; of a circular list: some pair of the cycle."""
    n = 0
    mark = None
    next_mark = FIRST_MARK
    while x.__class__ is Pair:
        x = x.cdr
        n += 1
        if x is mark:
            break
        if n == next_mark:
            mark = x
            next_mark += n
    return n, x
