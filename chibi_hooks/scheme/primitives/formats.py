"""A template and data come in, the text with the data in its places goes out (SRFI 28)."""

from __future__ import annotations

from functools import lru_cache

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits, printer
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import String, Value, string_of
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.plain_text import plain_text
from chibi_hooks.typenames import Final

PLAIN: Final = {"%": "\n", "~": "~"}  # directives that take no datum
SMALL: Final = 2**60  # integers up to here are written at once
DIGITS: Final = 20  # that such a one takes at most
TEMPLATES: Final = 256  # whose parts are kept
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


def _spelled(x: Value, letter: str) -> str:
    if letter == "a":
        return printer.display_text(x)
    return plain_text(x, True) or printer.write_text(x)


@lru_cache(TEMPLATES)
def _parts(template: str) -> tuple[str, str]:
    """The template as Python writes it, and the letters of what stands for data. Raises SchemeError."""
    pieces = []
    letters = ""
    done = 0
    while (at := template.find("~", done)) >= 0:
        letter = template[at + 1 : at + 2]
        pieces.append(template[done:at].replace("%", "%%"))
        if letter == "a" or letter == "s":
            letters += letter
            pieces.append("%s")
        elif letter in PLAIN:
            pieces.append(PLAIN[letter])
        else:
            what = "the template ends after ~" if not letter else f'unknown directive "~{letter}"'
            raise fail("error", what, string_of(template), who="format")
        done = at + 2
    pieces.append(template[done:].replace("%", "%%"))
    return "".join(pieces), letters
