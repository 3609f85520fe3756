"""Lists of 100,000: map, filter, fold."""

SMALL = 20
FULL = 100_000
PROMISE = 8


def run(n: int) -> int:
    doubled = [x * 2 for x in range(n)]
    thirds = [x for x in doubled if x % 3 == 0]
    total = 0
    for x in thirds:
        total += x
    return total
