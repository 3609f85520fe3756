"""Default and rest arguments."""

from __future__ import annotations

SMALL = 5
FULL = 4_000


def numbers(start: int, end: int | None = None, step: int = 1) -> list[int]:
    return list(range(start, end, step)) if end is not None else list(range(start))


def average(first: int, *rest: int) -> float:
    return sum(rest, first) / (1 + len(rest))


def clamp(x: int, low: int = 0, high: int = 100) -> int:
    return max(low, min(high, x))


def run(n: int) -> float:
    total = 0.0
    for i in range(n):
        total += clamp(i) + clamp(i, 10) + clamp(i, 10, 20)
        total += len(numbers(8)) + len(numbers(2, 8)) + len(numbers(0, 8, 2))
        total += average(1, 2, 3, 6)
    return total
