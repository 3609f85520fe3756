"""Nested lists: a page written from nested data."""

from __future__ import annotations

from html import escape
from typing import Any

SMALL = 2
FULL = 500
PAGE: list[Any] = [
    "html",
    ["head", ["title", "Report & more"]],
    [
        "body",
        ["h1", "Tools <today>"],
        ["ul", ["li", "shell"], ["li", "find"], ["li", "fetch"]],
        ["table", ["tr", ["td", "a"], ["td", 1]], ["tr", ["td", "b"], ["td", 2]], ["tr", ["td", "c"], ["td", 3]]],
    ],
]


def render(x: Any, out: list[str]) -> None:
    if isinstance(x, str):
        out.append(escape(x, quote=False))
    elif isinstance(x, int):
        out.append(str(x))
    else:
        tag = x[0]
        out.append(f"<{tag}>")
        for child in x[1:]:
            render(child, out)
        out.append(f"</{tag}>")


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        out: list[str] = []
        render(PAGE, out)
        total += len("".join(out))
    return total
