"""Nested comprehensions, slices, itertools and zip."""

from __future__ import annotations

from itertools import dropwhile, takewhile

SMALL = 2
FULL = 200
NUMBERS = list(range(50))


def once(numbers: list[int]) -> int:
    spread = [y for x in numbers for y in (x - 1, x, x + 1)]
    even = [x for x in spread if x % 2 == 0]
    odd = [x for x in spread if x % 2]
    low = list(takewhile(lambda x: x < 20, numbers))
    high = numbers[len(low) :]
    below = takewhile(lambda x: x < 30, numbers)
    above = dropwhile(lambda x: x < 5, numbers)
    return (
        sum(even[:10])
        + len(odd[10:])
        + low[-1]
        + high[0]
        + sum(x * y for x, y in zip(below, above, strict=False))
        + len(even + odd)
        + len(list(zip(even, odd, strict=False)))
        + max(pair[0] for pair in zip(odd, even, strict=False))
        + len(numbers[:-5][-5:])
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += once(NUMBERS)
    return total
