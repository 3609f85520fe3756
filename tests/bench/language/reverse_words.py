"""Strings: the words of a sentence in reverse order."""

SMALL = 3
FULL = 8_000
SENTENCE = "never change a running system unless the benchmark says otherwise"


def run(n: int) -> str:
    s = SENTENCE
    for _ in range(n):
        s = " ".join(reversed(s.split(" ")))
    return s
