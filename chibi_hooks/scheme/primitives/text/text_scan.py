"""A string and a kind of character come in; where it stands, how often, and the string without it go out.

Rules: all are private (`%`); `(srfi 130)` and `(chibi string)` give them their names. A kind is a character, which
stands for itself, or a predicate of ours that is foreseen (`relations.CHARACTERS`): others are called in Scheme.
"""

from __future__ import annotations

from itertools import count, takewhile
from operator import eq

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.primitives.text.chars import WHITE
from chibi_hooks.scheme.primitives.text.text_search import texts
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.arguments import character, span, text
from chibi_hooks.scheme.values.data import FALSE, Char, String, Value, string_of, strings_of
from chibi_hooks.scheme.values.errors import fail, wrong_type
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.scheme.values.spaces import SPACES
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re

_SPACE: Final = late_pattern(f"[{SPACES}]")
STEP: Final = 100_000  # characters that are looked at in one C call
SHORT: Final = 200  # characters of a text that is asked first whether all of it can be printed


def _kind(who: str, position: int, x: Value) -> str:
    """The characters of a kind. Raises SchemeError."""
    if x.__class__ is Char:
        return x.c
    if x is WHITE:
        return SPACES
    raise wrong_type(who, position, "a predicate for characters, or a character", x)


def _pattern(kind: str) -> re.Pattern[str]:
    """What finds the characters of a kind that has several."""
    return _SPACE


def _left(s: str, kind: str) -> str:
    """Without such characters on the left. Python strips its own kind of spaces six times as fast as a list of them."""
    if len(kind) > 1:
        stripped = s.lstrip()
        if not _separates(s[: len(s) - len(stripped)]):
            return stripped
    return s.lstrip(kind)


def _right(s: str, kind: str) -> str:
    """Without such characters on the right."""
    if len(kind) > 1:
        stripped = s.rstrip()
        if not _separates(s[len(stripped) :]):
            return stripped
    return s.rstrip(kind)


def _separates(s: str) -> bool:
    """Whether there is one of the characters in it that are spaces for Python, and for Unicode none."""
    return "\x1c" in s or "\x1d" in s or "\x1e" in s or "\x1f" in s


@primitive("%string-index", inline={2: "string_index(a, b)"}, returns="integer")
@internal
def string_index(a: Value, kind: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-index string kind [start [end]]) -> the first index of such a character, or the end."""
    s = a.s if a.__class__ is String else text("string-index", 1, a)
    if start is None and kind.__class__ is Char:
        at = s.find(kind.c)
        return len(s) if at < 0 else at
    wanted = _kind("string-index", 2, kind)
    first, last = span("string-index", 3, len(s), start, end)
    if len(wanted) == 1:
        at = s.find(wanted, first, last)
        return last if at < 0 else at
    found = _pattern(wanted).search(s, first, last)
    return last if found is None else found.start()


@primitive("%string-has?", returns="boolean")
def has(a: Value, kind: Value) -> bool:
    """(%string-has? string kind) -> whether there is such a character in it."""
    s = text("string-find?", 1, a)
    if kind.__class__ is Char:
        return kind.c in s
    return _pattern(_kind("string-find?", 2, kind)).search(s) is not None


@primitive("%string-index-right")
def string_index_right(a: Value, kind: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-index-right string kind [start [end]]) -> the index after the last such character, or the start."""
    s = text("string-index-right", 1, a)
    wanted = _kind("string-index-right", 2, kind)
    first, last = span("string-index-right", 3, len(s), start, end)
    if len(wanted) == 1:
        at = s.rfind(wanted, first, last)
    else:
        at = next((i for i in range(last - 1, first - 1, -1) if s[i] in wanted), -1)
    return first if at < 0 else at + 1


@primitive("%string-skip")
def string_skip(a: Value, kind: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-skip string kind [start [end]]) -> the first index of another character, or the end."""
    s = text("string-skip", 1, a)
    unwanted = _kind("string-skip", 2, kind)
    first, last = span("string-skip", 3, len(s), start, end)
    return last - len(_left(s[first:last], unwanted))


@primitive("%string-skip-right")
def string_skip_right(a: Value, kind: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-skip-right string kind [start [end]]) -> the index after the last other character, or the start."""
    s = text("string-skip-right", 1, a)
    unwanted = _kind("string-skip-right", 2, kind)
    first, last = span("string-skip-right", 3, len(s), start, end)
    return first + len(_right(s[first:last], unwanted))


def _declare_trim(name: str, left: bool, right: bool) -> None:
    both = left and right

    def trim(a: Value, kind: Value, start: Value | None = None, end: Value | None = None) -> Value:
        s = a.s if a.__class__ is String else text(name, 1, a)
        if start is not None:
            first, last = span(name, 3, len(s), start, end)
            s = s[first:last]
        made = String()
        made.s = without_spaces(s) if kind is WHITE else stripped(s, _kind(name, 2, kind))
        return made

    def stripped(s: str, unwanted: str) -> str:
        if left:
            s = _left(s, unwanted)
        return _right(s, unwanted) if right else s

    def without_spaces(s: str) -> str:
        if len(s) > SHORT or not s.isprintable():  # of the spaces of such a text Python may think otherwise
            return stripped(s, SPACES)
        return s.strip() if both else s.lstrip() if left else s.rstrip()

    trim.__doc__ = f"(%{name} string kind [start [end]]) -> without such characters on that side, or both."
    trim.__name__ = trim.__qualname__ = name
    key = trim.__name__.replace("-", "_")
    internal(without_spaces, f"{key}_spaces")
    internal(trim, key)
    primitive(f"%{name}", returns="string", inline={2: f"{key}(a, b)"})(trim)


_declare_trim("string-trim", left=True, right=False)
_declare_trim("string-trim-right", left=False, right=True)
_declare_trim("string-trim-both", left=True, right=True)


@primitive("%string-count", returns="integer")
def string_count(a: Value, kind: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-count string kind [start [end]]) -> how many such characters."""
    s = text("string-count", 1, a)
    wanted = _kind("string-count", 2, kind)
    first, last = span("string-count", 3, len(s), start, end)
    if len(wanted) == 1:
        return s.count(wanted, first, last)
    return sum(len(_pattern(wanted).findall(s, at, min(at + STEP, last))) for at in range(first, last, STEP))


@primitive("%string-sifted", returns="string")
def string_sifted(a: Value, kind: Value, keep: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-sifted string kind keep? [start [end]]) -> only such characters, or (keep? is #f) only the others."""
    s = text("string-filter", 2, a)
    wanted = _kind("string-filter", 1, kind)
    first, last = span("string-filter", 3, len(s), start, end)
    s = s[first:last]
    if keep is FALSE and len(wanted) == 1:
        return string_of(s.replace(wanted, ""))
    if keep is FALSE:
        return string_of("".join([c for c in s if c not in wanted]))
    return string_of(wanted * s.count(wanted) if len(wanted) == 1 else "".join([c for c in s if c in wanted]))


@primitive("%span")
def checked_span(who: Value, a: Value, start: Value, end: Value) -> Value:
    """(%span who string start end) -> end, if that is a range of the string."""
    return span(who.s, 3, len(text(who.s, 1, a)), start, end)[1]


@primitive("%string-reverse", returns="string")
def string_reverse(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%string-reverse string [start [end]]) -> that part reversed."""
    s = text("string-reverse", 1, a)
    first, last = span("string-reverse", 2, len(s), start, end)
    return string_of(s[first:last][::-1])


@primitive("%string-agreeing", returns="integer")
def string_agreeing(a: Value, b: Value, backwards: Value) -> Value:
    """(%string-agreeing a b backwards?) -> how many leading (or trailing) characters agree."""
    s, t = text("string-prefix-length", 1, a), text("string-prefix-length", 2, b)
    if backwards is not FALSE:
        s, t = s[::-1], t[::-1]
    n = min(len(s), len(t))
    if s[:n] == t[:n]:
        return n
    same = takewhile(lambda at: s[at : at + 64] == t[at : at + 64], count(0, 64))
    at = max(same, default=-64) + 64
    return at + sum(1 for _ in takewhile(bool, map(eq, s[at:n], t[at:n])))


@primitive("%string-replicate", returns="string")
def string_replicate(
    a: Value, begin: Value, stop: Value, start: Value | None = None, end: Value | None = None
) -> Value:
    """(%string-replicate string from to [start [end]]) -> those characters of the string repeated endlessly."""
    s = text("string-replicate", 1, a)
    whole = start is None and begin.__class__ is int and begin == 0 and stop.__class__ is int
    if whole and 0 < len(s) < stop <= limits.LARGE:  # mostly it is repeated
        return string_of((s * (stop // len(s) + 1))[:stop])
    first_, last_ = arguments.integer("string-replicate", 2, begin), arguments.integer("string-replicate", 3, stop)
    first, last = span("string-replicate", 4, len(s), start, end)
    s = s[first:last]
    size = max(0, last_ - first_)
    if size and not s:
        raise fail("error", "cannot repeat an empty string", who="string-replicate")
    limits.size("string-replicate", size)
    if not size:
        return string_of("")
    offset = first_ % len(s)
    return string_of((s * ((offset + size) // len(s) + 1))[offset : offset + size])


def _declare_pad(name: str, right: bool) -> None:
    def pad(
        a: Value, n: Value, fill: Value | None = None, start: Value | None = None, end: Value | None = None
    ) -> Value:
        s = text(name, 1, a)
        size = arguments.count(name, 2, n)
        filling = " " if fill is None else character(name, 3, fill)
        if start is not None:
            first, last = span(name, 4, len(s), start, end)
            s = s[first:last]
        if len(s) >= size:
            return string_of(s[:size] if right else s[len(s) - size :])
        return string_of(s.ljust(size, filling) if right else s.rjust(size, filling))

    def padded(a: Value, n: Value, fill: Value | None = None) -> str:
        made: str = pad(a, n, fill).s
        return made

    pad.__doc__ = f"(%{name} string n [char [start [end]]]) -> n characters, filled up or cut."
    pad.__name__ = pad.__qualname__ = name
    side, key = "ljust" if right else "rjust", name.replace("-", "_")
    fits = f"b.__class__ is int and len(a.s) <= b and b < {limits.LARGE}"
    inline = {
        2: f"String(a.s.{side}(b) if {fits} else {key}(a, b))",
        3: f"String(a.s.{side}(b, c.c) if {fits} else {key}(a, b, c))",
    }
    internal(padded, key)
    primitive(f"%{name}", returns="string", inline=inline)(pad)


_declare_pad("string-pad", right=False)
_declare_pad("string-pad-right", right=True)


@primitive("%string-ascii-case", returns="string")
def string_ascii_case(a: Value, up: Value) -> Value:
    """(%string-ascii-case string up?) -> with the letters of ASCII in upper (or lower) case, and no others changed."""
    who = "string-downcase-ascii" if up is FALSE else "string-upcase-ascii"
    data = text(who, 0, a).encode("utf-8", "surrogatepass")
    changed = data.lower() if up is FALSE else data.upper()
    return string_of(changed.decode("utf-8", "surrogatepass"))


@primitive("%string-concatenate", returns="string")
def string_concatenate(strings: Value, backwards: Value = FALSE) -> Value:
    """(%string-concatenate list [backwards?]) -> its strings in one."""
    parts = texts("string-concatenate", 0, strings)
    if backwards is not FALSE:
        parts.reverse()
    length = sum(map(len, parts))
    if length > limits.ELEMENTS:
        limits.size("string-concatenate", length)
    made = String()
    made.s = "".join(parts)
    return made


@primitive("%string-split-by", returns="members")
def string_split_by(a: Value, kind: Value, most: Value | None = None) -> list[Value]:
    """(%string-split-by string kind [most]) -> the parts between such characters, at most so many; () for ""."""
    if most is None and kind.__class__ is Char and a.__class__ is String:
        return strings_of(a.s.split(kind.c)) if a.s else []
    return strings_of(pieces_by(a, kind, most))


@internal
def pieces_by(a: Value, kind: Value, most: Value | None = None) -> list[str]:
    """The texts of these parts."""
    if most is None and kind.__class__ is Char and a.__class__ is String:
        return a.s.split(kind.c) if a.s else []
    s = text("string-split", 1, a)
    between = _kind("string-split", 2, kind)
    parts = len(s) + 1 if most is None else arguments.integer("string-split", 3, most)
    if not s:
        return []
    limit = min(max(0, parts - 1), len(s))  # Python takes no number of any size
    return s.split(between, limit) if len(between) == 1 else _pattern(between).split(s, limit) if limit else [s]
