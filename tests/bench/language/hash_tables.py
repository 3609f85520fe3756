"""Hash tables: filled and read."""

SMALL = 10
FULL = 20_000


def run(n: int) -> int:
    t = {}
    for i in range(n):
        t[i] = i * i
    total = 0
    for i in range(n):
        total += t.get(i, 0)
    return total
