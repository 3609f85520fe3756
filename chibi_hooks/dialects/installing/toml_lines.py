"""A TOML text -> its statements, each with its lines and its keys; a list in brackets -> where its items stand.

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
    r"|\#[^\n]*|[\[\]{},=]|\n",
    re.DOTALL,
)  # fmt: skip
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")

OPENING: Final = ("[", "{")
CLOSING: Final = ("]", "}")


class Statement(NamedTuple):
    """From `start` to `end`, its line end included; the keys that lead to what it states, those of its header first,
    but none of a table in braces."""

    kind: Literal["table", "array of tables", "value", "nothing"]
    keys: tuple[str, ...]
    start: int
    end: int


class ListPlaces(NamedTuple):
    """Where a list in brackets begins, its items stand, with the commas behind them, and where it ends."""

    start: int
    items: list[tuple[int, int]]
    commas: list[int]
    end: int

    @property
    def is_closed(self) -> bool:
        """Is there a comma behind the last one, too?"""
        return len(self.commas) == len(self.items)


def statements(text: str) -> Iterator[Statement]:
    """The statements of a TOML text, in their order."""
    header: tuple[str, ...] = ()
    for start, end, equals in _lines(text):
        line = text[start:end].strip("\ufeff \t\r\n")
        if not line or line.startswith("#"):
            yield Statement("nothing", (), start, end)
        elif line.startswith("["):
            header = tuple(_stated(line))
            yield Statement("array of tables" if line.startswith("[[") else "table", header, start, end)
        else:
            keys = text[start:equals].strip("\ufeff \t")
            yield Statement("value", (*header, *_stated(f"{keys} = 0")), start, end)


def _lines(text: str) -> Iterator[tuple[int, int, int]]:
    """Each line of the text, with those that a value goes on in, and where its first = stands."""
    start, depth, equals = 0, 0, -1
    for found in _TOKEN.finditer(text):
        mark = found[0]
        depth += (mark in OPENING) - (mark in CLOSING)
        if mark == "=" and equals < 0:
            equals = found.start()
        elif mark == "\n" and depth == 0:
            yield start, found.end(), equals
            start, equals = found.end(), -1
    if start < len(text):
        yield start, len(text), equals


def _stated(line: str) -> Iterator[str]:
    """The keys of one statement."""
    told: Json = tomllib.loads(line)
    while isinstance(told, dict) and told:
        ((key, told),) = told.items()
        yield key


def list_places(text: str, stated: Statement) -> ListPlaces:
    """Where the items of the list stand that is stated."""
    code = text[: stated.start] + _TOKEN.sub(_without_words, text[stated.start : stated.end])
    depth, marks = 0, list[int]()
    for found in _TOKEN.finditer(code, stated.start):
        mark = found[0]
        depth += (mark in OPENING) - (mark in CLOSING)
        if (depth == 1 and mark in ("[", ",")) or (depth == 0 and mark == "]"):
            marks.append(found.start())
    items = [
        (end - len(code[start + 1 : end].lstrip()), start + 1 + len(code[start + 1 : end].rstrip()))
        for start, end in zip(marks, marks[1:], strict=False)
        if code[start + 1 : end].strip()
    ]
    return ListPlaces(marks[0], items, marks[1:-1], marks[-1])


def _without_words(found: re.Match[str]) -> str:
    """A token; of a comment blanks."""
    return " " * len(found[0]) if found[0].startswith("#") else found[0]


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
