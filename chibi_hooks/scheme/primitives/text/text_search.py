"""Strings come in; where one stands in another, and the pieces between, go out: fast paths for the string libraries.

Rules: all are private (`%`); SRFI 130 and `(chibi string)` give them their names and their own conventions. Every
search is linear (Python's own from the right is not), and whatever makes many pieces makes them in steps that can be
stopped.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.arguments import TWICE, list_items, span, text
from chibi_hooks.scheme.values.data import FALSE, NIL, Char, String, Value, strings_of
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.typenames import Final

FEW: Final = 1_000  # characters that may be looked at as often as there are
SEVERAL: Final = 12  # pieces that are joined before their length is asked: as many as `string-append` takes in line
SHORT = 100_000  # characters that Python may split in one step: under 5 ms


@primitive(
    "%string-find",
    inline={2: "(a.s.find(b.s) if b.s in a.s else FALSE) if b.__class__ is String else string_find(a, b)"},
)
@internal
def string_find(a: Value, pattern: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-find string pattern [start [end]]) -> the index of the first pattern, a string or character, or #f."""
    if end is None and a.__class__ is String and pattern.__class__ is String:
        s = a.s
        if start is None or (start.__class__ is int and 0 <= start <= len(s) <= limits.LARGE):
            at = s.find(pattern.s, start)
            return FALSE if at < 0 else at
    s = text("string-contains", 1, a)
    wanted = _pattern("string-contains", 2, pattern)
    first, last = span("string-contains", 3, len(s), start, end)
    at = s.find(wanted, first, last)
    return FALSE if at < 0 else at


@primitive("%string-finds?", inline="(b.s in a.s) if b.__class__ is String else string_finds(a, b)", returns="boolean")
@internal
def string_finds(a: Value, pattern: Value) -> bool:
    """(%string-finds? string pattern) -> whether `%string-find` finds it."""
    return string_find(a, pattern) is not FALSE


@primitive("%string-find-last")
def string_find_last(a: Value, pattern: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-find-last string pattern [start [end]]) -> the index where pattern last stands, or #f."""
    whole = start is None and a.__class__ is String and pattern.__class__ is String
    if whole and len(a.s) <= limits.LARGE and len(a.s) * len(pattern.s) <= FEW * FEW:
        at = a.s.rfind(pattern.s)
        return FALSE if at < 0 else at
    s = text("string-contains-right", 1, a)
    wanted = _pattern("string-contains-right", 2, pattern)
    first, last = span("string-contains-right", 3, len(s), start, end)
    if len(wanted) <= 1 or len(s) <= FEW:
        at = s.rfind(wanted, first, last)
        return FALSE if at < 0 else at
    at = s[first:last][::-1].find(wanted[::-1])  # rfind is quadratic for some long patterns
    return FALSE if at < 0 else last - at - len(wanted)


@primitive("%string-prefix?", inline="b.s.startswith(a.s)", returns="boolean")
def is_prefix(prefix: Value, a: Value) -> bool:
    """(%string-prefix? prefix string) -> whether string begins with prefix."""
    wanted = text("string-prefix?", 1, prefix)
    return text("string-prefix?", 2, a).startswith(wanted)


@primitive("%string-suffix?", inline="b.s.endswith(a.s)", returns="boolean")
def is_suffix(suffix: Value, a: Value) -> bool:
    """(%string-suffix? suffix string) -> whether string ends with suffix."""
    wanted = text("string-suffix?", 1, suffix)
    return text("string-suffix?", 2, a).endswith(wanted)


@primitive("%string-begins-with?", returns="boolean")
def begins_with(a: Value, prefixes: Value) -> bool:
    """(%string-begins-with? string prefixes) -> whether string begins with one of some, a literal list."""
    return text("string-prefix?", 2, a).startswith(tuple(texts("string-prefix?", 1, prefixes)))


@primitive("%string-ends-with?", returns="boolean")
def ends_with(a: Value, suffixes: Value) -> bool:
    """(%string-ends-with? string suffixes) -> whether string ends with one of some, a literal list."""
    return text("string-suffix?", 2, a).endswith(tuple(texts("string-suffix?", 1, suffixes)))


@primitive(
    "%string-pieces",
    inline={
        2: "a.s.split(b.s) if a.__class__ is String and b.__class__ is String and len(b.s) > 0 "
        f"and a.s and len(a.s) <= {SHORT} else string_pieces(a, b)"
    },
    pure=False,
    checks_first=True,
)
@internal
def string_pieces(a: Value, delimiter: Value, most: Value = FALSE) -> list[str]:
    """(%string-pieces string delimiter [most]) -> the texts of what `%string-split` gives, in a list of Python."""
    if most is FALSE and a.__class__ is String and delimiter.__class__ is String and delimiter.s and len(a.s) <= SHORT:
        return a.s.split(delimiter.s) if a.s else []
    s = text("string-split", 1, a)
    between = _pattern("string-split", 2, delimiter, empty=False)
    limit = -1 if most is FALSE else max(-1, min(arguments.integer("string-split", 3, most), len(s)))  # C's are small
    return divided(s, between, limit) if s else []


@primitive("%string-split", returns="members")
def string_split(a: Value, delimiter: Value, most: Value = FALSE) -> list[Value]:
    """(%string-split string delimiter [most]) -> the strings between the delimiters (a string or a character).

    With `most`, only so many delimiters count, from the left. An empty string gives no piece.
    """
    return strings_of(string_pieces(a, delimiter, most))


def divided(s: str, between: str, most: int = -1) -> list[str]:
    """What stands between: `s.split`, in steps that can be stopped."""
    if len(s) <= SHORT:
        return s.split(between, most)
    pieces: list[str] = []
    start = 0
    while most != 0:
        at = s.find(between, start)
        if at < 0:
            break
        pieces.append(s[start:at])
        start = at + len(between)
        most -= 1
    pieces.append(s[start:])
    return pieces


@primitive(
    "%separable?",
    inline="a.__class__ is String and b.__class__ is String and len(b.s) > 0",
    returns="boolean",
)
def is_separable(a: Value, delimiter: Value) -> bool:
    """(%separable? string delimiter) -> whether both are strings, and the delimiter is not empty."""
    return a.__class__ is String and delimiter.__class__ is String and bool(delimiter.s)


@primitive("%string-join", returns="string")
def string_join(strings: Value, between: Value | None = None) -> Value:
    """(%string-join list [between]) -> its strings in one, with `between` (a space) between them."""
    glue = " " if between is None else text("string-join", 2, between)
    return glued(texts("string-join", 1, strings), glue)


def glued(pieces: list[str], glue: str) -> String:
    """The pieces in one string, with `glue` between them. Raises a "limit" condition, of many before it is made."""
    made = String()
    if len(pieces) <= SEVERAL and len(glue) <= FEW:
        made.s = joined = glue.join(pieces)
        if len(joined) > limits.ELEMENTS:
            limits.size("string-join", len(joined))
        return made
    length = sum(map(len, pieces)) + len(glue) * len(pieces)  # and a little less
    if length > limits.ELEMENTS:
        limits.size("string-join", length - len(glue) * min(1, len(pieces)))
    made.s = glue.join(pieces)
    return made


def texts(who: str, position: int, strings: Value) -> list[str]:
    """What the strings hold that are members of a list. Raises SchemeError."""
    pieces: list[str] = []
    rest = strings
    nil = NIL
    try:
        for _ in TWICE:
            if rest is nil:
                return pieces
            pieces.append(rest.car.s)
            rest = rest.cdr
            if rest is nil:
                return pieces
            pieces.append(rest.car.s)
            rest = rest.cdr
    except AttributeError:
        pass
    parts = list_items(who, position, strings)
    try:
        return [part.s for part in parts]
    except AttributeError:
        wrong = next(part for part in parts if part.__class__ is not String)
        raise wrong_type(who, position, "a list of strings, and a member is none", wrong) from None


def _pattern(who: str, position: int, x: Value, empty: bool = True) -> str:
    """A string or a character as a str."""
    if x.__class__ is Char:
        return x.c
    if x.__class__ is String and (empty or x.s):
        return x.s
    wanted = "a string or a character" if empty else "a string that is not empty, or a character"
    raise wrong_type(who, position, wanted, x)
