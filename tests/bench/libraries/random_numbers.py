"""random: a shuffle and an estimate of pi, seeded."""

from __future__ import annotations

from random import Random

SMALL = 100
FULL = 8_000


def run(n: int) -> list[int | bool]:
    source = Random(12)
    v = list(range(n))
    source.shuffle(v)
    inside = 0
    for _ in range(n):
        x, y = source.random(), source.random()
        if x * x + y * y < 1.0:
            inside += 1
    return [sum(v), 0.5 < inside / n < 1]
