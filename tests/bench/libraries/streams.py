"""Generators: odd squares and Fibonacci numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

SMALL = 10
FULL = 10_000


def fibonacci() -> Iterator[int]:
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def run(n: int) -> int:
    odd_squares = (x * x for x in count() if x % 2)
    return next(islice(odd_squares, n, None)) + next(islice(fibonacci(), n, None)) % 1000003
