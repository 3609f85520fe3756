"""Offsets of characters in a text <-> positions of the protocol: line, and code unit of the encoding that the editor
and we agreed on (UTF-16, if nothing else), both from 0."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Final, NamedTuple

WIDTHS: Final[dict[str, Callable[[str], int]]] = {
    "utf-8": lambda each: len(each.encode("utf-8", "replace")),
    "utf-16": lambda each: 1 + (each > "\uffff"),
    "utf-32": lambda each: 1,
}
"""Code units of a character."""


class At(NamedTuple):
    """A position."""

    line: int
    character: int


class Lines:
    """A text as lines; a position beyond the end of its line is that end."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self._width = WIDTHS[encoding]
        self._lines = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]

    def at(self, offset: int) -> At:
        """The position of an offset."""
        low, high = 0, len(self._lines) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._starts[middle] <= offset else (low, middle - 1)
        before = self._lines[low][: offset - self._starts[low]]
        return At(low, sum(map(self._width, before)))

    def offset(self, line: int, character: int) -> int:
        """The offset of a position."""
        if line >= len(self._lines):
            return len(self.text)
        units = 0
        for index, each in enumerate(self._lines[line]):
            if units >= character:
                return self._starts[line] + index
            units += self._width(each)
        return self._starts[line] + len(self._lines[line])

    def of_people(self, line: int, column: int) -> At:
        """The position of a line and column from 1, as messages count them; 0 is the first."""
        start = self._starts[min(max(line, 1), len(self._lines)) - 1]
        return self.at(min(start + max(column, 1) - 1, len(self.text)))
