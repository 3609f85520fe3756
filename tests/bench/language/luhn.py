"""Strings and characters: check digits of card numbers."""

SMALL = 2
FULL = 700
CARDS = ["4539 1488 0343 6467", "8273 1232 7352 0569", "4000 0000 0000 0002", "12a4"]


def is_valid(card: str) -> bool:
    double = False
    total = digits = 0
    for c in reversed(card):
        if c == " ":
            continue
        if not c.isdigit():
            return False
        d = int(c)
        if double:
            d *= 2
            if d > 9:
                d -= 9
        total += d
        digits += 1
        double = not double
    return digits > 1 and total % 10 == 0


def run(n: int) -> int:
    found = 0
    for _ in range(n):
        for card in CARDS:
            if is_valid(card):
                found += 1
    return found
