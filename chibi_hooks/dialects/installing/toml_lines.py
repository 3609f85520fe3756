"""A TOML text -> its statements, each with its lines, its keys, and where the items of its list stand.

    for each in statements(text): each.keys, text[each.start : each.end]      ("hooks", "Stop"), '[[hooks.Stop]]\\n'

Rules
-----
* The text is TOML already: whoever asks has read it with `tomllib`.
* A statement is a header, a key with its value, or a line with a comment or nothing; together they are the text.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from chibi_hooks.hooks.answer import Json

_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}' r"|'''(?:[^']|'(?!''))*'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'"
    r"|\#[^\n]*|[\[\]{},]|\n",
    re.DOTALL,
)  # fmt: skip
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")

Mark = tuple[str, int]  # a bracket or a comma, and where it stands


class Statement(NamedTuple):
    """From `start` to `end`, its line end included; the keys that lead to what it states, those of its header first."""

    kind: Literal["table", "array of tables", "value", "nothing"]
    keys: tuple[str, ...]
    start: int
    end: int
    marks: list[Mark]

    def items(self) -> list[tuple[int, int]]:
        """The places of the items of the list that it states, each from behind the mark before it to that after it."""
        ends, depth = [], 0
        for mark, at in self.marks:
            depth += (mark in "[{") - (mark in "]}")
            if depth == 1 and mark in "[," or depth == 0:
                ends.append(at)
        return [(start + 1, end) for start, end in zip(ends, ends[1:], strict=False)]


def statements(text: str) -> Iterator[Statement]:
    """The statements of a TOML text, in their order."""
    header: tuple[str, ...] = ()
    for start, end, marks in _lines(text):
        line = text[start:end].strip("\ufeff \t\r\n")
        if not line or line.startswith("#"):
            yield Statement("nothing", (), start, end, marks)
        elif line.startswith("["):
            header = tuple(_stated(line))
            yield Statement("array of tables" if line.startswith("[[") else "table", header, start, end, marks)
        else:
            yield Statement("value", (*header, *_stated(line)), start, end, marks)


def _lines(text: str) -> Iterator[tuple[int, int, list[Mark]]]:
    """Each line of the text, with those that a value goes on in."""
    start, depth, marks = 0, 0, list[Mark]()
    for found in _TOKEN.finditer(text):
        mark = found[0]
        if mark in ("[", "]", "{", "}", ","):
            marks.append((mark, found.start()))
            depth += (mark in "[{") - (mark in "]}")
        elif mark == "\n" and depth == 0:
            yield start, found.end(), marks
            start, marks = found.end(), []
    if start < len(text):
        yield start, len(text), marks


def _stated(line: str) -> Iterator[str]:
    """The keys of one statement."""
    told: Json = tomllib.loads(line)
    while isinstance(told, dict) and len(told) == 1:
        ((key, told),) = told.items()
        yield key


def toml_value(value: Json) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{toml_key(key)} = {toml_value(each)}' for key, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(key: str) -> str:
    """A key as it is written."""
    return key if _BARE.fullmatch(key) else toml_value(key)
