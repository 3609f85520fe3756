"""A text whose brackets are not in pairs -> the place at which the indentation says that one is missing or too many.

Theory: whoever indents puts what is inside of a form to the right of its bracket. So a line that begins at or left of a
bracket that is still open shows where the closing one is missing: at the end of the line of code before; and a line
that is indented although everything is closed shows that it was closed too early. The first such line is the place.
This one rule serves the reader's errors and the linter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from chibi_hooks.scheme.reading.lexer import tokenize
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.scheme.values.spelling import cut

OPENING: Final = ("OPEN", "VECTOR_OPEN", "BYTEVECTOR_OPEN")
NO_CODE: Final = ("COMMENT", "BLOCK_COMMENT", "DATUM_COMMENT", "DIRECTIVE")
AWAITING: Final = ("QUOTE", "QUASIQUOTE", "UNQUOTE", "UNQUOTE_SPLICING", "DOT", "LABEL")  # a bracket mends nothing
HEADS: Final = ("(define", "(register-hook", "(import")
TOO_MANY: Final = "nothing is open here: remove it, or look for a bracket that closes too early before it"
WRITTEN: Final = 60  # characters of a line, and of brackets after it, that advice repeats

CodeToken = tuple[str, int, int]  # kind, start, end


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A bracket that is missing behind `place`, or is too many there; `closing` is what to write behind or "".

    `other` is the place that shows it, `seen` says how.
    """

    place: Place
    message: str
    hint: str
    closing: str = ""
    other: Place | None = None
    seen: str = ""


def misplaced_bracket(source: SourceText, start: int, broken: bool) -> Misplaced | None:
    """Where the code from offset `start` on has its first one. `broken`: the text does not read; else only what is
    certain is said: a definition at the margin that stands inside of another form."""
    opened: list[Place] = []
    margins = [0]  # of each form that is open: the column of the first line that begins in it
    early: Misplaced | None = None  # the first line that is deeper than those beside it: something was closed too early
    last: CodeToken | None = None
    for _, line in groupby(_code(source, start), key=lambda token: source.position(token[1])[0]):
        first, *rest = line
        column = source.position(first[1])[1]
        inside = opened[-1] if opened else None
        certain = broken or (column == 1 and source.text.startswith(HEADS, first[1]))
        if last and inside and certain and first[0] != "CLOSE" and inside.column >= column:
            return _missing(source, opened, last, column)
        if broken and last is not None and inside is None and column > 1 and last[0] == "CLOSE":
            return _too_many(source, first, last)
        if first[0] != "CLOSE" and last is not None:
            if margins[-1] and column > margins[-1] and last[0] == "CLOSE" and early is None:
                early = _too_many(source, first, last)
            margins[-1] = margins[-1] or column
        for kind, begin, end in (first, *rest):
            if kind in OPENING:
                opened.append(Place(source, begin, end))
                margins.append(0)
            elif kind == "CLOSE":
                if not opened:
                    extra = Misplaced(Place(source, begin, end), 'unexpected ")"', TOO_MANY)
                    return (early or extra) if broken else None
                opened.pop()
                margins.pop()
            last = kind, begin, end
    return _missing(source, opened, last, 1) if broken and opened and last is not None else None


def _code(source: SourceText, start: int) -> Iterator[CodeToken]:
    """The tokens that are code."""
    return (token for token in tokenize(source.text, start) if token[0] not in NO_CODE)


def _missing(source: SourceText, opened: list[Place], last: CodeToken, column: int) -> Misplaced | None:
    """Closing brackets are missing behind the token `last`."""
    if last[0] in AWAITING:
        return None
    left = [each for each in opened if each.column >= column]
    count = len(left)
    place = Place(source, last[1], last[2])
    are = "bracket is" if count == 1 else "brackets are"
    message = f"{count} closing {are} missing at the end of line {place.line}"
    hint = f"{_written(source, place.end, ')' * count)} there: the indentation says that the form ends"
    return Misplaced(place, message, hint, ")" * count, left[0], "this is what is not closed")


def _too_many(source: SourceText, first: CodeToken, last: CodeToken) -> Misplaced:
    place = Place(source, last[1], last[2])
    message = f"a bracket too many at the end of line {place.line}: the next line is indented as if it were inside"
    return Misplaced(place, message, _written(source, place.start), "", Place(source, *first[1:]), "this line")


def _written(source: SourceText, end: int, closing: str = "") -> str:
    """The line up to an offset as it is to be written, with these brackets behind."""
    number, column = source.position(end)
    written = source.line(number)[: column - 1].strip()
    if len(closing) > WRITTEN:
        return f"write {len(closing)} brackets"
    return f"write {'…' if len(written) > WRITTEN else ''}{cut(written[-WRITTEN:], WRITTEN)}{closing}"
