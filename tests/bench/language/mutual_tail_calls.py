"""Mutual tail calls: even or odd. Python has no tail calls, so it is a loop."""

SMALL = 10
FULL = 100_000


def run(n: int) -> bool:
    even = True
    while n != 0:
        even = not even
        n -= 1
    return even
