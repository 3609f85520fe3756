"""Mutual tail calls: a state machine that counts the words and the numbers of a text; the state is a variable."""

SMALL = 2
FULL = 2_000
TEXT = "the 3 quick brown foxes jump over 12 lazy dogs in 1984 and 42 more "


def scan(s: str) -> int:
    words = numbers = 0
    state = "blank"
    for c in s:
        if state == "blank":
            if c.isalpha():
                words += 1
                state = "word"
            elif c.isdigit():
                numbers += 1
                state = "number"
        elif c.isspace():
            state = "blank"
    return 1000 * words + numbers


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += scan(TEXT)
    return total
