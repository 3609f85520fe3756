"""A variable's value and an operation on it, as in ${X#a} or ${X/a/b} -> the value that is made of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from chibi_hooks.scheme.shell.text.marks import GLOB, LONGEST, QUOTED, UNKNOWN

OPERATIONS: Final = ("#", "##", "%", "%%", "/", "//", ",", ",,", "^", "^^", ":", "@")
CUT: Final = ("#", "##", "%", "%%")
CUT_LENGTH: Final = 2_000  # characters of a value that is compared with a pattern, and of the pattern
STARS: Final = 1  # in it: with more it takes the square of the time
PIECE: Final = re.compile(f"{QUOTED}(.)|([*?])|(.)", re.DOTALL)  # of a pattern
AS_IT_IS: Final[Mapping[str, Callable[[str], str]]] = {"P": str, "E": str, "U": str.upper, "L": str.lower}  # ${X@P}


def made_of(value: str, operator: str, given: Sequence[str]) -> str | None:
    """The value behind the operation, `given` being its marked words; None where nobody can tell it at once."""
    if operator in (",", "^", ",,", "^^"):
        changed = value.lower() if operator[0] == "," else value.upper()
        return None if any(given) else changed if len(operator) == 2 else changed[:1] + value[1:]
    words = "".join(given)
    if operator == "@":
        return AS_IT_IS[words](value) if words in AS_IT_IS and "\\" not in value and "$" not in value else None
    if UNKNOWN in words or "(" in words:  # with extglob +(a) is a pattern
        return None
    if operator in CUT:
        return _without(value, operator, words)
    if GLOB.search(words) is not None:
        return None
    words = words.replace(QUOTED, "")
    if operator in ("/", "//"):
        old, _, new = words.partition("/")
        if not old or old[0] in "#%" or old not in value or len(value) + value.count(old) * len(new) > LONGEST:
            return None
        return value.replace(old, new, -1 if operator == "//" else 1)
    return _part(value, words)


def _part(value: str, words: str) -> str | None:
    """${X:1:2}"""
    start, colon, count = words.partition(":")
    first, many = number_of(start.strip() or "0"), number_of(count.strip())
    if first is None or (colon and count.strip() and many is None):
        return None
    return value[first:] if not colon else value[first : first + (many or 0)]


def _without(value: str, operator: str, marked: str) -> str | None:
    """${X#a*}, ${X%%a*}: without the shortest, or the longest, beginning or end that the pattern fits."""
    front = operator[0] == "#"
    if GLOB.search(marked) is None:
        words = marked.replace(QUOTED, "")
        return value.removeprefix(words) if front else value.removesuffix(words)
    pieces = PIECE.findall(marked)
    if front is False:
        value, pieces = value[::-1], pieces[::-1]
    if "[" in marked or max(len(value), len(marked)) > CUT_LENGTH or sum(sign == "*" for _, sign, _ in pieces) > STARS:
        return None
    star = ".*?" if len(operator) == 1 else ".*"
    made = "".join(star if sign == "*" else "." if sign else re.escape(one or other) for one, sign, other in pieces)
    found = re.compile(made, re.DOTALL).match(value)
    left = value if found is None else value[found.end() :]
    return left if front else left[::-1]


def number_of(digits: str | None) -> int | None:
    """The number of these digits; None for something else, and for one that is larger than any count here."""
    return int(digits) if digits and len(digits) < 10 and digits.isdecimal() else None
