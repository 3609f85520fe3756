"""heapq.merge, groupby, the median, a selection."""

from __future__ import annotations

from heapq import merge
from itertools import groupby
from statistics import median

SMALL = 11
FULL = 6_001


def run(n: int) -> list[float]:
    a = list(range(0, 3 * n, 3))
    b = list(range(1, 1 + 2 * n, 2))
    merged = list(merge(a, b))
    distinct = [key for key, _ in groupby(merged)]
    v = [i * 7919 % 1009 for i in range(n)]
    return [len(distinct), merged[n], median(v), sorted(v)[n // 3]]
