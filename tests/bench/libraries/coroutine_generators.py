"""Functions that yield; groups of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Any

SMALL = 2
FULL = 800
TREE = [1, [2, 3, [4, 5]], [[6], 7, [8, [9, 10]]], 11, [12, 13]]


def walk(tree: Any) -> Iterator[int]:
    for each in tree:
        if isinstance(each, list):
            yield from walk(each)
        else:
            yield each


def groups(items: Iterable[int], size: int) -> Iterator[list[int]]:
    rest = iter(items)
    while group := list(islice(rest, size)):
        yield group


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += sum(walk(TREE))
        total += sum([len(group) for group in groups([1, 2, 3, 4, 5, 6, 7, 8], 3)])
        total += len([key for key, _ in groupby((1, 1, 2, 3, 3, 3, 1))])
    return total
