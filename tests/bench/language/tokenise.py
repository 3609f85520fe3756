"""Strings and characters: the tokens of an expression."""

from __future__ import annotations

SMALL = 2
FULL = 700
TEXT = "foo = (bar1 + 42) * baz_2 - 1017 / (x + y * (z - 8)) ; total"


def tokenise(s: str) -> list[int | str]:
    tokens: list[int | str] = []
    end = len(s)
    i = 0
    while i < end:
        c = s[i]
        if c.isspace():
            i += 1
        elif c.isdigit():
            j = i
            while j < end and s[j].isdigit():
                j += 1
            tokens.append(int(s[i:j]))
            i = j
        elif c.isalnum() or c == "_":
            j = i
            while j < end and (s[j].isalnum() or s[j] == "_"):
                j += 1
            tokens.append(s[i:j])
            i = j
        else:
            tokens.append(c)
            i += 1
    return tokens


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += len(tokenise(TEXT))
    return total
