"""A choice that can be taken back: Python nests loops."""

from __future__ import annotations

SMALL = 5
FULL = 40
PROMISE = 20


def run(n: int) -> list[int]:
    for a in range(1, n + 1):
        for b in range(1, n + 1):
            for c in range(1, n + 1):
                if a < b and a > n // 4 and c * c == a * a + b * b:
                    return [a, b, c]
    raise ValueError("no choice is left")
