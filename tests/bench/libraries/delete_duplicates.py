"""Duplicates are dropped by a dictionary that keeps the order."""

from __future__ import annotations

SMALL = 2
FULL = 300
NUMBERS = [i * i % 23 for i in range(100)]
WORDS = ["the", "fox", "and", "the", "dog", "and", "the", "cat", "or", "a", "fox", "or", "an", "owl", "the", "end"]
ENTRIES = [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("b", 5), ("d", 6), ("a", 7)]


def first_by_key(entries: list[tuple[str, int]]) -> list[tuple[str, int]]:
    seen = set()
    kept = []
    for entry in entries:
        if entry[0] not in seen:
            seen.add(entry[0])
            kept.append(entry)
    return kept


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += len(list(dict.fromkeys(NUMBERS))) + len(list(dict.fromkeys(NUMBERS)))
        total += len(list(dict.fromkeys(WORDS))) + len(first_by_key(ENTRIES))
    return total
