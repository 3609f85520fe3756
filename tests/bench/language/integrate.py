"""Floats and functions: Simpson's rule, and Newton's method on top of it."""

from __future__ import annotations

from collections.abc import Callable
from math import sin

SMALL = 20
FULL = 10_000

Function = Callable[[float], float]


def simpson(f: Function, a: float, b: float, n: int) -> float:
    h = (b - a) / n
    total = 0.0
    for i in range(n + 1):
        weight = 1.0 if i == 0 or i == n else 4.0 if i % 2 else 2.0
        total += weight * f(a + i * h)
    return total * (h / 3.0)


def newton(f: Function, derivative: Function, x: float) -> float:
    for _ in range(51):
        new = x - f(x) / derivative(x)
        if abs(new - x) < 1e-10:
            return new
        x = new
    return x


def run(n: int) -> list[float]:
    area = simpson(lambda x: x * sin(x), 0.0, 3.0, n)
    total = 0.0
    for i in range(0, n, 10):
        total += newton(lambda x, i=i: x * x - i - 2.0, lambda x: 2.0 * x, 1.0)  # type: ignore[misc]
    return [area, total]
