"""itertools and generator expressions."""

from __future__ import annotations

from itertools import chain, count, islice, takewhile

SMALL = 10
FULL = 9_000


def run(n: int) -> list[int]:
    squares = (x * x for x in count())
    even = (x for x in squares if x % 2 == 0)
    both = chain(range(n), range(1, 1 + 2 * n, 2))
    return [
        sum(islice(even, n)),
        len(list(takewhile(lambda x: x < 2 * n, range(3 * n)))),
        sum(1 for x in both if x % 2),
        next(x for x in islice(count(), 5, None) if x > n),
    ]
