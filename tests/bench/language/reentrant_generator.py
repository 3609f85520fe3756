"""A generator that is left and resumed."""

from collections.abc import Iterator

SMALL = 10
FULL = 40_000
PROMISE = 20


def numbers(n: int) -> Iterator[int]:
    i = 0
    while i < n:
        yield i
        i += 1


def run(n: int) -> int:
    total = 0
    for x in numbers(n):
        total += x
    return total
