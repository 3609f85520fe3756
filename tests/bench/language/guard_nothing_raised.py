"""try around work that goes well."""

SMALL = 10
FULL = 60_000
PROMISE = 4


def safe_divide(a: int, b: int) -> int:
    try:
        if b == 0:
            raise ZeroDivisionError
        return a // b
    except ZeroDivisionError:
        return 0


def run(n: int) -> int:
    total = 0
    for i in range(1, n + 1):
        total += safe_divide(10000, i)
    return total
