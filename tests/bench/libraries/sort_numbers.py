"""sorted, with reverse and with a key."""

from __future__ import annotations

SMALL = 20
FULL = 6_000


def numbers(n: int) -> list[int]:
    found = []
    x = 12345
    for _ in range(n):
        found.append(x)
        x = (x * 1103515245 + 12345) % 2147483648
    found.reverse()
    return found


def run(n: int) -> list[int]:
    items = numbers(n)
    up = sorted(items)
    down = sorted(items, reverse=True)
    by_digits = sorted(items, key=lambda x: x % 1000)
    return [up[0], down[0], by_digits[0] % 1000, up[n // 2]]
