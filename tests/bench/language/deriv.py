"""Quoted data: symbolic derivatives."""

from typing import Any

SMALL = 2
FULL = 1_500
EXPRESSION = ["+", ["*", 3, "x", "x"], ["*", "a", "x", "x"], ["*", "b", "x"], 5]


def derivative(e: Any) -> Any:
    if not isinstance(e, list):
        return 1 if e == "x" else 0
    if e[0] == "+":
        return ["+"] + [derivative(f) for f in e[1:]]
    if e[0] == "*":
        return ["*", e, ["+"] + [["/", derivative(f), f] for f in e[1:]]]
    raise ValueError(e[0])


def run(n: int) -> int:
    found: Any = []
    for _ in range(n):
        found = derivative(EXPRESSION)
    return len(found)
