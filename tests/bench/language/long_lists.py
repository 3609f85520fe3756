"""Lists of 100,000: built, reversed, appended, walked."""

from __future__ import annotations

SMALL = 10
FULL = 100_000
PROMISE = 8


def run(n: int) -> list[int]:
    up = []
    for i in range(1, n + 1):
        up.append(i)
    down = up[::-1]
    both = up + down
    changes = previous = 0
    for x in both:
        if x < previous:
            changes += 1
        previous = x
    return [changes, len(both), both[n]]
