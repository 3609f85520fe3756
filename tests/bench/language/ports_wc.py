"""Text files: the lines, words and characters of a text, character by character."""

from __future__ import annotations

from io import StringIO

SMALL = 2
FULL = 800
TEXT = (
    "It was the best of times,\nit was the worst of times,\nit was the age of wisdom,\nit was the age of foolishness,\n"
)


def wc(file: StringIO) -> list[int]:
    lines = words = chars = 0
    in_word = False
    for line in file:
        for c in line:
            chars += 1
            if c == "\n":
                lines += 1
                in_word = False
            elif c.isspace():
                in_word = False
            elif not in_word:
                words += 1
                in_word = True
    return [lines, words, chars]


def run(n: int) -> list[int]:
    found: list[int] = []
    for _ in range(n):
        found = wc(StringIO(TEXT))
    return found
