"""An early return: the product of a list stops at a zero."""

from __future__ import annotations

SMALL = 2
FULL = 3_000
LISTS = [[1, 2, 3, 4, 5], [6, 7, 0, 8, 9], [2, 2, 2, 2], [5, 0], [9, 9, 9, 9, 9, 9]]


def product(numbers: list[int]) -> int:
    result = 1
    for x in numbers:
        if x == 0:
            return 0
        result *= x
    return result


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += sum([product(each) for each in LISTS])
    return total
