"""Nested lists: pages as data, and their number of nodes."""

from typing import Any

SMALL = 2
FULL = 800


def row(item: Any) -> Any:
    return ["tr", ["td", ["@", ["class", "name"]], item[0]], ["td", item[1]], ["td", 2 * item[1]]]


def page(title: str, items: Any) -> Any:
    return [
        "html",
        ["head", ["title", title]],
        [
            "body",
            ["h1", title],
            ["table", *[row(item) for item in items]],
            ["p", "total: ", sum(item[1] for item in items)],
        ],
    ]


def count_nodes(x: Any) -> int:
    if isinstance(x, list):
        return 1 + sum([count_nodes(each) for each in x[1:]])
    return 1


ITEMS = [["apples", 3], ["pears", 5], ["plums", 8], ["figs", 13]]


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += count_nodes(page("Fruit", ITEMS))
    return total
