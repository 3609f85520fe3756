"""Loops over integers: the longest Collatz chain."""

from __future__ import annotations

SMALL = 10
FULL = 700


def chain(n: int) -> int:
    length = 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        length += 1
    return length


def run(n: int) -> list[int]:
    best = 1
    for i in range(1, n + 1):
        if chain(i) > chain(best):
            best = i
    return [best, chain(best)]
