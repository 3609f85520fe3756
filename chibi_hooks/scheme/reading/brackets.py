"""A text whose brackets are not in pairs -> the place at which the indentation says that one is missing or too many.

Theory: whoever indents puts what is inside of a form to the right of its bracket. So a line that begins at or left of a
bracket that is still open shows where the closing one is missing: at the end of the line of code before; and a line
that is indented although everything is closed shows that it was closed too early. The first such line is the place.
What would be nothing if it were closed, such as `(lambda (x)` or `(begin` at the end of a line, goes on in the next
line when that is deeper than this one: many write so.
This one rule serves the reader's errors and the linter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from chibi_hooks.scheme.reading.lexer import tokenize
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.scheme.values.spelling import cut

OPENING: Final = ("OPEN", "VECTOR_OPEN", "BYTEVECTOR_OPEN")
NO_CODE: Final = ("COMMENT", "BLOCK_COMMENT", "DATUM_COMMENT", "DIRECTIVE")
AWAITING: Final = (  # a bracket mends nothing
    "QUOTE", "QUASIQUOTE", "UNQUOTE", "UNQUOTE_SPLICING", "DOT", "LABEL",
    "UNCLOSED_STRING", "UNCLOSED_BAR_NAME", "UNCLOSED_BLOCK_COMMENT",
)  # fmt: skip
HEADS: Final = ("(define", "(register-hook", "(import")
TOO_MANY: Final = "nothing is open here: remove it, or look for a bracket that closes too early before it"
BEGUN: Final = re.compile(r"\((?:lambda\s+(?:\([^()]*\)|[^\s()]+)|begin|cond|and|or|list)")  # closed, it is nothing
WRITTEN: Final = 60  # characters of a line, and of brackets after it, that advice repeats

CodeToken = tuple[str, int, int]  # kind, start, end


@dataclass(slots=True)
class _Form:
    """A form that is open. What is in it stands right of `column`; `line`: where the line of its bracket begins;
    `margin`: where the first line in it does, 0 before there is one."""

    place: Place
    column: int
    line: int
    margin: int = 0


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
    forms = [_Form(Place(source, start, start), 0, 0)]  # the text as a whole, and those that are open
    early: Misplaced | None = None  # the first line that is deeper than those beside it: something was closed too early
    last: CodeToken | None = None
    for _, line in groupby(_code(source, start), key=lambda token: source.position(token[1])[0]):
        first, *rest = line
        column = source.position(first[1])[1]
        inside = forms[-1]
        certain = broken or (column == 1 and source.text.startswith(HEADS, first[1]))
        if last and certain and first[0] != "CLOSE" and inside.column >= column:
            if inside.line >= column or not BEGUN.fullmatch(source.text, inside.place.start, last[2]):
                return _missing(source, forms, last, column)
            for each in forms:
                each.column = min(each.column, each.line)
        if broken and last is not None and len(forms) == 1 and column > 1 and last[0] == "CLOSE":
            return _too_many(source, first, last)
        if first[0] != "CLOSE" and last is not None:
            if inside.margin and column > inside.margin and last[0] == "CLOSE" and early is None:
                early = _too_many(source, first, last)
            inside.margin = inside.margin or column
        for kind, begin, end in (first, *rest):
            if kind in OPENING:
                place = Place(source, begin, end)
                forms.append(_Form(place, place.column, column))
            elif kind == "CLOSE":
                if len(forms) == 1:
                    extra = Misplaced(Place(source, begin, end), 'unexpected ")"', TOO_MANY)
                    return (early or extra) if broken else None
                forms.pop()
            last = kind, begin, end
    return _missing(source, forms, last, 1) if broken and len(forms) > 1 and last is not None else None


def _code(source: SourceText, start: int) -> Iterator[CodeToken]:
    """The tokens that are code."""
    return (token for token in tokenize(source.text, start) if token[0] not in NO_CODE)


def _missing(source: SourceText, forms: list[_Form], last: CodeToken, column: int) -> Misplaced | None:
    """Closing brackets are missing behind the token `last`."""
    if last[0] in AWAITING:
        return None
    left = [each for each in forms if each.column >= column]
    count = len(left)
    place = Place(source, last[1], last[2])
    are = "bracket is" if count == 1 else "brackets are"
    message = f"{count} closing {are} missing at the end of line {place.line}"
    hint = f"{_written(source, place.end, ')' * count)} there: the indentation says that the form ends"
    return Misplaced(place, message, hint, ")" * count, left[0].place, "this is what is not closed")


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
