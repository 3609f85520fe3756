"""Loops, swaps and short-circuits: what Python has where Scheme makes its own."""

SMALL = 3
FULL = 4_000


def fibonacci(n: int) -> int:
    a, b = 0, 1
    while n > 0:
        a = a + b
        a, b = b, a
        n -= 1
    return a


def run(n: int) -> int:
    total = 0
    for i in range(1, n + 1):
        for x in (3, 10, 17):
            total += (x % 2 == 1 and i % 2 == 0 and 1) or (i == x and 2) or 3
        total += fibonacci(20) % 7
    return total
