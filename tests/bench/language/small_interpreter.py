"""Dispatch on data: an interpreter for one recursive function."""

from typing import Any

SMALL = 5
FULL = 17
PROGRAM = ["if", ["<", "n", 2], "n", ["+", ["f", ["-", "n", 1]], ["f", ["-", "n", 2]]]]


def evaluate(e: Any, x: Any) -> Any:
    if isinstance(e, int):
        return e
    if isinstance(e, str):
        return x
    if e[0] == "if":
        return evaluate(e[2], x) if evaluate(e[1], x) else evaluate(e[3], x)
    if e[0] == "<":
        return evaluate(e[1], x) < evaluate(e[2], x)
    if e[0] == "+":
        return evaluate(e[1], x) + evaluate(e[2], x)
    if e[0] == "-":
        return evaluate(e[1], x) - evaluate(e[2], x)
    return evaluate(PROGRAM, evaluate(e[1], x))


def run(n: int) -> int:
    return int(evaluate(PROGRAM, n))
