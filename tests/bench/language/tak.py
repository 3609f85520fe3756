"""Calls: Takeuchi's function."""

SMALL = 6
FULL = 18


def tak(x: int, y: int, z: int) -> int:
    if not y < x:
        return z
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


def run(n: int) -> int:
    return tak(n, n * 2 // 3, n // 3)
