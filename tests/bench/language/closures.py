"""Closures: composed in a chain and called."""

from collections.abc import Callable

SMALL = 30
FULL = 10_000


def compose(f: Callable[[int], int], g: Callable[[int], int]) -> Callable[[int], int]:
    return lambda x: f(g(x))


def run(n: int) -> int:
    f: Callable[[int], int] = lambda x: x  # noqa: E731
    total = 0
    for i in range(n):
        g = compose(lambda x, i=i: x + i, f)  # type: ignore[misc]
        f = (lambda x: x) if i % 10 == 0 else g
        total += g(1)
    return total
