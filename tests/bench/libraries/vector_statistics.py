"""Comprehensions: mean, variance and correlation of floats in lists."""

from __future__ import annotations

from math import sqrt

SMALL = 50
FULL = 8_000


def mean(v: list[float]) -> float:
    return sum(v) / len(v)


def variance(v: list[float]) -> float:
    m = mean(v)
    return mean([(x - m) * (x - m) for x in v])


def correlation(a: list[float], b: list[float]) -> float:
    ma, mb = mean(a), mean(b)
    return mean([(x - ma) * (y - mb) for x, y in zip(a, b, strict=True)]) / sqrt(variance(a) * variance(b))


def run(n: int) -> list[float]:
    a = [float(i * 37 % 101) for i in range(n)]
    b = [2.0 * x + 1.5 for x in a]
    above = sum(1 for x in a if x > 50.0)
    pairs = sum(1 for x, y in zip(a, b, strict=True) if x < y)
    first = next(i for i, x in enumerate(a) if x > 99.0)
    return [mean(a), variance(a), correlation(a, b), above, pairs, max(b), first]
