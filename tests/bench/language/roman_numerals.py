"""Strings and lists: numbers in Roman numerals, and back."""

SMALL = 20
FULL = 4_000
NUMERALS = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
]  # fmt: skip
DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman(n: int) -> str:
    s = ""
    for value, numeral in NUMERALS:
        while n >= value:
            s += numeral
            n -= value
    return s


def arabic(s: str) -> int:
    total = highest = 0
    for c in reversed(s):
        d = DIGITS[c]
        if d < highest:
            total -= d
        else:
            highest = d
            total += d
    return total


def run(n: int) -> int:
    total = 0
    for i in range(1, n + 1):
        total += arabic(roman(i))
    return total
