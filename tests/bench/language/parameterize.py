"""Context variables: the indentation of nested blocks."""

from contextvars import ContextVar
from typing import Any

SMALL = 2
FULL = 1_500

indent: ContextVar[int] = ContextVar("indent", default=0)
width = 0


def emit(text: str) -> None:
    global width
    width = max(width, indent.get() + len(text))


def render(tree: Any) -> None:
    if isinstance(tree, str):
        emit(tree)
        return
    emit(tree[0])
    token = indent.set(indent.get() + 2)
    try:
        for each in tree[1:]:
            render(each)
    finally:
        indent.reset(token)


DOCUMENT = ["html", ["head", "title"], ["body", ["div", "text", "more text"], ["ul", "one", "two", "three"]]]


def run(n: int) -> int:
    for _ in range(n):
        render(DOCUMENT)
    return width
