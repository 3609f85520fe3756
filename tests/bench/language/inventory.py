"""A dictionary that is updated: an inventory."""

from __future__ import annotations

SMALL = 2
FULL = 4_000
ORDERS = [
    ("apple", 3), ("pear", 2), ("apple", -1), ("plum", 7), ("fig", 4), ("pear", 5), ("quince", 1),
    ("apple", 2), ("lime", 9), ("fig", -2), ("plum", -3), ("lemon", 6),
]  # fmt: skip


def stock(orders: list[tuple[str, int]]) -> dict[str, int]:
    table: dict[str, int] = {}
    for name, count in orders:
        table[name] = table.get(name, 0) + count
    return table


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        table = stock(ORDERS)
        total += table["apple"] + table["lemon"] + len(table)
    return total
