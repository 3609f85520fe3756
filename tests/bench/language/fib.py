"""Calls: doubly recursive Fibonacci numbers."""

SMALL = 10
FULL = 24


def run(n: int) -> int:
    return n if n < 2 else run(n - 1) + run(n - 2)
