"""Strings and lists: how often each letter occurs, and the run lengths."""

from __future__ import annotations

SMALL = 1
FULL = 300
TEXT = "Mississippi is a river; Tennessee is a state; bookkeeper is a word with three double letters."


def histogram(s: str) -> list[int]:
    counts = [0] * 26
    for c in s:
        if c.isalpha():
            counts[ord(c.lower()) - 97] += 1
    return counts


def run_lengths(s: str) -> str:
    encoded = []
    start = 0
    for i, c in enumerate(s):
        if i + 1 < len(s) and s[i + 1] == c:
            continue
        count = i + 1 - start
        encoded.append(c if count == 1 else f"{count}{c}")
        start = i + 1
    return "".join(encoded)


def run(n: int) -> list[object]:
    total = 0
    encoded = ""
    for _ in range(n):
        total += histogram(TEXT)[18]
        encoded = run_lengths(TEXT)
    return [total, encoded]
