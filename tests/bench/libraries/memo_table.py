"""Results kept in a dictionary whose keys are tuples."""

from collections.abc import Callable

SMALL = 4
FULL = 90


def make_paths() -> Callable[[int, int], int]:
    known: dict[tuple[int, int], int] = {}

    def paths(x: int, y: int) -> int:
        key = (x, y)
        if key not in known:
            known[key] = 1 if x == 0 or y == 0 else paths(x - 1, y) + paths(x, y - 1)
        return known[key]

    return paths


def run(n: int) -> int:
    return make_paths()(n, n)
