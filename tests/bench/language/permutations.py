"""Lists: all permutations, by recursion."""

from __future__ import annotations

SMALL = 4
FULL = 7


def permutations(items: list[int]) -> list[list[int]]:
    if not items:
        return [[]]
    found = []
    for i, x in enumerate(items):
        for p in permutations(items[:i] + items[i + 1 :]):
            found.append([x, *p])
    return found


def weight(p: list[int]) -> int:
    total = 0
    for i, x in enumerate(p, 1):
        total += i * x
    return total


def run(n: int) -> list[int]:
    everything = permutations(list(range(1, n + 1)))
    return [len(everything), max(weight(p) for p in everything)]
