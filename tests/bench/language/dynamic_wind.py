"""try and finally: a lock that is always given back, also by an early return."""

from __future__ import annotations

from collections.abc import Callable

SMALL = 6
FULL = 7_000

depth = 0
entered = 0


def with_lock(thunk: Callable[[], int | None]) -> int | None:
    global depth, entered
    depth += 1
    entered += 1
    try:
        return thunk()
    finally:
        depth -= 1


def first_multiple(numbers: tuple[int, ...], k: int) -> int | None:
    def search() -> int | None:
        for x in numbers:
            if x % k == 0:
                return x
        return None

    return with_lock(search)


def run(n: int) -> list[int]:
    global entered
    entered = 0
    total = 0
    for i in range(n):
        total += with_lock(lambda: 1) or 0
        total += first_multiple((5, 7, 9, 11), 2 + i % 6) or 0
    return [total, depth, entered]
