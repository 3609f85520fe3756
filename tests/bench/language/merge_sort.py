"""Lists: a merge sort of the program's own, with an order that is handed in."""

from __future__ import annotations

from collections.abc import Callable

SMALL = 10
FULL = 2_000

Order = Callable[[int, int], bool]


def merge(before: Order, a: list[int], b: list[int]) -> list[int]:
    merged = []
    i = j = 0
    while i < len(a) and j < len(b):
        if before(b[j], a[i]):
            merged.append(b[j])
            j += 1
        else:
            merged.append(a[i])
            i += 1
    return merged + a[i:] + b[j:]


def sort_by(before: Order, items: list[int]) -> list[int]:
    if len(items) < 2:
        return items
    return merge(before, sort_by(before, items[::2]), sort_by(before, items[1::2]))


def run(n: int) -> list[int]:
    numbers = []
    x = 7
    for _ in range(n):
        numbers.append(x)
        x = (x * 75 + 74) % 65537
    in_order = sort_by(lambda a, b: a % 1000 > b % 1000, numbers)
    return [in_order[0] % 1000, in_order[n // 2] % 1000]
