"""Do two trees have the same leaves? Each walk is a generator."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

SMALL = 10
FULL = 300
PROMISE = 20


def leaves(tree: Any) -> Iterator[int]:
    if isinstance(tree, list):
        for each in tree:
            yield from leaves(each)
    else:
        yield tree


def run(n: int) -> bool:
    left: Any = []
    for i in range(n):
        left = [left, i]
    pairs = [[i, i + 1] for i in range(0, n, 2)]
    return all(a == b for a, b in zip_longest(leaves(left), leaves(pairs), fillvalue="end"))
