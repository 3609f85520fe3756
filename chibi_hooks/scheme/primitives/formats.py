"""A template and data come in, the text with the data in its places goes out (SRFI 28)."""

from __future__ import annotations

from functools import lru_cache

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits, printer
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import String, Value, string_of
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

PLAIN: Final = {"%": "\n", "~": "~"}  # directives that take no datum
SMALL: Final = 2**60  # integers up to here are written at once
TEMPLATES: Final = 256  # whose parts are kept
LONG: Final = 1_000  # characters of a template that is not kept


@primitive("format", returns="string")
def format_(a: Value, *data: Value) -> String:
    """(format template x ...) -> the template with ~a (display), ~s (write), ~% (newline) and ~~ replaced."""
    template = text("format", 1, a)
    pieces, letters = _parts(template) if len(template) <= LONG else _parts.__wrapped__(template)
    if len(data) < len(letters):
        for x, letter in zip(data, letters, strict=False):
            _spelled(x, letter)  # what else is wrong comes before
        raise fail("error", "too few arguments for the template", a, who="format")
    made = [pieces[0]]
    size = len(template)
    add = made.append
    for x, letter, piece in zip(data, letters, pieces[1:], strict=False):
        kind = x.__class__
        if kind is String and letter == "a":
            written = x.s
        elif kind is int and x < SMALL and x > -SMALL:
            written = str(x)
        else:
            written = _spelled(x, letter)
        size += len(written)
        if size > limits.ELEMENTS:
            limits.size("format", size)
        add(written)
        add(piece)
    return string_of("".join(made))


def _spelled(x: Value, letter: str) -> str:
    return printer.write_text(x) if letter == "s" else printer.display_text(x)


@lru_cache(TEMPLATES)
def _parts(template: str) -> tuple[list[str], str]:
    """The texts between what stands for data, and the letters of that. Raises SchemeError."""
    pieces = [""]
    letters = []
    done = 0
    while (at := template.find("~", done)) >= 0:
        letter = template[at + 1 : at + 2]
        pieces[-1] += template[done:at] + PLAIN.get(letter, "")
        if letter == "a" or letter == "s":
            letters.append(letter)
            pieces.append("")
        elif letter not in PLAIN:
            what = "the template ends after ~" if not letter else f'unknown directive "~{letter}"'
            raise fail("error", what, string_of(template), who="format")
        done = at + 2
    pieces[-1] += template[done:]
    return pieces, "".join(letters)
