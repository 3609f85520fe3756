"""A deque, used for a breadth-first search."""

from __future__ import annotations

from collections import deque

SMALL = 10
FULL = 12_000


def neighbours(i: int, n: int) -> list[int]:
    return [(i + 1) % n, i * 2 % n, (i * i + 3) % n]


def run(n: int) -> list[int]:
    distance: list[int | None] = [None] * n
    distance[0] = 0
    q = deque([0])
    last = 0
    while q:
        i = q.popleft()
        here = distance[i] or 0
        for j in neighbours(i, n):
            if distance[j] is None:
                distance[j] = here + 1
                q.append(j)
        last = i
    return [last, distance[last] or 0]
