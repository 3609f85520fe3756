"""Deep recursion: Python cannot go as deep, and keeps a stack of its own."""

SMALL = 10
FULL = 200_000


def run(n: int) -> int:
    pending = []
    while n != 0:
        pending.append(1)
        n -= 1
    total = 0
    while pending:
        total = pending.pop() + total
    return total
