"""Dictionaries: grouping, joining and pruning."""

from __future__ import annotations

SMALL = 2
FULL = 500
WORDS = [
    "apple", "avocado", "banana", "blueberry", "cherry", "cranberry", "date", "elderberry",
    "fig", "grape", "apricot", "blackberry", "citron", "damson", "feijoa", "guava",
]  # fmt: skip


def once() -> int:
    groups: dict[str, list[str]] = {}
    for word in WORDS:
        groups.setdefault(word[0], []).append(word)
    lengths = {word: len(word) for word in WORDS}
    groups = {initial: members for initial, members in groups.items() if len(members) > 1}
    lengths["fig"] = lengths.get("fig", 0) * 10
    total = 0
    for n in lengths.values():
        total += n
    return (
        total
        + len(groups)
        + sum([len(members) for members in groups.values()])
        + sum(1 for n in lengths.values() if n > 6)
        + sum(lengths.values())
        + (1 if "d" in groups else 0)
        + len(list(lengths.copy().items()))
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += once()
    return total
