"""match and case: arithmetic simplified and evaluated."""

from typing import Any

SMALL = 2
FULL = 600


def simplify(e: Any) -> Any:
    match e:
        case ("+", a, 0) | ("+", 0, a):
            return simplify(a)
        case ("*", _, 0) | ("*", 0, _):
            return 0
        case ("*", a, 1) | ("*", 1, a):
            return simplify(a)
        case (op, a, b):
            return (op, simplify(a), simplify(b))
    return e


def evaluate(e: Any, x: int) -> int:
    match e:
        case int():
            return e
        case "x":
            return x
        case ("+", a, b):
            return evaluate(a, x) + evaluate(b, x)
        case ("*", a, b):
            return evaluate(a, x) * evaluate(b, x)
        case ("-", a, b):
            return evaluate(a, x) - evaluate(b, x)
    raise ValueError(e)


EXPRESSION = (
    "+",
    ("*", ("+", "x", 0), ("*", 1, ("+", "x", 3))),
    ("-", ("*", 0, ("+", "x", 9)), ("*", ("+", 0, 2), ("*", "x", 1))),
)


def run(n: int) -> int:
    total = 0
    for i in range(n):
        total += evaluate(simplify(EXPRESSION), i)
    return total
