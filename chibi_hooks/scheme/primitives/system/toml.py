"""TOML text comes in, Scheme data goes out, and back: what `(tein toml)` stands on (TOML 1.0).

| TOML | Scheme |
|---|---|
| table | alist of (string . value), in the order of the text; an empty one is () |
| array | vector |
| string, boolean | string, boolean |
| integer, float | exact integer, inexact real |
| date, time or both | (toml-datetime "1979-05-27T07:32:00Z") |

Back: an alist is a table, a vector or any other list an array.

What reads is `tomllib` of the standard library, which writes nothing and recurses on nesting. So this file has its own
writer, and it counts the brackets before the reader starts: no text of a script can exhaust Python's stack.
"""

from __future__ import annotations

from math import isinf, isnan

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
    boolean,
    cons,
    intern,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.scheme.values.numbers import Ratio, to_float
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.typenames import Any, Final

DEPTH: Final = 50  # brackets open at once, parts of a dotted key, and tables in tables: three Python frames each
LENGTH: Final = 1_000_000  # characters of one text
SKIPPED: Final = late_pattern(  # strings and comments; possessive, and the end of a string may be missing: linear
    r'(?s)"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5})?'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
)
BRACKET: Final = late_pattern(r"[\[\]{}]")
KEY: Final = late_pattern(r"[A-Za-z0-9_. \t-]+")  # a dotted key, its quoted parts skipped
DATETIME: Final = intern("toml-datetime")
BARE: Final = late_pattern(r"[A-Za-z0-9_-]+")
UNWRITABLE: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


@primitive("%toml-parse")
def toml_parse(a: Value) -> Value:
    """(%toml-parse string) -> the alist of a TOML document; an error names line and column."""
    s = text("toml-parse", 0, a)
    if len(s) > LENGTH:
        raise fail("limit", f"a text of {len(s)} characters, the limit is {LENGTH}", who="toml-parse")
    _check_nesting(s)
    import tomllib  # few programs need it

    try:
        return _scheme(tomllib.loads(s))
    except ValueError as error:  # of the parser, and of Python for an integer of too many digits
        message = str(error)
        raise fail("read", message[:1].lower() + message[1:], who="toml-parse") from None


@primitive("%toml-stringify", returns="string")
def toml_stringify(a: Value) -> Value:
    """(%toml-stringify alist) -> the TOML document for an alist."""
    if not _is_table(a):
        raise fail("type", f"wanted an alist with string or symbol keys, got {short(a)}", a, who="toml-stringify")
    lines: list[str] = []
    _write_table(a, (), lines)
    limits.size("toml-stringify", sum(map(len, lines)))
    return string_of("".join(f"{line}\n" for line in lines))


def _check_nesting(s: str) -> None:
    bare = SKIPPED.sub("", s)
    depth = 0
    for found in BRACKET.finditer(bare):
        depth = depth + 1 if found[0] in "[{" else max(0, depth - 1)
        if depth > DEPTH:
            raise fail("limit", f"more than {DEPTH} brackets are open", who="toml-parse")
    if any(found[0].count(".") > DEPTH for found in KEY.finditer(bare)):
        raise fail("limit", f"a key of more than {DEPTH} parts", who="toml-parse")


def _scheme(x: Any) -> Value:
    """Python's form of a document as Scheme data; as deep as the brackets and dotted keys were."""
    if isinstance(x, dict):
        return to_list([cons(string_of(key), _scheme(value)) for key, value in x.items()])
    if isinstance(x, list):
        return vector_of([_scheme(item) for item in x])
    if isinstance(x, str):
        return string_of(x)
    if isinstance(x, bool):
        return boolean(x)
    if isinstance(x, int):
        limits.bits("toml-parse", x.bit_length())
        return x
    if isinstance(x, float):
        return x
    return to_list([DATETIME, string_of(x.isoformat().replace("+00:00", "Z"))])


def _write_table(x: Value, path: tuple[str, ...], lines: list[str]) -> None:
    """A table: its plain members first, then its tables and arrays of tables under headings."""
    if len(path) > DEPTH:
        raise _too_deep()
    later: list[tuple[str, Value]] = []
    for key, value in _entries(x):
        if value is not NIL and (_is_table(value) or _is_array_of_tables(value)):
            later.append((key, value))
        else:
            lines.append(f"{_key(key)} = {_inline(value, len(path))}")
    for key, value in later:
        inner = (*path, key)
        heading = ".".join(map(_key, inner))
        for table in [value] if _is_table(value) else _items(value):
            lines.append(f"[{heading}]" if table is value else f"[[{heading}]]")
            _write_table(table, inner, lines)


def _inline(x: Value, depth: int) -> str:
    if depth > DEPTH:
        raise _too_deep()
    if x is NIL:
        return "[]"
    if _is_datetime(x):
        return x.cdr.car.s  # type: ignore[no-any-return]
    if _is_table(x):
        return "{" + ", ".join(f"{_key(key)} = {_inline(value, depth + 1)}" for key, value in _entries(x)) + "}"
    if x.__class__ is Vector or x.__class__ is Pair:
        return "[" + ", ".join(_inline(item, depth + 1) for item in _items(x)) + "]"
    return _scalar(x)


def _scalar(x: Value) -> str:
    kind = x.__class__
    if kind is String or kind is Symbol:
        return _quoted(x.s if kind is String else x.text)
    if x is TRUE or x is FALSE:
        return "true" if x is TRUE else "false"
    if kind is int and -(1 << 63) <= x < 1 << 63:
        return numerals.format_number(x)
    if kind is Ratio:
        x = to_float(x)
        kind = float
    if kind is float:
        return "nan" if isnan(x) else ("inf" if x > 0 else "-inf") if isinf(x) else repr(x)
    raise fail("type", f"no TOML form for {short(x)}", x, who="toml-stringify")


def _entries(x: Value) -> list[tuple[str, Value]]:
    found = [(each.car.s if each.car.__class__ is String else each.car.text, each.cdr) for each in _items(x)]
    seen: set[str] = set()
    for key, _ in found:
        if key in seen:
            raise fail("error", f"the key {short(string_of(key))} stands twice in a table", who="toml-stringify")
        seen.add(key)
    return found


def _items(x: Value) -> list[Value]:
    if x.__class__ is Vector:
        return list(x.v)
    if proper_length(x) is None:
        raise fail("type", "no TOML form for an improper or circular list", x, who="toml-stringify")
    items: list[Value] = []
    while x is not NIL:
        items.append(x.car)
        x = x.cdr
    return items


def _is_table(x: Value) -> bool:
    if x is NIL:
        return True
    if x.__class__ is not Pair or proper_length(x) is None:
        return False
    return all(item.__class__ is Pair and item.car.__class__ in (String, Symbol) for item in _items(x))


def _is_array_of_tables(x: Value) -> bool:
    return x.__class__ is Vector and bool(x.v) and all(item is not NIL and _is_table(item) for item in x.v)


def _is_datetime(x: Value) -> bool:
    return x.__class__ is Pair and x.car is DATETIME and x.cdr.__class__ is Pair and x.cdr.car.__class__ is String


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _quoted(key)


def _quoted(s: str) -> str:
    limits.size("toml-stringify", len(s))
    return '"' + "".join(UNWRITABLE.get(c) or (c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}") for c in s) + '"'


def _too_deep() -> SchemeError:
    return fail("limit", f"the data is more than {DEPTH} deep, or circular", who="toml-stringify")
