"""What is wrong in a text -> a `Finding`: its place as a range, its code, the line to write instead, and an edit where
that is certain.

Words: a *hint* says what to write or do; a *label* is a second place that belongs to the first ("this is a string");
a *fix* is the edit that makes the hint true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from chibi_hooks.scheme.values.source import Place

Severity = Literal["error", "warning"]

PLACED: Final = re.compile(r"(.*?):(\d+)(?::(\d+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Spot:
    """A range in a file, lines and columns from 1; 0: not known. `end_column` is one past the last character."""

    name: str
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    said: str = field(default="", compare=False)  # how a message that had no range called it

    @classmethod
    def of(cls, place: Place) -> Spot:
        """The range of a form."""
        return cls(place.source.name, place.line, place.column, place.end_line, place.end_column)

    @classmethod
    def read(cls, text: str) -> Spot:
        """What a message says of a place: `guard.scm:3:1`, `guard.scm:3`, `guard.scm`."""
        found = PLACED.fullmatch(text)
        if found is None:
            return cls(text, said=text)
        line, column = int(found[2]), int(found[3] or 0)
        return cls(found[1], line, column, line, column + 1 if column else 0, text)

    def __str__(self) -> str:
        return self.said or f"{self.name}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Label:
    """A second place, and what it has to do with the first."""

    place: Spot
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """The characters from offset `start` up to `end` of the text become `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong in a file, where, and how sure it is that the file does not do what it says."""

    place: Spot
    severity: Severity
    message: str
    code: str = ""  # what `explain` knows it by; nothing where the message says all
    hint: str = ""
    fix: Fix | None = None
    labels: tuple[Label, ...] = ()

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}: {self.message}"


def fixed(text: str, findings: Iterable[Finding]) -> tuple[str, int]:
    """The text with the fixes made, and how many were; of two that overlap the later one waits for the next time."""
    made, end = 0, len(text) + 1
    fixes = {each.fix for each in findings if each.fix is not None}
    for fix in sorted(fixes, key=lambda each: (each.start, each.end), reverse=True):
        if fix.end <= end:
            text = text[: fix.start] + fix.text + text[fix.end :]
            made, end = made + 1, fix.start
    return text, made
