"""Floats: how long the points of a grid stay near zero."""

SMALL = 5
FULL = 60


def escape_time(cr: float, ci: float, limit: int) -> int:
    zr = zi = 0.0
    for i in range(limit):
        zr2 = zr * zr
        zi2 = zi * zi
        if zr2 + zi2 > 4.0:
            return i
        zr, zi = zr2 - zi2 + cr, 2.0 * zr * zi + ci
    return limit


def run(n: int) -> int:
    total = 0
    for y in range(n):
        for x in range(n):
            total += escape_time(3.0 * x / n - 2.0, 2.0 * y / n - 1.0, 50)
    return total
