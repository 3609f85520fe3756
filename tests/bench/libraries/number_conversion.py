"""str, format, int and float: integers, floats, bases."""

from __future__ import annotations

SMALL = 10
FULL = 2_500


def run(n: int) -> list[int]:
    length = total = 0
    for i in range(1, n + 1):
        decimal = str(i * 7919)
        hexadecimal = f"{i:x}"
        binary = f"{i % 64:b}"
        floating = str(i / 8.0)
        length += len(decimal) + len(hexadecimal) + len(binary) + len(floating)
        total += int(decimal) + int(hexadecimal, 16) + int(binary, 2) + int(8 * float(floating))
    return [length, total]
