"""Strings and dictionaries: how often each word of a text occurs."""

from __future__ import annotations

SMALL = 2
FULL = 1_500
TEXT = (
    "the quick brown fox jumps over the lazy dog the fox barks and the dog runs while a quick cat sleeps "
    "and dreams of the brown fox"
)


def run(n: int) -> list[int]:
    counts: dict[str, int] = {}
    for _ in range(n):
        for word in TEXT.split():
            counts[word] = counts.get(word, 0) + 1
    return [counts["the"], counts["fox"], len(counts)]
