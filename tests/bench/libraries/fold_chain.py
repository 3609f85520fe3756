"""Comprehensions, sum, max, any and all over orders."""

from __future__ import annotations

SMALL = 2
FULL = 700

Order = tuple[int, str, int, int]

ORDERS: list[Order] = [(i, ("ann", "bob", "cy", "dee")[i % 4], 5 * (i * 7 % 31), i % 3) for i in range(60)]


def summary(orders: list[Order]) -> int:
    open_ = [o for o in orders if o[3] == 1]
    amounts = [o[2] for o in open_ if o[2] > 20]
    return (
        sum(amounts)
        + max(amounts, default=0)
        + (1 if any(o[1] == "dee" for o in open_) else 0)
        + (10 if all(o[2] < 200 for o in open_) else 0)
        + sum(1 for o in orders if o[1] == "ann")
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += summary(ORDERS)
    return total
