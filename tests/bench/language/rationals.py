"""Fractions: harmonic numbers and a continued fraction."""

from __future__ import annotations

from fractions import Fraction

SMALL = 10
FULL = 700


def harmonic(n: int) -> Fraction:
    total = Fraction(0)
    for i in range(1, n + 1):
        total += Fraction(1, i)
    return total


def golden(n: int) -> Fraction:
    g = Fraction(1)
    for _ in range(n):
        g = 1 + 1 / g
    return g


def run(n: int) -> list[int | bool]:
    h = harmonic(n)
    g = golden(n)
    return [h.numerator % 1000007, h.denominator % 1000007, g.numerator % 1000007, h < 4 * g]
