"""match and case: events of a session told apart, with runs and objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SMALL = 2
FULL = 1_200


@dataclass(slots=True)
class Point:
    x: int
    y: int


EVENTS: list[Any] = [
    ("click", 10, 20),
    ("key", ["ctrl", "shift"], "a"),
    ("key", [], "b"),
    ("move", Point(1, 2), Point(4, 6)),
    ("batch", ("click", 1, 2), ("click", 3, 4), ("click", 5, 6)),
    ("text", "hello"),
    ("wait", 50),
    ("resize", 80, 24),
    "quit",
]


def weight(event: Any) -> int:
    match event:
        case ("click", x, y):
            return int(x + y)
        case ("key", modifiers, _):
            return len(modifiers)
        case ("move", Point(x=x1, y=y1), Point(x=x2, y=y2)):
            return x2 - x1 + y2 - y1
        case ("batch", *clicks):
            return sum([x + y for _, x, y in clicks])
        case ("text", str() as s):
            return len(s)
        case ("wait", ms):
            return int(ms)
        case ("resize", w, h):
            return int(w * h)
        case "quit" | "exit":
            return 1
    return 0


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += sum([weight(event) for event in EVENTS])
    return total
