"""Alists: a search in a list of a hundred pairs."""

from __future__ import annotations

SMALL = 5
FULL = 3_000
TABLE = [(str(i), i) for i in range(99, -1, -1)]


def lookup(key: str) -> int | None:
    for name, value in TABLE:
        if name == key:
            return value
    return None


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += lookup("50") or 0
    return total
