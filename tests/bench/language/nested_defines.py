"""Nested functions: prime factors, divisors and perfect numbers."""

from __future__ import annotations

SMALL = 30
FULL = 1_200


def factors(n: int) -> int:
    def divides(d: int) -> bool:
        return n % d == 0

    def collect(n: int) -> list[int]:
        found = []
        d = 2
        while n != 1:
            if d * d > n:
                found.append(n)
                break
            if n % d == 0:
                found.append(d)
                n //= d
            else:
                d = 3 if d == 2 else d + 2
        return found

    def sum_of_divisors() -> int:
        total = 0
        d = 1
        while d * d <= n:
            if divides(d):
                total += d if d * d == n else d + n // d
            d += 1
        return total

    return sum(collect(n)) + (1000 if sum_of_divisors() == 2 * n else 0)


def run(n: int) -> int:
    total = 0
    for i in range(1, n + 1):
        total += factors(i)
    return total
