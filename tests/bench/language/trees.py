"""Nested lists: flattened, counted, their depth and a substitution."""

from collections.abc import Callable
from typing import Any

SMALL = 2
FULL = 600
TREE = [1, [2, [3, 4], 5], [[6], 7, [8, [9, [10, 11], 12]], 13], 14, [15, 16]]


def flatten(t: Any) -> Any:
    found = []
    for each in t:
        if isinstance(each, list):
            found.extend(flatten(each))
        else:
            found.append(each)
    return found


def depth(t: Any) -> int:
    return 1 + max(depth(each) for each in t) if isinstance(t, list) else 0


def substitute(t: Any, f: Callable[[Any], Any]) -> Any:
    return [substitute(each, f) for each in t] if isinstance(t, list) else f(t)


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += depth(TREE) + len(flatten(TREE)) + sum(flatten(substitute(TREE, lambda x: x * 2)))
    return total
