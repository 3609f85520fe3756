"""The text of plain data in, the datum out, in one pass; None where `reader` has to look: for comments, escapes, what
is wrong, and all else that is not on the list.

Rules: lists, vectors, names of ASCII, integers and floats, strings without escapes, booleans. No places are kept, no
errors told: the reader proper reads again from the start whatever is not understood here.

Theory. All tokens of a piece of the text come out of one call, each with the space before it. Most are met again and
again, and what they stand for is remembered. A piece is short at first, since the rest may hold other data.
"""

from __future__ import annotations

import re
from operator import length_hint
from typing import Final

from chibi_hooks.scheme.values.data import (
    EOF,
    FALSE,
    TRUE,
    Special,
    Value,
    intern,
    string_of,
    to_list,
    vector_of,
)

LONGEST: Final = 600  # digits of a numeral
DEEPEST: Final = 1_000  # lists inside each other
PIECE: Final = 1_000  # characters looked at first, and then four times as many
LARGEST: Final = 64_000  # characters looked at in the end: 10 ms
SHORT: Final = 40  # characters of a token that is remembered
TOKENS: Final = 4_096  # that are remembered

_TOKEN: Final = re.compile(r"""[ \t\n\r]*+(?:#?\(|\)|"[ !#-\[\]-~\t\n]*+"(?=[ \t\n\r()]|\Z)|[^ \t\n\r()]++|\Z)""")
_NUMBER: Final = re.compile(rf"[+\-]?[0-9]{{1,{LONGEST}}}(\.[0-9]{{1,{LONGEST}}})?")
_NAME: Final = re.compile(r"[A-Za-z!$%&*/:<=>?^_~][A-Za-z0-9!$%&*/:<=>?^_~+\-.@]*+")
_STRING: Final = re.compile(r"""\"[ !#-\[\]-~\t\n]*+\"""")
OPENS, VECTOR_OPENS, CLOSES, ENDS, LACKS = map(Special, ("(", "#(", ")", "end", "more"))
_MARKS: Final[dict[str, Value]] = {
    "(": OPENS, "#(": VECTOR_OPENS, ")": CLOSES, "": ENDS, "#t": TRUE, "#f": FALSE,
}  # fmt: skip
_remembered: Final[dict[str, Value]] = {}


def plain_datum(text: str, start: int) -> tuple[Value, int] | None:
    """The datum that begins there, and the offset just past it; EOF if there is none."""
    size = PIECE
    while size <= LARGEST:
        whole = start + size >= len(text)
        tokens = _TOKEN.findall(text, start, start + size)
        if not whole:
            del tokens[-2:]  # the end, and what it may have cut
        datum, count = _datum(tokens)
        if datum is ENDS:
            return EOF, len(text)
        if datum is None:
            return None
        if datum is not LACKS:  # the shorter way to count
            end = len(text) - sum(map(len, tokens[count:])) if whole else start + sum(map(len, tokens[:count]))
            return datum, end
        size *= 4
    return None


def _datum(tokens: list[str]) -> tuple[Value | None, int]:
    """The first datum of some tokens, and how many of them it takes; None if it is not plain, LACKS if it goes on."""
    opened: list[tuple[list[Value], bool]] = []
    members: list[Value] = []
    vector = False
    remembered = _remembered.get
    left = iter(tokens)
    for token in left:
        x = remembered(token)
        if x is None:
            x = _meaning(token)
        if x.__class__ is Special:
            if x is not CLOSES:
                if x is ENDS or len(opened) == DEEPEST:
                    return (None if opened else ENDS), 0
                opened.append((members, vector))
                members, vector = [], x is VECTOR_OPENS
                continue
            if not opened:
                return None, 0
            x = vector_of(members) if vector else to_list(members)
            members, vector = opened.pop()
        elif x is None:
            return None, 0
        if not opened:
            return x, len(tokens) - length_hint(left)
        members.append(x)
    return LACKS, 0


def _meaning(token: str) -> Value | None:
    """What a token stands for; None: for nothing that is known here."""
    word = token.lstrip(" \t\n\r")
    x = _MARKS.get(word)
    if x is None:
        if word[0] == '"':
            return string_of(word[1:-1]) if _STRING.fullmatch(word) else None
        number = _NUMBER.fullmatch(word)
        if number is not None:
            x = float(word) if number[1] else int(word)
        elif _NAME.fullmatch(word):
            x = intern(word)
    if x is not None and len(token) <= SHORT:
        if len(_remembered) >= TOKENS:
            _remembered.clear()
        _remembered[token] = x
    return x
