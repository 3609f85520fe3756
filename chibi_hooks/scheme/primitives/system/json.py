"""JSON text comes in, Scheme data goes out, and back: what `(tein json)` stands on (DESIGN §6, RFC 8259).

| JSON | Scheme |
|---|---|
| object | alist of (string . value), in the order of the text; `{}` is () |
| array | list |
| string, true, false, null | string, #t, #f, the symbol null |
| number without point and exponent, other number | exact integer of any size, inexact real |

Back: a non-empty list whose members are all pairs with a string or symbol as car is an object, any other list or vector
an array. Symbols become strings, ratios inexact. What has no JSON form is an error that names the path to it.

Theory: what is small and right goes the quick way (`json_quick`); what is not, goes through here, where every error is
known with its place. Both directions keep their own stack; nesting is bounded by `DEPTH`, so that what one writes the
other can read.
"""

from __future__ import annotations

from math import isfinite

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits, numerals
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    Pair,
    String,
    Symbol,
    Value,
    Vector,
    cons,
    intern,
    string_of,
    to_list,
)
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.late import late_module, late_pattern
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.scheme.values.numbers import Ratio, to_float
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.typenames import Final

DEPTH: Final = 10_000  # brackets open at once; spec/chibi.md §4.3
JSON_QUICK: Final = "chibi_hooks.scheme.reading.json_quick"  # it imports json
QUICK: Final = 500_000  # characters that are read in one step of C: 10 ms
NEXT: Final = late_pattern(r"(?s)[ \t\n\r]*(.?)")
NUMBER: Final = late_pattern(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
PLAIN: Final = late_pattern(r'[^"\\\x00-\x1f]*')  # the part of a string that stands for itself
ESCAPES: Final = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
HEX: Final = late_pattern(r"[0-9a-fA-F]{4}")
WORDS: Final = {"t": ("true", TRUE), "f": ("false", FALSE), "n": ("null", intern("null"))}


def quoted(text: str) -> str:
    """A JSON string: quotes and escapes; other characters are kept."""
    from json.encoder import encode_basestring  # cold start

    return encode_basestring(text)


@primitive("%json-parse")
def json_parse(a: Value) -> Value:
    """(%json-parse string) -> the Scheme form of one JSON text; an error names line and column."""
    s = text("json-parse", 0, a)
    if len(s) <= QUICK:
        found = late_module(JSON_QUICK).parsed(s)
        if found is not None:
            return found
    return _JsonReader(s).document()


@primitive("%json-stringify", returns="string")
def json_stringify(a: Value) -> Value:
    """(%json-stringify x) -> the JSON text of x, without blanks."""
    return string_of(late_module(JSON_QUICK).written(a) or _written(a))


class _Open:
    """An array or object whose end has not been read yet."""

    __slots__ = ("at", "is_object", "members", "key")

    def __init__(self, at: int, is_object: bool, members: list[Value], key: String | None = None) -> None:
        self.at = at
        self.is_object = is_object
        self.members = members
        self.key = key


class _JsonReader:
    """One JSON text and how far it is read."""

    def __init__(self, s: str) -> None:
        self.s = s
        self.at = 0

    def document(self) -> Value:
        """The one value of the text."""
        value = self.value()
        if self.next():
            raise self.wrong("wanted the end of the text")
        return value

    def value(self) -> Value:
        """A value with everything inside, by a stack of the open brackets."""
        opened: list[_Open] = []
        while True:
            c = self.next()
            if c == "{" or c == "[":
                if len(opened) >= DEPTH:
                    raise self.wrong(f"more than {DEPTH} brackets are open")
                opened.append(_Open(self.at, c == "{", []))
                self.at += 1
                if not self.closes_at_once(opened[-1]):
                    continue
                value: Value = NIL
                opened.pop()
            else:
                value = self.scalar(c)
            while opened:
                top = opened[-1]
                top.members.append(cons(top.key, value) if top.is_object else value)
                if not self.ends(top):
                    break
                value = to_list(top.members)
                opened.pop()
            else:
                return value

    def closes_at_once(self, top: _Open) -> bool:
        """Whether the bracket just opened is empty; if not, stand before its first value."""
        if self.next() == ("}" if top.is_object else "]"):
            self.at += 1
            return True
        if top.is_object:
            self.read_key(top)
        return False

    def ends(self, top: _Open) -> bool:
        """Whether the bracket ends after this member; if not, stand before its next value."""
        c = self.next()
        close = "}" if top.is_object else "]"
        if c == close:
            self.at += 1
            return True
        if c != ",":
            where = "" if c else f"; the bracket was opened at {self.place(top.at)}"
            raise self.wrong(f"wanted , or {close}{where}")
        self.at += 1
        if top.is_object:
            self.next()
            self.read_key(top)
        return False

    def read_key(self, top: _Open) -> None:
        """`"key" :`."""
        if self.next() != '"':
            raise self.wrong("wanted a string as key")
        top.key = string_of(self.string())
        if self.next() != ":":
            raise self.wrong("wanted :")
        self.at += 1

    def scalar(self, c: str) -> Value:
        """A string, number or word that begins with c here."""
        if c == '"':
            return string_of(self.string())
        if c in WORDS:
            word, value = WORDS[c]
            if self.s.startswith(word, self.at):
                self.at += len(word)
                return value
        found = NUMBER.match(self.s, self.at)
        if not found:
            raise self.wrong("wanted a value")
        self.at = found.end()
        if found[1] or found[2]:
            return self.inexact(found[0])
        if len(found[0]) > limits.DIGITS:
            raise self.wrong(f"a number of {len(found[0])} digits, the limit is {limits.DIGITS}")
        return numerals.parse_number(found[0])

    def inexact(self, digits: str) -> float:
        """A number with point or exponent; one that no float can hold is refused rather than made infinite."""
        x = float(digits[: limits.DIGITS])
        if not isfinite(x) or len(digits) > limits.DIGITS:
            raise self.wrong("the number is too large")
        return x

    def string(self) -> str:
        """A string; stands on its first quote before, after its last one afterwards."""
        start = self.at
        parts = []
        self.at += 1
        while True:
            found = PLAIN.match(self.s, self.at)
            assert found is not None  # it matches nothing at least
            parts.append(found[0])
            self.at = found.end()
            c = self.s[self.at : self.at + 1]
            if c == '"':
                self.at += 1
                return "".join(parts)
            if not c:
                raise self.wrong(f"the string that began at {self.place(start)} has no end")
            if c != "\\":
                raise self.wrong(f"a bare control character (U+{ord(c):04X}) in a string; write \\u{ord(c):04x}")
            parts.append(self.escape())

    def escape(self) -> str:
        """What stands for one character after a backslash; two \\u make one of a surrogate pair."""
        letter = self.s[self.at + 1 : self.at + 2]
        if letter in ESCAPES and letter:
            self.at += 2
            return ESCAPES[letter]
        code = self.hexadecimal()
        if 0xD800 <= code < 0xDC00 and self.s.startswith("\\u", self.at):
            low = self.hexadecimal()
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)
            raise self.wrong("wanted the second half of a surrogate pair")
        if 0xD800 <= code < 0xE000:
            raise self.wrong("half a surrogate pair")
        return chr(code)

    def hexadecimal(self) -> int:
        """The number of `\\uXXXX` here."""
        found = HEX.match(self.s, self.at + 2)
        if self.s[self.at + 1 : self.at + 2] != "u" or not found:
            raise self.wrong("an escape that JSON does not have")
        self.at += 6
        return int(found[0], 16)

    def next(self) -> str:
        """The next character that is no blank, or "" at the end; stands on it."""
        found = NEXT.match(self.s, self.at)
        assert found is not None  # it matches nothing at least
        self.at = found.start(1)
        return found[1]

    def place(self, at: int) -> str:
        """An index as line and column."""
        before = self.s[:at]
        return f"line {before.count(chr(10)) + 1}, column {at - before.rfind(chr(10))}"

    def wrong(self, message: str) -> SchemeError:
        """The error here."""
        rest = self.s[self.at : self.at + 20]
        got = f", got {short(string_of(rest))}" if message.startswith("wanted") and rest else ""
        ended = ", but the text has ended" if message.startswith("wanted") and not rest else ""
        return fail("read", f"{self.place(self.at)}: {message}{got}{ended}", who="json-parse")


class _Writing:
    """An array or object being written: the members left, last first, and where it is in the whole."""

    __slots__ = ("members", "is_object", "step", "count")

    def __init__(self, members: list[Value], is_object: bool, step: str = "", count: int = 0) -> None:
        self.members = members
        self.is_object = is_object
        self.step = step
        self.count = count


def _written(x: Value) -> str:
    parts: list[str] = []
    opened: list[_Writing] = []
    size = 0
    while True:
        inner = _members(x, opened)
        if inner is None:
            parts.append(_scalar(x, opened))
        else:
            if len(opened) >= DEPTH:
                raise fail("limit", f"the data is more than {DEPTH} deep, or circular", who="json-stringify")
            opened.append(inner)
            parts.append("{" if inner.is_object else "[")
        size += len(parts[-1])
        limits.size("json-stringify", size)
        while opened and not opened[-1].members:
            parts.append("}" if opened.pop().is_object else "]")
        if not opened:
            return "".join(parts)
        top = opened[-1]
        if top.count:
            parts.append(",")
        x = top.members.pop()
        top.step = f"[{top.count}]"
        top.count += 1
        if top.is_object:
            key = x.car.s if x.car.__class__ is String else x.car.text
            top.step = f"[{short(string_of(key))}]"
            parts.append(quoted(key) + ":")
            x = x.cdr


def _members(x: Value, opened: list[_Writing]) -> _Writing | None:
    """x as an array or object, or None for a scalar."""
    if x.__class__ is Vector:
        return _Writing(x.v[::-1], is_object=False)
    if x is NIL:
        return _Writing([], is_object=False)
    if x.__class__ is not Pair:
        return None
    if proper_length(x) is None:
        raise _no_form(x, opened, "an improper or circular list")
    items = []
    rest: Value = x
    while rest is not NIL:
        items.append(rest.car)
        rest = rest.cdr
    is_object = all(item.__class__ is Pair and item.car.__class__ in (String, Symbol) for item in items)
    items.reverse()
    return _Writing(items, is_object)


def _scalar(x: Value, opened: list[_Writing]) -> str:
    kind = x.__class__
    if kind is String:
        return quoted(x.s)
    if kind is Symbol:
        return "null" if x.text == "null" else quoted(x.text)
    if x is TRUE or x is FALSE:
        return "true" if x is TRUE else "false"
    if kind is int:
        if x.bit_length() > limits.DIGITS * 3:
            raise _no_form(x, opened, "an integer over the limit of digits")
        return numerals.format_number(x)
    if kind is Ratio:
        x = to_float(x)
        kind = float
    if kind is float and isfinite(x):
        return repr(x)
    raise _no_form(x, opened, f"no JSON form for {short(x)}")


def _no_form(x: Value, opened: list[_Writing], message: str) -> SchemeError:
    shown = [each.step for each in opened[:20]] + (["…"] if len(opened) > 20 else [])
    where = f" at {''.join(shown)}" if opened else ""
    return fail("type", f"{message}{where}", x, who="json-stringify")
