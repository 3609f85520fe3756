"""Where text came from: a `Source` and the `Place`s in it; what error messages point at."""

from __future__ import annotations


class Source:
    """One text with a name (a path relative to what the user knows, or `<string>`)."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its end."""
        lines = self.text.split("\n", number)
        line = lines[number - 1].rstrip("\r") if number <= len(lines) else ""
        return line.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate could not be printed


class Place:
    """A range in a source; lines and columns count from 1, the end column is one past the last character."""

    __slots__ = ("source", "line", "column", "end_line", "end_column")

    def __init__(self, source: Source, line: int, column: int, end_line: int, end_column: int) -> None:
        self.source = source
        self.line = line
        self.column = column
        self.end_line = end_line
        self.end_column = end_column

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


def caret(place: Place, width: int = 100) -> str:
    """The source line with carets under the range: two lines of text, cut to a window of `width` around the place.

    >>> print(caret(Place(Source("x", "(car 5)"), 1, 2, 1, 5)))
      (car 5)
       ^^^
    """
    line = place.source.line(place.line)
    end = place.end_column if place.end_line == place.line else len(line) + 1
    start = max(0, place.column - 1 - width // 2) if len(line) > width else 0
    shown = line[start : start + width].replace("\t", " ")
    length = max(1, min(end - place.column, start + width - place.column + 1))
    return f"  {shown}\n  {' ' * (place.column - 1 - start)}{'^' * length}"
