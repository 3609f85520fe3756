"""Strings and dictionaries: a small unifier and a family tree."""

from __future__ import annotations

from typing import Any

SMALL = 1
FULL = 60
FACTS = [
    ("parent", "tom", "bob"), ("parent", "tom", "liz"), ("parent", "bob", "ann"), ("parent", "bob", "pat"),
    ("parent", "pat", "jim"), ("male", "tom"), ("male", "bob"), ("male", "jim"), ("female", "liz"),
    ("female", "ann"), ("female", "pat"),
]  # fmt: skip

Bindings = dict[str, Any]


def walk(x: Any, bindings: Bindings) -> Any:
    while isinstance(x, str) and x in bindings:
        x = bindings[x]
    return x


def unify(a: Any, b: Any, bindings: Bindings) -> Bindings | None:
    a = walk(a, bindings)
    b = walk(b, bindings)
    if a == b:
        return bindings
    if isinstance(a, str) and a.startswith("?"):
        return {**bindings, a: b}
    if isinstance(b, str) and b.startswith("?"):
        return {**bindings, b: a}
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        found: Bindings | None = bindings
        for x, y in zip(a, b, strict=True):
            found = unify(x, y, found)
            if found is None:
                return None
        return found
    return None


def solve(goals: list[Any], bindings: Bindings) -> list[Bindings]:
    if not goals:
        return [bindings]
    solutions = []
    for fact in FACTS:
        found = unify(goals[0], fact, bindings)
        if found is not None:
            solutions.extend(solve(goals[1:], found))
    return solutions


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += len(solve([("parent", "?x", "?y"), ("parent", "?y", "?z"), ("female", "?z")], {}))
    return total
