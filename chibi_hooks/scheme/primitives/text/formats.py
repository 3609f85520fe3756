"""A template and data come in, the text with the data in its places goes out (SRFI 28)."""

from __future__ import annotations

from functools import lru_cache

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values import limits, printer
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import String, Value, string_of
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.placeholders import pieces_of
from chibi_hooks.scheme.values.plain_text import plain_text
from chibi_hooks.typenames import Final

SMALL: Final = 2**60  # integers up to here are written at once
DIGITS: Final = 20  # that such a one takes at most
TEMPLATES: Final = 256  # whose parts are kept
SHORT: Final = 900  # characters of a string that is quoted without further questions
LONG: Final = 1_000  # characters of a template that is not kept


@primitive("format", returns="string")
def format_(a: Value, *data: Value) -> String:
    """(format template x ...) -> the template with ~a (display), ~s (write), ~% (newline) and ~~ replaced."""
    template = text("format", 1, a)
    pattern, letters = _parts(template) if len(template) <= LONG else _parts.__wrapped__(template)
    if len(data) < len(letters):
        for x, letter in zip(data, letters, strict=False):
            _spelled(x, letter)  # what else is wrong comes before
        raise fail("error", "too few arguments for the template", a, who="format")
    made: list[str | int] = []
    size = len(pattern) + DIGITS * len(letters)
    for x, letter in zip(data, letters, strict=False):
        kind = x.__class__
        if kind is int and x < SMALL and x > -SMALL:
            made.append(x)
            continue
        written = x.s if kind is String and letter == "a" else _spelled(x, letter)
        size += len(written)
        made.append(written)
    if size > limits.ELEMENTS:
        limits.size("format", size)
    return string_of(pattern % tuple(made))


_NUMERAL: Final = "decimal(a) if a.__class__ is int and a < 1073741823 and a > -1073741823"


@primitive(
    "%displayed",
    inline="String(a.s if a.__class__ is String else "
    f"{_NUMERAL} else a.text if a.__class__ is Symbol else display_text(a))",
    returns="string",
)
def displayed(a: Value) -> String:
    """(%displayed x) -> what `display` writes of x (`reshaping.formatting`)."""
    return string_of(printer.display_text(a))


@primitive(
    "%spelled",
    inline=f"String(quoted(a) if a.__class__ is String else {_NUMERAL} else write_text(a))",
    returns="string",
)
def spelled(a: Value) -> String:
    """(%spelled x) -> what `write` writes of x."""
    return string_of(printer.write_text(a))


@internal
def quoted(a: String) -> str:
    """The same of a string, mostly one without anything to escape."""
    s = a.s
    if s.isprintable() and '"' not in s and "\\" not in s and s.isascii() and len(s) <= SHORT:
        return f'"{s}"'
    return printer.write_text(a)


internal(printer.display_text)
internal(printer.write_text)


def _spelled(x: Value, letter: str) -> str:
    if letter == "a":
        return printer.display_text(x)
    return plain_text(x, True) or printer.write_text(x)


@lru_cache(TEMPLATES)
def _parts(template: str) -> tuple[str, str]:
    """The template as Python writes it, and the letters of what stands for data. Raises SchemeError."""
    pieces, letters = pieces_of(template)
    return "%s".join([piece.replace("%", "%%") for piece in pieces]), letters
