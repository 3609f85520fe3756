"""Ranges, digits of numbers, next over generators, dictionaries as lists."""

from __future__ import annotations

SMALL = 4
FULL = 400


def digits(n: int) -> list[int]:
    found = []
    while n:
        n, digit = divmod(n, 10)
        found.append(digit)
    found.reverse()
    return found


def once(k: int) -> int:
    table: list[tuple[int | str, int]] = [(i, i * k) for i in range(20)]
    shorter = [e for e in table if e[0] != 7]
    longer = [("new", 5), *shorter]
    return (
        sum(digits(123456789 + k))
        + sum([x * x for x in range(1, 21)])
        + int(next(e for e in table if e[1] > 30)[0])
        + next(i for i, e in enumerate(longer) if e[0] == 9)
        + next(e[1] for e in longer if e[0] == 12)
        + len(range(5, 65, 2))
        + sum([len("abcd"[i:]) for i in range(4)])
    )


def run(n: int) -> int:
    total = 0
    for i in range(2, n):
        total += once(i)
    return total
