"""Strings and characters: a search by hand."""

from __future__ import annotations

SMALL = 2
FULL = 400


def find_in(text: str, pattern: str) -> int | None:
    m = len(pattern)
    for i in range(len(text) - m + 1):
        j = 0
        while j != m and text[i + j] == pattern[j]:
            j += 1
        if j == m:
            return i
    return None


def run(n: int) -> int | None:
    text = "a" * 200 + "needle"
    found: int | None = 0
    for _ in range(n):
        found = find_in(text, "needle")
    return found
