"""Loops: a loop that sums."""

SMALL = 10
FULL = 200_000


def run(n: int) -> int:
    i = total = 0
    while i != n:
        total += i
        i += 1
    return total
