"""Lists: Conway's game of life on a torus."""

from __future__ import annotations

SMALL = 2
FULL = 8
SIZE = 20


def at(board: list[int], x: int, y: int) -> int:
    return board[SIZE * (y % SIZE) + x % SIZE]


def neighbours(board: list[int], x: int, y: int) -> int:
    return (
        at(board, x - 1, y - 1) + at(board, x, y - 1) + at(board, x + 1, y - 1)
        + at(board, x - 1, y) + at(board, x + 1, y)
        + at(board, x - 1, y + 1) + at(board, x, y + 1) + at(board, x + 1, y + 1)
    )  # fmt: skip


def step(board: list[int]) -> list[int]:
    new = [0] * (SIZE * SIZE)
    for y in range(SIZE):
        for x in range(SIZE):
            around = neighbours(board, x, y)
            if around == 3 or (around == 2 and at(board, x, y) == 1):
                new[SIZE * y + x] = 1
    return new


def run(n: int) -> int:
    board = [0] * (SIZE * SIZE)
    for x, y in ((1, 0), (2, 1), (0, 2), (1, 2), (2, 2)):
        board[SIZE * y + x] = 1
    for _ in range(n):
        board = step(board)
    return sum(board)
