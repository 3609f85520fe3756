"""Tuples: quotient and remainder, smallest and largest in one walk."""

from __future__ import annotations

SMALL = 3
FULL = 2_500
NUMBERS = [17, 4, 99, 23, 8, 56, 71, 3, 42, 65]


def divide_all(numbers: list[int], by: int) -> tuple[int, int]:
    quotients = remainders = 0
    for x in numbers:
        q, r = divmod(x, by)
        quotients += q
        remainders += r
    return quotients, remainders


def extremes(numbers: list[int]) -> tuple[int, int]:
    low = high = numbers[0]
    for x in numbers[1:]:
        if x < low:
            low = x
        elif x > high:
            high = x
    return low, high


def run(n: int) -> int:
    total = 0
    for i in range(1, n + 1):
        quotients, remainders = divide_all(NUMBERS, 1 + i % 9)
        low, high = extremes(NUMBERS)
        spread, rest = divmod(high - low, 10)
        total += quotients + remainders + spread + rest
    return total
