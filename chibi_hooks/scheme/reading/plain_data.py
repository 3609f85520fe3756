"""The text of plain data in, the datum out, in one pass; None where `reader` has to look: for comments, escapes, what
is wrong, and all else that is not on the list.

Rules: lists, vectors, names of ASCII, integers and floats, strings without escapes, booleans. No places are kept, no
errors told: the reader proper reads again from the start whatever is not understood here.
"""

from __future__ import annotations

import re
from typing import Final

from chibi_hooks.scheme.values.data import FALSE, TRUE, Value, Vector, intern, string_of, to_list

MOST: Final = 10_000  # tokens read here
LONGEST: Final = 600  # characters of a numeral or name

_END: Final = r"(?=[ \t\n\r()]|\Z)"
_TOKEN: Final = re.compile(
    rf"""(?xa) [ \t\n\r]*+ (?:
      (\(|\#\()
    | (\))
    | ([A-Za-z!$%&*/:<=>?^_~][A-Za-z0-9!$%&*/:<=>?^_~+\-.@]{{0,{LONGEST}}}+){_END}
    | ([+\-]?[0-9]{{1,{LONGEST}}}+){_END}
    | "([\ !\#-\[\]-~\t\n]*+)"{_END}
    | \#([tf]){_END}
    | ([+\-]?[0-9]{{1,{LONGEST}}}+\.[0-9]{{1,{LONGEST}}}+){_END}
    | (.)
    )"""
)
OPEN, CLOSE, NAME, INTEGER, STRING, BOOLEAN, REAL = range(1, 8)


def plain_datum(text: str, start: int) -> tuple[Value, int] | None:
    """The datum that begins there, and the offset just past it."""
    opened: list[tuple[list[Value], bool]] = []
    members: list[Value] = []
    vector = False
    left = MOST
    for found in _TOKEN.finditer(text, start):
        kind = found.lastindex
        assert kind is not None
        part = found[kind]
        x: Value
        if kind == NAME:
            x = intern(part)
        elif kind == OPEN:
            if len(opened) == MOST:
                return None
            opened.append((members, vector))
            members, vector = [], part == "#("
            continue
        elif kind == CLOSE:
            if not opened:
                return None
            x = Vector(members) if vector else to_list(members)
            members, vector = opened.pop()
        elif kind == INTEGER:
            x = int(part)
        elif kind == STRING:
            x = string_of(part)
        elif kind == BOOLEAN:
            x = TRUE if part == "t" else FALSE
        elif kind == REAL:
            x = float(part)
        else:
            return None
        if not opened:
            return x, found.end()
        members.append(x)
        left -= 1
        if not left:
            return None
    return None
