"""Lists and recursion: the number of ways to place queens."""

from __future__ import annotations

from typing import Any

SMALL = 4
FULL = 8


def run(size: int) -> int:
    def safe(row: int, distance: int, placed: Any) -> bool:
        while placed:
            first, placed = placed
            if first == row + distance or first == row - distance or first == row:
                return False
            distance += 1
        return True

    def attempt(row: int, column: int, placed: Any) -> int:
        if column == size:
            return 1
        if row == size:
            return 0
        here = attempt(0, column + 1, (row, placed)) if safe(row, 1, placed) else 0
        return here + attempt(row + 1, column, placed)

    return attempt(0, 0, ())
