"""Lists: a board of scores: swap, reverse, bisect, any, all."""

from bisect import bisect_left
from itertools import accumulate

SMALL = 2
FULL = 300


def once(n: int) -> int:
    v = [i * 3 for i in range(n)]
    r = v[::-1]
    c = list(accumulate(v))
    r[0], r[-1] = r[-1], r[0]
    mirrored = [60 - x for x in v]
    return (
        c[n - 1]
        + bisect_left(v, 33)
        + (1 if any(x == 45 for x in v) else 0)
        + (1 if all(x >= 0 for x in v) else 0)
        + next(i for i, (x, y) in enumerate(zip(v, mirrored, strict=True)) if x == y)
        + next(i for i, x in enumerate(v) if x >= 30)
        + len(v + r + v[5:10])
        + sum(r[:5])
        + sum(x * y for x, y in zip(v, r, strict=True))
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += once(60)
    return total
