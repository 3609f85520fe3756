"""Where text came from: a `SourceText` and the `Place`s in it; what error messages point at."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate


class SourceText:
    """One text with a name (a path relative to what the user knows, or `<string>`)."""

    __slots__ = ("name", "text", "_starts")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] = []

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1; a byte order mark stands in no column."""
        starts = self._starts
        if not starts:
            starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))]
            starts[0] = 1 if self.text.startswith("\ufeff") else 0
            starts.pop()
            self._starts = starts
        line = bisect_right(starts, offset) or 1
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its end and without a byte order mark."""
        lines = self.text.removeprefix("\ufeff").split("\n", number)
        line = lines[number - 1].rstrip("\r") if number <= len(lines) else ""
        return line.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate could not be printed


class Place:
    """A range in a source: the offset of its first character, and the one past its last. Lines and columns are found
    when somebody asks: a file has ten thousand places, and people see a few.
    """

    __slots__ = ("source", "start", "end")

    def __init__(self, source: SourceText, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end

    @property
    def line(self) -> int:
        """Where it begins, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Of its first character, from 1."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """Where it ends, from 1."""
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """One past its last character."""
        return self.source.position(self.end)[1]

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


def caret(place: Place, width: int = 100) -> str:
    """The source line with carets under the range: two lines of text, cut to a window of `width` around the place.

    >>> print(caret(Place(SourceText("x", "(car 5)"), 1, 4)))
      (car 5)
       ^^^
    """
    number, column = place.source.position(place.start)
    last, end = place.source.position(place.end)
    line = place.source.line(number)
    if last != number:
        end = len(line) + 1
    start = max(0, column - 1 - width // 2) if len(line) > width else 0
    shown = line[start : start + width].replace("\t", " ")
    length = max(1, min(end - column, start + width - column + 1))
    return f"  {shown}\n  {' ' * (column - 1 - start)}{'^' * length}"
